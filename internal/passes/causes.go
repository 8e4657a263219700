package passes

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// causesPass finds out why resources are replaced. If all is set, it also finds out where unknown
// values come from.
type causesPass struct {
	engine.NoPass
	all      bool
	readable bool // all views compare in a readable manner, so that causes are told in it, too
	causes   *review.Causes

	found   map[source.Handle]*computed.Cause
	unknown map[source.Handle][]computed.UnknownAttribute
}

func startCauses(r *engine.Request) (engine.Pass, error) {
	asked := r.Needs.Verdicts && mayJudgePlans(r.Opts.Verdicts)
	if !r.Needs.Causes && !r.Needs.References && !r.Needs.Graph && !UsesCauses(r.Opts.Selection.Where) && !asked {
		return nil, nil
	}
	readable := !slices.ContainsFunc(r.Views, func(v *engine.View) bool { return !v.Manner.Readable })
	return &causesPass{all: r.Needs.References, readable: readable && len(r.Views) > 0}, nil
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
		if s.readable {
			return engine.ValuesOnly // it is compared in that manner
		}
		return engine.FullDiff
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
		diff := e.Diff
		if s.readable {
			diff = e.CompareIn(compare.Manner{Readable: true}, j.Entry)
		}
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

// of returns why a resource is replaced, or nil if it is not. s may be nil.
func (s *causesPass) of(r *source.Resource) *computed.Cause {
	if s == nil {
		return nil
	}
	return s.found[r.Handle]
}
