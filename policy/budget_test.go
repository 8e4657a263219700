package policy_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// Whoever uses a local that takes too many steps has an error, and nobody else. That is so for many of them, too: what one local
// takes counts once for the run, however many others and policies read it.
func TestLocalsThatAreTooMuch(t *testing.T) {
	var text strings.Builder
	text.WriteString("locals {\n  fine = 1\n  bomb0 = [for a in core::range(1000) : [for b in core::range(1000) : b]]\n")
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&text, "  bomb%d = [local.bomb%d, 1]\n", i, i-1)
	}
	text.WriteString("}\n")
	for i := range 30 {
		fmt.Fprintf(&text, "resource_policy \"disk\" \"bomb%[1]d\" {\n  enforce {\n    condition = core::can(local.bomb%[1]d) || true\n  }\n}\n", i)
		fmt.Fprintf(&text, "resource_policy \"disk\" \"fine%d\" {\n  enforce {\n    condition = local.fine == 1\n  }\n}\n", i)
	}
	s := load(t, text.String())
	inputs, diags := s.Inputs(policy.InputValues{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	run := budget.NewRun(0, 1)
	for _, r := range s.Judge(inputs, nil, run).Results(target()) {
		want := verdict.Pass
		if strings.Contains(r.Policy.Name, "bomb") {
			want = verdict.Error
		}
		if r.Outcome != want {
			t.Errorf("%s: %s %s", r.Policy.Name, r.Outcome, r.Message)
		}
	}
	if run.Exceeded() {
		t.Error(run.Err())
	}
}

// costly answers calls with what has been much work.
type costly struct{ steps int }

func (c costly) Call(*model.HostCall, []value.Value) eval.Result {
	return eval.Result{Value: value.Tuple(nil), Steps: c.steps}
}

func TestCallsOfTheHostCount(t *testing.T) {
	s := load(t, `resource_policy "disk" "p" {
  enforce {
    condition = core::can([for i in core::range(10) : core::getresources("disk")]) || true
  }
}`)
	inputs, _ := s.Inputs(policy.InputValues{})
	for steps, want := range map[int]verdict.Outcome{90_000: verdict.Pass, 110_000: verdict.Error} {
		run := budget.NewRun(0, 1)
		r := s.Judge(inputs, costly{steps}, run).Results(target())[0]
		if all, _ := run.Used(); r.Outcome != want || all < 10*90_000 {
			t.Errorf("%d steps each: %s %s, after %d steps", steps, r.Outcome, r.Message, all)
		}
	}
}

// To find out which part of a condition is false takes more evaluations, which do not make an error of the failure.
func TestFailingPartsThatAreTooMuch(t *testing.T) {
	s := load(t, `resource_policy "disk" "p" {
  enforce {
    condition = `+strings.Repeat(`core::length(core::getresources("disk")) == 0 && `, 5)+`1 == 2
  }
  enforce {
    condition = core::length(core::getresources("disk")) == 0
  }
}`)
	inputs, _ := s.Inputs(policy.InputValues{})
	for steps, located := range map[int]bool{100: true, 130_000: false, 160_000: false} {
		run := budget.NewRun(0, 1)
		r := s.Judge(inputs, costly{steps}, run).Results(target())[0]
		if r.Outcome != verdict.Fail || len(r.Conditions) != 2 || r.Conditions[0].Failing.IsZero() == located || run.Exceeded() {
			t.Errorf("%d steps each: %s %s, %v", steps, r.Outcome, r.Message, r.Conditions)
		}
	}
}

// An explanation evaluates what the policy does not, such as labels and the locals in them. That does not count for the run, and so changes no
// verdict.
func TestExplanationsDoNotCount(t *testing.T) {
	s := load(t, `policy {
  planfmt {
    version = ">= 1.0"
  }
}
locals {
  big = core::length([for i in core::range(100) : core::getresources("disk")])
}
resource_policy "disk" "p" {
  enforce {
    condition = core::print(1 == 2, "big: ${local.big}")
  }
}`)
	inputs, _ := s.Inputs(policy.InputValues{})
	run := budget.NewRun(0, 1)
	j := s.Judge(inputs, costly{}, run)
	r := j.Results(target())[0]
	before, most := run.Used()
	x := j.Explain(target(), &r)
	if len(x.Prints) != 1 || x.Prints[0].Label != "big: 100" {
		t.Fatalf("%s: %+v", r.Outcome, x.Prints)
	}
	if all, after := run.Used(); all != before || after != most {
		t.Errorf("%d steps count for the run after an explanation, %d before", all, before)
	}
}

// The policies in docs need less than what docs/policy.md says, and no case needs a tenth of what there is by default.
func TestUsualPoliciesTakeFewSteps(t *testing.T) {
	files, err := policy.ReadFiles("docs/policies")
	if err != nil {
		t.Fatal(err)
	}
	fewSteps(t, "docs/policies", files, 2_000)
	names, err := filepath.Glob("policy/testdata/cases/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var files policy.Files
		for _, f := range archive.Files {
			source := policy.Source{Name: f.Name, Text: f.Data}
			switch {
			case strings.Contains(f.Name, ".policytest."):
				files.Tests = append(files.Tests, source)
			case strings.Contains(f.Name, ".policy."):
				files.Policies = append(files.Policies, source)
			}
		}
		fewSteps(t, name, files, budget.Default/10)
	}
}

// fewSteps checks that nothing takes more steps than some.
func fewSteps(t *testing.T, name string, files policy.Files, most int) {
	t.Helper()
	tests, diags := policy.Test(context.Background(), files, policy.TestOptions{MaxSteps: most})
	for _, d := range diags {
		if d.Summary == "Too much work" {
			t.Errorf("%s: %s", name, d.Detail)
		}
	}
	for _, f := range tests.Files {
		for _, m := range f.Mocks {
			if strings.Contains(m.Message, "Too much work") {
				t.Errorf("%s: %s: %s", name, m.Name, m.Message)
			}
		}
	}
}
