package meaning

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
)

// Coverage says what of a document was looked at. Silence about what was not is no safety.
type Coverage struct {
	Changes   int
	Table     int      // of types that the table knows
	Names     int      // of types of which only the names of attributes say something
	Types     []string // these types, sorted
	Undecided int      // changes that may be worse than they look, depending on what is known only after apply
	Hidden    int      // changes about which a hidden value decides
}

// Add counts a change.
func (c *Coverage) Add(typ string, r Result) {
	c.Changes++
	if r.Known {
		c.Table++
	} else {
		c.Names++
		if i, found := slices.BinarySearch(c.Types, typ); !found {
			c.Types = slices.Insert(c.Types, i, typ)
		}
	}
	has := func(certainty fact.Certainty) bool {
		return slices.ContainsFunc(r.Facts, func(f fact.Fact) bool { return f.Certainty == certainty && f.Severity <= fact.Caution })
	}
	if has(fact.Possible) {
		c.Undecided++
	}
	if has(fact.Hidden) {
		c.Hidden++
	}
}
