package planfmt

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/report"
)

// judge judges the document by policies, for the views that show verdicts. If any of them hides copies of sensitive
// strings, the policies take these for sensitive, too. Which they are must be known.
func (d *document) judge(ctx context.Context, c *checker, workers int) error {
	hides := slices.ContainsFunc(d.views, func(v *view) bool { return v.needs.Verdicts && v.manner.maskCopies })
	all, err := c.judgeDocument(ctx, d, hides, workers)
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
