package engine

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/verdict"
)

// verdictsPass judges a document by policies. It looks at the resources by itself, since policies are about others than those that
// are shown.
type verdictsPass struct {
	noPass
	document *Document
	checker  *checker
	workers  int
	found    *verdict.Report
}

func startVerdicts(r *request) (pass, error) {
	if r.Opts.Verdicts == nil || !r.needs.Verdicts {
		return nil, nil
	}
	c, err := newChecker(r.Opts.Verdicts, r.Opts.Mode, r.Opts.MaxSteps)
	if err != nil {
		return nil, err
	}
	return &verdictsPass{checker: c, workers: r.Opts.Workers}, nil
}

func (s *verdictsPass) keep(o *source.Options) { s.checker.keep(o) }

func (s *verdictsPass) begin(_ context.Context, d *Document) error {
	s.document = d
	return nil
}

// finish judges. If any view with verdicts hides copies of sensitive strings, policies take these for sensitive, too.
func (s *verdictsPass) finish(ctx context.Context) (err error) {
	hides := slices.ContainsFunc(s.document.Views, func(v *view) bool { return v.needs.Verdicts && v.Manner.MaskCopies })
	s.found, err = s.checker.judgeDocument(ctx, s.document, hides, s.workers)
	return err
}

func (s *verdictsPass) summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.needs.Verdicts {
		v.Summary.Verdicts = s.found
	}
	return nil
}
