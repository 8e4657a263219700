package passes

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/verdict"
)

// verdictsPass judges a document by policies. It does not take part in the scan of the shown resources, because policies judge
// resources that are not shown, too.
type verdictsPass struct {
	engine.NoPass
	document *engine.Document
	checker  *checker
	workers  int
	found    *verdict.Report
}

func startVerdicts(r *engine.Request) (engine.Pass, error) {
	if r.Opts.Verdicts == nil || !r.Needs.Verdicts {
		return nil, nil
	}
	c, err := newChecker(r.Opts.Verdicts, r.Opts.Mode, r.Opts.MaxSteps)
	if err != nil {
		return nil, err
	}
	return &verdictsPass{checker: c, workers: r.Opts.Workers}, nil
}

func (s *verdictsPass) Keep(o *source.Options) { s.checker.keep(o) }

func (s *verdictsPass) Begin(_ context.Context, d *engine.Document) error {
	s.document = d
	return nil
}

// Finish judges the document. If any view with verdicts hides copies of sensitive strings, policies treat these as sensitive, too.
func (s *verdictsPass) Finish(ctx context.Context) (err error) {
	hides := slices.ContainsFunc(s.document.Views, func(v *engine.View) bool { return v.Needs.Verdicts && v.Manner.MaskCopies })
	s.found, err = s.checker.judgeDocument(ctx, s.document, hides, s.workers)
	return err
}

func (s *verdictsPass) Summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.Needs.Verdicts {
		v.Summary.Verdicts = s.found
	}
	return nil
}
