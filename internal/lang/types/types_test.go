package types_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/types"
)

// parse reads the type expressions of the tests, which may have promise(T),
// output(T) and loose(T) around them for a type that nobody can write.
func parse(t testing.TB, text string) types.Type {
	t.Helper()
	for prefix, of := range map[string]func(types.Type) types.Type{
		"promise(":   func(t types.Type) types.Type { return types.Promise{Elem: t} },
		"output(":    func(t types.Type) types.Type { return types.Output{Elem: t} },
		"looselist(": func(t types.Type) types.Type { return types.List{Elem: t, Loose: true} },
		"loosemap(":  func(t types.Type) types.Type { return types.Map{Elem: t, Loose: true} },
	} {
		if strings.HasPrefix(text, prefix) {
			return of(parse(t, strings.TrimSuffix(strings.TrimPrefix(text, prefix), ")")))
		}
	}
	typ, diags := types.ParseString("type", text)
	if diags.HasErrors() {
		t.Fatalf("%s: %s", text, diags)
	}
	return typ
}

// Rows "003 conversions int/string/number, unions, eventual".
func TestConversions(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     fmt.Stringer
	}{
		{"int", "int", types.Safe},
		{"int", "number", types.Safe},
		{"int", "string", types.Safe},
		{"number", "int", types.Unsafe},
		{"string", "int", types.Unsafe},
		{"string", "number", types.Unsafe},
		{"string", "bool", types.Unsafe},
		{"bool", "string", types.Safe},
		{"bool", "int", types.Never},
		{"int", "bool", types.Never},
		{"number", "bool", types.Never},
		{"any", "int", types.Unsafe},
		{"int", "any", types.Safe},
		{"none", "none", types.Safe},
		{"none", "any", types.Safe},
		{"none", "string", types.Never},
		{"string", "none", types.Never},
		{"none", "union([string, none])", types.Safe},
		{"string", "union([string, none])", types.Safe},
		{"union([string, none])", "string", types.Unsafe},
		{"bool", "union([string, int])", types.Safe},
		{"string", "union([int, bool])", types.Unsafe},
		{"list(string)", "union([int, bool])", types.Never},
		{"union([int, bool])", "string", types.Safe},
		{"union([int, list(string)])", "string", types.Unsafe},
		{"union([set(string), list(string)])", "string", types.Never},
		{"union([string, int])", "union([int, string, none])", types.Safe},
		{"list(int)", "list(string)", types.Safe},
		{"list(string)", "list(int)", types.Unsafe},
		{"list(list(string))", "list(int)", types.Never},
		{"list(union([string, none]))", "list(string)", types.Safe},
		{"tuple([int, string])", "list(string)", types.Safe},
		{"tuple([int, none])", "list(string)", types.Safe},
		{"tuple([int, list(int)])", "list(string)", types.Never},
		{"list(string)", "set(string)", types.Unsafe},
		{"looselist(string)", "list(string)", types.Safe},
		{"loosemap(int)", "map(string)", types.Safe},
		{"object({a = int})", "map(string)", types.Safe},
		{"map(string)", "object({a = string})", types.Unsafe},
		{"map(list(string))", "object({a = string})", types.Never},
		{"object({a = int, b = bool})", "object({a = string})", types.Safe},
		{"object({b = bool})", "object({a = string})", types.Never},
		{"object({b = bool})", "object({a = optional(string)})", types.Safe},
		{"promise(int)", "promise(string)", types.Safe},
		{"int", "promise(string)", types.Safe},
		{"promise(int)", "string", types.Never},
		{"promise(string)", "output(int)", types.Unsafe},
		{"output(int)", "promise(int)", types.Never},
		{"output(int)", "output(string)", types.Safe},
		{"output(int)", "string", types.Never},
		{"list(int)", "output(set(string))", types.Unsafe},
		{"list(int)", "output(bool)", types.Never},
		{"output(int)", "any", types.Safe},
	} {
		if got := types.Conversion(parse(t, c.from), parse(t, c.to)); got != c.want {
			t.Errorf("%s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

// Row "003 union: assignable".
func TestAssignable(t *testing.T) {
	for _, c := range []struct {
		to, from string
		want     bool
	}{
		{"number", "int", true},
		{"int", "number", false},
		{"string", "int", false},
		{"union([string, int])", "int", true},
		{"union([string, number])", "int", true},
		{"union([string, int])", "bool", false},
		{"union([string, int, none])", "union([none, string])", true},
		{"union([string, int])", "union([none, string])", false},
		{"list(union([string, none]))", "list(string)", true},
		{"list(string)", "looselist(string)", false},
		{"object({a = union([string, none])})", "object({a = string})", true},
		{"object({a = string})", "object({a = string, b = string})", false},
		{"promise(number)", "int", true},
		{"promise(number)", "promise(int)", true},
		{"promise(number)", "output(int)", false},
		{"output(number)", "promise(int)", true},
		{"output(number)", "int", true},
		{"number", "output(int)", false},
		{"any", "output(int)", true},
		{"none", "none", true},
		{"string", "none", false},
	} {
		if got := types.Assignable(parse(t, c.to), parse(t, c.from)); got != c.want {
			t.Errorf("%s := %s: %t", c.to, c.from, got)
		}
	}
}

// Row "003 unification".
func TestUnification(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"int", "number", "number"},
		{"int", "string", "string"},
		{"number", "string", "string"},
		{"bool", "string", "string"},
		{"bool", "int", ""},
		{"int", "any", "any"},
		{"int", "none", "union([int, none])"},
		{"union([int, bool])", "union([string, none])", "union([int, bool, string, none])"},
		{"union([int, bool])", "string", "string"},
		{"union([int, none])", "number", "union([number, none])"},
		{"union([list(int), bool])", "string", "string"},
		{"union([list(int), set(int)])", "string", ""},
		{"list(int)", "list(string)", "list(string)"},
		{"list(int)", "list(bool)", ""},
		{"list(any)", "list(bool)", "list(any)"},
		{"tuple([int])", "tuple([number])", "tuple([number])"},
		{"tuple([int])", "tuple([int, string])", "list(string)"},
		{"tuple([])", "tuple([any])", "list(any)"},
		{"tuple([])", "list(object({a = int}))", "list(object({a = number}))"},
		{"looselist(int)", "tuple([string])", "looselist(string)"},
		{"looselist(int)", "list(string)", "list(string)"},
		{"loosemap(int)", "object({a = string})", "loosemap(string)"},
		{"any", "output(string)", "output(any)"},
		{"looselist(int)", "looselist(string)", "looselist(string)"},
		{"object({a = int})", "object({a = string})", "object({a = string})"},
		{"object({a = int})", "object({b = int})", "map(number)"},
		{"object({a = int})", "object({b = list(int)})", ""},
		{"object({a = int, b = any})", "object({b = any})", "map(any)"},
		{"object({a = int})", "map(string)", "map(string)"},
		{"object({})", "tuple([])", ""},
		{"promise(int)", "output(string)", "output(string)"},
		{"promise(int)", "promise(number)", "promise(number)"},
		{"output(int)", "output(bool)", ""},
		{"output(int)", "int", "output(int)"},
		{"promise(int)", "string", "promise(string)"},
	} {
		for _, p := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			got, ok := types.Unify(parse(t, p[0]), parse(t, p[1]))
			if ok != (c.want != "") || ok && !types.Equal(got, parse(t, c.want)) {
				t.Errorf("%s and %s: %v, want %s", p[0], p[1], got, c.want)
			}
		}
	}
	if got, ok := types.UnifyAll(types.Bool, types.Int, types.String); !ok || got != types.String {
		t.Errorf("bool, int and string: %v", got)
	}
	if got, ok := types.UnifyAll(); !ok || got != types.Any {
		t.Errorf("no types: %v", got)
	}
}

// Rows "003 union: traversed by member" and "003 none".
func TestTraversal(t *testing.T) {
	attribute := func(text, name string) types.Traversal { return types.Attribute(parse(t, text), name) }
	element := func(text string, i int) types.Traversal { return types.Element(parse(t, text), i) }
	index := func(text, key string) types.Traversal { return types.Index(parse(t, text), parse(t, key)) }
	for name, c := range map[string]struct {
		got     types.Traversal
		want    string // empty if the step always fails
		mayFail bool
	}{
		"attribute of an object":     {attribute("object({a = int})", "a"), "int", false},
		"missing attribute":          {attribute("object({a = int})", "b"), "", false},
		"optional attribute":         {attribute("object({a = optional(int)})", "a"), "union([int, none])", false},
		"attribute with a default":   {attribute("object({a = optional(int, 1)})", "a"), "int", false},
		"key of a map":               {attribute("map(int)", "a"), "int", true},
		"attribute of a list":        {attribute("list(int)", "a"), "", false},
		"attribute of any":           {attribute("any", "a"), "any", true},
		"attribute of none":          {attribute("none", "a"), "none", false},
		"attribute of an optional":   {attribute("union([object({a = int}), none])", "a"), "union([int, none])", false},
		"attribute of all members":   {attribute("union([object({a = int}), object({a = bool})])", "a"), "union([int, bool])", false},
		"attribute of one member":    {attribute("union([object({a = int}), object({b = bool})])", "a"), "int", true},
		"attribute of no member":     {attribute("union([object({a = int}), object({b = bool}), none])", "c"), "", false},
		"attribute of a promise":     {attribute("promise(object({a = int}))", "a"), "promise(int)", false},
		"attribute of an output":     {attribute("output(object({a = int}))", "a"), "output(int)", false},
		"missing in an output":       {attribute("output(object({a = int}))", "b"), "", false},
		"element of a list":          {element("list(int)", 3), "int", true},
		"element of a tuple":         {element("tuple([int, bool])", 1), "bool", false},
		"beyond a tuple":             {element("tuple([int, bool])", 2), "", false},
		"element of a set":           {element("set(int)", 0), "", false},
		"element of unions of both":  {element("union([list(int), tuple([bool]), none])", 0), "union([int, bool, none])", true},
		"element of an output":       {element("output(list(int))", 0), "output(int)", true},
		"index of a tuple":           {index("tuple([int, bool])", "number"), "union([int, bool])", true},
		"index of a list by a bool":  {index("list(int)", "bool"), "", false},
		"index of a map":             {index("map(int)", "string"), "int", true},
		"index of an object":         {index("object({a = int, b = string})", "string"), "union([int, string])", true},
		"index by what may be null":  {index("list(int)", "union([number, none])"), "int", true},
		"index of what is no object": {index("string", "string"), "", false},
	} {
		switch {
		case c.got.Type == nil || c.want == "":
			if c.got.Type != nil || c.want != "" {
				t.Errorf("%s: %v, want %s", name, c.got.Type, c.want)
			}
		case !types.Equal(c.got.Type, parse(t, c.want)) || c.got.MayFail != c.mayFail:
			t.Errorf("%s: %v, may fail %t, want %s, %t", name, c.got.Type, c.got.MayFail, c.want, c.mayFail)
		}
	}
	for text, want := range map[string][2]string{
		"list(bool)":                       {"int", "bool"},
		"set(string)":                      {"string", "string"},
		"map(bool)":                        {"string", "bool"},
		"tuple([int, string])":             {"int", "union([int, string])"},
		"object({a = int, b = int})":       {"string", "int"},
		"union([map(bool), list(string)])": {"union([string, int])", "union([bool, string])"},
		"output(list(bool))":               {"output(int)", "output(bool)"},
	} {
		key, elem := types.Iteration(parse(t, text))
		if !types.Equal(key.Type, parse(t, want[0])) || !types.Equal(elem.Type, parse(t, want[1])) {
			t.Errorf("iteration over %s: %v, %v", text, key.Type, elem.Type)
		}
	}
	if _, elem := types.Iteration(types.String); elem.Type != nil {
		t.Errorf("iteration over a string: %v", elem.Type)
	}
}

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"int", "number", true},
		{"int", "string", false},
		{"union([int, none])", "union([string, none])", true},
		{"union([int, none])", "string", false},
		{"any", "string", true},
		{"list(int)", "tuple([])", false},
		{"looselist(int)", "tuple([int])", true},
		{"looselist(int)", "list(int)", true},
		{"list(int)", "set(int)", false},
		{"map(int)", "object({})", false},
		{"loosemap(int)", "object({})", true},
		{"object({a = int})", "object({a = number})", true},
		{"object({a = int})", "object({b = number})", false},
		{"object({a = int})", "object({a = none})", true},
		{"tuple([int])", "tuple([int, int])", false},
		{"output(int)", "promise(int)", true},
	} {
		a, b := parse(t, c.a), parse(t, c.b)
		if types.Overlap(a, b) != c.want || types.Overlap(b, a) != c.want {
			t.Errorf("%s and %s: not %t", c.a, c.b, c.want)
		}
	}
}

// Row "003 none; optional = union(T, none)".
func TestNull(t *testing.T) {
	for text, want := range map[string]string{
		"union([string, none])":       "string",
		"none":                        "none",
		"string":                      "string",
		"union([string, bool, none])": "union([string, bool])",
	} {
		typ := parse(t, text)
		if got := types.NonNull(typ); !types.Equal(got, parse(t, want)) {
			t.Errorf("%s without null is %s", text, got)
		}
		if got := types.MayBeNull(typ); got != strings.Contains(text, "none") {
			t.Errorf("%s may be null: %t", text, got)
		}
	}
	out := types.Output{Elem: types.Optional(types.String)}
	if !types.MayBeNull(out) || !types.Equal(types.NonNull(out), types.Output{Elem: types.String}) {
		t.Errorf("%s without null is %s", out, types.NonNull(out))
	}
}

// Rows "003 promise" and "003 output".
func TestEventualTypes(t *testing.T) {
	typ := types.Object{Attrs: map[string]types.Attr{"a": {Type: types.Output{Elem: types.String}}, "b": {Type: types.Promise{Elem: types.Bool}}}}
	if got := types.Eventual(typ); got != types.AfterApply {
		t.Errorf("%s is known at %d", typ, got)
	}
	if got := types.Resolve(typ).String(); got != "object({a = string, b = bool})" {
		t.Errorf("%s becomes %s", typ, got)
	}
	for _, c := range []struct {
		typ  types.Type
		when types.When
		want string
	}{
		{types.Bool, types.Prompt, "bool"},
		{types.Bool, types.Promised, "promise(bool)"},
		{types.Bool, types.AfterApply, "output(bool)"},
		{types.Promise{Elem: types.Bool}, types.AfterApply, "output(bool)"},
		{types.Output{Elem: types.Bool}, types.Promised, "output(bool)"},
	} {
		if got := types.Lift(c.typ, c.when).String(); got != c.want {
			t.Errorf("%s at %d is %s", c.typ, c.when, got)
		}
	}
}

func TestConvertValues(t *testing.T) {
	null := cty.NullVal(cty.DynamicPseudoType)
	for _, c := range []struct {
		v    cty.Value
		typ  string
		want string // an error if it is no literal
	}{
		{cty.StringVal("12"), "int", `12`},
		{cty.StringVal("1.5"), "int", "a whole number required, but this is a fraction"},
		{cty.StringVal("x"), "int", "int required, but this is string"},
		{cty.MustParseNumberVal("123456789012345678901234567890"), "int", `123456789012345678901234567890`},
		{cty.True, "union([int, bool])", `true`},
		{cty.StringVal("3"), "union([int, bool])", `3`},
		{cty.StringVal("true"), "union([int, bool])", `true`},
		{cty.StringVal("a"), "union([int, bool])", "union([int, bool]) required, but this is string"},
		{cty.StringVal("a"), "union([int, none])", "int required, but this is string"},
		{null, "union([int, none])", `null`},
		{cty.StringVal("a"), "none", "none required, but this is string"},
		{cty.ObjectVal(map[string]cty.Value{"a": null}), `object({a = optional(string, "x"), b = optional(list(int), [])})`, `{"a" = "x", "b" = []}`},
		{cty.ObjectVal(map[string]cty.Value{}), `object({a = string})`, `the attribute "a" required, but this is an object without it`},
		{cty.ObjectVal(map[string]cty.Value{"a": cty.EmptyTupleVal}), `object({a = string})`, `.a: string required, but this is tuple([])`},
		{cty.TupleVal([]cty.Value{cty.StringVal("1"), cty.StringVal("x")}), "list(int)", `[1]: int required, but this is string`},
		{cty.MapVal(map[string]cty.Value{"k": cty.StringVal("x")}), "map(number)", `["k"]: number required, but this is string`},
		{cty.MapVal(map[string]cty.Value{"k": cty.StringVal("x")}), "object({a = optional(string), k = string})", `{"a" = null, "k" = "x"}`},
		{cty.TupleVal([]cty.Value{cty.NumberIntVal(1), cty.True}), "list(union([number, bool]))", "a single type for all elements required, but this is a list of several types"},
	} {
		v, err := types.Convert(c.v, parse(t, c.typ))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = types.Literal(v)
		}
		if got != c.want {
			t.Errorf("%#v as %s: %s, want %s", c.v, c.typ, got, c.want)
		}
	}
}

// TestConvertUnknownToUnion converts unknown values: nothing may be said about them that depends on the member that is
// chosen once they are known.
func TestConvertUnknownToUnion(t *testing.T) {
	object := func(v cty.Value) cty.Value { return cty.ObjectVal(map[string]cty.Value{"a": v}) }
	for _, c := range []struct {
		v    cty.Value
		typ  string
		want cty.Type
	}{
		{cty.UnknownVal(cty.Number), "union([string, int])", cty.DynamicPseudoType},
		{cty.DynamicVal, "union([string, number])", cty.DynamicPseudoType},
		{cty.UnknownVal(cty.String), "union([string, int])", cty.String},
		{cty.UnknownVal(cty.Bool), "union([string, none])", cty.String},
		{object(cty.UnknownVal(cty.Number)), "union([object({a = string}), object({a = int})])", cty.DynamicPseudoType},
		{object(cty.UnknownVal(cty.Bool)), "union([object({a = string}), list(int)])", cty.Object(map[string]cty.Type{"a": cty.String})},
	} {
		v, err := types.Convert(c.v, parse(t, c.typ))
		if err != nil || !v.Type().Equals(c.want) {
			t.Errorf("%#v as %s: %#v %v, want %#v", c.v, c.typ, v, err, c.want)
		}
	}
}

func TestIterationSkipsEmptyMembers(t *testing.T) {
	rule := types.Object{Attrs: map[string]types.Attr{"port": {Type: types.Number}}}
	list := types.List{Elem: rule, Loose: true}
	for _, union := range []types.Type{
		types.NewUnion(list, types.Tuple{}),
		types.NewUnion(types.Map{Elem: rule, Loose: true}, types.Object{}),
		types.NewUnion(list, types.Tuple{}, types.Object{}),
	} {
		if _, elem := types.Iteration(union); elem.Type == nil || elem.Type.String() != rule.String() {
			t.Errorf("the elements of %s are %v, not %s", union, elem.Type, rule)
		}
	}
	if _, elem := types.Iteration(types.NewUnion(types.Tuple{}, types.None)); elem.Type == nil {
		t.Error("an empty tuple or null cannot be iterated over")
	}
}
