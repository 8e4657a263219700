package engine

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/rules"
)

// Pass works out a fact about a whole document that must be known before the first resource is written. Its methods are called in the
// order of their declarations, and by one goroutine unless their comments say otherwise.
type Pass interface {
	// Keep sets the options for what the reader must keep for the pass.
	Keep(*source.Options)
	// Begin is called when all passes that this one depends on have finished.
	Begin(context.Context, *Document) error
	Study
	// Finish is called when the pass has looked at all resources.
	Finish(context.Context) error
	// Summarise adds the result of the pass to the summary of the view with an index.
	Summarise(ctx context.Context, view int) error
	// Annotate adds the result of the pass to a resource. Several goroutines call it at a time.
	Annotate(compare.Entry, *computed.Resource)
}

// NoPass implements [Pass] with methods that do nothing. Passes embed it.
type NoPass struct{}

// The methods of [Pass].

func (NoPass) Keep(*source.Options)                       {}
func (NoPass) Begin(context.Context, *Document) error     { return nil }
func (NoPass) Wants(Job) Detail                           { return Nothing }
func (NoPass) Look(Job, Examined) func() error            { return nil }
func (NoPass) Finish(context.Context) error               { return nil }
func (NoPass) Summarise(context.Context, int) error       { return nil }
func (NoPass) Annotate(compare.Entry, *computed.Resource) {}

// Request is what a document is opened for.
type Request struct {
	*Session
	Views   []*View
	Needs   computed.Needs // of all views
	Compare *compare.Comparison
}

// PassRow is a row of the table of passes.
type PassRow struct {
	Name string
	// After returns the names of the passes that have to finish before this one begins. Their rows are above this one.
	After func(*Request) []string
	// PlansOnly says that the pass does not run for states. If Compares is set, it runs for what differs between two of them.
	PlansOnly, Compares bool
	// Selection says that the pass depends on the selection, and runs again when that changes.
	Selection bool
	// Start returns the pass, or nil if no view needs its result.
	Start func(*Request) (Pass, error)
}

// startedPass is a pass with its row.
type startedPass struct {
	Pass
	PassRow
}

// startPasses starts the passes whose result the request needs.
func (r *Request) startPasses(rows []PassRow) ([]startedPass, error) {
	var all []startedPass
	for _, row := range rows {
		p, err := row.Start(r)
		if err != nil {
			return nil, err
		}
		if p != nil {
			all = append(all, startedPass{p, row})
		}
	}
	return all, nil
}

// newRequest returns the request for some views.
func newRequest(s *Session, views []*View, compare *compare.Comparison) *Request {
	return &Request{s, views, needsOf(views), compare}
}

// summariseViews runs the passes and works out the summaries of the views.
func (d *Document) summariseViews(ctx context.Context, r *Request, started []startedPass) error {
	if f := d.Facts; f.State || f.Compared {
		started = slices.DeleteFunc(started, func(p startedPass) bool { return p.PlansOnly && !(p.Compares && f.Compared) })
	}
	d.passes = started
	if err := d.runPasses(ctx, r, started); err != nil {
		return err
	}
	d.Compare.Annotate = func(e compare.Entry, r *computed.Resource) {
		for _, p := range started {
			p.Annotate(e, r)
		}
	}
	if !d.Compare.CopiesKnown {
		d.EndSecrets()
	}
	if err := d.compareInManners(ctx, r.Opts.Workers); err != nil {
		return err
	}
	return d.summarisePasses(ctx, started)
}

// summarisePasses adds the results of the passes to the summary of each view, and counts what the view shows.
func (d *Document) summarisePasses(ctx context.Context, started []startedPass) error {
	for i, v := range d.Views {
		for _, p := range started {
			if err := p.Summarise(ctx, i); err != nil {
				return err
			}
		}
		if v.File != nil {
			v.Summary.RulesFile = v.File.Name
		}
		for _, j := range d.Kept {
			if j.Section == computed.DriftSection && v.Shows(j) {
				v.Summary.DriftCount++
			}
		}
	}
	return nil
}

// runPasses runs passes in stages. A stage has all passes whose dependencies have finished; they share one scan of the resources.
func (d *Document) runPasses(ctx context.Context, r *Request, waiting []startedPass) error {
	waits := func(p startedPass) bool {
		return p.After != nil && slices.ContainsFunc(p.After(r), func(name string) bool {
			return slices.ContainsFunc(waiting, func(other startedPass) bool { return other.Name == name })
		})
	}
	for len(waiting) > 0 {
		var stage, rest []startedPass
		for _, p := range waiting {
			if waits(p) {
				rest = append(rest, p)
			} else {
				stage = append(stage, p)
			}
		}
		studies := make([]Study, len(stage))
		for i, p := range stage {
			if err := p.Begin(ctx, d); err != nil {
				return err
			}
			studies[i] = p
		}
		if err := d.Examine(ctx, r.Opts.Workers, studies...); err != nil {
			return err
		}
		for _, p := range stage {
			if err := p.Finish(ctx); err != nil {
				return err
			}
		}
		waiting = rest
	}
	return nil
}

// PassOf returns the pass of type T that has run over a document, or the zero value of T.
func PassOf[T Pass](d *Document) (found T) {
	for _, p := range d.passes {
		if is, ok := p.Pass.(T); ok {
			return is
		}
	}
	return found
}

// Selecting returns a document, which must have one view, with another selection.
func (d *Document) Selecting(ctx context.Context, s *Session, set rules.Set, where *query.Condition) (*Document, error) {
	out, own, as := *d, *d.Views[0], *s
	out.Views = []*View{&own}
	as.Opts.Selection.Rules, as.Opts.Selection.Where = set, where
	out.Summary.Problems = d.Facts.Problems
	out.Muted = nil
	req := newRequest(&as, out.Views, d.Compare)
	again, err := req.startPasses(slices.DeleteFunc(slices.Clone(s.rows), func(p PassRow) bool { return !p.Selection }))
	if err != nil {
		return nil, err
	}
	out.passes = slices.Concat(slices.DeleteFunc(slices.Clone(d.passes), func(p startedPass) bool { return p.Selection }), again)
	if err := out.runPasses(ctx, req, again); err != nil {
		return nil, err
	}
	own.Summary.Problems, own.Summary.Muted, own.Summary.Where, own.Summary.DriftCount = out.Summary.Problems, nil, nil, 0
	return &out, out.summarisePasses(ctx, again)
}
