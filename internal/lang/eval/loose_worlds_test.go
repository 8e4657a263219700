package eval

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// withoutSchema returns a value as a plan has it of which no schema says what the types are. Maps stay what they are.
func (d *drawer) withoutSchema(v value.Value, at string) value.Value {
	t := v.Type()
	switch {
	case !v.IsKnown():
		unknown := value.Unknown(cty.DynamicPseudoType, v.Causes()...).WithIdentity(v.Identity())
		if !v.MayBeNull() {
			unknown = unknown.NotNull()
		}
		return unknown
	case v.IsNull():
		return value.Of(cty.NullVal(cty.DynamicPseudoType))
	case t.IsPrimitiveType() || t.IsMapType():
		return v
	case t.IsObjectType():
		members := map[string]value.Value{}
		for name := range t.AttributeTypes() {
			a, _ := v.Attr(name)
			members[name] = d.withoutSchema(a, at+"."+name)
		}
		return value.Object(members)
	}
	var elems []value.Value
	for _, e := range v.Elems() {
		elems = append(elems, d.withoutSchema(e, at+"[]"))
	}
	if t.IsSetType() {
		d.Shuffle(len(elems), func(i, j int) { elems[i], elems[j] = elems[j], elems[i] })
	}
	array := value.Tuple(elems)
	if !v.IsWhollyKnown() {
		candidates := make([]value.Candidate, len(elems))
		for i, e := range elems {
			candidates[i] = value.Candidate{Value: e, Certain: true}
		}
		array = value.Unordered(cty.DynamicPseudoType, candidates, value.Distinct(elems))
	}
	return array.WithLoose(&value.Loose{Place: at, Cause: &value.Cause{Reason: "no schema for " + at}})
}

// untyped returns a world in which nulls have no types. So has what one makes of an empty array, if there is such a call, and the attribute of any
// type where it is empty: JSON tells no type there, not even with a schema.
func untyped(root cty.Value, one bool) cty.Value {
	members := root.AsValueMap()
	for name, v := range members {
		switch {
		case v.IsNull():
			members[name] = cty.NullVal(cty.DynamicPseudoType)
		case (one || name == "d") && isArray(v.Type()) && v.LengthInt() == 0:
			members[name] = cty.EmptyTupleVal
		}
	}
	return cty.ObjectVal(members)
}

// agree reports whether a verdict is that of a world.
func agree(have, is Result) bool {
	return (have.Err != nil) == (is.Err != nil) && (have.Err != nil || show(have) == show(is))
}

// checkLooseWorlds evaluates a condition over values of which no schema says what they are, and over what they are in worlds. In an expression that
// mixes types, as in v.flag ? v.number : true, a null of which nobody knows the type is taken for one of the type that fits: else, each condition
// about a null would be undecided.
func checkLooseWorlds(t *testing.T, seed uint64) (verdicts int) {
	r := rand.New(rand.NewPCG(seed, 43))
	d := &drawer{Rand: r, known: 4 + r.IntN(7), nulls: r.IntN(2) == 0}
	g := &generator{Rand: r, vars: scope(), calls: testCalls, all: true, forms: seed%2 == 0, nulls: d.nulls}
	root := drawRoot(d)
	src := g.expr(cty.Bool, 1+r.IntN(4))
	root = mentioned(root, src, "d")
	e := bindSource(t, src)
	have := Eval(e, roots{"v": d.withoutSchema(root, "v")}, nil)
	if !decided(have) {
		return 0
	}
	for range 8 {
		chosen := map[string]cty.Value{}
		w, ok := d.world(root, chosen)
		if !ok {
			continue
		}
		verdicts++
		is := Eval(e, roots{"v": value.Of(w)}, nil)
		if agree(have, is) || agree(have, Eval(e, roots{"v": value.Of(untyped(w, strings.Contains(src, "one(")))}, nil)) {
			continue
		}
		t.Errorf("seed %d: %s\nv = %#v\nworld = %#v\nwithout a schema: %s %v, with one: %s %v", seed, src, root.Cty(), w, show(have), have.Err, show(is), is.Err)
		return verdicts
	}
	return verdicts
}

// TestLooseWorlds draws conditions over values without a schema: what is decided holds in all worlds, whatever the arrays are.
func TestLooseWorlds(t *testing.T) {
	verdicts := 0
	for seed := range uint64(sampling.CountOf(3_000, 25_000)) {
		verdicts += checkLooseWorlds(t, seed)
	}
	t.Logf("%d verdicts compared", verdicts)
}
