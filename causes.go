package planfmt

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// causesPass finds out why resources are replaced and, if all is set, where all values come
// from that are known only after apply.
type causesPass struct {
	noPass
	all    bool
	causes *review.Causes

	found   map[*source.Resource]*computed.Cause
	unknown map[*source.Resource][]computed.UnknownAttribute
}

func startCauses(r *request) (pass, error) {
	if !r.needs.Review && !r.needs.References && !r.opts.Where.usesCauses() {
		return nil, nil
	}
	return &causesPass{all: r.needs.References}, nil
}

func (s *causesPass) keep(o *jsonplan.Options) { o.KeepReferences = true }

func (s *causesPass) begin(_ context.Context, d *document) error {
	s.causes = review.NewCauses(slices.Concat(d.facts.Changes, d.facts.Deferred), d.facts.Configuration)
	return nil
}

func (s *causesPass) wants(j job) detail {
	switch {
	case j.section == computed.ChangesSection && review.Replaces(j.resource.Action):
		return fullDiff
	case j.section == computed.ChangesSection || j.section == computed.DeferredSection:
		if s.all && j.resource.Action != plans.NoOp || s.causes.Wants(j.resource) {
			return valuesOnly
		}
	}
	return nothing
}

func (s *causesPass) look(j job, e examined) (keep func() error) {
	if e.err != nil {
		return nil
	}
	seen := review.Seen{Unknown: review.UnknownParts(e.unknown())}
	if review.Replaces(j.resource.Action) {
		seen.Forcing = review.Forcing(e.diff.diff, plans.ExactPaths(e.diff.forcing))
	}
	if s.all { // they are to be shown
		seen.Unknown = review.Visible(e.compare(j.entry).diff, seen.Unknown)
	}
	return func() error {
		s.causes.Add(j.resource, seen)
		return nil
	}
}

func (s *causesPass) finish(context.Context) error {
	s.found = s.causes.Resolve()
	if s.all {
		s.unknown = s.causes.Unknown()
	}
	return nil
}

func (s *causesPass) annotate(j entry, out *computed.Resource) {
	if j.section == computed.ChangesSection {
		out.Cause, out.Unknown = s.found[j.resource], s.unknown[j.resource]
	}
}

// of returns why a resource is replaced, nil if it is not. The pass may be nil.
func (s *causesPass) of(r *source.Resource) *computed.Cause {
	if s == nil {
		return nil
	}
	return s.found[r]
}
