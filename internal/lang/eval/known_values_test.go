package eval

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// knownTypes are the types of the values that the expressions refer to.
var knownTypes = func() map[string]cty.Type {
	deep := cty.Object(map[string]cty.Type{"a": cty.List(rule), "b": cty.Map(cty.Set(cty.String))})
	return map[string]cty.Type{
		"b": cty.Bool, "n": cty.Number, "big": cty.Number, "s": cty.String, "text": cty.String, "none": cty.List(cty.Number), "no": cty.List(cty.String),
		"ls": cty.List(cty.String), "ln": cty.List(cty.Number), "ss": cty.Set(cty.String), "sn": cty.Set(cty.Number), "lo": cty.List(rule), "so": cty.Set(rule),
		"ll": cty.List(cty.List(cty.String)), "sl": cty.Set(cty.List(cty.Number)), "lm": cty.List(cty.Map(cty.String)),
		"t":  cty.Tuple([]cty.Type{cty.Number, cty.String, rule, cty.List(cty.Bool)}),
		"ms": cty.Map(cty.String), "mn": cty.Map(cty.Number), "mo": cty.Map(rule), "o": cty.Object(map[string]cty.Type{"a": cty.Number, "b": cty.String}), "deep": deep,
	}
}()

// drawKnown draws a value of a type, in which parts may be null.
func drawKnown(r *rand.Rand, t cty.Type, depth int) cty.Value {
	if depth > 0 && r.IntN(9) == 0 {
		return cty.NullVal(t)
	}
	n := r.IntN(4)
	part := func(t cty.Type) cty.Value { return drawKnown(r, t, depth+1) }
	switch {
	case t == cty.Bool:
		return cty.BoolVal(r.IntN(2) == 0)
	case t == cty.Number:
		return cty.MustParseNumberVal([]string{"0", "1", "2", "-1", "0.5", "3", "1e21", "10"}[r.IntN(8)])
	case t == cty.String:
		return cty.StringVal([]string{"", "a", "b", "ab", "1", "true", "é", "a,b", "x y", "${a}", "a\nb\n"}[r.IntN(11)])
	case t.IsTupleType():
		var all []cty.Value
		for _, e := range t.TupleElementTypes() {
			all = append(all, part(e))
		}
		return cty.TupleVal(all)
	case t.IsObjectType():
		attrs := map[string]cty.Value{}
		for _, name := range sortedNames(t.AttributeTypes()) {
			attrs[name] = part(t.AttributeType(name))
		}
		return cty.ObjectVal(attrs)
	case t.IsMapType() && n > 0:
		members := map[string]cty.Value{}
		for i := range n {
			members["abc"[i:i+1]] = part(t.ElementType())
		}
		return cty.MapVal(members)
	case t.IsMapType():
		return cty.MapValEmpty(t.ElementType())
	}
	var all []cty.Value
	for range n {
		all = append(all, part(t.ElementType()))
	}
	switch {
	case t.IsSetType() && n > 0:
		return cty.SetVal(all)
	case t.IsSetType():
		return cty.SetValEmpty(t.ElementType())
	case n > 0:
		return cty.ListVal(all)
	}
	return cty.ListValEmpty(t.ElementType())
}

// drawKnownRoot draws all values that expressions refer to.
func drawKnownRoot(r *rand.Rand) cty.Value {
	attrs := map[string]cty.Value{}
	for _, name := range sortedNames(knownTypes) {
		attrs[name] = drawKnown(r, knownTypes[name], 0)
	}
	attrs["text"] = cty.StringVal("no number")
	attrs["big"] = cty.MustParseNumberVal("123456789012345678901234567890")
	attrs["none"] = cty.NullVal(cty.List(cty.Number))
	attrs["no"] = cty.ListValEmpty(cty.String)
	return cty.ObjectVal(attrs)
}

// sourceOf writes a value as an expression of Terraform that has the same type.
func sourceOf(v cty.Value) string {
	t := v.Type()
	var parts []string
	switch {
	case v.IsNull():
		return nullSource(t)
	case t == cty.Bool:
		return fmt.Sprint(v.True())
	case t == cty.Number:
		return numberSource(v.AsBigFloat())
	case t == cty.String:
		return quoteHCL(v.AsString())
	case t.IsObjectType(), t.IsMapType():
		for it := v.ElementIterator(); it.Next(); {
			key, e := it.Element()
			parts = append(parts, fmt.Sprintf("(%s) = %s", quoteHCL(key.AsString()), sourceOf(e)))
		}
		text := "{" + strings.Join(parts, ", ") + "}"
		switch {
		case t.IsObjectType():
			return text
		case len(parts) == 0:
			return fmt.Sprintf("(false ? tomap({a = %s}) : {})", nullSource(t.ElementType()))
		}
		return "tomap(" + text + ")"
	}
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		parts = append(parts, sourceOf(e))
	}
	text := "[" + strings.Join(parts, ", ") + "]"
	switch {
	case t.IsTupleType():
		return text
	case len(parts) == 0:
		text = fmt.Sprintf("slice(tolist([%s]), 0, 0)", nullSource(t.ElementType()))
	case t.IsListType():
		return "tolist(" + text + ")"
	}
	if t.IsSetType() {
		return "toset(" + text + ")"
	}
	return text
}

// nullSource writes a null of a type.
func nullSource(t cty.Type) string {
	switch {
	case t == cty.String:
		return "tostring(null)"
	case t == cty.Number:
		return "tonumber(null)"
	case t == cty.Bool:
		return "tobool(null)"
	case t == cty.DynamicPseudoType:
		return "null"
	}
	return fmt.Sprintf("(true ? null : %s)", sourceOf(sample(t)))
}

// sample returns a value of a type.
func sample(t cty.Type) cty.Value {
	switch {
	case t.IsPrimitiveType() || t == cty.DynamicPseudoType:
		return cty.NullVal(t)
	case t.IsListType():
		return cty.ListVal([]cty.Value{sample(t.ElementType())})
	case t.IsSetType():
		return cty.SetVal([]cty.Value{sample(t.ElementType())})
	case t.IsMapType():
		return cty.MapVal(map[string]cty.Value{"a": sample(t.ElementType())})
	case t.IsTupleType():
		var all []cty.Value
		for _, e := range t.TupleElementTypes() {
			all = append(all, sample(e))
		}
		return cty.TupleVal(all)
	}
	attrs := map[string]cty.Value{}
	for name, a := range t.AttributeTypes() {
		attrs[name] = sample(a)
	}
	return cty.ObjectVal(attrs)
}

func numberSource(f *big.Float) string {
	switch {
	case f.IsInf() && f.Sign() > 0:
		return "(1/0)"
	case f.IsInf():
		return "(-1/0)"
	}
	return "(" + f.Text('f', -1) + ")"
}

// quoteHCL writes a string literal.
func quoteHCL(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case (r == '$' || r == '%') && strings.HasPrefix(s[i+1:], "{"):
			b.WriteRune(r)
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
