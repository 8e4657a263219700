package funcs

import (
	"math/big"
	"math/rand/v2"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

type drawer struct{ *rand.Rand }

func (d drawer) chance(percent int) bool { return d.IntN(100) < percent }

var (
	texts = []string{
		"", "a", "b", "ab", "A", "acme-prod-1", "acme-", "prod", "-", "é", "e", "\u0301", "\n", " a ", "a,b", "1", "2", "10", "-1", "0.5", "ff",
		"true", "1.2.3", "1.10.0-beta", ">= 1.0.0", "~> 1.2", "^a", "(a)(b)?", "(?P<x>a)", "(", "/a/", "%s", "%d-%s", "a%s", "{\"a\":[1]}", "[true]", "a: 1",
		"a,b\n1,2", "2026-11-22T11:20:01Z", "1h", "YYYY", "10.0.0.0/8", "aGVsbG8=", "aa", "aaa", "\U0001f1e9\U0001f1ea", "b$", "a$", "^b", "[^a]", "d-1$", "a-b-c",
	}
	numbers = []string{"0", "1", "-1", "2", "3", "0.5", "-2.5", "10", "16", "100"}
)

func (d drawer) text() string { return texts[d.IntN(len(texts))] }

func (d drawer) primitive() cty.Type {
	return []cty.Type{cty.String, cty.String, cty.Number, cty.Bool}[d.IntN(4)]
}

func (d drawer) typ(depth int) cty.Type {
	if depth == 0 || d.chance(30) {
		return d.primitive()
	}
	switch d.IntN(5) {
	case 0:
		return cty.List(d.typ(depth - 1))
	case 1:
		return cty.Set(d.typ(depth - 1))
	case 2:
		return cty.Map(d.typ(depth - 1))
	case 3:
		attrs := map[string]cty.Type{}
		for range d.IntN(3) {
			attrs[[]string{"a", "b", "c"}[d.IntN(3)]] = d.typ(depth - 1)
		}
		return cty.Object(attrs)
	}
	elems := make([]cty.Type, d.IntN(4))
	for i := range elems {
		elems[i] = d.typ(depth - 1)
		if i > 0 && d.chance(60) {
			elems[i] = elems[0]
		}
	}
	return cty.Tuple(elems)
}

// param draws a type for a parameter.
func (d drawer) param(p *Param) cty.Type {
	want := types.ToCty(p.Type)
	switch {
	case d.chance(3):
		return d.typ(1)
	case want == cty.DynamicPseudoType && strings.HasPrefix(p.Name, "map"):
		if d.chance(50) {
			return cty.Map(d.typ(1))
		}
		return cty.Object(map[string]cty.Type{"a": d.typ(1), "b": d.typ(1)})
	case want == cty.DynamicPseudoType && (strings.HasPrefix(p.Name, "list") || strings.HasPrefix(p.Name, "set")):
		switch d.IntN(3) {
		case 0:
			return cty.List(d.typ(2))
		case 1:
			return cty.Set(d.typ(1))
		}
		elem := d.typ(1)
		return cty.Tuple([]cty.Type{elem, elem, d.typ(2)}[:d.IntN(4)])
	case want == cty.DynamicPseudoType:
		return d.typ(2)
	case want.IsCollectionType():
		elem := want.ElementType()
		if elem == cty.DynamicPseudoType {
			elem = d.typ(1)
		}
		switch {
		case want.IsMapType():
			return cty.Map(elem)
		case d.chance(50):
			return cty.List(elem)
		case d.chance(50):
			return cty.Set(elem)
		}
		return cty.Tuple([]cty.Type{elem, elem, elem}[:d.IntN(4)])
	}
	return want
}

// value draws a value that is known.
func (d drawer) value(t cty.Type) cty.Value {
	if d.chance(3) {
		return cty.NullVal(t)
	}
	switch {
	case t == cty.String:
		return cty.StringVal(d.text())
	case t == cty.Number:
		return cty.MustParseNumberVal(numbers[d.IntN(len(numbers))])
	case t == cty.Bool:
		return cty.BoolVal(d.chance(50))
	case t.IsMapType():
		elems := map[string]cty.Value{}
		for range d.IntN(3) {
			elems[[]string{"a", "b", "c"}[d.IntN(3)]] = d.value(t.ElementType())
		}
		if len(elems) == 0 {
			return cty.MapValEmpty(t.ElementType())
		}
		return cty.MapVal(elems)
	case t.IsCollectionType():
		elems := make([]cty.Value, d.IntN(4))
		for i := range elems {
			elems[i] = d.value(t.ElementType())
		}
		switch {
		case t.IsSetType() && len(elems) == 0:
			return cty.SetValEmpty(t.ElementType())
		case t.IsSetType():
			return cty.SetVal(elems)
		case len(elems) == 0:
			return cty.ListValEmpty(t.ElementType())
		}
		return cty.ListVal(elems)
	case t.IsTupleType():
		elems := make([]cty.Value, t.Length())
		for i, e := range t.TupleElementTypes() {
			elems[i] = d.value(e)
		}
		return cty.TupleVal(elems)
	}
	attrs := map[string]cty.Value{}
	for name, e := range t.AttributeTypes() {
		attrs[name] = d.value(e)
	}
	return cty.ObjectVal(attrs)
}

// blur forgets parts of a value.
func (d drawer) blur(v value.Value, percent int) value.Value {
	if d.chance(5) && d.chance(percent) {
		return value.Unknown(cty.DynamicPseudoType)
	}
	return d.blurTyped(v, percent)
}

// blurTyped is blur for what must keep its type.
func (d drawer) blurTyped(v value.Value, percent int) value.Value {
	if d.chance(percent) {
		return d.unknown(v)
	}
	of := d.blur
	if v.Type().IsCollectionType() {
		of = d.blurTyped
	}
	if t := v.Type(); t.IsCollectionType() && !t.ElementType().IsPrimitiveType() {
		// The types of all elements must stay the same.
		of = func(v value.Value, percent int) value.Value {
			if d.chance(percent) {
				return d.unknown(v)
			}
			return v
		}
	}
	t := v.Type()
	if v.IsNull() {
		return v
	}
	switch {
	case t.IsListType() || t.IsTupleType():
		elems := v.Elems()
		var all []value.Candidate
		partial := d.chance(percent)
		for i, e := range elems {
			elems[i] = of(e, percent)
			all = append(all, value.Candidate{Value: elems[i], Certain: !partial || d.chance(50)})
			if partial && d.chance(30) && t.IsListType() {
				// One that is not there in this world.
				all = append(all, value.Candidate{Value: of(value.Of(d.value(t.ElementType())), percent)})
			}
		}
		switch {
		case partial && t.IsListType():
			return value.Partial(t.ElementType(), all)
		case partial:
			return value.Partial(cty.DynamicPseudoType, all)
		case t.IsListType():
			return value.List(t.ElementType(), elems)
		}
		return value.Tuple(elems)
	case t.IsSetType():
		elems := v.Elems()
		for i, e := range elems {
			elems[i] = of(e, percent)
		}
		return value.Set(t.ElementType(), elems)
	case t.IsMapType() || t.IsObjectType():
		attrs := map[string]value.Value{}
		for it := v.Cty().ElementIterator(); it.Next(); {
			key, _ := it.Element()
			e, _ := v.Attr(key.AsString())
			attrs[key.AsString()] = of(e, percent)
		}
		if t.IsMapType() {
			return value.Map(t.ElementType(), attrs)
		}
		return value.Object(attrs)
	}
	return v
}

// unknown draws an unknown value that may be v.
func (d drawer) unknown(v value.Value) value.Value {
	c := v.Cty()
	if d.chance(20) {
		other := value.Of(d.value(c.Type()))
		if d.chance(50) {
			return value.Join(v, other)
		}
		return value.Join(other, v)
	}
	u := value.Unknown(c.Type())
	if v.IsNull() || d.chance(30) {
		return u
	}
	facts := value.Facts{NotNull: d.chance(90)}
	t := c.Type()
	switch {
	case t == cty.String:
		s := c.AsString()
		if d.chance(60) {
			facts.Prefix = s[:d.IntN(len(s)+1)]
		}
		if d.chance(40) {
			facts.Suffix = s[d.IntN(len(s)+1):]
		}
		facts.Prefix, facts.Suffix = strings.ToValidUTF8(facts.Prefix, ""), strings.ToValidUTF8(facts.Suffix, "")
		if !strings.HasPrefix(s, facts.Prefix) {
			facts.Prefix = ""
		}
		if !strings.HasSuffix(s, facts.Suffix) {
			facts.Suffix = ""
		}
	case t == cty.Number:
		n := c.AsBigFloat()
		if d.chance(60) {
			facts.Min = new(big.Float).Sub(n, big.NewFloat(float64(d.IntN(3))))
			facts.MinExclusive = facts.Min.Cmp(n) < 0 && d.chance(50)
		}
		if d.chance(60) {
			facts.Max = new(big.Float).Add(n, big.NewFloat(float64(d.IntN(3))))
			facts.MaxExclusive = facts.Max.Cmp(n) > 0 && d.chance(50)
		}
	case t.IsCollectionType():
		n := c.LengthInt()
		facts.MinLength = d.IntN(n + 1)
		if d.chance(60) {
			n += d.IntN(2)
			facts.MaxLength = &n
		}
	}
	u, err := value.Refine(u, facts)
	if err != nil {
		panic(err)
	}
	return u
}
