package planfmt

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/source"
)

// maxRenaming is among how many objects renames are looked for. If a plan destroys and creates
// more than that, nobody reads hints about them, and to compare all would cost more than to
// show them.
const maxRenaming = 10_000

// renameStudy looks for objects that are destroyed and created under another address.
type renameStudy struct {
	skipped int // how many objects there are, if they are too many
	facts   *source.Facts
	types   map[string]bool // those of which objects are both destroyed and created
	objects []*review.Object
	forcing review.ForcingAttributes
}

func newRenameStudy(facts *source.Facts) *renameStudy {
	deleted, created := map[string]int{}, map[string]int{}
	for _, r := range facts.Changes {
		switch {
		case !review.MayBeRenamed(&r.Header):
		case r.Action == plans.Delete:
			deleted[r.Type]++
		default:
			created[r.Type]++
		}
	}
	s := &renameStudy{facts: facts, types: map[string]bool{}, forcing: review.ForcingAttributes{}}
	objects := 0
	for t, n := range deleted {
		if created[t] > 0 {
			s.types[t] = true
			objects += n + created[t]
		}
	}
	if objects > maxRenaming {
		s.skipped, s.types = objects, nil
	}
	return s
}

func (s *renameStudy) wants(j job) detail {
	r := j.resource
	switch {
	case j.section != computed.ChangesSection || r.Err != nil || !s.types[r.Type]:
		return nothing
	case review.Replaces(r.Action), review.MayBeRenamed(&r.Header):
		return fullDiff // what forces a replacement says something about others of the type
	}
	return nothing
}

func (s *renameStudy) look(j job, e examined) func() error {
	if e.err != nil {
		return nil // which is said where the resource is shown
	}
	if review.Replaces(j.resource.Action) {
		paths := e.diff.forcing
		return func() error {
			s.forcing.Add(j.resource.Type, paths)
			return nil
		}
	}
	o, ok := review.NewObject(&j.resource.Header, e.diff.diff)
	if !ok {
		return nil
	}
	return func() error {
		s.objects = append(s.objects, o)
		return nil
	}
}

// renames returns the result, once all resources have been looked at.
func (s *renameStudy) renames() []computed.Rename {
	return review.Renames(s.objects, func(yield func(*plans.Header) bool) {
		for _, r := range s.facts.Changes {
			if !yield(&r.Header) {
				return
			}
		}
	}, s.facts.Configuration, s.forcing)
}
