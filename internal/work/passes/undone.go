package passes

import (
	"context"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// undonePass finds the drift of what the plan changes, and the changes that only restore what was before a change outside of the product:
// relevant_attributes does not tell of these, since it has only what expressions refer to.
type undonePass struct {
	engine.NoPass
	objects map[driftedObject]*undone
	found   map[source.Handle]bool
}

// undone is an object that has changed outside of the product, and that the plan changes.
type undone struct {
	deleted bool
	planned bool         // the plan changes it
	was     values.Value // before the change outside; absent if it is not known
}

func startUndone(r *engine.Request) (engine.Pass, error) {
	if !r.Needs.Drift {
		return nil, nil
	}
	return &undonePass{objects: map[driftedObject]*undone{}, found: map[source.Handle]bool{}}, nil
}

func (s *undonePass) Begin(_ context.Context, d *engine.Document) error {
	for _, r := range d.Facts.Drift {
		s.objects[driftedObject{r.Address, r.Deposed}] = &undone{deleted: r.Action == plans.Delete}
	}
	for r := range d.Facts.Changes.All() {
		if o := s.objects[driftedObject{r.Address, r.Deposed}]; o != nil && r.Action != plans.NoOp {
			o.planned = true
		}
	}
	return nil
}

func (s *undonePass) Wants(j engine.Job) engine.Detail {
	o := s.objects[driftedObject{j.Resource.Address, j.Resource.Deposed}]
	switch {
	case o == nil || !o.planned || j.Resource.Err() != nil:
	case j.Section == computed.DriftSection && !o.deleted, j.Section == computed.ChangesSection && !o.deleted && j.Resource.Action == plans.Update:
		return engine.ValuesOnly
	case j.Section == computed.ChangesSection && o.deleted && j.Resource.Action == plans.Create:
		return engine.EntryOnly
	}
	return engine.Nothing
}

func (s *undonePass) Look(j engine.Job, e engine.Examined) func() error {
	o := s.objects[driftedObject{j.Resource.Address, j.Resource.Deposed}]
	switch {
	case e.Err != nil:
		return nil
	case o.deleted:
		return func() error { s.found[j.Resource.Handle] = true; return nil }
	case j.Section == computed.DriftSection:
		was := e.In.Before.Clone()
		return func() error { o.was = was; return nil }
	}
	after := replacedAttributes(&e)
	return func() error {
		restores := len(after) > 0 && o.was.Kind() == values.Object
		for name, text := range after {
			restores = restores && o.was.Get(name).SharedJSON() == text
		}
		if restores {
			s.found[j.Resource.Handle] = true
		}
		return nil
	}
}

// replacedAttributes returns the JSON after of the attributes that an update changes. It is nil if one of them is not known yet, or hidden: then nothing is
// said, since that the value is the former one would tell of it.
func replacedAttributes(e *engine.Examined) map[string]string {
	in := e.Mark()
	after := map[string]string{}
	for _, m := range in.After.Value.Members() {
		before, key := in.Before.Value.Get(m.Name), plans.Key(m.Name)
		unknown := in.After.Unknown.At(key).Any()
		if !unknown && before.SharedJSON() == m.Value.SharedJSON() {
			continue
		}
		if unknown || in.Before.Sensitive.At(key).Any() || in.After.Sensitive.At(key).Any() {
			return nil
		}
		after[m.Name] = strings.Clone(m.Value.SharedJSON())
	}
	for _, m := range in.Before.Value.Members() {
		if in.After.Value.Get(m.Name).Kind() == values.Absent && (in.After.Unknown.At(plans.Key(m.Name)).Any() || !m.Value.IsNull()) {
			return nil
		}
	}
	if in.After.Unknown.All() {
		return nil
	}
	return after
}

func (s *undonePass) Annotate(e compare.Entry, out *computed.Resource) {
	if o := s.objects[driftedObject{out.Address, out.Deposed}]; o != nil && e.Section == computed.DriftSection {
		out.Planned = o.planned
	}
	out.UndoesDrift = e.Section == computed.ChangesSection && s.found[e.Resource.Handle]
}
