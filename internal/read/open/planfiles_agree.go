package open

import (
	"fmt"
	"hash/maphash"
	"math/big"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// A plan file has a plan, the state that it was made from, and the configuration. planfmt shows the plan, but
// terraform apply uses all three. So planfmt reports contradictions between them, although no product writes such a
// file.

// stateObjects are the objects of a state. It keeps only the hash of each address and the position of the values, so that
// a large state takes little memory.
type stateObjects struct {
	seed    maphash.Seed
	objects map[uint64]source.Handle
	loader  *jsonstate.Loader // works until the state is closed
}

func newStateObjects(state *jsonstate.State) *stateObjects {
	s := &stateObjects{maphash.MakeSeed(), make(map[uint64]source.Handle, len(state.Resources)), state.NewLoader()}
	for _, r := range state.Resources {
		s.objects[s.key(&r.Header)] = r.Handle
	}
	return s
}

func (s *stateObjects) key(h *plans.Header) uint64 {
	return maphash.String(s.seed, h.Address+"\x00"+h.Deposed)
}

// has reports whether the state has the object of a change.
func (s *stateObjects) has(rc *source.Resource) bool {
	_, ok := s.objects[s.key(&rc.Header)]
	return ok
}

// hasValues reports whether an object of the state has these values, if the state has them in a form that can be compared.
//
// The state in a plan file is the state after the refresh, with objects at their new addresses and in the form of the
// schemas in use. The values before each change come from this state.
func (s *stateObjects) hasValues(rc *source.Resource, before values.Value) bool {
	in, err := s.loader.Instance(&source.Resource{Header: rc.Header, Handle: s.objects[s.key(&rc.Header)]}, nil)
	if err != nil || in.Values.Kind() != values.Object || !in.Entry.Get("attributes_flat").IsNull() {
		return true
	}
	return isStored(before, in.Values)
}

// isStored reports whether a value of a plan is equal to a value of a state, which has no types. Numbers with many digits
// are strings in plans.
func isStored(v, stored values.Value) bool {
	switch {
	case stored.Kind() == values.Number && (v.Kind() == values.Number || v.Kind() == values.String):
		return isSameNumber(v.Text(), stored.Text())
	case v.IsNull() || v.Kind() != stored.Kind():
		return v.IsNull() && stored.IsNull()
	case v.Kind() == values.Array:
		if v.Len() != stored.Len() {
			return false
		}
		for i, e := range v.Elems() {
			if !isStored(e, stored.Elem(i)) {
				return false
			}
		}
		return true
	case v.Kind() == values.Object:
		for _, m := range v.Members() {
			if !isStored(m.Value, stored.Get(m.Name)) {
				return false
			}
		}
		for _, m := range stored.Members() {
			if !m.Value.IsNull() && v.Get(m.Name).IsNull() {
				return false
			}
		}
		return true
	}
	return v.Equal(stored)
}

// isSameNumber compares numbers as go-cty does. A fraction that is exact with 64 bits is written with all of its bits in plans, and
// in as few digits as 512 bits need in states.
func isSameNumber(a, b string) bool {
	x, _, err1 := big.ParseFloat(a, 10, 512, big.ToNearestEven)
	y, _, err2 := big.ParseFloat(b, 10, 512, big.ToNearestEven)
	if err1 != nil || err2 != nil {
		return false
	}
	if x.IsInt() && y.IsInt() {
		return x.Cmp(y) == 0
	}
	f, _ := x.Float64()
	g, _ := y.Float64()
	return x.Cmp(y) == 0 || f == g
}

// contradictions describes where the plan contradicts the state and the configuration in its file. Either may be nil. load is
// the loader of the plan.
func contradictions(facts *source.Facts, load source.Loader, state *stateObjects, c *config.Config) []string {
	var all []string
	count := func(what string, addresses []string) {
		switch n := len(addresses); n {
		case 0:
		case 1:
			all = append(all, fmt.Sprintf("%s: %s", what, plans.SpellName(addresses[0])))
		default:
			all = append(all, fmt.Sprintf("%s: %s, and %d more", what, plans.SpellName(addresses[0]), n-1))
		}
	}
	if c != nil && !isWhole(c) {
		c = nil
	}
	var missing, present, other, undeclared []string
	for r := range facts.Changes.All() {
		if r.Err() != nil || r.Mode != "managed" {
			continue
		}
		if state != nil {
			has := state.has(r)
			switch {
			case r.Action == plans.Create && has:
				present = append(present, r.Address)
			case r.Action != plans.Create && r.Action != plans.NoOp && r.Action != plans.Read && !has && r.Importing == nil:
				missing = append(missing, r.Address)
			case has:
				if in, err := load.Resource(r, nil); err == nil && !state.hasValues(r, in.Before) {
					other = append(other, r.Address)
				}
			}
		}
		if c != nil && !r.GeneratedConfig && r.Action != plans.Delete && r.Action != plans.Forget && r.Deposed == "" && c.ResourceOf(&r.Header) == nil {
			undeclared = append(undeclared, r.Address)
		}
	}
	count("the plan changes objects that the state in the plan file does not have", missing)
	count("the plan creates objects that the state in the plan file has already", present)
	count("the values before the changes of the plan are not those of the state in the plan file", other)
	count("the plan changes objects that the configuration in the plan file does not have", undeclared)
	return all
}

// isWhole reports whether the whole configuration could be read.
func isWhole(c *config.Config) bool {
	for m := range c.Modules() {
		if !m.Found {
			return false
		}
	}
	return len(c.Problems) == 0
}
