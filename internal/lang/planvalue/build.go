package planvalue

import (
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// builder makes values of the parts of one side.
type builder struct {
	side Side
	// full is whether the side itself has attributes that are null or empty, see [rest], as soon as isFull has found
	// out.
	full, looked bool
}

// sidePart is a part of a side.
type sidePart struct {
	value              values.Value
	unknown, sensitive values.Flags
	refinements        values.Refinements
	// at leads to the part. It is nil for the whole, and becomes a path if somebody needs one.
	at *valuePlace
	// opaque says that no path leads to what is in the part: a set has no indexes, and the keys in something
	// sensitive are not shown. If inside is set, the part is in such a part, which is at outer.
	opaque, inside bool
	outer          *valuePlace
}

type valuePlace struct {
	parent *valuePlace
	step   plans.Step
}

func (p *valuePlace) path() plans.Path {
	if p == nil {
		return plans.Path{}
	}
	return p.parent.path().Child(p.step)
}

func (p sidePart) step(step plans.Step, v values.Value) sidePart {
	child := sidePart{
		value: v, unknown: p.unknown.At(step), sensitive: p.sensitive.At(step), refinements: p.refinements.At(step),
		at: &valuePlace{p.at, step}, inside: p.inside, outer: p.outer,
	}
	if p.opaque && !p.inside {
		child.inside, child.outer = true, p.at
	}
	return child
}

func (p sidePart) member(name string) sidePart { return p.step(plans.Key(name), p.value.Get(name)) }

func (p sidePart) elem(i int) sidePart { return p.step(plans.Index(i), p.value.Elem(i)) }

// isUnknown reports whether the part is unknown as a whole. It is, too, if its flags are about parts that it does not have, so that it is
// not clear what they are about.
func (p sidePart) isUnknown() bool {
	return p.unknown.Covers(p.value) || p.value.IsNull() && p.unknown.Any()
}

// build returns the value of a part.
func (b *builder) build(s *valueShape, p sidePart) value.Value {
	if s.sensitive || s.writeOnly && !p.value.IsNull() || p.sensitive.Covers(p.value) {
		p.opaque = true
		if b.side.Withheld {
			cause := b.cause(p, "it is sensitive")
			cause.Label = "sensitive value"
			return value.Unknown(s.typ, cause).WithSensitive()
		}
		return b.visible(s, p).WithSensitive()
	}
	return b.visible(s, p)
}

func (b *builder) visible(s *valueShape, p sidePart) value.Value {
	switch {
	case p.isUnknown():
		return b.unknown(s, p)
	case p.value.IsNull():
		return b.null(s, p)
	}
	switch s.form {
	case formScalar:
		if c, ok := scalar(s.typ, p.value); ok {
			return value.Of(c)
		}
	case formObject:
		if p.value.Kind() == values.Object {
			return b.object(s, p)
		}
	case formMap:
		if p.value.Kind() == values.Object {
			return b.mapping(s, p)
		}
	case formList, formSet:
		if p.value.Kind() == values.Array {
			return b.sequence(s, p)
		}
	case formTuple:
		if p.value.Kind() == values.Array && p.value.Len() == len(s.elems) {
			elems := make([]value.Value, len(s.elems))
			for i := range elems {
				elems[i] = b.build(s.elems[i], p.elem(i))
			}
			return value.Tuple(elems)
		}
	default:
		return b.implied(s, p)
	}
	return b.misfit(s, p)
}

// null returns the value of a part that is null or absent. There are no blocks, then.
func (b *builder) null(s *valueShape, p sidePart) value.Value {
	if s.isBlock && p.at != nil {
		switch s.form {
		case formLoose:
			return b.loose(value.Tuple(nil), p)
		case formMap, formList, formSet:
			return b.loose(b.collection(s, nil, nil), p)
		}
	}
	return value.Of(cty.NullVal(s.typ))
}

// misfit returns the value of a part that is not of the type that the schema has: anything.
func (b *builder) misfit(s *valueShape, p sidePart) value.Value {
	cause := b.cause(p, "in the plan, it is not of the type that the schema says")
	cause.Label = "not of the schema's type"
	return value.Unknown(s.typ, cause)
}

func (b *builder) cause(p sidePart, reason string) *value.Cause {
	at := p.at
	if p.inside {
		at = p.outer
	}
	path := at.path()
	c := &value.Cause{Address: b.side.Address, Path: path, Reason: reason}
	if b.side.References != nil {
		c.References = b.side.References(path)
	}
	return c
}

func (b *builder) object(s *valueShape, p sidePart) value.Value {
	attrs := make(map[string]value.Value, len(s.members))
	for _, m := range s.members {
		attrs[m.name] = b.build(m.valueShape, p.member(m.name))
	}
	if b.mayHaveOthers(p) {
		for _, m := range p.value.Members() {
			if s.member(m.Name) == nil {
				name := strings.Clone(m.Name) // the result outlives the names in the plan
				attrs[name] = b.build(anything, p.step(plans.Key(name), m.Value))
			}
		}
	}
	return b.open(value.Object(attrs), p)
}

// mayHaveOthers reports whether an object may have attributes that its shape lacks: those that the plan hides are no evidence for a
// schema. Objects with schemas of their own are the elements of typed collections, unless they are a whole side.
func (b *builder) mayHaveOthers(p sidePart) bool { return p.at == nil || b.side.Trust == Guessed }

func (b *builder) mapping(s *valueShape, p sidePart) value.Value {
	members := make(map[string]value.Value, p.value.Len())
	for _, m := range p.value.Members() {
		name := strings.Clone(m.Name) // the result outlives the names in the plan
		members[name] = b.build(s.elem, p.step(plans.Key(name), m.Value))
	}
	// What is wholly unknown need not be among the values.
	for step, flags := range p.unknown.Parts() {
		if name, ok := step.Key(); ok && flags.Any() && p.value.Get(name).Kind() == values.Absent {
			name = strings.Clone(name)
			members[name] = b.build(s.elem, p.member(name))
		}
	}
	if s.typ == cty.DynamicPseudoType {
		return b.open(value.Object(members), p)
	}
	return value.Map(s.typ.ElementType(), members)
}

func (b *builder) sequence(s *valueShape, p sidePart) value.Value {
	n := p.value.Len()
	for step := range p.unknown.Parts() {
		if i, ok := step.Index(); ok {
			n = max(n, i+1)
		}
	}
	p.opaque = p.opaque || s.form == formSet
	elems := make([]value.Value, 0, n)
	for i := range n {
		elems = append(elems, b.build(s.elem, p.elem(i)))
	}
	return b.loose(b.collection(s, elems, nil), p)
}

// collection returns a list, a set or a map of blocks or values.
func (b *builder) collection(s *valueShape, elems []value.Value, members map[string]value.Value) value.Value {
	dynamic := s.typ == cty.DynamicPseudoType
	switch {
	case s.form == formMap && dynamic:
		return value.Object(members)
	case s.form == formMap:
		return value.Map(s.typ.ElementType(), members)
	case dynamic:
		return value.Tuple(elems)
	case s.form == formSet:
		return value.Set(s.typ.ElementType(), elems)
	}
	return value.List(s.typ.ElementType(), elems)
}

func scalar(t cty.Type, v values.Value) (cty.Value, bool) {
	switch k := v.Kind(); {
	case t == cty.String && k == values.String:
		return cty.StringVal(v.Text()), true
	case t == cty.Number && k == values.Number:
		return parseNumber(v.SharedText())
	case t == cty.Bool && k == values.Bool:
		return cty.BoolVal(v.IsTrue()), true
	}
	return cty.NilVal, false
}

// implied returns a value of the type that its JSON implies.
func (b *builder) implied(s *valueShape, p sidePart) value.Value {
	inner := &valueShape{form: s.form, typ: cty.DynamicPseudoType}
	switch p.value.Kind() {
	case values.String:
		return value.Of(cty.StringVal(p.value.Text()))
	case values.Bool:
		return value.Of(cty.BoolVal(p.value.IsTrue()))
	case values.Number:
		if n, ok := parseNumber(p.value.SharedText()); ok {
			return value.Of(n)
		}
	case values.Object:
		return b.mapping(&valueShape{form: formMap, typ: cty.DynamicPseudoType, elem: inner}, p)
	case values.Array:
		if s.form != formLoose || !p.unknown.Any() {
			return b.sequence(&valueShape{form: formList, typ: cty.DynamicPseudoType, elem: inner}, p)
		}
		// In a set, unknown elements may turn out to be the same as others.
		elems := b.sequence(&valueShape{form: formList, typ: cty.DynamicPseudoType, elem: inner}, p).Elems()
		candidates := make([]value.Candidate, len(elems))
		for i, e := range elems {
			candidates[i] = value.Candidate{Value: e, Certain: true}
		}
		return b.loose(value.Unordered(cty.DynamicPseudoType, candidates, value.Distinct(elems)), p)
	}
	return b.misfit(s, p)
}

// unknown returns the value of a part that is known only after the plan has been applied.
func (b *builder) unknown(s *valueShape, p sidePart) value.Value {
	if s.isBody && s.form == formObject && s.typ != cty.DynamicPseudoType {
		return b.object(s, p) // there is a block, about which nothing is known
	}
	k, conflict := b.known(s, p)
	if conflict != nil {
		return value.Unknown(s.typ, b.cause(p, conflict.String()))
	}
	if s.isBlock && s.form == formList && s.typ != cty.DynamicPseudoType {
		if lower, upper := lengths(k.Length); lower == upper && lower <= maxCollapse {
			return b.blocks(s, p, lower)
		}
	}
	t := s.typ
	if t == cty.DynamicPseudoType && (isWords(k.Prefix) || isWords(k.Suffix) || k.Among != "") { // unique IDs are strings
		t = cty.String
	}
	cause := b.cause(p, "known after apply")
	if b.side.NotInPlan {
		cause.Reason, cause.Label = "the plan does not say what it is", notInPlan
	}
	return k.refine(value.Unknown(t, cause))
}

// blocks returns so many unknown blocks.
func (b *builder) blocks(s *valueShape, p sidePart, n int) value.Value {
	elems := make([]value.Value, n)
	for i := range elems {
		elems[i] = b.build(s.elem, p.step(plans.Index(i), values.Value{}))
	}
	return b.loose(b.collection(s, elems, nil), p)
}

// known returns all that is known about an unknown part.
func (b *builder) known(s *valueShape, p sidePart) (known, *contradiction) {
	k := known{}
	facts := []Fact{s.fact(), {Refinement: p.refinements.Of(), From: "the plan"}}
	if b.side.Facts != nil && !p.inside {
		facts = append(facts, b.side.Facts.Of(p.at.path())...)
	}
	for _, f := range facts {
		if conflict := k.add(f); conflict != nil {
			return known{}, conflict
		}
	}
	return k, nil
}
