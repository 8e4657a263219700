package policy_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/policy"
)

// TestEqualValuesAreJudgedOnce judges many targets with a few values. Whether a policy has seen the values before must not matter:
// neither for what it says, nor for the steps that it takes.
func TestEqualValuesAreJudgedOnce(t *testing.T) {
	conditions := []string{
		`attrs.s == "a"`, `attrs.s == 1`, `attrs.n > 1`, `attrs.n == "1"`, `attrs.s`, `!attrs.s`, `attrs.s == null`, `attrs.missing == "a"`,
		`attrs.m.k == "a"`, `attrs.m["k"] == "a"`, `core::try(attrs.m["k"], "none") != "a"`, `core::try(attrs.m.k.x, attrs.n) == 1`,
		`attrs.l[0] == "a"`, `core::can(attrs.l[0])`, `core::can(attrs.l[1])`, `attrs.l[1] != "b"`, `attrs.l["0"] == "a"`, `attrs.o.a.b == 1`, `core::can(attrs.o.a.c)`,
		`core::length(attrs.m) == 1`, `core::alltrue([for x in attrs.l : x != "a"])`, `attrs["s"] == "b" && prior_attrs.s == "a"`,
		`core::contains(core::keys(attrs), "s")`, `local.s == "a"`, `local.outer != attrs.s`, `meta.operation == "create" || attrs.n == 2`,
		`core::length(core::getresources("disk", {s = attrs.s})) == 0`, `core::regex_match(attrs.s, attrs.m.k)`, `attrs.t[0] == "a"`, `core::can(attrs.t[1])`,
		`attrs.s == "a" && attrs.n == 1 && attrs.m.k == "a" && attrs.l[0] == "a" && attrs.o.a.b == 1`, `core::try(attrs.o.x, attrs.s) == "a"`, `true`, `attrs.l.x == 1`, `attrs.m[0] == "a"`,
	}
	var text strings.Builder
	text.WriteString("locals {\n  outer = core::upper(\"a\")\n}\n")
	for i, c := range conditions {
		fmt.Fprintf(&text, `resource_policy "disk" "p%[1]d" {
  operations = ["update"]
  locals {
    s = core::lower(core::try(attrs.s, "none"))
  }
  %[3]s
  enforce {
    condition     = %[2]s
    error_message = "it is ${attrs.s}"
    info_message  = "and ${core::try(attrs.m.k, 0)}"
  }
}
`, i, c, []string{"", `filter = attrs.n != 3`}[i%2])
	}
	s := load(t, text.String())
	inputs, _ := s.Inputs(policy.InputValues{})
	r := rand.New(rand.NewPCG(1, 2))
	unknown := value.Unknown(cty.String, &value.Cause{Address: "disk.a", Reason: "known after apply"})
	texts := []value.Value{
		value.Of(cty.StringVal("a")), value.Of(cty.StringVal("b")), value.Of(cty.StringVal("1")), value.Of(cty.StringVal("true")), value.Of(cty.NullVal(cty.String)), unknown,
		value.Of(cty.StringVal("a")).WithSensitive(),
	}
	pick := func(all []value.Value) value.Value { return all[r.IntN(len(all))] }
	many := 0
	someText := func() value.Value {
		if r.IntN(20) == 0 {
			many++
			return value.Of(cty.StringVal(fmt.Sprint("s", many)))
		}
		return pick(texts)
	}
	number := func() value.Value {
		return pick([]value.Value{
			value.Of(cty.NumberIntVal(1)), value.Of(cty.NumberFloatVal(1.5)), value.Of(cty.NumberIntVal(3)), value.Of(cty.StringVal("1")), value.Of(cty.NullVal(cty.Number)), value.Of(cty.True), value.Of(cty.False),
		})
	}
	one := func() policy.Target {
		list := make([]value.Value, r.IntN(3))
		for i := range list {
			list[i] = someText()
		}
		keys := map[string]value.Value{}
		for _, k := range []string{"k", "j"} {
			if r.IntN(2) == 0 {
				keys[k] = someText()
			}
		}
		t := target()
		t.Operation = policy.Update
		t.Attrs = attrs{
			"s": someText(), "n": number(), "m": value.Map(cty.String, keys), "l": value.List(cty.String, list), "t": value.Tuple(list),
			"o": value.Object(map[string]value.Value{"a": value.Object(map[string]value.Value{[]string{"b", "c"}[r.IntN(2)]: number()})}),
		}
		t.Prior = attrs{"s": someText()}
		return t
	}
	const n = 600
	run := budget.NewRun(0, n)
	asked := &counted{}
	together := s.Judge(inputs, asked, run)
	var each, most int64
	for range n {
		target := one()
		alone := budget.NewRun(0, 1)
		want, got := s.Judge(inputs, costly{3}, alone).Results(target), together.Results(target)
		for i := range want {
			if w, g := fmt.Sprintf("%+v", want[i]), fmt.Sprintf("%+v", got[i]); w != g && len(want[i].Diagnostics) == 0 {
				t.Fatalf("%s:\n%s\n, want\n%s", conditions[i], g, w)
			}
			if w, g := want[i].Diagnostics.Error(), got[i].Diagnostics.Error(); w != g || want[i].Outcome != got[i].Outcome || want[i].Message != got[i].Message {
				t.Fatalf("%s: %s %s\n%s\n, want\n%s %s\n%s", conditions[i], got[i].Outcome, got[i].Message, g, want[i].Outcome, want[i].Message, w)
			}
		}
		all, largest := alone.Used()
		each, most = each+all, max(most, largest)
	}
	all, largest := run.Used()
	if outer := int64(1); all != each-(n-1)*outer || largest != most {
		t.Errorf("%d steps, and %d for the largest; want %d and %d", all, largest, each-(n-1)*outer, most)
	}
	if asked.calls > n*3/4 { // of some targets, the values are not known
		t.Errorf("a call was made %d times for %d targets", asked.calls, n)
	}
}

// counted counts calls.
type counted struct{ calls int }

func (c *counted) Call(call *model.HostCall, args []value.Value) eval.Result {
	c.calls++
	return costly{3}.Call(call, args)
}
