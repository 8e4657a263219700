package planfmt

import (
	"fmt"
	"hash/maphash"

	"github.com/planfmt/planfmt/config"
	"github.com/planfmt/planfmt/jsonstate"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/source"
)

// A plan file has a plan, the state that it was made from, and the configuration. planfmt shows the plan. What the
// program does that applies it depends on all three, so planfmt says where they contradict each other. No program
// writes such a file.

// stateObjects are the objects of a state. Of each there is only the hash of its address, so that a large state takes
// little memory.
type stateObjects struct {
	seed    maphash.Seed
	objects map[uint64]bool
}

func newStateObjects(state *jsonstate.State) *stateObjects {
	s := &stateObjects{maphash.MakeSeed(), make(map[uint64]bool, len(state.Resources))}
	for _, r := range state.Resources {
		s.objects[s.key(&r.Header)] = true
	}
	return s
}

func (s *stateObjects) key(h *plans.Header) uint64 {
	return maphash.String(s.seed, h.Address+"\x00"+h.Deposed)
}

// contradictions says where the plan contradicts the state and the configuration in its file. Either may be nil.
func contradictions(facts *source.Facts, state *stateObjects, c *config.Config) []string {
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
	var missing, present, undeclared []string
	for _, r := range facts.Changes {
		if r.Err != nil || r.Mode != "managed" {
			continue
		}
		if state != nil {
			has := state.objects[state.key(&r.Header)]
			switch {
			case r.Action == plans.Create && has:
				present = append(present, r.Address)
			case r.Action != plans.Create && r.Action != plans.NoOp && r.Action != plans.Read && !has && r.Importing == nil:
				missing = append(missing, r.Address)
			}
		}
		if c != nil && !r.GeneratedConfig && r.Action != plans.Delete && r.Action != plans.Forget && r.Deposed == "" && c.ResourceOf(&r.Header) == nil {
			undeclared = append(undeclared, r.Address)
		}
	}
	count("the plan changes objects that the state in the plan file does not have", missing)
	count("the plan creates objects that the state in the plan file has already", present)
	count("the plan changes objects that the configuration in the plan file does not have", undeclared)
	return all
}

// isWhole reports whether all of a configuration is known.
func isWhole(c *config.Config) bool {
	for m := range c.Modules() {
		if !m.Found {
			return false
		}
	}
	return len(c.Problems) == 0
}
