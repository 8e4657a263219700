package types_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/internal/lang/types"
)

// randomTypeText returns a random type expression of HCL's typeexpr.
func randomTypeText(r *rand.Rand, depth int) string {
	n := 4
	if depth > 0 {
		n = 10
	}
	switch r.IntN(n) {
	case 0:
		return "bool"
	case 1:
		return "number"
	case 2:
		return "string"
	case 3:
		return "any"
	case 4:
		return "list(" + randomTypeText(r, depth-1) + ")"
	case 5:
		return "set(" + randomTypeText(r, depth-1) + ")"
	case 6:
		return "map(" + randomTypeText(r, depth-1) + ")"
	case 7:
		var elems []string
		for range r.IntN(3) {
			elems = append(elems, randomTypeText(r, depth-1))
		}
		return "tuple([" + strings.Join(elems, ", ") + "])"
	default:
		var attrs []string
		for _, name := range []string{"a", "b", "c"} {
			switch r.IntN(4) {
			case 0:
				attrs = append(attrs, name+" = "+randomTypeText(r, depth-1))
			case 1:
				attrs = append(attrs, name+" = optional("+randomTypeText(r, depth-1)+")")
			case 2:
				attrs = append(attrs, name+" = optional("+[]string{`string, "x"`, `number, 7`, `list(string), ["y"]`, `object({c = optional(bool, true)}), {}`, `string, null`}[r.IntN(5)]+")")
			}
		}
		return "object({" + strings.Join(attrs, ", ") + "})"
	}
}

func parseHCL(t testing.TB, text string) hclsyntax.Expression {
	t.Helper()
	expr, diags := hclsyntax.ParseExpression([]byte(text), "type", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s: %s", text, diags)
	}
	return expr
}

func TestTypeExpressionsAreThoseOfTypeexpr(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	converted := 0
	for range 5000 {
		text := randomTypeText(r, 3)
		expr := parseHCL(t, text)
		want, defaults, wantDiags := typeexpr.TypeConstraintWithDefaults(expr)
		got, diags := types.Parse(expr)
		if wantDiags.HasErrors() != diags.HasErrors() {
			t.Fatalf("%s: %v, for typeexpr %v", text, diags, wantDiags)
		}
		if diags.HasErrors() {
			continue
		}
		if !types.ToCty(got).Equals(want.WithoutOptionalAttributesDeep()) {
			t.Errorf("%s is %s", text, got)
		}
		if again, diags := types.ParseString("type", got.String()); diags.HasErrors() || !types.Equal(again, got) {
			t.Errorf("%s is written as %s, which is %s: %v", text, got, again, diags)
		}
		v := randomValue(r, withoutSome(r, want.WithoutOptionalAttributesDeep()))
		applied := v
		if defaults != nil {
			applied = defaults.Apply(v)
		}
		wantValue, wantErr := convert.Convert(applied, want)
		gotValue, err := types.Convert(v, got)
		if err == nil && (wantErr != nil && strings.Contains(wantErr.Error(), "element types must all match") || wantErr == nil && wantValue.Type().HasDynamicTypes()) {
			// In an empty collection of collections of any, go-cty keeps any, so that a list of
			// empty and other ones cannot be made. Here, the values keep their types.
			continue
		}
		if (err == nil) != (wantErr == nil) || err == nil && !gotValue.RawEquals(wantValue) {
			t.Errorf("%#v as %s is %#v, %v; for typeexpr %#v, %v", v, text, gotValue, err, wantValue, wantErr)
		}
		if err == nil {
			converted++
		}
	}
	if converted < 500 {
		t.Errorf("only %d values were converted", converted)
	}
}

// withoutSome returns a type that has not all of the attributes of another one, and of which
// nothing is dynamic.
func withoutSome(r *rand.Rand, t cty.Type) cty.Type {
	switch {
	case t == cty.DynamicPseudoType:
		return cty.String
	case t.IsListType():
		return cty.List(withoutSome(r, t.ElementType()))
	case t.IsSetType():
		return cty.Set(withoutSome(r, t.ElementType()))
	case t.IsMapType():
		return cty.Map(withoutSome(r, t.ElementType()))
	case t.IsTupleType():
		elems := make([]cty.Type, t.Length())
		for i, e := range t.TupleElementTypes() {
			elems[i] = withoutSome(r, e)
		}
		return cty.Tuple(elems)
	case t.IsObjectType():
		attrs := map[string]cty.Type{}
		for name, a := range t.AttributeTypes() {
			if r.IntN(3) > 0 {
				attrs[name] = withoutSome(r, a)
			}
		}
		return cty.Object(attrs)
	}
	return t
}

func TestTypeExpressionsBeyondTypeexpr(t *testing.T) {
	for text, want := range map[string]string{
		`int`:                                     "int",
		`none`:                                    "none",
		`union([string, int])`:                    "union([string, int])",
		`union([none, string, string])`:           "union([string, none])",
		`union([string, union([bool, none])])`:    "union([string, bool, none])",
		`union([any, string])`:                    "any",
		`union([int, number])`:                    "number",
		`union([string])`:                         "string",
		`object({"a-b" = string, "c.d" = bool})`:  `object({a-b = string, "c.d" = bool})`,
		`object({a = optional(int, 3)})`:          "object({a = optional(int, 3)})",
		`object({a = optional(string, "$${a}")})`: `object({a = optional(string, "$${a}")})`,
	} {
		got, diags := types.Parse(parseHCL(t, text))
		if diags.HasErrors() || got.String() != want {
			t.Errorf("%s is %s, want %s: %v", text, got, want, diags)
		}
	}
}

// Row "004 static: no operators, misspelt underlined".
func TestTypeExpressionErrors(t *testing.T) {
	for text, want := range map[string]string{
		`strng`:                            "strng: There is no type strng. Did you mean string?",
		`list(strng)`:                      "strng: There is no type strng. Did you mean string?",
		`lst(string)`:                      "lst: There is no type lst. Did you mean list?",
		`"list(string)"`:                   `"list(string)": A type is written without quotes: list(string).`,
		`list("string")`:                   `"string": A type is written without quotes: string.`,
		`object({a = "int"})`:              `"int": A type is written without quotes: int.`,
		`object({a = optional("any")})`:    `"any": A type is written without quotes: any.`,
		`"list(strng)"`:                    `"list(strng)": A type is a keyword such as string`,
		`"list("`:                          `"list(": A type is a keyword such as string`,
		`"${string}"`:                      `"${string}": A type is a keyword such as string`,
		`string + string`:                  "string + string: A type is a keyword such as string, or a call such as list(string).",
		`a.b`:                              "a.b: A type is a keyword",
		`1`:                                "1: A type is a keyword",
		`list`:                             "list: The type of the elements is missing: write list(string), or list(any).",
		`object`:                           "object: The types of the attributes are missing",
		`tuple`:                            "tuple: The types of the elements are missing",
		`union`:                            "union: The members are missing",
		`list()`:                           "list(): The type list has one argument.",
		`list(string, string)`:             "list(string, string): The type list has one argument.",
		`string(number)`:                   "string(number): The type string has no arguments.",
		`tuple(string)`:                    "string: The argument of tuple is a list of types",
		`object(string)`:                   "string: The argument of object is its attributes",
		`object({(a) = string})`:           "(a): The name of an attribute is an identifier or a string.",
		`object({a = string, a = bool})`:   "a: The attribute a is there already.",
		`object({a = optional()})`:         "optional(): An optional attribute has a type",
		`object({a = optional(int, 1.5)})`: "1.5: The default of this attribute must be int: a whole number required, but this is a fraction.",
		`object({a = optional(int, x)})`:   "x: The default of an optional attribute is a constant",
		`optional(string)`:                 "optional(string): Only attributes of an object can be optional.",
		`optional`:                         "optional: Only attributes of an object can be optional",
		`union([])`:                        "[]: A union has at least one member.",
		`[string]`:                         "[string]: A type is a keyword",
	} {
		_, diags := types.Parse(parseHCL(t, text))
		if len(diags) != 1 {
			t.Errorf("%s: %v, want %s", text, diags, want)
			continue
		}
		at := diags[0].Subject
		if got := text[at.Start.Byte:at.End.Byte] + ": " + diags[0].Detail; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{`object({a = optional(list(string), ["a"])})`, `union([int, none])`, `"map(any)"`, `tuple([set(bool), strng])`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		typ, diags := types.ParseString("type", text)
		if diags.HasErrors() {
			return
		}
		again, diags := types.ParseString("type", typ.String())
		if diags.HasErrors() || !types.Equal(again, typ) {
			t.Errorf("%s is written as %s, which is %v: %v", text, typ, again, diags)
		}
	})
}
