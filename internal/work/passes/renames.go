package passes

import (
	"context"
	"fmt"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// maxRenaming is how many destroyed and created objects a plan may have for renames to be looked
// for. Nobody reads hints about more objects, and comparing all of them would take longer than
// showing them.
const maxRenaming = 10_000

// renamesPass looks for objects that are destroyed and created under another address.
type renamesPass struct {
	engine.NoPass
	document *engine.Document
	skipped  int // the number of objects, if there are too many
	facts    *source.Facts
	types    map[string]bool // the types with both destroyed and created objects
	objects  []*review.Object
	makers   sync.Pool // of *review.Objects
	forcing  review.ForcingAttributes
	found    []computed.Rename
}

func startRenames(r *engine.Request) (engine.Pass, error) {
	if !r.Needs.Causes {
		return nil, nil
	}
	return &renamesPass{makers: sync.Pool{New: func() any { return new(review.Objects) }}}, nil
}

func (s *renamesPass) Begin(_ context.Context, d *engine.Document) error {
	deleted, created := map[string]int{}, map[string]int{}
	for r := range d.Facts.Changes.All() {
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

func (s *renamesPass) Wants(j engine.Job) engine.Detail {
	r := j.Resource
	switch {
	case j.Section != computed.ChangesSection || r.Err() != nil || !s.types[r.Type]:
		return engine.Nothing
	case r.Action.Replaces(), review.MayBeRenamed(&r.Header):
		return engine.FullDiff // what forces a replacement also counts for other objects of the type
	}
	return engine.Nothing
}

func (s *renamesPass) Look(j engine.Job, e engine.Examined) func() error {
	if e.Err != nil {
		return nil // the error is reported where the resource is shown
	}
	if j.Resource.Action.Replaces() {
		paths := e.Diff.Forcing
		return func() error {
			s.forcing.Add(j.Resource.Type, paths)
			return nil
		}
	}
	m := s.makers.Get().(*review.Objects)
	defer s.makers.Put(m)
	o, ok := m.New(&j.Resource.Header, e.Diff.Diff)
	if !ok {
		return nil
	}
	return func() error {
		s.objects = append(s.objects, o)
		return nil
	}
}

func (s *renamesPass) Finish(context.Context) error {
	s.found = review.Renames(s.objects, func(yield func(*plans.Header) bool) {
		for r := range s.facts.Changes.All() {
			if !yield(&r.Header) {
				return
			}
		}
	}, s.facts.Configuration, s.forcing)
	s.objects, s.forcing = nil, nil // the pass stays, as long as the document
	if s.skipped > 0 {
		s.document.Warnings = append(s.document.Warnings, fmt.Sprintf("renames were not looked for: %d objects of the same types are destroyed or created, more than %d", s.skipped, maxRenaming))
	}
	return nil
}

func (s *renamesPass) Summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.Needs.Causes {
		v.Summary.Renames, v.Summary.RenamesSkipped = s.found, s.skipped > 0
	}
	return nil
}
