package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// testType parses a type expression.
func testType(t testing.TB, text string) types.Type {
	t.Helper()
	typ, diags := types.ParseString("type", text)
	if diags.HasErrors() {
		t.Fatalf("%s: %s", text, diags)
	}
	return typ
}

// testScope is the scope of the tests: attrs with a schema, any and input without
// one, and a few functions in the namespace core.
func testScope(t testing.TB) model.Scope {
	t.Helper()
	number := types.Type(types.Number)
	var upper *funcs.Function
	for _, f := range funcs.Core() {
		if f.Name == "upper" {
			upper = f
		}
	}
	return model.Scope{
		Roots: map[string]types.Type{
			"attrs": testType(t, `object({
				name = string, tags = union([map(string), none]), size = union([number, none]),
				flag = union([bool, none]), ids = set(string), zones = list(string),
				block = list(object({on = union([bool, none]), deep = list(object({key = string}))})),
				one = union([object({inner = string}), none]),
			})`),
			"local":  testType(t, `object({yes = bool, list = list(string)})`),
			"any":    types.Any,
			"either": testType(t, `union([object({name = string, a = string}), object({name = number, b = bool})])`),
		},
		Forbidden: map[string]string{"var": "Policies have inputs instead of variables: write input."},
		Namespace: "core",
		Functions: []*funcs.Function{
			{Name: "length", Params: []funcs.Param{{Name: "value", Type: types.Any}}, Type: lengthType, Call: none},
			{Name: "contains", Params: []funcs.Param{{Name: "list", Type: types.Any}, {Name: "value", Type: types.Any, Null: true}}, Returns: types.Bool, Call: none},
			{Name: "startswith", Params: []funcs.Param{{Name: "string", Type: types.String}, {Name: "prefix", Type: types.String}}, Returns: types.Bool, Call: none},
			{Name: "max", Params: []funcs.Param{{Name: "first", Type: number}}, Variadic: &funcs.Param{Name: "numbers", Type: number}, Returns: number, Call: none},
			{Name: "convert"},
			upper,
			{Name: "getdatasource"},
		},
		HostCalls: map[string]model.HostCallSpec{"getresources": {Min: 1, Max: 2}},
		Unavailable: map[string]string{
			"gethttprequest": "It needs the network, which planfmt does not use.",
			"plugin::":       "Plugins are programs, which planfmt does not run.",
		},
	}
}

// none is for functions that the tests never call.
func none([]value.Value) (funcs.Result, error) { panic("not for calling") }

func lengthType(args []funcs.Arg) (types.Type, error) {
	switch t := args[0].Type; t {
	case types.Int, types.Number, types.Bool:
		return nil, &funcs.ArgError{Err: fmt.Errorf("a collection or a string is required, and this is %s", t)}
	}
	return types.Int, nil
}

func bind(t testing.TB, scope model.Scope, text string) (model.Expr, string) {
	t.Helper()
	expr, diags := policyfile.ParseExpression("x", []byte(text))
	if diags.HasErrors() {
		t.Fatalf("%s: %s", text, diags)
	}
	scope.Source = []byte(text)
	e, diags := model.Bind(expr, scope)
	var lines []string
	for _, d := range diags {
		lines = append(lines, d.Severity.String()+": "+text[d.Subject.Start.Byte:d.Subject.End.Byte]+": "+d.Summary+": "+d.Detail)
	}
	return e, strings.Join(lines, "\n")
}

func TestTypesOfExpressions(t *testing.T) {
	scope := testScope(t)
	for _, c := range []struct{ text, typ string }{
		{`1`, "int"},
		{`1.5`, "number"},
		{`"a"`, "string"},
		{`null`, "none"},
		{`attrs.name`, "string"},
		{`attrs["name"]`, "string"},
		{`attrs.one.inner`, "union([string, none])"},
		{`attrs.block[0].on`, "union([bool, none])"},
		{`attrs.block.0.deep[0].key`, "string"},
		{`attrs.block[*].on`, "list(union([bool, none]))"},
		{`attrs.block[*].deep[*].key`, "list(list(string))"},
		{`attrs.one[*].inner`, "list(string)"},
		{`attrs.name[*]`, "tuple([string])"},
		{`attrs.tags.a`, "union([string, none])"},
		{`either.name`, "union([string, number])"},
		{`either.a`, "string"},
		{`any.x[3].y`, "any"},
		{`1 + 2`, "int"},
		{`-attrs.size`, "number"},
		{`1 < 2 && !any`, "bool"},
		{`attrs.flag ? 1 : 2.5`, "number"},
		{`attrs.flag ? 1 : "a"`, "string"},
		{`any ? {a = 1} : {b = "x"}`, "union([object({a = int}), object({b = string})])"},
		{`any ? {a = 1} : {a = "x"}`, "object({a = string})"},
		{`attrs.flag ? attrs.name : null`, "union([string, none])"},
		{`[1, "a"]`, `tuple([int, string])`},
		{`{a = 1, (attrs.name) = 2}`, `map(int)`},
		{`{a = 1, "b" = true}`, `object({a = int, b = bool})`},
		{`[for x in attrs.ids : x]`, "list(string)"},
		{`[for k, v in attrs.zones : k]`, "list(int)"},
		{`[for x in [1, "a"] : x]`, "tuple([union([int, string]), union([int, string])])"},
		{`{for k, v in attrs.tags : v => k}`, "map(string)"},
		{`{for k, v in attrs.tags : v => k...}`, "map(list(string))"},
		{`"a${1}"`, "string"},
		{`"${attrs.zones}"`, "list(string)"},
		{`"%{ for z in attrs.zones }${z}%{ endfor }"`, "string"},
		{`core::length(attrs.zones)`, "int"},
		{`core::max(1, 2, any...)`, "number"},
		{`core::try(attrs.block[0].on, false)`, "union([bool, none])"},
		{`core::can(attrs.block[0])`, "bool"},
		{`core::convert(any, list(int))`, "list(int)"},
		{`core::getresources("a")`, "any"},
		{`[for a in attrs.block : [for b in a.deep : "${a.on}${b.key}"]]`, "list(list(string))"},
	} {
		e, diags := bind(t, scope, c.text)
		if strings.Contains(diags, "error:") {
			t.Errorf("%s: %s", c.text, diags)
		}
		if got := e.Type().String(); got != c.typ {
			t.Errorf("%s has the type %s, want %s", c.text, got, c.typ)
		}
	}
}

func TestStaticErrors(t *testing.T) {
	scope := testScope(t)
	for _, c := range []struct{ text, want string }{
		{`attr.name`, "attr: Unknown name: There is no attr here. Did you mean attrs?"},
		{`var.x`, "var: Name not available: Policies have inputs"},
		{`attrs.nam`, "nam: Unsupported attribute: There is no attrs.nam. Did you mean attrs.name?"},
		{`attrs["nam"]`, `["nam"]: Unsupported attribute`},
		{`core::try(attrs.block[0].of, false)`, "of: Unsupported attribute: This object has no attribute of. Did you mean on?"},
		{`core::can(attrs.nam)`, "nam: Unsupported attribute"},
		{`[for b in attrs.block : b.of]`, "of: Unsupported attribute"},
		{`attrs.block[*].of`, "of: Unsupported attribute"},
		{`core::try((any ? {on = attrs.name} : {}).onn, false)`, "onn: Unsupported attribute: None of the types that this can be has an attribute onn. Did you mean on?"},
		{`either.other`, "other: Unsupported attribute: None of the types that this can be has an attribute other. It has a, b, name."},
		{`attrs.zones.a`, "a: Unsupported attribute: A value of type list(string) has no attributes. Select an element first"},
		{`attrs.ids[0]`, "[0]: Index of a set"},
		{`attrs.name[0]`, "[0]: Invalid index: This is a string, which has no elements."},
		{`length(attrs.name)`, "length: Unknown function: There is no function length without a namespace. Write core::length."},
		{`core::len(attrs.name)`, "core::len: Unknown function: There is no function core::len. Did you mean core::length?"},
		{`core::Filter(attrs.zones)`, "core::Filter: Unknown function: There is no function core::Filter. Write a for expression: [for x in list"},
		{`core::lenght(attrs.name)`, "core::lenght: Unknown function: There is no function core::lenght. Did you mean core::length?"},
		{`other::length(attrs.name)`, "other::length: Unknown function: There is no namespace other here. Write core::length."},
		{`plugin::a::b(1)`, "plugin::a::b: Function not available: Plugins are programs"},
		{`core::gethttprequest("x")`, "core::gethttprequest: Function not available: It needs the network"},
		{`core::length(17)`, "17: Invalid argument: A collection or a string is required, and this is int."},
		{`"a" + "b" == "ab"`, `"a": Invalid operand`},
		{`-"a" == "-a"`, `"a": Invalid operand`},
		{`any ? [1] : "a"`, `any ? [1] : "a": Results of different types: The results must have a common type, and they are a tuple([int]) and a string.`},
		{`core::length(null)`, "null: Invalid argument: The argument value of length must not be null."},
		{`core::startswith(attrs.name)`, "): Not enough arguments: The function startswith needs 2 arguments: the argument prefix is missing."},
		{`core::startswith("a", "b", "c")`, `"c": Too many arguments: The function startswith has 2 arguments only.`},
		{`core::max()`, "): Not enough arguments: The function max needs at least 1 argument: the argument first is missing."},
		{`core::getresources()`, "core::getresources(): Wrong number of arguments: The function getresources needs at least 1 argument, and has 0 here."},
		{`core::getdatasource("a", {})`, "core::getdatasource: Function not available: The function getdatasource cannot be called here."},
		{`core::try()`, "core::try: Invalid call of try"},
		{`attrs.zones + 1`, "attrs.zones: Invalid operand: An operand of + must be a number, and this is a list(string)."},
		{`!attrs.size`, "attrs.size: Invalid operand: An operand of ! must be a bool, and this is a number."},
		{`"a" + "b" == "ab"`, "\"a\": Invalid operand: An operand of + must be a number, and this is a string that cannot be converted."},
		{`1 < null`, "null: Invalid operand: An operand of < must be a number, and this is null."},
		{`"a${attrs.zones}"`, "attrs.zones: Invalid template"},
		{`1 ? 2 : 3`, "1: Invalid condition"},
		{`[for x in 5 : x]`, "5: Iteration over what has no elements"},
		{`{attrs.name = 1}`, "attrs.name: Ambiguous key"},
		{`core::convert(1, strng)`, "strng: Invalid type: There is no type strng. Did you mean string?"},
		{`core::convert([], string)`, "[]: Invalid conversion"},
	} {
		_, diags := bind(t, scope, c.text)
		if !strings.HasPrefix(diags, "error: "+c.want) {
			t.Errorf("%s: %s\nwant %s", c.text, diags, c.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	scope := testScope(t)
	for _, c := range []struct{ text, want string }{
		// Defaults that are never used.
		{`core::try(attrs.size, 1)`, "1: Default that is never used: In a plan, attrs.size always exists: it is null if it is not set. Write attrs.size == null ? ... : attrs.size instead."},
		{`core::try(local.yes, false)`, ""},
		{`core::try(attrs.size, null)`, ""},
		{`core::try(attrs.name, "a")`, ""},
		{`core::try(attrs.block[0].on, false)`, ""},
		{`[for b in attrs.block : core::try(b.on, false)]`, "false: Default that is never used: In a plan, b.on always exists"},
		{`core::try(attrs.one.inner, "")`, ""},
		{`core::try(any.x, 1)`, ""},
		{`core::try([attrs.size][0], 1)`, "1: Default that is never used: In a plan, what comes before it never fails, but may be null."},
		// Nulls where they are errors.
		{`attrs.size + 1`, "attrs.size: Value may be null: An operand of + must be a number, and this may be null."},
		{`attrs.size != null && attrs.size > 1`, ""},
		{`attrs.size == null || attrs.size > 1`, ""},
		{`attrs.size != null || attrs.size > 1`, "attrs.size: Value may be null"},
		{`!(attrs.size == null) && attrs.size > 1`, ""},
		{`attrs.size == null ? 0 : attrs.size + 1`, ""},
		{`attrs.size == null ? attrs.size + 1 : 0`, "attrs.size: Value may be null"},
		{`attrs.size == 3 ? attrs.size + 1 : 0`, ""},
		{`[for b in attrs.block : !b.on if b.on != null]`, ""},
		{`core::length(attrs.tags) > 0 && attrs.tags.a == "x"`, "attrs.tags: Value may be null: The argument value of length"},
		{`core::length(attrs.tags) > 0 && attrs.tags.a == "x" ? core::length(attrs.tags) : 0`, "attrs.tags: Value may be null: The argument value of length"},
		{`attrs.size > 1 || attrs.size < 3`, "attrs.size: Value may be null"},
		{`[for b in attrs.block : !b.on]`, "b.on: Value may be null: An operand of ! must be a bool"},
		{`[for b in attrs.block : b.on if b.on != null] == [for b in attrs.block : !b.on]`, "b.on: Value may be null"},
		{`attrs.one.inner == "a"`, "attrs.one: Value may be null: Null has no attributes, and this may be null."},
		{`attrs.one != null && attrs.one.inner == "a"`, ""},
		{`core::try(attrs.one.inner, null) != null && attrs.one.inner == "a"`, ""},
		{`core::startswith(attrs.tags["a"], "x")`, "attrs.tags: Value may be null"},
		{`[for k, v in attrs.tags : k]`, "attrs.tags: Value may be null: A for expression needs"},
		{`"${attrs.size} GB"`, "attrs.size: Value may be null: A template can only have strings, numbers and bools in it, and this may be null."},
		{`attrs.block[*].on`, ""},
		{`core::can(attrs.size + 1)`, ""},
		{`core::can(attrs.size + 1) && attrs.size > 1`, ""},
		{`!core::can(attrs.size + 1) && attrs.size > 1`, "attrs.size: Value may be null"},
		{`core::can(attrs.size + 1) || attrs.size > 1`, "attrs.size: Value may be null"},
		// Comparisons that are always the same.
		{`attrs.name == 1`, "attrs.name == 1: Comparison that does not depend on the values: This is always false: a string is never equal to an int. Nothing is converted for ==."},
		{`attrs.size != "1"`, `attrs.size != "1": Comparison that does not depend on the values: This is always true: a number is never equal to a string.`},
		{`attrs.zones == []`, "attrs.zones == []: Comparison that does not depend on the values: This is always false: a list(string) is never equal to a tuple([]). Compare the length with 0."},
		{`attrs.ids == ["a"]`, `attrs.ids == ["a"]: Comparison that does not depend on the values: This is always false: a set(string) is never equal to a tuple([string]). Brackets`},
		{`[for z in attrs.zones : z] == ["a"]`, ""},
		{`{for z in attrs.zones : z => 1} == {a = 1}`, ""},
		{`core::contains([["a"], ["b"]], attrs.zones)`, `core::contains([["a"], ["b"]], attrs.zones): Comparison that does not depend on the values: This is always false: a list(string) is never equal to a tuple([string]). Brackets make a tuple`},
		{`core::contains(attrs.zones, ["a"])`, `core::contains(attrs.zones, ["a"]): Comparison that does not depend on the values: This is always false: a tuple([string]) is never equal to a string.`},
		{`core::contains(["1", "2"], attrs.size)`, `core::contains(["1", "2"], attrs.size): Comparison that does not depend on the values: This is always false: a number is never equal to a string. Nothing is converted for ==.`},
		{`core::contains([attrs.zones, ["a"]], attrs.zones)`, ""},
		{`core::contains([for z in any : [z]], attrs.zones)`, `core::contains([for z in any : [z]], attrs.zones): Comparison`},
		{`core::contains([for z in any : z], attrs.zones)`, ""},
		{`core::contains([for z in [attrs.zones] : [for x in z : x]], ["a"])`, ""},
		{`core::contains([], attrs.size)`, ""},
		{`core::contains([1, null], attrs.size)`, ""},
		{`core::contains(["1"], null)`, ""},
		{`core::contains(any, attrs.size)`, ""},
		{`core::contains(attrs.ids, attrs.name)`, ""},
		{`attrs.block != null`, ""},
		{`attrs.size == 1`, ""},
		{`any == 1`, ""},
		// Conditionals whose results have no common type.
		{`any ? attrs.block[0] : {}`, "any ? attrs.block[0] : {}: Results of different types: The results must have a common type. The first one is an object with the attribute deep, which the second one does not have."},
		// What a call always fails with is not what somebody wants to find out with try or can.
		{`core::can(core::length(attrs.size))`, ""},
		{`core::try(core::length(17), 0)`, "17: Invalid argument: A collection or a string is required, and this is int."},
		{`core::try(core::length(null), 0)`, "null: Invalid argument: The argument value of length must not be null."},
		{`core::try(core::startswith(attrs.zones, "a"), false)`, "attrs.zones: Invalid argument: The argument string of startswith must be a string, and this is a list(string)."},
		{`core::try(0, core::can(core::max(attrs.zones...)))`, ""},
		{`core::can(core::length(any))`, ""},
		{`core::can(core::length(attrs.tags))`, ""},
		{`core::can(core::convert(attrs.zones, number))`, ""},
		{`any ? any.block : "a"`, ""},
		{`any ? [any] : "a"`, "any ? [any] : \"a\": Results of different types: The results must have a common type, and they are a tuple([any]) and a string."},
		{`any ? attrs.zones : []`, ""},
		{`any ? null : attrs.block[0]`, ""},
	} {
		_, diags := bind(t, scope, c.text)
		if c.want == "" && diags != "" || !strings.HasPrefix(strings.TrimPrefix(diags, "warning: "), c.want) {
			t.Errorf("%s: %s\nwant %s", c.text, diags, c.want)
		}
	}
}

// What has been used once has been complained about, and is not null afterwards.
func TestOneWarningForEachNull(t *testing.T) {
	scope := testScope(t)
	for text, want := range map[string]int{
		`attrs.size > 1 && attrs.size < 3`:                                              1,
		`attrs.size > 1 || attrs.size < 3`:                                              1,
		`core::startswith(attrs.tags.a, "x") && core::length(attrs.tags) > 0`:           2,
		`attrs.flag || attrs.size > 1 ? attrs.flag && attrs.size > 3 : true`:            3,
		`"x${attrs.size}" == "x1" && attrs.size > 0`:                                    1,
		`[for z in attrs.zones : attrs.size + 1 if attrs.size > 0] == [attrs.size + 1]`: 2,
	} {
		_, diags := bind(t, scope, text)
		if got := strings.Count(diags, "may be null."); got != want {
			t.Errorf("%s: %d warnings, want %d: %s", text, got, want, diags)
		}
	}
}

func TestLocalsSayWhatIsNotNull(t *testing.T) {
	scope := testScope(t)
	scope.Roots["local"] = testType(t, "object({set = bool, short = bool, long = bool})")
	scope.Locals = map[string]model.Expr{}
	for _, l := range [][2]string{
		{"set", "attrs.size != null"},
		{"long", "local.set && any.x"},
		{"short", "attrs.size == null ? false : any.x"},
	} {
		scope.Locals[l[0]], _ = bind(t, scope, l[1])
	}
	for text, want := range map[string]bool{
		`local.set && attrs.size > 1`:      true,
		`local.set ? attrs.size > 1 : any`: true,
		`local.set ? any : attrs.size > 1`: false,
		`!local.set || attrs.size > 1`:     true,
		`local.long && attrs.size > 1`:     true,
		`!local.long || attrs.size > 1`:    true,
		`local.long || attrs.size > 1`:     false,
		`local.short && attrs.size > 1`:    true,
		`local.short || attrs.size > 1`:    false,
	} {
		if _, diags := bind(t, scope, text); (diags == "") != want {
			t.Errorf("%s: %q", text, diags)
		}
	}
}

func TestMissingAttributesInOlderPlans(t *testing.T) {
	scope := testScope(t)
	scope.Lenient = []string{"attrs"}
	for text, want := range map[string]string{
		`core::try(attrs.nam, "")`: "warning: nam: Unsupported attribute",
		`attrs.nam == 1`:           "warning: nam: Unsupported attribute",
		`attrs.block[0].of`:        "warning: of: Unsupported attribute",
		`local.ye`:                 "error: ye: Unsupported attribute",
	} {
		if _, diags := bind(t, scope, text); !strings.HasPrefix(diags, want) {
			t.Errorf("%s: %s", text, diags)
		}
	}
}

func TestCheckBool(t *testing.T) {
	scope := testScope(t)
	for text, want := range map[string]string{
		`1`:                           "This is an int, but a condition must be true or false.",
		`"yes"`:                       "This is a string, but a condition must be true or false.",
		`"true"`:                      "",
		`null`:                        "This is null, but a condition must be true or false.",
		`core::length(attrs.name)`:    "This is an int, but a condition must be true or false.",
		`attrs.flag`:                  "",
		`attrs.name`:                  "",
		`any`:                         "",
		`[true]`:                      "This is a tuple([bool]), but a condition must be true or false.",
		`attrs.nam`:                   "",
		`any ? attrs.flag : "a"`:      "",
		`any ? attrs.size : {}`:       "",
		`core::try(attrs.flag, true)`: "",
	} {
		e, _ := bind(t, scope, text)
		got := ""
		if diags := model.CheckBool(e); len(diags) > 0 {
			got = diags[0].Detail
		}
		if got != want {
			t.Errorf("%s: %s\nwant %s", text, got, want)
		}
	}
}

func TestCheckFilter(t *testing.T) {
	scope := testScope(t)
	attrs := scope.Roots["attrs"]
	for text, want := range map[string]string{
		`{name = "a", size = 1}`: "",
		`{nam = "a"}`:            "The type has no attribute nam, so nothing matches. Did you mean name?",
		`{name = 1}`:             "The attribute name is a string, which is never equal to an int, so nothing matches.",
		`{zones = ["a"]}`:        "The attribute zones is a list(string), which is never equal to a tuple([string]), so nothing matches.",
		`{size = null}`:          "",
		`{name = any}`:           "",
		`any`:                    "",
		`null`:                   "",
		`{}`:                     "",
	} {
		e, _ := bind(t, scope, text)
		got := ""
		if diags := model.CheckFilter(e, attrs, false); len(diags) > 0 {
			got = diags[0].Detail
		}
		if got != want {
			t.Errorf("%s: %s\nwant %s", text, got, want)
		}
		inGate := model.CheckFilter(e, attrs, true)
		if (len(inGate) > 0) != (want != "") {
			t.Errorf("%s: in a gate: %v", text, inGate)
		}
		for _, d := range inGate {
			if d.Severity != diag.Error { // nam is nearly name
				t.Errorf("%s: in a gate, it is a warning that %s", text, d.Detail)
			}
		}
	}
	e, _ := bind(t, scope, `{colour = "a"}`)
	if diags := model.CheckFilter(e, attrs, true); len(diags) != 1 || diags[0].Severity != diag.Warning {
		t.Errorf("a name that another release may have: %v", diags)
	}
}

// Rows "003 literal = syntax + value + type" and "003 model".
func TestDump(t *testing.T) {
	scope := testScope(t)
	text := `[for b in attrs.block : { on = b.on ? "yes" : 1, n = -1.50 } if core::can(b.deep[0].key)]`
	e, _ := bind(t, scope, text)
	want := `for b#0 @0-89 : list(object({n = number, on = string}))
  in attr block @10-21 : list(object({deep = list(object({key = string})), on = union([bool, none])}))
    root attrs @10-15 : object({block = list(object({deep = list(object({key = string})), on = union([bool, none])})), flag = union([bool, none]), ids = set(string), name = string, one = union([object({inner = string}), none]), size = union([number, none]), tags = union([map(string), none]), zones = list(string)})
  if can @64-88 : bool
    attr key @74-87 : string
      index @74-83 : object({key = string})
        attr deep @74-80 : list(object({key = string}))
          variable b#0 @74-75 : object({deep = list(object({key = string})), on = union([bool, none])})
        literal 0 @80-83 : int
  value object @24-60 : object({n = number, on = string})
    key literal "on" @26-28 : string
    value conditional @31-47 : string
      attr on @31-35 : union([bool, none])
        variable b#0 @31-32 : object({deep = list(object({key = string})), on = union([bool, none])})
      then literal "yes" @38-43 : string
      else literal 1 @46-47 : int
    key literal "n" @49-50 : string
    value unary - @53-58 : number
      literal 1.5 @54-58 : number
`
	if got := model.Dump(e); got != want {
		t.Errorf("%s", got)
	}
	scope.Constant = eval.Constants(budget.New(0))
	e, _ = bind(t, scope, `{ a = [1, 2 * 3], b = core::upper("x${1}") == null }`)
	if got, want := model.Dump(e), "literal {\"a\" = [1, 6], \"b\" = false} @0-52 : object({a = tuple([int, int]), b = bool})\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestWholeNumbersAreExact(t *testing.T) {
	scope := testScope(t)
	digits := "1" + strings.Repeat("0", 200) + "1"
	e, diags := bind(t, scope, digits)
	if diags != "" {
		t.Fatal(diags)
	}
	if got := e.(*model.Literal).Value.Cty().AsBigFloat().Text('f', 0); got != digits {
		t.Errorf("%s became %s", digits, got)
	}
	for _, text := range []string{"1e400", strings.Repeat("9", 5000)} {
		if _, diags := bind(t, scope, text); !strings.Contains(diags, "Number too large") {
			t.Errorf("%.20s: %s", text, diags)
		}
	}
	if e, _ := bind(t, scope, "1.0"); e.Type() != types.Int || !e.(*model.Literal).Value.Cty().RawEquals(cty.NumberIntVal(1)) {
		t.Errorf("1.0 is %s", e.Type())
	}
}
