package planfmt

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/source"
)

// causesStudy finds out why resources are replaced and, if all is set, where all values come
// from that are known only after apply.
type causesStudy struct {
	causes *review.Causes
	all    bool
}

func (d *document) newCausesStudy(all bool) *causesStudy {
	return &causesStudy{review.NewCauses(slices.Concat(d.facts.Changes, d.facts.Deferred), d.facts.Configuration), all}
}

// resolve returns the causes and the unknown values, once all changes have been looked at.
func (s *causesStudy) resolve() (map[*source.Resource]*computed.Cause, map[*source.Resource][]computed.UnknownAttribute) {
	if !s.all {
		return s.causes.Resolve(), nil
	}
	return s.causes.Resolve(), s.causes.Unknown()
}

func (s *causesStudy) wants(j job) detail {
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

func (s *causesStudy) look(j job, e examined) (keep func() error) {
	if e.err != nil {
		return nil
	}
	seen := review.Seen{Unknown: review.UnknownParts(e.unknown())}
	if review.Replaces(j.resource.Action) {
		seen.Forcing = review.Forcing(e.diff.diff, plans.ExactPaths(e.diff.forcing))
	}
	if s.all { // they are to be shown
		seen.Unknown = review.Visible(e.compare(j).diff, seen.Unknown)
	}
	return func() error {
		s.causes.Add(j.resource, seen)
		return nil
	}
}
