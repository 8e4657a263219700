package eval

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// TestWhatEachElementIs asks for what is the same however many elements there are, and for what depends on how many there are.
func TestWhatEachElementIs(t *testing.T) {
	cause := &value.Cause{Reason: "later"}
	list := value.Unknown(cty.List(cty.String), cause).NotNull()
	some, err := value.Refine(list, value.Facts{MinLength: 1})
	if err != nil {
		t.Fatal(err)
	}
	host := roots{"v": value.Object(map[string]value.Value{
		"l": list, "some": some, "u": value.Unknown(cty.String, cause).NotNull(), "secret": value.Of(cty.True).WithSensitive(),
	})}
	ask := func(src string) Result {
		e, diags := bindAny(t, src)
		if diags.HasErrors() {
			t.Fatal(src, diags)
		}
		return Eval(e, host, nil)
	}
	for src, want := range map[string]string{
		`alltrue([for x in v.l : true])`:                "true",
		`anytrue([for x in v.l : false])`:               "false",
		`alltrue([for x in v.l : false])`:               "unknown", // true if there are none
		`alltrue([for x in v.some : false])`:            "false",
		`anytrue([for x in v.l : true])`:                "unknown",
		`anytrue([for x in v.some : true])`:             "true",
		`anytrue([for x in v.some : true if x == "a"])`: "unknown",
		`alltrue([for x in v.l : x == "a" || true])`:    "true",
		`alltrue([for x in v.l : x == "a"])`:            "unknown",
		`alltrue([for x in v.l : null])`:                "unknown",
		`contains([for x in v.l : "a-${x}"], "b")`:      "false or error", // an element may be null

		`contains([for x in v.l : "a-${x}"], "a-b")`:       "unknown or error",
		`contains([for x in v.l : "a"], "a")`:              "unknown",
		`contains(concat(v.l, ["a"]), "a")`:                "true",
		`contains(concat(v.l, ["a"]), "b")`:                "unknown",
		`contains(concat(v.l, [v.u]), v.u)`:                "unknown", // without an identity
		`contains(concat(v.l, ["a"], v.l), "a")`:           "true",
		`anytrue(concat([for x in v.l : false], [true]))`:  "true",
		`alltrue(concat([for x in v.l : true], [false]))`:  "false",
		`contains(concat(v.l, [for x in v.l : "a"]), "a")`: "unknown",
	} {
		if got := show(ask(src)); got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
	for _, src := range []string{
		`anytrue(concat([for x in v.l : false], [v.secret]))`, `alltrue([for x in v.l : v.secret])`, `contains([for x in v.l : v.secret], true)`,
	} {
		if r := ask(src); !r.Value.HasSensitive() {
			t.Errorf("%s is not sensitive", src)
		}
	}
}
