package planfmt

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/report"
	"github.com/planfmt/planfmt/values"
)

// judge judges the document by policies, for the views that show verdicts. If any of them hides copies of sensitive
// strings, the policies take these for sensitive, too. Which they are must be known.
func (d *document) judge(ctx context.Context, c *checker, workers int) error {
	hides := slices.ContainsFunc(d.views, func(v *view) bool { return v.needs.Verdicts && v.manner.maskCopies })
	if hides {
		c.copies = d.compare.copies
	}
	all, err := c.judgeDocument(ctx, d, workers)
	if err != nil {
		return err
	}
	for _, v := range d.views {
		if v.needs.Verdicts {
			v.summary.Verdicts = all
		}
	}
	return nil
}

// markCopies returns the marks of a value, and with them those of copies of sensitive strings in it, if these are to
// be hidden.
func (c *checker) markCopies(marks values.Flags, v values.Value) values.Flags {
	if c.copies == nil {
		return marks
	}
	return marks.Mark(v, func(v values.Value) bool { return v.Kind() == values.String && c.copies.HasIn(v.Text()) })
}

// SourceText returns the texts of the files and of the values for inputs, by the names that diagnostics have for them.
// It returns nil if o is nil.
func (o *Judging) SourceText() report.SourceText {
	if o == nil {
		return nil
	}
	return func(file string) []byte {
		for _, p := range o.Policies {
			if p.Name == file {
				return p.Text
			}
		}
		for _, a := range o.Assumptions {
			if a.Name == file {
				return a.Text
			}
		}
		return o.Inputs.Text(file)
	}
}
