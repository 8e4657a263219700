//go:build !planfmt_no_meaning

package passes

import (
	"context"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/meaning"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
)

// meaningPass keeps what happened outside of the product to objects that the plan changes: some of it may be undone. The facts about a change
// are found when it is written, since a large plan has more of them than should be in memory.
type meaningPass struct {
	engine.NoPass
	drift map[driftedObject]*driftedSides
}

// driftedSides are those of an object that something has changed outside of the product, once they have been looked at.
type driftedSides struct{ before, after leaf.Side }

func startMeaning(r *engine.Request) (engine.Pass, error) {
	if !r.Needs.Facts {
		return nil, nil
	}
	s := &meaningPass{drift: map[driftedObject]*driftedSides{}}
	known := table.Default()
	r.Compare.Meaning = &compare.Meaning{Table: known.Version, NewReader: func() compare.FactReader { return factReader{meaning.NewReader(known), s} }}
	return s, nil
}

// factReader reads facts with what the pass has kept.
type factReader struct {
	*meaning.Reader
	pass *meaningPass
}

// Facts finds the facts about a change.
func (f factReader) Facts(r *source.Resource, before, after leaf.Side) ([]computed.MeaningFact, bool) {
	change := meaning.Change{Type: r.Type, Action: r.Action, Before: before, After: after}
	change.DriftBefore, change.DriftAfter = f.pass.sides(r)
	found := f.Reader.Facts(change)
	return found.Facts, found.Known
}

// sides returns what happened to an object outside of the product.
func (s *meaningPass) sides(r *source.Resource) (before, after leaf.Side) {
	if d := s.drift[driftedObject{r.Address, r.Deposed}]; d != nil {
		return d.before, d.after
	}
	return leaf.Side{}, leaf.Side{}
}

// Begin finds the objects that drifted and are changed.
func (s *meaningPass) Begin(_ context.Context, d *engine.Document) error {
	drifted := driftedIn(d.Facts)
	if len(drifted) == 0 {
		return nil
	}
	for r := range d.Facts.Changes.All() {
		if changed, known := drifted.has(&r.Header); changed && known && r.Action != plans.NoOp && r.Action != plans.Read {
			s.drift[driftedObject{r.Address, r.Deposed}] = &driftedSides{}
		}
	}
	return nil
}

func (s *meaningPass) Wants(j engine.Job) engine.Detail {
	if j.Section == computed.DriftSection && s.drift[driftedObject{j.Resource.Address, j.Resource.Deposed}] != nil {
		return engine.ValuesOnly
	}
	return engine.Nothing
}

func (s *meaningPass) Look(j engine.Job, e engine.Examined) func() error {
	if e.Err != nil || compare.IsUnreadable(j.Resource) {
		return nil
	}
	before, after := e.Sides()
	sides := driftedSides{before.Clone(), after.Clone()}
	return func() error {
		*s.drift[driftedObject{j.Resource.Address, j.Resource.Deposed}] = sides
		return nil
	}
}
