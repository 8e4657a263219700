package meaning

import (
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/plans"
)

// UndoneDrift returns what a plan takes back of what happened outside of it: attributes that went from x to y, and go from y to x. An object
// that was deleted is created again.
func (c Change) UndoneDrift() []fact.Fact {
	f := fact.Fact{Kind: fact.UndoesDrift, Severity: fact.Caution, How: fact.HowChanged}
	switch {
	case !c.DriftBefore.Exists():
		return nil
	case c.Action == plans.Create && !c.DriftAfter.Exists():
		f.How = fact.HowDeleted
		return []fact.Fact{f}
	case c.Action != plans.Update && !c.Action.Replaces() || !c.DriftAfter.Exists():
		return nil
	}
	for name, was := range c.DriftBefore.Root.Members() {
		drifted := c.DriftAfter.Root.Member(name)
		before, after := c.Before.Root.Member(name), c.After.Root.Member(name)
		if isEmpty(was) && isEmpty(drifted) || leaf.Equal(was, drifted) {
			continue
		}
		if leaf.Equal(was, after) && leaf.Equal(drifted, before) {
			f.At = append(f.At, name)
		}
	}
	if len(f.At) == 0 {
		return nil
	}
	return []fact.Fact{f}
}

// isEmpty reports whether a part is absent, or known to have nothing in it.
func isEmpty(n leaf.Node) bool {
	v, ok := n.Value()
	return n.IsAbsent() || ok && (v.IsEmptyString() || v.JSON() == "[]" || v.JSON() == "{}")
}
