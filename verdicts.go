package planfmt

import (
	"context"
	"io"
	"slices"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/verdict"
)

// verdictsPass judges a document by policies. It looks at the resources by itself, since policies are about others than those that
// are shown.
type verdictsPass struct {
	noPass
	document *document
	checker  *checker
	workers  int
	found    *verdict.Report
}

func startVerdicts(r *request) (pass, error) {
	if r.opts.Verdicts == nil || !r.needs.Verdicts {
		return nil, nil
	}
	c, err := r.opts.Verdicts.newChecker(r.opts.Mode, r.opts.MaxSteps)
	if err != nil {
		return nil, err
	}
	return &verdictsPass{checker: c, workers: r.opts.Workers}, nil
}

func (s *verdictsPass) keep(o *source.Options) { s.checker.keep(o) }

func (s *verdictsPass) begin(_ context.Context, d *document) error {
	s.document = d
	return nil
}

// finish judges. If any view with verdicts hides copies of sensitive strings, policies take these for sensitive, too.
func (s *verdictsPass) finish(ctx context.Context) (err error) {
	hides := slices.ContainsFunc(s.document.views, func(v *view) bool { return v.needs.Verdicts && v.manner.MaskCopies })
	s.found, err = s.checker.judgeDocument(ctx, s.document, hides, s.workers)
	return err
}

func (s *verdictsPass) summarise(_ context.Context, view int) error {
	if v := s.document.views[view]; v.needs.Verdicts {
		v.summary.Verdicts = s.found
	}
	return nil
}

// VerdictLayout says how verdicts are written.
type VerdictLayout struct {
	Layout
	// NoBoxes leaves out the boxes around diagnostics.
	NoBoxes bool
	// Source returns the texts of policy files by their names, see [Judging.SourceText]. It may be nil.
	Source report.SourceText
	// Version is that of the program, for sarif.
	Version string
}

// WriteVerdicts writes what policies say about a plan, in one of [VerdictFormats]; empty means the first. Diagnostics are about the
// policies. If they have errors, the formats for programs have nothing else.
func WriteVerdicts(w io.Writer, rep *verdict.Report, diags diag.List, format string, l VerdictLayout) error {
	form, err := inColumn(verdictColumn(), format)
	if err != nil {
		return err
	}
	if w == nil {
		return ErrNoWriter
	}
	o := l.options()
	o.NoBoxes, o.Source, o.Version = l.NoBoxes, l.Source, l.Version
	return form.write(w, rep, diags, o)
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
