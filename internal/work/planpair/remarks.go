package planpair

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// stateRemarks are what is to be said about two states, apart from what differs in them. They have no values.
type stateRemarks struct{ texts []string }

func (r *stateRemarks) add(format string, args ...any) {
	r.texts = append(r.texts, fmt.Sprintf(format, args...))
}

// ofFacts compares which states they are.
func (r *stateRemarks) ofFacts(old, new *source.Facts) {
	spell := plans.SpellName
	switch {
	case old.Lineage == "" || new.Lineage == "":
	case old.Lineage != new.Lineage:
		r.add("these are states of different things: the lineage is %s, and was %s", spell(new.Lineage), spell(old.Lineage))
	case isLater(old.Serial, new.Serial):
		r.add("the new state is the older one: its serial is %s, and that of the old state is %s", spell(new.Serial), spell(old.Serial))
	}
}

// isLater reports whether a serial is larger than another one. A serial may be larger than any integer of the machine.
func isLater(a, b string) bool {
	x, ok := new(big.Int).SetString(a, 10)
	y, too := new(big.Int).SetString(b, 10)
	return ok && too && len(a) < 100 && len(b) < 100 && x.Cmp(y) > 0
}

// ofObjects says what has changed beside values, in a line for each kind of it.
func (r *stateRemarks) ofObjects(all []*statedObject) {
	versions, providers := map[string]int{}, map[string]int{}
	read := 0
	for _, o := range all {
		switch {
		case o.same:
			continue
		case !isCompared(o.newest()):
			read++
			continue
		case o.old == nil || o.new == nil:
			continue
		}
		spell := plans.SpellName
		if o.was.SchemaVersion != o.is.SchemaVersion && o.was.SchemaVersion != "" && o.is.SchemaVersion != "" {
			versions[fmt.Sprintf("%s has schema version %s, and had %s", spell(o.new.Type), spell(o.is.SchemaVersion), spell(o.was.SchemaVersion))]++
		}
		if o.old.ProviderName != o.new.ProviderName {
			providers[fmt.Sprintf("provider %s, which was %s", spell(cmp.Or(o.new.ProviderName, "unknown")), spell(cmp.Or(o.old.ProviderName, "unknown")))]++
		}
	}
	r.list(versions, "resource")
	r.list(providers, "resource")
	if read > 0 {
		r.add("%s not compared: they are read anew each time", countOf(read, "data source that is not the same in both states is", "data sources that are not the same in both states are"))
	}
}

// list says how often something is the case, for a few of the most frequent.
func (r *stateRemarks) list(counts map[string]int, what string) {
	const most = 5
	texts := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for i, text := range texts {
		if i == most {
			r.add("and %d more of this kind", len(texts)-most)
			break
		}
		r.add("%s (%s)", text, countOf(counts[text], what, what+"s"))
	}
}

func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
