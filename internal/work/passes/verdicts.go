package passes

import (
	"context"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/verdict"
)

// verdictsPass judges a document by policies. It has a scan of its own, because policies judge resources that are not shown, too: those
// that do not change, and those of the prior state.
type verdictsPass struct {
	engine.NoPass
	document *engine.Document
	checker  *documentChecker
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
	c.configDir = r.Opts.Declarations.ConfigDir
	return &verdictsPass{checker: c, workers: r.Opts.Workers}, nil
}

func (s *verdictsPass) Keep(o *source.Options) { s.checker.keep(o) }

func (s *verdictsPass) Begin(_ context.Context, d *engine.Document) error {
	s.document = d
	return nil
}

// Finish judges the document. If any view hides copies of sensitive strings, policies treat these as sensitive, too.
func (s *verdictsPass) Finish(ctx context.Context) (err error) {
	s.found, err = s.checker.judgeDocument(ctx, s.document, s.workers)
	return err
}

func (s *verdictsPass) Summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.Needs.Verdicts {
		v.Summary.Verdicts = s.found
	}
	return nil
}
