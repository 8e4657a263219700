package planvalue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// CheckSchema finds assumptions about a resource that its schema rules out, and those that rule each other out. It needs no values, so that
// it can be called before anything is judged.
func (a *Assumptions) CheckSchema(address string, shapes *Shapes, block *schema.Block, trust Trust) {
	body := shapes.shapeOf(block, trust)
	at := map[string][]*assumption{}
	for _, one := range a.list {
		if !one.matches(address) {
			continue
		}
		s, problem := body.follow(one.steps)
		if s != nil {
			problem = one.misfit(s)
		}
		if problem != "" && trust != Guessed {
			a.findFirst(one, "Assumption that does not fit the schema",
				fmt.Sprintf("By the schema, %s of %s %s.", plans.SpellName(one.path), plans.SpellName(address), problem))
			continue
		}
		var facts []Fact
		if s != nil && trust == Exact {
			facts = append(facts, s.fact())
		}
		at[one.path] = append(at[one.path], one)
		if reason := conflict(facts, at[one.path]); reason != "" {
			a.findFirst(one, "Contradictory assumptions", fmt.Sprintf("No value of %s of %s can meet them: %s.", plans.SpellName(one.path), plans.SpellName(address), reason))
		}
	}
}

// follow returns the shape of the value at a path, or says why it has none.
func (s *valueShape) follow(path []plans.Step) (found *valueShape, problem string) {
	for _, step := range path {
		name, isKey := step.Key()
		index, _ := step.Index()
		switch {
		case s.form == formDynamic || s.form == formLoose:
			return nil, "may not exist, because what contains it can be of any type: nothing can be assumed about it"
		case s.form == formObject && isKey:
			s = s.member(name)
		case s.form == formMap && isKey, (s.form == formList || s.form == formSet) && !isKey:
			s = s.elem
		case s.form == formTuple && !isKey && index < len(s.elems):
			s = s.elems[index]
		default:
			s = nil
		}
		if s == nil {
			return nil, "does not exist"
		}
	}
	return s, ""
}

// misfit says why what is assumed cannot be said of the values of a shape, or is empty.
func (a *assumption) misfit(s *valueShape) string {
	if s.typ == cty.DynamicPseudoType {
		return "can be of any type, so that nothing can be assumed about it"
	}
	for _, k := range a.kinds() {
		if !k.of(s.typ) {
			return fmt.Sprintf("is %s, and only %s", types.Describe(types.FromCty(s.typ)), k.text)
		}
	}
	return ""
}

// isMetBy reports whether a value is as assumed.
func (a *assumption) isMetBy(v values.Value) bool {
	if v.IsNull() || !a.Allows(v) {
		return a.Allows(v)
	}
	for _, k := range a.kinds() {
		if !slices.Contains(k.in, v.Kind()) {
			return false
		}
	}
	if v.Kind() != values.String {
		return true
	}
	text := v.SharedText()
	return strings.HasPrefix(norm.NFD.String(text), stem(a.begin)) && strings.HasSuffix(text, a.Suffix)
}

// factKind is a kind of facts that can be assumed.
type factKind struct {
	text string
	of   func(cty.Type) bool
	in   []values.Kind // in a plan
}

// kinds returns the kinds of what is assumed.
func (a *assumption) kinds() []factKind {
	var all []factKind
	if a.begins || a.Suffix != "" {
		all = append(all, factKind{"strings have a prefix and a suffix", func(t cty.Type) bool { return t == cty.String }, []values.Kind{values.String}})
	}
	if a.Number != (values.Range{}) {
		all = append(all, factKind{"numbers have min and max", func(t cty.Type) bool { return t == cty.Number }, []values.Kind{values.Number}})
	}
	if a.Length != (values.Range{}) {
		all = append(all, factKind{"lists, sets and maps have min_length and max_length", cty.Type.IsCollectionType, []values.Kind{values.Array, values.Object}})
	}
	return all
}

// conflict says why no value is as all of the assumptions say, given facts that come first, or is empty.
func conflict(given []Fact, all []*assumption) string {
	k := new(known)
	for _, f := range given {
		_ = k.add(f) // of several facts that contradict each other, none is an assumption
	}
	from, kindOf := "", factKind{}
	for i, one := range all {
		for _, other := range one.kinds() {
			if from != "" && other.text != kindOf.text {
				return fmt.Sprintf("only %s (%s), and only %s (%s)", kindOf.text, from, other.text, one.From)
			}
			from, kindOf = one.From, other
		}
		for _, before := range all[:i] {
			if one.begins && before.begins && !mayBeginAlike(one.begin, before.begin) {
				return (&contradiction{before.From, one.From, "the beginning"}).String()
			}
		}
		if c := k.add(one.Fact); c != nil {
			return c.String()
		}
	}
	return ""
}

// mayBeginAlike reports whether a string can begin with both texts. The last letters may combine with what follows, in any order.
func mayBeginAlike(a, b string) bool {
	a, b = stem(a), stem(b)
	return strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// stem returns a text in which letters and their marks are apart, without the marks of the last letter.
func stem(text string) string {
	text = norm.NFD.String(text)
	return strings.TrimRightFunc(text, func(r rune) bool { return norm.NFD.PropertiesString(string(r)).CCC() != 0 })
}
