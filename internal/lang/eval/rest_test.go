package eval

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// nullRest says of attributes whose names begin with x that they are null, if they exist.
type nullRest struct{ cause *value.Cause }

func (r nullRest) Attr(name string) (value.Value, *value.Cause, bool) {
	return value.Of(cty.NullVal(cty.DynamicPseudoType)), r.cause, name[0] == 'x'
}

func (r nullRest) Cause() *value.Cause { return r.cause }

// TestRest evaluates expressions over an object that perhaps has more attributes: v.o is { p = "q" }.
func TestRest(t *testing.T) {
	open := value.Object(map[string]value.Value{"p": value.Of(cty.StringVal("q"))}).WithRest(nullRest{&value.Cause{Reason: "no schema"}})
	host := roots{"v": value.Object(map[string]value.Value{
		"o": open, "l": value.Tuple([]value.Value{open}), "m": value.Of(cty.MapVal(map[string]cty.Value{"p": cty.StringVal("q")})),
		"s": value.Unknown(cty.String).NotNull(), "b": value.Unknown(cty.Bool).NotNull(),
	})}
	tests := []struct{ src, want string }{
		{`v.o.p`, `"q"`},
		{`v.o.x`, "null or error"},
		{`v.o.other`, "error"},
		{`v.o["x"]`, "null or error"},
		{`v.o["other"]`, "error"},
		{`v.o[v.s]`, "unknown or error"},
		{`can(v.o.x)`, "unknown"},
		{`can(v.o.other)`, "false"},
		{`try(v.o.x, "d") == "d"`, "unknown"},
		{`try(v.o.x, "d") == "e"`, "false"},
		{`try(v.o.x == "e", false)`, "false"},
		{`try(v.o.x, null)`, "null"},
		{`try(v.l[*].x, ["d"]) == ["d"]`, "unknown"},
		{`[for o in v.l : try(o.x, "d")] == ["d"]`, "unknown"},
		{`[for o in v.l : try(o.x, "d")] == ["e"]`, "false"},
		{`lookup(v.o, "x", "d") == "d"`, "unknown"},
		{`lookup(v.o, "x", "d") == "e"`, "false"},
		{`lookup(v.o, "other", "d")`, `"d"`},
		// The attributes that are there are all that there are, for what goes over all of them.
		{`length(v.o)`, "1"},
		{`keys(v.o) == ["p"]`, "true"},
		{`[for k, w in v.o : k] == ["p"]`, "true"},
		// It is what it is compared with only if there are no more, and it is a map or an object.
		{`v.o == { p = "q" }`, "unknown"},
		{`v.l == [{ p = "q" }]`, "unknown"},
		{`v.o == { p = "r" }`, "false"},
		{`v.o == v.m`, "unknown"},
		{`v.m == v.o`, "unknown"},
		{`v.m == v.l`, "false"},
		{`v.o == v.o`, "true"},
		{`v.o == null`, "false"},
		// What is made of it may have the attribute, too.
		{`try(merge(v.o, { a = 1 }).x, 1) == 1`, "unknown"},
		{`try((v.b ? v.o : { p = "r" }).x, 1) == 1`, "unknown"},
		{`try((v.b ? v.o : v.m).x, 1) == 1`, "unknown"},
		{`try((true ? v.o : v.m).x, "d") == "d"`, "unknown"},
		{`try(chunklist(v.l, 1)[0][0].x, 1) == 1`, "unknown"},
		{`try(zipmap(["a"], v.l).a.x, 1) == 1`, "unknown"},
		{`try(setproduct(v.l, [1])[0][0].x, 1) == 1`, "unknown"},
		{`try(distinct(v.l)[0].x, 1) == 1`, "unknown"},
		{`[for o in toset(v.l) : try(o.x, 1) == 1][0]`, "unknown"},
		{`[for o in setunion(v.l, []) : try(o.x, 1) == 1][0]`, "unknown"},
	}
	for _, tt := range tests {
		e := bindSource(t, tt.src)
		r := Eval(e, host, nil)
		if got := show(r); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.src, got, tt.want)
		}
		if c := append(r.Causes, r.Value.Causes()...); tt.want == "unknown" && tt.src[0] != '[' && len(c) == 0 {
			t.Errorf("%s is not known, and there is no cause", tt.src)
		}
	}
}
