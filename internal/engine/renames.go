package engine

import (
	"context"
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// maxRenaming is among how many objects renames are looked for. If a plan destroys and creates
// more than that, nobody reads hints about them, and to compare all would cost more than to
// show them.
const maxRenaming = 10_000

// renamesPass looks for objects that are destroyed and created under another address.
type renamesPass struct {
	noPass
	document *Document
	skipped  int // how many objects there are, if they are too many
	facts    *source.Facts
	types    map[string]bool // those of which objects are both destroyed and created
	objects  []*review.Object
	forcing  review.ForcingAttributes
	found    []computed.Rename
}

func startRenames(r *request) (pass, error) {
	if !r.needs.Review {
		return nil, nil
	}
	return &renamesPass{}, nil
}

func (s *renamesPass) begin(_ context.Context, d *Document) error {
	deleted, created := map[string]int{}, map[string]int{}
	for _, r := range d.Facts.Changes {
		switch {
		case !review.MayBeRenamed(&r.Header):
		case r.Action == plans.Delete:
			deleted[r.Type]++
		default:
			created[r.Type]++
		}
	}
	s.document, s.facts, s.types, s.forcing = d, d.Facts, map[string]bool{}, review.ForcingAttributes{}
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
	return nil
}

func (s *renamesPass) wants(j Job) detail {
	r := j.Resource
	switch {
	case j.Section != computed.ChangesSection || r.Err != nil || !s.types[r.Type]:
		return nothing
	case review.Replaces(r.Action), review.MayBeRenamed(&r.Header):
		return fullDiff // what forces a replacement says something about others of the type
	}
	return nothing
}

func (s *renamesPass) look(j Job, e examined) func() error {
	if e.err != nil {
		return nil // which is said where the resource is shown
	}
	if review.Replaces(j.Resource.Action) {
		paths := e.diff.Forcing
		return func() error {
			s.forcing.Add(j.Resource.Type, paths)
			return nil
		}
	}
	o, ok := review.NewObject(&j.Resource.Header, e.diff.Diff)
	if !ok {
		return nil
	}
	return func() error {
		s.objects = append(s.objects, o)
		return nil
	}
}

func (s *renamesPass) finish(context.Context) error {
	s.found = review.Renames(s.objects, func(yield func(*plans.Header) bool) {
		for _, r := range s.facts.Changes {
			if !yield(&r.Header) {
				return
			}
		}
	}, s.facts.Configuration, s.forcing)
	if s.skipped > 0 {
		s.document.Warnings = append(s.document.Warnings, fmt.Sprintf("renames were not looked for: %d objects of the same types are destroyed or created, more than %d", s.skipped, maxRenaming))
	}
	return nil
}

func (s *renamesPass) summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.needs.Review {
		v.Summary.Renames, v.Summary.RenamesSkipped = s.found, s.skipped > 0
	}
	return nil
}
