package passes

import (
	"context"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/meaning"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
)

// meaningPass finds the facts about each change, and counts what was looked at.
type meaningPass struct {
	engine.NoPass
	document *engine.Document
	table    *table.Table
	readers  sync.Pool // of *meaning.Reader, which are for one goroutine each
	drift    map[driftedObject]*driftedSides
	found    map[source.Handle][]fact.Fact
	coverage fact.Coverage
}

// driftedSides are those of an object that something has changed outside of the product, once they have been looked at.
type driftedSides struct{ before, after leaf.Side }

func startMeaning(r *engine.Request) (engine.Pass, error) {
	if !r.Needs.Facts {
		return nil, nil
	}
	s := &meaningPass{table: table.Default(), found: map[source.Handle][]fact.Fact{}, drift: map[driftedObject]*driftedSides{}}
	s.readers.New = func() any { return meaning.NewReader(s.table) }
	s.coverage.Table = s.table.Version
	return s, nil
}

// Begin finds the objects that drifted and are changed.
func (s *meaningPass) Begin(_ context.Context, d *engine.Document) error {
	s.document = d
	drifted := driftedIn(d.Facts)
	for r := range d.Facts.Changes.All() {
		if changed, known := drifted.has(&r.Header); changed && known && isMeant(r) {
			s.drift[driftedObject{r.Address, r.Deposed}] = &driftedSides{}
		}
	}
	return nil
}

// isMeant reports whether a change does anything to an object.
func isMeant(r *source.Resource) bool { return r.Action != plans.NoOp && r.Action != plans.Read }

func (s *meaningPass) Wants(j engine.Job) engine.Detail {
	switch j.Section {
	case computed.DriftSection:
		if s.drift[driftedObject{j.Resource.Address, j.Resource.Deposed}] != nil {
			return engine.ValuesOnly
		}
	case computed.ChangesSection:
		if isMeant(j.Resource) {
			return engine.ValuesOnly
		}
	}
	return engine.Nothing
}

// Look finds the facts of a change. The drift of the same object is looked at before, and kept.
func (s *meaningPass) Look(j engine.Job, e engine.Examined) func() error {
	r := j.Resource
	reader := s.readers.Get().(*meaning.Reader)
	defer s.readers.Put(reader)
	drift := s.drift[driftedObject{r.Address, r.Deposed}]
	switch {
	case e.Err != nil || compare.IsUnreadable(r):
		isKnown := reader.Knows(r.Type)
		return func() error {
			if j.Section == computed.ChangesSection {
				s.coverage.AddUnread(r.Type, isKnown)
			}
			return nil
		}
	case j.Section == computed.DriftSection:
		before, after := e.Sides()
		sides := driftedSides{before.Clone(), after.Clone()}
		return func() error { *drift = sides; return nil }
	}
	change := meaning.Change{Type: r.Type, Action: r.Action}
	change.Before, change.After = e.Sides()
	found := reader.Facts(change)
	if drift != nil {
		change.Before, change.After = change.Before.Clone(), change.After.Clone()
	}
	return func() error {
		if drift != nil {
			change.DriftBefore, change.DriftAfter = drift.before, drift.after
			found.Facts = append(found.Facts, change.UndoneDrift()...)
			fact.Sort(found.Facts)
		}
		s.found[r.Handle] = found.Facts
		s.coverage.Add(r.Type, found.Known, found.Facts)
		return nil
	}
}

func (s *meaningPass) Summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.Needs.Facts {
		v.Summary.Coverage = &s.coverage
	}
	return nil
}

// Annotate adds the facts of a change. It has a list of them even if there is none.
func (s *meaningPass) Annotate(e compare.Entry, out *computed.Resource) {
	if e.Section != computed.ChangesSection {
		return
	}
	if out.Facts = s.found[e.Resource.Handle]; out.Facts == nil {
		out.Facts = []fact.Fact{}
	}
}
