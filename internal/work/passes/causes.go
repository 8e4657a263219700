package passes

import (
	"context"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// causeManner is how values are compared to tell causes: whatever views there are, so that each of them says the same, and so that programs
// get the same data with them and without.
var causeManner = compare.Manner{Readable: true}

// causesPass finds out why resources are replaced. If all is set, it also finds out where unknown
// values come from.
type causesPass struct {
	engine.NoPass
	all    bool
	causes *review.Causes

	found   map[source.Handle]*computed.Cause
	unknown map[source.Handle][]computed.UnknownAttribute
}

func startCauses(r *engine.Request) (engine.Pass, error) {
	asked := r.Needs.Verdicts && mayJudgePlans(r.Opts.Verdicts)
	if !r.Needs.Causes && !r.Needs.References && !r.Needs.Graph && !UsesCauses(r.Opts.Selection.Where) && !asked {
		return nil, nil
	}
	return &causesPass{all: r.Needs.References}, nil
}

func (s *causesPass) Keep(o *source.Options) { o.KeepReferences = true }

func (s *causesPass) Begin(_ context.Context, d *engine.Document) error {
	wanted := s.all
	for r := range d.Facts.Changes.All() {
		if wanted = wanted || r.Action.Replaces(); wanted {
			break
		}
	}
	if wanted { // otherwise, nothing has a cause
		s.causes = review.NewCauses(func(yield func(*source.Resource) bool) {
			for r := range d.Facts.Changes.All() {
				if !yield(r) {
					return
				}
			}
			for _, r := range d.Facts.Deferred {
				if !yield(r) {
					return
				}
			}
		}, d.Facts.Configuration, s.all)
	}
	return nil
}

func (s *causesPass) Wants(j engine.Job) engine.Detail {
	switch {
	case s.causes == nil:
	case j.Section == computed.ChangesSection && j.Resource.Action.Replaces():
		return engine.ValuesOnly // it is compared by itself
	case j.Section == computed.ChangesSection || j.Section == computed.DeferredSection:
		if s.all && j.Resource.Action != plans.NoOp || s.causes.Wants(j.Resource) {
			return engine.ValuesOnly
		}
	}
	return engine.Nothing
}

func (s *causesPass) Look(j engine.Job, e engine.Examined) (keep func() error) {
	if e.Err != nil {
		return nil
	}
	seen := review.Seen{Unknown: review.UnknownParts(e.Unknown())}
	if j.Resource.Action.Replaces() {
		diff := e.CompareIn(causeManner, j.Entry)
		seen.Forcing = review.Forcing(diff.Diff, plans.ExactPaths(diff.Forcing))
	}
	if s.all { // the unknown values will be shown
		seen.Unknown = review.Visible(e.Compare(j.Entry).Diff, seen.Unknown)
	}
	return func() error {
		s.causes.Add(j.Resource, seen)
		return nil
	}
}

func (s *causesPass) Finish(context.Context) error {
	if s.causes == nil {
		return nil
	}
	s.found = s.causes.Resolve()
	if s.all {
		s.unknown = s.causes.Unknown()
	}
	s.causes = nil // the pass stays, as long as the document
	return nil
}

func (s *causesPass) Annotate(j compare.Entry, out *computed.Resource) {
	if j.Section == computed.ChangesSection {
		out.Cause, out.Unknown = s.found[j.Resource.Handle], s.unknown[j.Resource.Handle]
	}
}

// cause returns why a resource is replaced, or nil if it is not. s may be nil.
func (s *causesPass) cause(r *source.Resource) *computed.Cause {
	if s == nil {
		return nil
	}
	return s.found[r.Handle]
}
