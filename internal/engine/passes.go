package engine

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/planvalue/query"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/rules"
)

// pass finds out something about a whole document that has to be known before the first resource is written. Its methods are called
// in the order in which they stand here; those without a comment on goroutines by one goroutine.
type pass interface {
	// keep says what readers must keep of the document.
	keep(*source.Options)
	// begin is called when the passes have finished that this one comes after.
	begin(context.Context, *Document) error
	study
	// finish is called when the pass has looked at all resources.
	finish(context.Context) error
	// summarise adds what has been found to the summary of a view, given its index.
	summarise(ctx context.Context, view int) error
	// annotate adds what has been found to an entry. Several goroutines call it at a time.
	annotate(compare.Entry, *computed.Resource)
}

// noPass is embedded in passes. It has the methods of one that does nothing.
type noPass struct{}

func (noPass) keep(*source.Options)                       {}
func (noPass) begin(context.Context, *Document) error     { return nil }
func (noPass) wants(Job) detail                           { return nothing }
func (noPass) look(Job, examined) func() error            { return nil }
func (noPass) finish(context.Context) error               { return nil }
func (noPass) summarise(context.Context, int) error       { return nil }
func (noPass) annotate(compare.Entry, *computed.Resource) {}

// request is what a document is opened for.
type request struct {
	*Session
	views   []*view
	needs   computed.Needs // of all views
	compare *compare.Comparison
}

// passRow is a row of the table of passes.
type passRow struct {
	name string
	// after are the names of the passes that have to finish before this one begins. They stand above it.
	after func(*request) []string
	// plansOnly says that the pass is for plans, and not for states.
	plansOnly bool
	// selection says that the pass depends on the selection, and runs again for another one.
	selection bool
	// start returns the pass, or nil if nobody wants what it finds out.
	start func(*request) (pass, error)
}

// startedPass is a pass with its row.
type startedPass struct {
	pass
	passRow
}

// startPasses starts those passes of which somebody wants what they find out.
func (r *request) startPasses(rows []passRow) ([]startedPass, error) {
	var all []startedPass
	for _, row := range rows {
		p, err := row.start(r)
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
func newRequest(s *Session, views []*view, compare *compare.Comparison) *request {
	return &request{s, views, needsOf(views), compare}
}

// summariseViews runs the passes and works out the summaries of the views.
func (d *Document) summariseViews(ctx context.Context, r *request, started []startedPass) error {
	if d.Facts.State {
		started = slices.DeleteFunc(started, func(p startedPass) bool { return p.plansOnly })
	}
	d.passes = started
	if err := d.runPasses(ctx, r, started); err != nil {
		return err
	}
	d.Compare.Annotate = func(e compare.Entry, r *computed.Resource) {
		for _, p := range started {
			p.annotate(e, r)
		}
	}
	if !d.Compare.CopiesKnown {
		d.endSecrets()
	}
	if err := d.compareInManners(ctx, r.Opts.Workers); err != nil {
		return err
	}
	return d.summarisePasses(ctx, started)
}

// summarisePasses adds to the summary of each view what passes have found, and what the view shows.
func (d *Document) summarisePasses(ctx context.Context, started []startedPass) error {
	for i, v := range d.Views {
		for _, p := range started {
			if err := p.summarise(ctx, i); err != nil {
				return err
			}
		}
		if v.file != nil {
			v.Summary.RulesFile = v.file.Name
		}
		for _, j := range d.Jobs {
			if j.Section == computed.DriftSection && v.Shows(j) {
				v.Summary.DriftCount++
			}
		}
	}
	return nil
}

// runPasses runs passes in stages: in each, all that need not wait for others, in one scan of the resources.
func (d *Document) runPasses(ctx context.Context, r *request, waiting []startedPass) error {
	waits := func(p startedPass) bool {
		return p.after != nil && slices.ContainsFunc(p.after(r), func(name string) bool {
			return slices.ContainsFunc(waiting, func(other startedPass) bool { return other.name == name })
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
		studies := make([]study, len(stage))
		for i, p := range stage {
			if err := p.begin(ctx, d); err != nil {
				return err
			}
			studies[i] = p
		}
		if err := d.examine(ctx, r.Opts.Workers, studies...); err != nil {
			return err
		}
		for _, p := range stage {
			if err := p.finish(ctx); err != nil {
				return err
			}
		}
		waiting = rest
	}
	return nil
}

// passOf returns the pass of a type that has run over a document, or the zero value.
func passOf[T pass](d *Document) (found T) {
	for _, p := range d.passes {
		if is, ok := p.pass.(T); ok {
			return is
		}
	}
	return found
}

// Selecting returns the document, which has one view, with another selection.
func (d *Document) Selecting(ctx context.Context, s *Session, set rules.Set, where *query.Condition) (*Document, error) {
	out, own, as := *d, *d.Views[0], *s
	out.Views = []*view{&own}
	as.Opts.Selection.Rules, as.Opts.Selection.Where = set, where
	out.Summary.Problems = d.Facts.Problems
	out.Jobs = slices.Clone(d.Jobs)
	for i := range out.Jobs {
		out.Jobs[i].muted = nil
	}
	req := newRequest(&as, out.Views, d.Compare)
	again, err := req.startPasses(slices.DeleteFunc(slices.Clone(s.rows), func(p passRow) bool { return !p.selection }))
	if err != nil {
		return nil, err
	}
	out.passes = slices.Concat(slices.DeleteFunc(slices.Clone(d.passes), func(p startedPass) bool { return p.selection }), again)
	if err := out.runPasses(ctx, req, again); err != nil {
		return nil, err
	}
	own.Summary.Problems, own.Summary.Muted, own.Summary.Where, own.Summary.DriftCount = out.Summary.Problems, nil, nil, 0
	return &out, out.summarisePasses(ctx, again)
}
