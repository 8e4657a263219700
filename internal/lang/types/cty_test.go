package types_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/internal/lang/types"
)

// randomCty returns a random type of go-cty without dynamic parts.
func randomCty(r *rand.Rand, depth int) cty.Type {
	n := 3
	if depth > 0 {
		n = 8
	}
	switch r.IntN(n) {
	case 0:
		return cty.Bool
	case 1:
		return cty.Number
	case 2:
		return cty.String
	case 3:
		return cty.List(randomCty(r, depth-1))
	case 4:
		return cty.Set(randomCty(r, depth-1))
	case 5:
		return cty.Map(randomCty(r, depth-1))
	case 6:
		elems := make([]cty.Type, r.IntN(3))
		for i := range elems {
			elems[i] = randomCty(r, depth-1)
		}
		return cty.Tuple(elems)
	default:
		attrs := map[string]cty.Type{}
		for _, name := range []string{"a", "b", "c"} {
			if r.IntN(2) == 0 {
				attrs[name] = randomCty(r, depth-1)
			}
		}
		return cty.Object(attrs)
	}
}

// randomValue returns a random known value of a type of go-cty.
func randomValue(r *rand.Rand, t cty.Type) cty.Value {
	elems := func(t cty.Type) []cty.Value {
		all := make([]cty.Value, r.IntN(3))
		for i := range all {
			all[i] = randomValue(r, t)
		}
		return all
	}
	switch {
	case t == cty.Bool:
		return cty.BoolVal(r.IntN(2) == 0)
	case t == cty.Number:
		return []cty.Value{cty.NumberIntVal(3), cty.NumberFloatVal(1.5), cty.Zero}[r.IntN(3)]
	case t == cty.String:
		return cty.StringVal([]string{"", "a", "true", "12"}[r.IntN(4)])
	case t.IsListType():
		if all := elems(t.ElementType()); len(all) > 0 {
			return cty.ListVal(all)
		}
		return cty.ListValEmpty(t.ElementType())
	case t.IsSetType():
		if all := elems(t.ElementType()); len(all) > 0 {
			return cty.SetVal(all)
		}
		return cty.SetValEmpty(t.ElementType())
	case t.IsMapType():
		all := map[string]cty.Value{}
		for i, e := range elems(t.ElementType()) {
			all[string(rune('a'+i))] = e
		}
		if len(all) > 0 {
			return cty.MapVal(all)
		}
		return cty.MapValEmpty(t.ElementType())
	case t.IsTupleType():
		all := make([]cty.Value, t.Length())
		for i, e := range t.TupleElementTypes() {
			all[i] = randomValue(r, e)
		}
		return cty.TupleVal(all)
	default:
		all := map[string]cty.Value{}
		for name, a := range t.AttributeTypes() {
			all[name] = randomValue(r, a)
		}
		return cty.ObjectVal(all)
	}
}

func TestTypesOfCtyAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		want := randomCty(r, 3)
		typ := types.FromCty(want)
		if got := types.ToCty(typ); !got.Equals(want) {
			t.Errorf("%#v became %s and then %#v", want, typ, got)
		}
		again, diags := types.ParseString("type", typ.String())
		if diags.HasErrors() || !types.Equal(again, typ) {
			t.Errorf("%s is parsed as %s: %v", typ, again, diags)
		}
	}
}

func TestConversionIsThatOfCty(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	seen := map[fmt.Stringer]int{}
	for range 20000 {
		from, to := randomCty(r, 2), randomCty(r, 2)
		want := types.Never
		switch {
		case from.Equals(to) || convert.GetConversion(from, to) != nil:
			want = types.Safe
		case convert.GetConversionUnsafe(from, to) != nil:
			want = types.Unsafe
		}
		got := types.Conversion(types.FromCty(from), types.FromCty(to))
		seen[got]++
		if got != want {
			t.Errorf("conversion of %s to %s is %s, for cty %s", types.FromCty(from), types.FromCty(to), got, want)
		}
		if got == types.Never {
			continue
		}
		v := randomValue(r, from)
		wantValue, wantErr := convert.Convert(v, to)
		gotValue, err := types.Convert(v, types.FromCty(to))
		if (err == nil) != (wantErr == nil) || err == nil && !gotValue.RawEquals(wantValue) {
			t.Errorf("%#v as %s is %#v, %v; for cty %#v, %v", v, types.FromCty(to), gotValue, err, wantValue, wantErr)
		}
		wantValue, _ = convert.Convert(cty.UnknownVal(from), to)
		if gotValue, err := types.Convert(cty.UnknownVal(from), types.FromCty(to)); err != nil || !gotValue.RawEquals(wantValue) {
			t.Errorf("unknown %s as %s is %#v, %v; for cty %#v", types.FromCty(from), types.FromCty(to), gotValue, err, wantValue)
		}
	}
	if seen[types.Unsafe] < 100 || seen[types.Safe] < 100 {
		t.Errorf("the types are too different: %v", seen)
	}
}

func TestUnificationIsThatOfCty(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	unified := 0
	for range 20000 {
		a, b := randomCty(r, 2), randomCty(r, 2)
		want, _ := convert.UnifyUnsafe([]cty.Type{a, b})
		got, ok := types.Unify(types.FromCty(a), types.FromCty(b))
		if ok != (want != cty.NilType) {
			t.Errorf("%s and %s: unified %v, for cty %#v", types.FromCty(a), types.FromCty(b), got, want)
			continue
		}
		if !ok {
			continue
		}
		unified++
		if !types.ToCty(got).Equals(want) {
			t.Errorf("%s and %s: %s, for cty %#v", types.FromCty(a), types.FromCty(b), got, want)
		}
	}
	if unified < 1000 {
		t.Errorf("only %d were unified", unified)
	}
}

// TestCollectionsOfAnyAreThoseOfCty makes collections of parts that have several types, null among them. Either the parts have a type in
// common or that is an error, as for go-cty.
func TestCollectionsOfAnyAreThoseOfCty(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	made := 0
	for range 20000 {
		parts := make([]cty.Value, 1+r.IntN(4))
		named := map[string]cty.Value{}
		for i := range parts {
			parts[i] = cty.NullVal(cty.DynamicPseudoType)
			if r.IntN(4) > 0 {
				parts[i] = randomValue(r, randomCty(r, r.IntN(3)))
			}
			named[string(rune('a'+i))] = parts[i]
		}
		v, to := cty.TupleVal(parts), []cty.Type{cty.List(cty.DynamicPseudoType), cty.Set(cty.DynamicPseudoType), cty.Map(cty.DynamicPseudoType)}[r.IntN(3)]
		if to.IsMapType() {
			v = cty.ObjectVal(named)
		}
		if r.IntN(4) == 0 {
			v, to = cty.TupleVal([]cty.Value{v, v}), cty.List(to)
		}
		want, wantErr := convert.Convert(v, to)
		got, err := types.Convert(v, types.FromCty(to))
		if (err == nil) != (wantErr == nil) || err == nil && !got.RawEquals(want) {
			t.Errorf("%#v as %s is %#v, %v; for cty %#v, %v", v, types.FromCty(to), got, err, want, wantErr)
		}
		if err == nil {
			made++
		}
	}
	if made < 2000 {
		t.Errorf("only %d collections were made", made)
	}
}
