package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/globset"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
)

// A gain is what one policy lets through and another one does not: some of what a statement allows to a principal. Seen from before to after
// that is a grant, the other way round it is what is revoked.
type gain struct {
	statement statement
	principal principal
	actions   names
	resources names
	certain   bool
	because   []string    // words, if it is not certain
	open      []leaf.Node // parts that decide, if it is not certain
	change    fact.Change
	condition fact.Condition
	keys      []string // of conditions that count
	denied    bool     // nothing is allowed: a denial goes, and another policy may allow what it denied
}

// A comparer finds what one policy lets through and another one does not.
type comparer struct {
	search   *globset.Search
	old, new policy
}

// gains returns what is gained, in the order of the new statements; then the denials that go.
func (c comparer) gains() []gain {
	var all []gain
	for _, s := range c.new.statements {
		if s.allows && !c.kept(s) {
			all = append(all, c.gainsOf(s)...)
		}
	}
	for _, s := range c.old.statements {
		if !s.allows && !c.takesFromAllowed(s) {
			all = append(all, c.denialsGone(s)...)
		}
	}
	return all
}

// kept reports whether nothing changes for an allowing statement: it was there, and so were all denials, which are still there. It saves time only.
func (c comparer) kept(s statement) bool {
	return len(c.old.open) == 0 && slices.ContainsFunc(c.old.statements, s.equal) &&
		!slices.ContainsFunc(c.old.statements, func(d statement) bool {
			return !d.allows && !slices.ContainsFunc(c.new.statements, d.equal)
		})
}

// equal reports whether two statements are written alike; the order of members makes no difference.
func (s statement) equal(t statement) bool {
	return !s.isOpen() && !t.isOpen() && s.allows == t.allows && s.principals.equal(t.principals) && s.actions.equal(t.actions) &&
		s.resources.equal(t.resources) && sameCondition(s.condition, t.condition)
}

func (ps principals) equal(qs principals) bool {
	return ps.but == qs.but && ps.none == qs.none && slices.Equal(ps.list, qs.list)
}

func (n names) equal(m names) bool {
	return n.but == m.but && slices.EqualFunc(n.texts, m.texts, func(a, b string) bool { return a == b || n.fold && strings.EqualFold(a, b) })
}

func (c comparer) gainsOf(s statement) []gain {
	if s.isOpen() {
		return c.openGains(s)
	}
	var all []gain
	for _, p := range s.principals.allowed() {
		generic := c.gainsTo(s, p)
		all = append(all, generic...)
		for _, one := range c.named(p) {
			all = append(all, slices.DeleteFunc(c.gainsTo(s, one), func(g gain) bool {
				return slices.ContainsFunc(generic, g.isWithin)
			})...)
		}
	}
	return all
}

// isWithin reports whether another gain, of the same statement, has all actions and resources of this one, and is as certain.
func (g gain) isWithin(other gain) bool {
	missing := func(in names) func(string) bool {
		return func(text string) bool { return !slices.Contains(in.texts, text) }
	}
	return (other.certain || !g.certain) && !slices.ContainsFunc(g.actions.texts, missing(other.actions)) &&
		!slices.ContainsFunc(g.resources.texts, missing(other.resources))
}

// named returns the principals within another one that denials name. What everyone is allowed may be nothing new, and still be new to one of them.
func (c comparer) named(p principal) []principal {
	var found []principal
	for _, s := range slices.Concat(c.old.statements, c.new.statements) {
		if s.allows {
			continue
		}
		for _, q := range s.principals.list {
			if p != q && p.has(q) && !slices.Contains(found, q) {
				found = append(found, q)
			}
		}
	}
	return found
}

// gainsTo returns what a statement gives to one principal: certain and possible gains apart.
func (c comparer) gainsTo(s statement, p principal) []gain {
	piece := piece{p, s.area.region(), s.condition}
	rivals := c.rivalsOf(piece)
	if c.isNew(piece, rivals) == globset.No {
		return nil
	}
	certain, possible := c.sortOut(piece, rivals, 0, s.actions)
	var all []gain
	if !certain.isEmpty() {
		narrowed := piece.with(0, certain.set())
		sure, perhaps := c.sortOut(narrowed, rivals, 1, s.resources)
		if sure.isEmpty() {
			sure, perhaps = s.resources, names{}
		}
		all = append(all, c.finish(gain{statement: s, principal: p, actions: certain, resources: sure, certain: true}, narrowed))
		if !perhaps.isEmpty() {
			all = append(all, c.finish(gain{statement: s, principal: p, actions: certain, resources: perhaps}, narrowed))
		}
	}
	if !possible.isEmpty() {
		narrowed := piece.with(0, possible.set())
		sure, perhaps := c.sortOut(narrowed, rivals, 1, s.resources)
		resources := sure.and(perhaps)
		if resources.isEmpty() {
			resources = s.resources
		}
		all = append(all, c.finish(gain{statement: s, principal: p, actions: possible, resources: resources}, narrowed))
	}
	return all
}

// sortOut returns those of the actions or resources of a piece with which something is certainly or possibly new.
func (c comparer) sortOut(p piece, r rivals, dimension int, all names) (certain, possible names) {
	for _, part := range all.parts() {
		switch c.isNew(p.with(dimension, part.set()), r) {
		case globset.Yes:
			certain = certain.and(part)
		case globset.Undecided:
			possible = possible.and(part)
		}
	}
	return certain, possible
}

// and joins names.
func (n names) and(m names) names {
	if m.isEmpty() {
		return n
	}
	return names{texts: append(slices.Clip(n.texts), m.texts...), but: m.but, fold: m.fold}
}

// finish finds out what decides, and how a gain is related to what was let through before.
func (c comparer) finish(g gain, p piece) gain {
	if !g.certain {
		if g.open = c.deciding(); len(g.open) == 0 {
			g.because = []string{c.reason()}
		}
	}
	g.change, g.condition, g.keys = c.relation(p.with(1, g.resources.set()))
	return g
}

// reason says why something is undecided that has no open parts.
func (c comparer) reason() string {
	if c.search.Spent() {
		return fact.BecauseTooLarge
	}
	return fact.BecauseCondition
}

// deciding returns the open parts of the old policy that may let a piece through already, or deny it, and those of new denials.
func (c comparer) deciding() []leaf.Node {
	open := slices.Clone(c.old.open)
	for _, s := range c.old.statements {
		if s.isOpen() {
			open = append(open, s.open.all()...)
		}
	}
	for _, s := range c.new.statements {
		if !s.allows {
			open = append(open, s.open.all()...)
		}
	}
	return open
}

// relation says whether some of a piece was let through before, and what happens to its condition, with the keys of the one that is gone, or of its own.
func (c comparer) relation(p piece) (change fact.Change, condition fact.Condition, keys []string) {
	change, condition, keys = fact.New, conditionOf(p.condition), keysOf(p.condition)
	for _, s := range c.old.statements {
		if !s.allows || !s.principals.meets(p.principal) || !mayMeet(c.search, p.region, s.area) {
			continue
		}
		change = fact.Wider
		if condition == fact.ConditionGone || len(s.condition) == 0 || implies(c.search, p.condition, s.condition) == globset.Yes {
			continue
		}
		switch {
		case len(p.condition) == 0:
			condition, keys = fact.ConditionGone, keysOf(s.condition)
		case implies(c.search, s.condition, p.condition) == globset.Yes:
			condition = fact.ConditionWider
		default:
			condition = fact.ConditionChanged
		}
	}
	return change, condition, keys
}

// meets reports whether the statement is about a principal, or about somebody in it.
func (ps principals) meets(q principal) bool {
	return ps.have(q) || !ps.but && slices.ContainsFunc(ps.list, q.has)
}

// openGains returns what an allowing statement with unknown or hidden parts gives. It certainly gives its actions if nothing was allowed before and
// nothing is denied, whoever it is that gets them.
func (c comparer) openGains(s statement) []gain {
	g := gain{statement: s, actions: s.actions, resources: s.resources, change: fact.New, condition: conditionOf(s.condition), keys: keysOf(s.condition)}
	if len(s.open.actions) > 0 {
		g.actions = names{}
	}
	if len(s.open.resources) > 0 {
		g.resources = names{}
	}
	if len(s.open.condition) > 0 {
		g.condition = fact.ConditionPresent
	}
	g.certain = len(s.open.actions) == 0 && !anyHidden(s.open.all()) && len(c.old.statements)+len(c.old.open) == 0 && !slices.ContainsFunc(c.new.statements, statement.denies)
	if !g.certain {
		g.change, g.open = fact.Undecided, s.open.all()
	}
	var all []gain
	for _, p := range s.openTo() {
		g.principal = p
		all = append(all, g)
	}
	return all
}

func (s statement) denies() bool { return !s.allows }

// openTo lists to whom a statement with open parts gives something.
func (s statement) openTo() []principal {
	if len(s.open.principals) > 0 {
		return []principal{{class: identity, id: unknown}}
	}
	return s.principals.allowed()
}

// takesFromAllowed reports whether a denial takes anything from what either policy allows. Then what it means that it goes is known.
func (c comparer) takesFromAllowed(d statement) bool {
	return slices.ContainsFunc(slices.Concat(c.old.statements, c.new.statements), func(s statement) bool {
		return s.allows && !s.isOpen() && slices.ContainsFunc(s.principals.allowed(), func(p principal) bool { return d.principals.meets(p) }) &&
			mayMeet(c.search, d.area.region(), s.area)
	})
}

// denialsGone returns what a denial denied and no denial does any more. Whether somebody may do it is for other policies to say.
func (c comparer) denialsGone(d statement) []gain {
	if d.isOpen() {
		return nil
	}
	var all []gain
	for _, p := range d.principals.allowed() {
		piece := piece{p, d.area.region(), d.condition}
		denying, _ := c.denials(piece)
		if leftOver(c.search, piece.region, areas(denying)) == globset.No {
			continue
		}
		all = append(all, gain{
			statement: d, principal: p, actions: d.actions, resources: d.resources, because: []string{fact.BecauseDeny}, change: fact.New,
			condition: conditionOf(d.condition), keys: keysOf(d.condition), denied: true,
		})
	}
	return all
}

func conditionOf(condition []clause) fact.Condition {
	if len(condition) == 0 {
		return fact.ConditionNone
	}
	return fact.ConditionPresent
}
