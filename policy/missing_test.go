package policy_test

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// lacking are attributes of which one, named missing, is null if it exists.
type lacking struct{ attrs }

func (l lacking) Attr(name string) (eval.Result, bool) {
	if name != "missing" {
		return l.attrs.Attr(name)
	}
	return eval.Result{
		Value:   value.Of(cty.NullVal(cty.DynamicPseudoType)),
		MayFail: &diag.Diagnostic{Summary: "Unsupported attribute"},
		Causes:  []*value.Cause{{Address: "disk.a", Reason: "the plan does not have it", Label: "not in the plan"}},
	}, true
}

// TestMissing judges by attributes that are missing or null.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		condition, want string
		shown           string // the first of the values of the condition
	}{
		{"core::try(attrs.missing == true, false)", "fail The condition is false.", "false"},
		{"core::try(attrs.missing, 3) == 3", "undecided  (disk.a)", "(not in the plan)"},
		{"core::try(attrs.missing, 3) != 4", "pass", ""},
		{"core::try(attrs.missing.a, 3) == 3", "pass", ""},
		{"attrs.missing == true", "undecided Unsupported attribute (disk.a)", "(not in the plan)"},
		// Nothing catches what is wrong with a local, in the worlds in which the attribute does not exist.
		{"core::try(local.missing.a, true)", "undecided Unsupported attribute (disk.a)", "true"},
		{"core::try([for x in local.missing : x], []) == []", "undecided Unsupported attribute (disk.a)", "[]"},
		{"!core::can(local.missing.a)", "undecided Unsupported attribute (disk.a)", ""},
		{"core::try(local.caught.a, true)", "pass", ""},
	} {
		s := load(t, "resource_policy \"disk\" \"a\" {\nlocals {\nmissing = attrs.missing\ncaught = core::try(attrs.missing, null)\n}\n"+
			"enforce {\ncondition = "+c.condition+"\n}\n}\n")
		on := target()
		on.Attrs = lacking{on.Attrs.(attrs)}
		r := judge(t, s, nil, policy.InputValues{}).Results(on)[0]
		if got := describe(r); got != c.want {
			t.Errorf("%s: %s, want %s", c.condition, got, c.want)
		}
		shown := ""
		if values := r.Conditions[0].Values; len(values) > 0 && r.Outcome != verdict.Pass {
			shown = values[0].Text
		}
		if shown != c.shown {
			t.Errorf("%s: shown is %q, want %q", c.condition, shown, c.shown)
		}
	}
}

// TestMessageOfMissing checks what a message says in place of a value that is not in the plan.
func TestMessageOfMissing(t *testing.T) {
	s := load(t, "resource_policy \"disk\" \"a\" {\nenforce {\ncondition = false\n"+
		"error_message = \"${attrs.missing}, ${core::try(attrs.missing, \"x\")}, ${attrs.size}\"\n}\n}\n")
	on := target()
	on.Attrs = lacking{on.Attrs.(attrs)}
	const want = "(not in the plan), (not in the plan), (known after apply)"
	if got := judge(t, s, nil, policy.InputValues{}).Results(on)[0].Message; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
