package meaning_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// planted stands in place of a hidden value. No member of a fact may have any of it.
const planted = "198.51.100.77"

// TestMarks puts an unknown or a hidden value in place of each attribute of the labelled plans. No certain fact may appear: whatever is still
// certain was certain before.
func TestMarks(t *testing.T) {
	reader := meaning.NewReader(table.Default())
	runs := 0
	for _, c := range readPlans(t) {
		for _, change := range c.changes {
			certain := reader.Facts(change.sides()).Facts
			for _, m := range change.marks() {
				runs++
				checkMarked(t, c.name+" "+m.name, certain, reader.Facts(m.change.sides()).Facts)
			}
			for _, m := range change.plants() {
				runs++
				for _, f := range reader.Facts(m.change.sides()).Facts {
					if text := f.Value().JSON(); strings.Contains(text, planted) {
						t.Errorf("%s %s: a hidden value is told: %s", c.name, m.name, text)
					}
				}
			}
		}
	}
	t.Logf("%d runs", runs)
}

func checkMarked(t *testing.T, name string, before, after []fact.Fact) {
	t.Helper()
	for _, f := range after {
		if f.Certainty != fact.Certain || f.Kind == fact.Routine {
			continue
		}
		if !slices.ContainsFunc(before, func(b fact.Fact) bool { return implies(b, f) }) {
			t.Errorf("%s: this was not certain: %s", name, f.Value().JSON())
			for _, b := range before {
				t.Logf("    %s", b.Value().JSON())
			}
		}
	}
}

// implies reports whether a certain fact says all that another says, and maybe more.
func implies(a, b fact.Fact) bool {
	if a.Kind != b.Kind || a.Certainty != fact.Certain {
		return false
	}
	switch {
	case a.Traffic != nil && b.Traffic != nil:
		return a.Traffic.Direction == b.Traffic.Direction && a.Traffic.Service == b.Traffic.Service
	case a.Rights != nil && b.Rights != nil:
		return a.Rights.As == b.Rights.As
	}
	return a.What == b.What && a.How == b.How && isWithin(b.At, a.At)
}

func isWithin(some, all []string) bool {
	for _, s := range some {
		if !slices.Contains(all, s) {
			return false
		}
	}
	return true
}

// raw is a change before it is made sides.
type raw struct {
	typ                       string
	action                    plans.Action
	before, after             values.Value
	unknown                   values.Flags
	hiddenBefore, hiddenAfter values.Flags
}

func (r raw) sides() meaning.Change {
	return meaning.Change{
		Type: r.typ, Action: r.action,
		Before: leaf.NewSide(leaf.Source{Value: r.before, Sensitive: r.hiddenBefore}),
		After:  leaf.NewSide(leaf.Source{Value: r.after, Sensitive: r.hiddenAfter, Unknown: r.unknown}),
	}
}

// marked is a change with one attribute that is unknown or hidden.
type marked struct {
	name   string
	change raw
}

// marks returns the change with each of its attributes marked, in each way. A hidden value is the same as before, so that it is not shown to
// change where it did not, or it is a planted one.
func (r raw) marks() []marked {
	var all []marked
	for _, path := range paths(r.after) {
		name, here := path.String(), []plans.Path{path}
		if !r.unknown.Any() {
			m := r
			m.after, m.unknown = replaced(r.after, path.Steps(), values.NewNull()), unknownAt(path.Steps())
			all = append(all, marked{name + " unknown", m})
		}
		m := r
		m.hiddenAfter = hidden(r.hiddenAfter, r.after, here)
		all = append(all, marked{name + " hidden after", m})
		m.hiddenBefore = hidden(r.hiddenBefore, r.before, here)
		all = append(all, marked{name + " hidden on both sides", m})
	}
	for _, path := range paths(r.before) {
		m := r
		m.hiddenBefore = hidden(r.hiddenBefore, r.before, []plans.Path{path})
		all = append(all, marked{path.String() + " hidden before", m})
	}
	return all
}

// plants returns the change with a planted value, which is hidden, in place of each text.
func (r raw) plants() []marked {
	var all []marked
	for _, path := range paths(r.after) {
		if at(r.after, path.Steps()).Kind() == values.String {
			m := r
			m.after = replaced(r.after, path.Steps(), values.NewString(planted))
			m.hiddenAfter = hidden(r.hiddenAfter, m.after, []plans.Path{path})
			all = append(all, marked{path.String() + " planted after", m})
		}
	}
	for _, path := range paths(r.before) {
		if at(r.before, path.Steps()).Kind() == values.String {
			m := r
			m.before = replaced(r.before, path.Steps(), values.NewString(planted))
			m.hiddenBefore = hidden(r.hiddenBefore, m.before, []plans.Path{path})
			all = append(all, marked{path.String() + " planted before", m})
		}
	}
	return all
}

func hidden(own values.Flags, v values.Value, paths []plans.Path) values.Flags {
	return own.MarkAs(v, values.FlagsFromPaths(v, paths))
}

// paths returns the paths of all parts of a value.
func paths(v values.Value) []plans.Path {
	var all []plans.Path
	var walk func(values.Value, []plans.Step)
	walk = func(v values.Value, steps []plans.Step) {
		if len(steps) > 0 {
			all = append(all, plans.NewPath(slices.Clone(steps)...))
		}
		for _, m := range v.Members() {
			walk(m.Value, append(steps, plans.Key(m.Name)))
		}
		for i, e := range v.Elems() {
			walk(e, append(steps, plans.Index(i)))
		}
	}
	walk(v, nil)
	return all
}

func at(v values.Value, steps []plans.Step) values.Value {
	for _, s := range steps {
		if name, ok := s.Key(); ok {
			v = v.Get(name)
		} else {
			i, _ := s.Index()
			v = v.Elem(i)
		}
	}
	return v
}

// replaced returns a value with another one at a path.
func replaced(v values.Value, steps []plans.Step, with values.Value) values.Value {
	if len(steps) == 0 {
		return with
	}
	name, isKey := steps[0].Key()
	index, _ := steps[0].Index()
	if isKey {
		return v.MapMembers(func(m values.Member) values.Value {
			if m.Name == name {
				return replaced(m.Value, steps[1:], with)
			}
			return m.Value
		})
	}
	return v.MapElems(func(i int, e values.Value) values.Value {
		if i == index {
			return replaced(e, steps[1:], with)
		}
		return e
	})
}

// unknownAt returns the flags of a single unknown part.
func unknownAt(steps []plans.Step) values.Flags {
	tree := values.NewBool(true)
	for _, s := range slices.Backward(steps) {
		if name, ok := s.Key(); ok {
			tree = values.NewObject(values.Member{Name: name, Value: tree})
			continue
		}
		i, _ := s.Index()
		elems := make([]values.Value, i+1)
		for k := range elems {
			elems[k] = values.NewBool(false)
		}
		elems[i] = tree
		tree = values.NewArray(elems...)
	}
	return values.UnknownFlags(tree)
}
