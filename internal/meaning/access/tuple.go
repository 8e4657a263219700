package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
)

// A tuple says that a member has a role in a scope, under a condition.
type tuple struct {
	role, member, scope, condition part
}

// A part is a text, or unknown, or hidden. If it is open, the text is what it is known to begin with.
type part struct {
	text string
	node leaf.Node
}

func (p part) isOpen() bool { return p.node.IsOpen() }

// isEmpty reports whether there is no such part.
func (p part) isEmpty() bool { return p.text == "" && !p.isOpen() }

// word returns a member as facts name it.
func (p part) word() string {
	if p.isOpen() {
		return unknown
	}
	return p.text
}

// words returns a role as facts list it: nothing if it is not known.
func (p part) words() []string {
	if p.isOpen() {
		return nil
	}
	return []string{p.text}
}

// known returns the text of a part, or nothing if it is not known.
func (p part) known() string {
	if p.isOpen() {
		return ""
	}
	return p.text
}

// mayBe reports whether two parts may be the same.
func (p part) mayBe(q part, covers func(old, new string) bool) bool {
	switch {
	case p.isOpen() && q.isOpen():
		return true // what is hidden may differ in its spelling or its order only
	case p.isOpen():
		return strings.HasPrefix(q.text, p.text)
	case q.isOpen():
		return strings.HasPrefix(p.text, q.text)
	}
	return covers(p.text, q.text)
}

func (p part) isHidden() bool { return p.node.State() == leaf.Hidden }

// is reports whether two parts are certainly the same: they are known, or hidden and the diff shows no difference.
func (p part) is(q part, covers func(old, new string) bool) bool {
	if p.isOpen() || q.isOpen() {
		return p.isHidden() && q.isHidden() && p.text == q.text && !leaf.Differs(p.node, q.node)
	}
	return covers(p.text, q.text)
}

// open returns the parts of a tuple that are unknown or hidden.
func (t tuple) open() []leaf.Node {
	var open []leaf.Node
	for _, p := range []part{t.role, t.member, t.scope, t.condition} {
		if p.isOpen() {
			open = append(open, p.node)
		}
	}
	return open
}

// A change of rights is a tuple that comes or goes.
type tupleChange struct {
	tuple
	certain   bool
	open      []leaf.Node // parts that decide
	because   string      // or a word
	change    fact.Change
	condition fact.Condition
}

// same reports whether two texts are the same, for dialects in which no role contains another one.
func same(old, new string) bool { return old == new }

// foldedSame is same without case.
func foldedSame(old, new string) bool { return strings.EqualFold(old, new) }

// coming returns the tuples that are among the new ones and not among the old ones.
func coming(old, new []tuple, covers func(old, new string) bool) []tupleChange {
	var all []tupleChange
	for _, t := range new {
		if c, comes := compareTuple(t, old, covers); comes {
			all = append(all, c)
		}
	}
	return all
}

// compareTuple says how a tuple is related to the old ones. It does not come if one of these certainly contains it.
func compareTuple(t tuple, old []tuple, covers func(old, new string) bool) (c tupleChange, comes bool) {
	c = tupleChange{tuple: t, certain: true, change: fact.New, condition: fact.ConditionNone}
	if !t.condition.isEmpty() {
		c.condition = fact.ConditionPresent
	}
	if open := t.open(); t.role.isOpen() || anyHidden(open) {
		c.certain, c.open = false, open
	}
	for _, o := range old {
		switch sure, may := o.compare(t, covers); {
		case sure && (o.condition.isEmpty() || o.condition.is(t.condition, same)):
			return tupleChange{}, false
		case sure:
			c.follow(o)
		case may:
			c.certain = false
			c.open = append(c.open, slices.Concat(o.open(), t.open())...)
		}
	}
	if !c.certain {
		c.change = fact.Undecided
	}
	return c, true
}

// compare reports whether two tuples are certainly, and whether they may be, of the same role, member and scope.
func (t tuple) compare(new tuple, covers func(old, new string) bool) (sure, may bool) {
	sure = t.role.is(new.role, covers) && t.member.is(new.member, same) && t.scope.is(new.scope, foldedSame)
	return sure, t.role.mayBe(new.role, covers) && t.member.mayBe(new.member, same) && t.scope.mayBe(new.scope, foldedSame)
}

// follow says what it means that an old tuple had another condition.
func (c *tupleChange) follow(old tuple) {
	switch {
	case old.condition.isOpen() || c.tuple.condition.isOpen():
		c.certain, c.condition = false, fact.ConditionChanged
		c.open = append(c.open, onlyOpen([]leaf.Node{old.condition.node, c.tuple.condition.node})...)
	case c.tuple.condition.isEmpty():
		c.change, c.condition = fact.Wider, fact.ConditionGone
	default:
		c.certain, c.because, c.condition = false, fact.BecauseCondition, fact.ConditionChanged
	}
}
