package meaning

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/values"
)

// settings returns what gets weaker or stronger because of the value of an attribute. What the table says about an attribute of the type
// replaces what its name says; what users have added does not.
func (s *subject) settings() []fact.Fact {
	if s.isDestroyed() {
		return nil
	}
	var all []fact.Fact
	own := map[string]bool{}
	for _, setting := range s.entry.Settings {
		for _, path := range setting.At {
			own[path] = own[path] || !setting.Added
			all = append(all, s.setting(setting, path)...)
		}
	}
	s.changed(func(path string) bool {
		if setting, ok := find(s.names.settings, path); ok && !own[path] {
			all = append(all, s.setting(setting, path)...)
		}
		return !s.isRoutine(path)
	})
	return all
}

// setting returns what the values of one attribute mean.
func (s *subject) setting(t table.Setting, path string) []fact.Fact {
	if !s.touches(path) {
		return nil
	}
	c := comparison{Setting: t, path: path, isCreated: s.isCreated()}
	c.before, c.after = present(s.before.Root.Walk(path)), present(s.after.Root.Walk(path))
	switch {
	case c.isCreated && (t.NoCreate || t.Kind == fact.Changes):
		return nil
	case c.hides():
		return c.hidden()
	case t.Members || t.MembersBad:
		return c.members()
	case t.Kind == fact.Changes:
		return c.changes()
	case c.isCreated:
		return c.created()
	}
	return c.compare()
}

// present returns the parts that say something: an empty text does not.
func present(nodes []leaf.Node) []leaf.Node {
	return slices.DeleteFunc(nodes, func(n leaf.Node) bool {
		text, ok := n.Text()
		return ok && text == ""
	})
}

// comparison compares the values of an attribute before and after.
type comparison struct {
	table.Setting
	path          string
	before, after []leaf.Node
	isCreated     bool
}

// hides reports whether any value is hidden.
func (c *comparison) hides() bool {
	isHidden := func(n leaf.Node) bool { return n.State() == leaf.Hidden }
	return slices.ContainsFunc(c.before, isHidden) || slices.ContainsFunc(c.after, isHidden)
}

// hidden says that something may get worse, if the diff shows that a hidden value changes. A created value says nothing.
func (c *comparison) hidden() []fact.Fact {
	if c.isCreated || sameSet(c.before, c.after) {
		return nil
	}
	f := c.fact(c.Kind, fact.Hidden)
	f.Because = pathsOf(leaf.Hidden, c.before, c.after)
	return []fact.Fact{f}
}

// sameSet reports whether each part has one on the other side from which it does not differ.
func sameSet(before, after []leaf.Node) bool {
	for _, n := range after {
		if !leaf.HasTwin(n, before) {
			return false
		}
	}
	for _, n := range before {
		if !slices.ContainsFunc(after, func(a leaf.Node) bool { return !leaf.Differs(n, a) }) {
			return false
		}
	}
	return true
}

// pathsOf returns the paths of the parts that are in a state, each once.
func pathsOf(state leaf.State, sides ...[]leaf.Node) []string {
	var all []string
	for _, n := range slices.Concat(sides...) {
		if n.State() == state && !slices.Contains(all, n.Path()) {
			all = append(all, n.Path())
		}
	}
	return all
}

// fact returns a fact about the setting, as severe as one that is not certain can be, or less.
func (c *comparison) fact(kind fact.Kind, certainty fact.Certainty) fact.Fact {
	f := fact.Fact{
		Kind: kind, Certainty: certainty, Change: fact.Changed, At: []string{c.path}, What: c.What,
		Words: fact.Words{Say: c.Say, Bad: c.BadWords, Good: c.GoodWords, Unit: c.Unit},
	}
	switch {
	case isGood(kind):
		f.Severity = fact.Note
	case certainty != fact.Certain:
		f.Severity = c.severity(false).AtMost(fact.Caution)
	default:
		f.Severity = c.severity(false)
	}
	return f
}

// good returns the opposite of a kind.
func good(kind fact.Kind) fact.Kind {
	if kind == fact.Loses {
		return fact.Protects
	}
	return fact.Hides
}

func isGood(kind fact.Kind) bool { return kind == fact.Hides || kind == fact.Protects }

// severity returns how severe it is if the setting gets worse. toNothing says that nothing is left of it.
func (c *comparison) severity(toNothing bool) fact.Severity {
	switch {
	case c.Severity != fact.NoSeverity:
		return c.Severity
	case c.Number && !toNothing:
		return fact.Caution
	}
	return severityOf(c.Kind, c.What)
}

// severityOf returns how severe it is to expose or lose something, unless the table says it.
func severityOf(kind fact.Kind, what string) fact.Severity {
	dangers := []string{"public", "encryption", "tls", "auth", "logging", "firewall", "isolation"}
	if kind == fact.Loses {
		dangers = []string{"data", "keys", "cluster", "everything in it", "protection", "backups", "retention"}
	}
	if kind != fact.Changes && slices.Contains(dangers, what) {
		return fact.Danger
	}
	return fact.Caution
}

// created returns what is told of an attribute of a new object: that it is weak.
func (c *comparison) created() []fact.Fact {
	now := c.level(c.after)
	if !c.isWeak(now) {
		return nil
	}
	f := c.fact(c.Kind, fact.Certain)
	f.Change, f.Severity = fact.New, f.Severity.AtMost(fact.Caution)
	if c.Created != fact.NoSeverity {
		f.Severity = c.Created
	}
	c.setValues(&f, level{}, now)
	return []fact.Fact{f}
}

// isWeak reports whether a value is one of those that are told even of a new object.
func (c *comparison) isWeak(l level) bool {
	switch {
	case !l.ok || l.isImplied && !c.HasDefault:
		return false
	case c.Number:
		return c.Zero == "none" && l.value == 0
	case len(c.Order) > 0:
		return l.value <= float64(c.Weak)
	case c.Presence || c.Block && c.Invert:
		return false
	}
	return l.value == 0
}

// compare returns what is told if both sides have an object.
func (c *comparison) compare() []fact.Fact {
	was, is := c.level(c.before), c.level(c.after)
	if open := pathsOf(leaf.Unknown, c.after); len(open) > 0 {
		return c.compareOpen(was, is, open)
	}
	if !was.ok || !is.ok {
		return c.compareUnsaid(was, is)
	}
	return c.compareLevels(was, is)
}

func (c *comparison) compareLevels(was, is level) []fact.Fact {
	if was.value == is.value {
		return nil
	}
	kind := c.Kind
	if is.value > was.value {
		kind = good(kind)
	}
	f := c.fact(kind, fact.Certain)
	if kind == c.Kind {
		f.Severity = c.severity(c.Number && c.Zero == "none" && is.value == 0 || !c.Number)
	}
	c.setValues(&f, was, is)
	return []fact.Fact{f}
}

// compareOpen compares with something that is partly unknown. What is known may be worse already.
func (c *comparison) compareOpen(was, is level, open []string) []fact.Fact {
	if !was.ok || was.isImplied || was.value <= 0 {
		return nil
	}
	if is.ok && !is.isImplied && is.value < was.value {
		return c.compareLevels(was, is)
	}
	f := c.fact(c.Kind, fact.Possible)
	f.Because = open
	c.setValues(&f, was, level{})
	return []fact.Fact{f}
}

// compareUnsaid compares where one side says nothing that can be compared. A weak value that comes is told as that of a new object is, and a
// strong one that goes with caution.
func (c *comparison) compareUnsaid(was, is level) []fact.Fact {
	switch {
	case !was.ok && len(c.before) == 0 && c.isWeak(is) && !c.NoCreate:
		all := c.created()
		for i := range all {
			all[i].Change = fact.Changed
		}
		return all
	case was.ok && was.value > 0 && len(c.after) == 0 && !c.Number:
		f := c.fact(c.Kind, fact.Certain)
		f.Severity = f.Severity.AtMost(fact.Caution)
		c.setValues(&f, was, level{})
		return []fact.Fact{f}
	}
	return nil
}

// setValues sets what the fact goes from and to.
func (c *comparison) setValues(f *fact.Fact, was, is level) {
	f.From, f.To = was.said(), is.said()
	f.Words.From, f.Words.To = was.words(c), is.words(c)
}

// changes says that an address answers with something else.
func (c *comparison) changes() []fact.Fact {
	if open := pathsOf(leaf.Unknown, c.after); len(open) > 0 {
		f := c.fact(c.Kind, fact.Possible)
		f.Because = open
		return []fact.Fact{f}
	}
	if len(c.before) == 0 && len(c.after) == 0 || sameSet(c.before, c.after) {
		return nil
	}
	f := c.fact(c.Kind, fact.Certain)
	f.From, f.To = joint(c.before), joint(c.after)
	return []fact.Fact{f}
}

// joint returns the value of some parts: of a single one, it is its own.
func joint(nodes []leaf.Node) values.Value {
	var all []values.Value
	for _, n := range nodes {
		v, ok := n.Value()
		if !ok {
			return values.Value{}
		}
		all = append(all, v)
	}
	switch len(all) {
	case 0:
		return values.Value{}
	case 1:
		return all[0]
	}
	return values.NewArray(all...)
}

// members compares lists whose members count one by one.
func (c *comparison) members() []fact.Fact {
	lost, gained := missing(c.before, c.after), missing(c.after, c.before)
	open := pathsOf(leaf.Unknown, c.after)
	worse, better := lost, gained
	if c.MembersBad {
		worse, better = gained, lost
	}
	var all []fact.Fact
	if len(worse) > 0 {
		f := c.fact(c.Kind, fact.Certain)
		if len(open) > 0 && c.Members {
			f = c.fact(c.Kind, fact.Possible)
			f.Because = open
		}
		if c.isCreated {
			f.Change, f.Severity = fact.New, max(f.Severity, fact.Caution)
			if c.Created != fact.NoSeverity {
				f.Severity = c.Created
			}
		}
		f.From, f.To = joint(lost), joint(gained)
		all = append(all, f)
	} else if len(better) > 0 && !c.isCreated {
		f := c.fact(good(c.Kind), fact.Certain)
		f.From, f.To = joint(lost), joint(gained)
		all = append(all, f)
	}
	return all
}

// missing returns the known parts that are not among others.
func missing(nodes, others []leaf.Node) []leaf.Node {
	var all []leaf.Node
	for _, n := range nodes {
		if !n.HasOpen() && !slices.ContainsFunc(others, func(o leaf.Node) bool { return leaf.Equal(n, o) }) {
			all = append(all, n)
		}
	}
	return all
}
