package fact

import "slices"

// Coverage says what of a document was looked at. Silence about what was not is no safety.
type Coverage struct {
	Changes   int
	Known     int      // of types that the table knows
	Names     int      // of types of which only the names of attributes say something
	Types     []string // these types, sorted
	Undecided int      // changes that may be worse than they look, depending on what is known only after apply
	Hidden    int      // changes about which a hidden value decides
	// Table is the version of the table.
	Table string
}

// Add counts a change of a type, which the table may know.
func (c *Coverage) Add(typ string, isKnown bool, facts []Fact) {
	c.Changes++
	if isKnown {
		c.Known++
	} else {
		c.Names++
		if i, found := slices.BinarySearch(c.Types, typ); !found {
			c.Types = slices.Insert(c.Types, i, typ)
		}
	}
	has := func(certainty Certainty) bool {
		return slices.ContainsFunc(facts, func(f Fact) bool { return f.Certainty == certainty && f.Severity <= Caution })
	}
	if has(Possible) {
		c.Undecided++
	}
	if has(Hidden) {
		c.Hidden++
	}
}

// AddUnread counts a change whose values cannot be read: nothing is known of it.
func (c *Coverage) AddUnread(typ string) {
	c.Add(typ, false, nil)
	c.Undecided++
}
