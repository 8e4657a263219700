package planfmt

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/source"
)

// causesStudy finds out why resources are replaced.
type causesStudy struct{ causes *review.Causes }

func (d *document) newCausesStudy() *causesStudy {
	return &causesStudy{review.NewCauses(slices.Concat(d.facts.Changes, d.facts.Deferred), d.facts.Configuration)}
}

// resolve returns the causes, once all changes have been looked at.
func (s *causesStudy) resolve() map[*source.Resource]*computed.Cause { return s.causes.Resolve() }

func (s *causesStudy) wants(j job) detail {
	switch {
	case j.section == computed.ChangesSection && review.Replaces(j.resource.Action):
		return fullDiff
	case j.section == computed.ChangesSection || j.section == computed.DeferredSection:
		if s.causes.Wants(j.resource) {
			return valuesOnly
		}
	}
	return nothing
}

func (s *causesStudy) look(j job, e examined) (keep func() error) {
	if e.err != nil {
		return nil
	}
	seen := review.Seen{Unknown: review.UnknownParts(e.values.Unknown)}
	if review.Replaces(j.resource.Action) {
		seen.Forcing = review.Forcing(e.diff.diff, e.values.ReplacePaths)
	}
	return func() error {
		s.causes.Add(j.resource, seen)
		return nil
	}
}
