package eval

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func TestEval(t *testing.T) {
	cause := &value.Cause{Reason: "known after apply"}
	unknown := func(c cty.Value) value.Value { return value.Of(c).WithCauses(cause) }
	name := unknown(cty.UnknownVal(cty.String).Refine().NotNull().StringPrefix("acme-prod-").NewValue())
	rule := cty.Object(map[string]cty.Type{"port": cty.Number})
	port := value.Object(map[string]value.Value{"port": unknown(cty.UnknownVal(cty.Number).RefineNotNull())})
	ssh := value.Object(map[string]value.Value{"port": value.Of(cty.NumberIntVal(22))})
	atMost3 := cty.UnknownVal(cty.List(rule)).Refine().NotNull().CollectionLengthLowerBound(1).CollectionLengthUpperBound(3).NewValue()
	host := roots{"attrs": value.Object(map[string]value.Value{
		"name":   name,
		"id":     value.Of(cty.UnknownVal(cty.String)).WithCauses(cause).WithIdentity("test_thing.t.id"),
		"other":  value.Of(cty.UnknownVal(cty.String)).WithCauses(cause).WithIdentity("test_thing.t.id"),
		"bool":   unknown(cty.UnknownVal(cty.Bool).RefineNotNull()),
		"maybe":  unknown(cty.UnknownVal(cty.Bool)),
		"width":  unknown(cty.UnknownVal(cty.Number).Refine().NotNull().NumberRangeLowerBound(cty.NumberIntVal(5), true).NewValue()),
		"rule":   value.List(rule, []value.Value{ssh, port}),
		"rules":  unknown(atMost3),
		"set":    value.Set(cty.String, []value.Value{value.Of(cty.StringVal("a")), unknown(cty.UnknownVal(cty.String).RefineNotNull())}),
		"tags":   value.Map(cty.String, map[string]value.Value{"env": unknown(cty.UnknownVal(cty.String))}),
		"null":   value.Of(cty.NullVal(cty.String)),
		"secret": value.Of(cty.StringVal("s3cr3t")).WithSensitive(),
	})}
	for _, test := range []struct{ src, want string }{
		{`1 + 2 * 3`, "7"},
		{`1 == "1"`, "false"},
		{`"a" + 1`, "error"},
		{`"1" + 1`, "2"},
		{`[1, 2] == [1, 2]`, "true"},
		{`null == null`, "true"},
		{`null < 1`, "error"},
		{`true || null`, "true"},
		{`false || null`, "error"},
		{`true ? 1 : "a"`, `"1"`},
		{`true ? 1 : [2]`, `error`},
		{`"a${1}b"`, `"a1b"`},
		{`"${[1]}"`, "[1]"},
		{`"a${null}"`, "error"},
		{`"%{for x in [1, 2]}<${x}>%{endfor}"`, `"<1><2>"`},
		{`[for x in [1, 2, 3] : x * 2 if x != 2]`, "[2, 6]"},
		{`{for k, v in {a = 1, b = 2} : v => k}`, `{"1"="a", "2"="b"}`},
		{`{for k, v in {a = 1, b = 1} : v => k...}`, `{"1"=["a", "b"]}`},
		{`{for k, v in {a = 1, b = 1} : v => k}`, `error`},
		{`null[*]`, "[]"},
		{`1[*]`, "[1]"},
		{`[{a = 1}, {a = 2}].*.a`, "[1, 2]"},
		{`[1, 2].1`, "2"},
		{`[1, 2][2]`, "error"},
		{`try([1][2], "x")`, `"x"`},
		{`can([1][2])`, "false"},
		{`attrs.missing`, "error"},
		{`try(attrs.missing, 1)`, "1"},
		{`attrs.null == ""`, "false"},

		{`attrs.name == "acme-dev-1"`, "false"},
		{`attrs.name == "acme-prod-1"`, "unknown"},
		{`attrs.name != ""`, "true"},
		{`attrs.name == null`, "false"},
		{`attrs.id == attrs.other`, "true"},
		{`attrs.id != null`, "unknown"},
		{`[attrs.id] == [attrs.other]`, "true"},
		{`attrs.bool && false`, "false"},
		{`attrs.maybe && false`, "false"},
		{`true || attrs.missing`, "true"},
		{`attrs.bool && attrs.missing`, "false or error"},
		{`attrs.bool || true`, "true"},
		{`(attrs.bool ? 1 : 2) >= 1`, "true"},
		{`(attrs.maybe ? 1 : 2) >= 1`, "true or error"},
		{`(attrs.bool ? "ab" : "ac") == "xx"`, "false"},
		{`attrs.width >= 5`, "true"},
		{`attrs.width < 5`, "false"},
		{`attrs.width > 5`, "unknown"},
		{`attrs.width + 1 > 5`, "true"},
		{`-attrs.width < -4`, "true"},
		{`attrs.rule[0].port`, "22"},
		{`attrs.rule[1].port != null`, "true"},
		{`can(attrs.rules[0])`, "true"},
		{`can(attrs.rules[1])`, "unknown"},
		{`can(attrs.rules[3])`, "false"},
		{`[for r in attrs.rule : r if r.port == 22][0].port`, "22"},
		{`[for r in attrs.rule : r if r.port == 22] == []`, "false"},
		{`attrs.tags.env`, "unknown"},
		{`attrs.tags.nope`, "error"},
		{`[for x in attrs.set : x] == ["a", "b", "c"]`, "false"},
		{`"pre-${attrs.name}" == "post-"`, "false"},
		{`"pre-${attrs.name}-end" == "pre-acme-prod--ende"`, "false"},
		{`attrs.secret == "right"`, "false"},
		{`"${attrs.secret}" + 1`, "error"},
	} {
		if got := show(run(t, test.src, host)); got != test.want {
			t.Errorf("%s: %s, want %s", test.src, got, test.want)
		}
	}
}

// TestSensitiveConditions finds out whether a condition says something about what is sensitive in it.
func TestSensitiveConditions(t *testing.T) {
	host := roots{"attrs": value.Object(map[string]value.Value{
		"secret": value.Of(cty.StringVal("s3cr3t")).WithSensitive(),
		"yes":    value.Of(cty.True),
	})}
	for src, want := range map[string]bool{
		`attrs.yes || attrs.secret == "a"`:                 false,
		`attrs.secret == "a" || attrs.yes`:                 false,
		`attrs.yes || attrs.secret.a.b == "a"`:             false,
		`!attrs.yes && attrs.secret == "a"`:                false,
		`attrs.yes && attrs.secret == "a"`:                 true,
		`attrs.secret == "a" || !attrs.yes`:                true,
		`attrs.secret != "a" || attrs.secret == "s3cr3t"`:  true,
		`[attrs.yes, attrs.secret == "a"][0] || attrs.yes`: false,
	} {
		if r := run(t, src, host); r.Err != nil || r.Value.IsSensitive() != want {
			t.Errorf("%s: %v %v, want %v", src, r.Err, r.Value.IsSensitive(), want)
		}
	}
}

// TestNullWithoutType evaluates what is either of a type that cannot be converted, or a null of no type.
func TestNullWithoutType(t *testing.T) {
	host := roots{"attrs": value.Object(map[string]value.Value{"bool": value.Unknown(cty.Bool, &value.Cause{})})}
	b := &binder{roots: map[string]bool{"attrs": true}, functions: testFunctions()}
	r := Eval(b.bind(parse(t, `tobool(one([for x in [["a"]] : x if attrs.bool]))`)), host, nil)
	if r.Err != nil || r.MayFail == nil || !r.Value.IsNull() {
		t.Errorf("%v %v %#v, want null or an error", r.Err, r.MayFail, r.Value.Cty())
	}
}

// show returns a result as text.
func show(r Result) string {
	if r.Err != nil {
		return "error"
	}
	text := text0(r.Value.Cty())
	if r.MayFail != nil {
		text += " or error"
	}
	return text
}

func text0(v cty.Value) string {
	switch {
	case !v.IsKnown():
		return "unknown"
	case v.IsNull():
		return "null"
	case v.Type() == cty.String:
		return `"` + v.AsString() + `"`
	case v.Type() == cty.Number:
		return v.AsBigFloat().Text('g', -1)
	case v.Type() == cty.Bool:
		if v.True() {
			return "true"
		}
		return "false"
	}
	keyed := v.Type().IsObjectType() || v.Type().IsMapType()
	out := ""
	for it := v.ElementIterator(); it.Next(); {
		k, e := it.Element()
		if out != "" {
			out += ", "
		}
		if keyed {
			out += text0(k) + "="
		}
		out += text0(e)
	}
	if keyed {
		return "{" + out + "}"
	}
	return "[" + out + "]"
}

// TestGuards: where a condition says that a value is not null, it is not.
func TestGuards(t *testing.T) {
	arn := value.Unknown(cty.String, &value.Cause{Reason: "known after apply"})
	host := roots{"v": value.Object(map[string]value.Value{"arn": arn})}
	for src, want := range map[string]string{
		`v.arn == v.arn`: "true",
		`v.arn != null ? length(v.arn) >= 0 : true`:       "true",
		`v.arn == null || length(v.arn) >= 0`:             "true",
		`v.arn != null && length(v.arn) < 0`:              "false",
		`try(v.arn, null) == null || "x-${v.arn}" != "a"`: "true",
		`length(v.arn) >= 0 && length(v.arn) < 0`:         "false or error",
		`length(v.arn) >= 0`:                              "true or error",
		// If it is null, the left side decides, but "" is still no condition.
		`v.arn == null || {x = v.arn != null ? "true" : ""}.x`:   "true or error",
		`v.arn == null || (v.arn == null ? "" : "true")`:         "true or error",
		`[for x in [v.arn] : length(x) >= 0 if x != null] == []`: "unknown",
	} {
		bound, diags := bindAny(t, src)
		if diags.HasErrors() {
			t.Errorf("%s: %v", src, diags)
			continue
		}
		if got := show(Eval(bound, host, nil)); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

// TestGuardsThatAreOnlyLikely: an error of an operand does not matter if the other one decides. So what is equal to a value that is used there may be null.
func TestGuardsThatAreOnlyLikely(t *testing.T) {
	number := types.Optional(types.Number)
	v := types.Object{Attrs: map[string]types.Attr{"size": {Type: number}, "n": {Type: number}, "ok": {Type: types.Bool}}}
	host := roots{"v": value.Object(map[string]value.Value{
		"size": value.Of(cty.NullVal(cty.Number)), "n": value.Unknown(cty.Number), "ok": value.Of(cty.True),
	})}
	src := `(v.size > 1 || v.ok) && v.n == v.size && v.n == null`
	bound, diags := model.Bind(parse(t, src), model.Scope{Roots: map[string]types.Type{"v": v}, Functions: funcs.All(), Bare: true, Source: []byte(src)})
	if got := show(Eval(bound, host, nil)); diags.HasErrors() || got != "unknown" {
		t.Errorf("%s, want unknown: %v", got, diags)
	}
}

// failing is a root of which every attribute is an error that try does not catch.
type failing struct{ roots }

func (failing) Root(string) Object { return failing{} }

func (failing) Attr(string) (Result, bool) {
	return Result{Err: &diag.Diagnostic{Summary: "Failed"}, Uncaught: true}, true
}

func (failing) Value() Result {
	return Result{Err: &diag.Diagnostic{Summary: "Failed"}, Uncaught: true}
}

// TestUncaught: what try must not catch, it does not catch wherever it comes from.
func TestUncaught(t *testing.T) {
	for _, src := range []string{
		"v.a", "try(v.a, 1)", "can(v.a)", "try([v.a][0], 1)", "try([for x in [1] : v.a], 1)", "try([for x in [1] : x if v.a], 1)",
		"try(true ? v.a : 1, 1)", "try(true && v.a, 1)", "try(upper(v.a), 1)", "try({a = v.a}.a, 1)", `try("x${v.a}", 1)`,
	} {
		if r := Eval(bindSource(t, src), failing{}, nil); r.Err == nil || !r.Uncaught {
			t.Errorf("%s: %s", src, show(r))
		}
	}
}
