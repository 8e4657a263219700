package policy_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// attrs is the value of a root, for tests.
type attrs map[string]value.Value

func (a attrs) Attr(name string) (eval.Result, bool) {
	v, ok := a[name]
	return eval.Of(v), ok
}

func (a attrs) Value() eval.Result { return eval.Of(value.Object(a)) }

// related answers calls with the same resources, and counts the calls.
type related struct {
	mu    sync.Mutex
	calls int
	list  value.Value
}

func (r *related) Call(*model.HostCall, []value.Value) eval.Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	return eval.Of(r.list)
}

// load loads and binds a policy file.
func load(t *testing.T, text string) *policy.Set {
	t.Helper()
	s, diags := policy.Load(policy.Source{Name: "p.policy.hcl", Text: []byte(text), Set: "set"})
	if diags = append(diags, s.Bind(nil)...); diags.HasErrors() {
		t.Fatal(diags)
	}
	return s
}

func judge(t *testing.T, s *policy.Set, host policy.Host, values policy.InputValues) *policy.Judge {
	t.Helper()
	inputs, diags := s.Inputs(values)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return s.Judge(inputs, host, nil)
}

// target is a resource that is created, with known, unknown and sensitive attributes.
func target() policy.Target {
	size := &value.Cause{Address: "disk.a", Path: plans.Path{}, Reason: "known after apply"}
	return policy.Target{
		Type: "disk", Address: "disk.a", Operation: policyfile.Create,
		Attrs: attrs{
			"name":    value.Of(cty.StringVal("n")),
			"nothing": value.Of(cty.NullVal(cty.String)),
			"size":    value.Unknown(cty.Number, size).WithCty(cty.UnknownVal(cty.Number).RefineNotNull()),
			"maybe":   value.Unknown(cty.Bool, size),
			"secret":  value.Of(cty.StringVal("hunter2")).WithSensitive(),
		},
		Prior: attrs{},
		Meta:  attrs{"operation": value.Of(cty.StringVal("create"))},
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct{ filter, conditions, want string }{
		{"true", "true", "pass"},
		{"true", "attrs.name == \"n\"", "pass"},
		{"true", "attrs.name == \"m\"", "fail The condition is false."},
		{"false", "attrs.name == \"m\"", "skipped"},
		{"attrs.nothing == \"x\"", "false", "skipped"},
		{"null", "false", "skipped"},
		{"[null, true][0]", "false", "skipped"},
		{"true", "null", "error Invalid condition: The condition is null, and it must be true or false."},
		{"7", "false", "static"},
		{"true", "\"yes\"", "static"},
		{"true", "[true]", "static"},
		{"attrs.none", "true", "error Unsupported attribute: There is no attribute named \"none\"."},
		{"true", "attrs.size > 3", "undecided  (disk.a)"},
		{"true", "attrs.size > 3; attrs.name == \"m\"", "fail The condition is false."},
		{"true", "attrs.none; attrs.name == \"m\"", "error Unsupported attribute: There is no attribute named \"none\"."},
		{"attrs.size > 3", "attrs.name == \"n\"", "pass"},
		{"attrs.size > 3", "attrs.name == \"m\"", "undecided It is not known yet whether the policy applies. (disk.a)"},
		{"attrs.size > 3", "attrs.none", "undecided It is not known yet whether the policy applies. (disk.a)"},
		{"attrs.maybe", "false", "undecided It is not known yet whether the policy applies. (disk.a)"},
		{"attrs.maybe", "true", "pass"},
		{"true", "true || attrs.maybe", "pass"},
		{"true", "attrs.maybe == true || attrs.maybe == false || attrs.maybe == null", "undecided  (disk.a)"},
		{"true", "attrs.nothing", "error Invalid condition: The condition is null, and it must be true or false."},
		{"true", "attrs.maybe", "undecided"},
		{"true", "attrs.name", "error Invalid condition: The condition must be true or false, and it is another value."},
		{"true", "core::try(local.broken, true)", "error Unsupported attribute: There is no attribute named \"broken\"."},
		{"true", "core::try(attrs.broken, true)", "pass"},
		{"true", "true || local.broken", "pass"},
		{"true", "attrs.secret == \"a\"", "fail The condition is false."},
	} {
		t.Run(c.filter+" "+c.conditions, func(t *testing.T) {
			var b strings.Builder
			fmt.Fprintf(&b, "resource_policy \"disk\" \"a\" {\n filter = %s\n locals {\n broken = attrs.broken\n }\n", c.filter)
			for condition := range strings.SplitSeq(c.conditions, "; ") {
				fmt.Fprintf(&b, "enforce {\n condition = %s\n }\n", condition)
			}
			b.WriteString("}\n")
			s, diags := policy.Load(policy.Source{Name: "p.policy.hcl", Text: []byte(b.String())})
			if diags = append(diags, s.Bind(nil)...); diags.HasErrors() {
				if c.want != "static" {
					t.Fatal(diags)
				}
				return
			}
			results := judge(t, s, nil, policy.InputValues{}).Results(target())
			if len(results) != 1 {
				t.Fatalf("%d results", len(results))
			}
			got := describe(results[0])
			if c.want == "undecided" && results[0].Outcome == verdict.Undecided {
				return
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func describe(r verdict.Result) string {
	text := r.Outcome.String()
	if r.Message != "" || len(r.Causes) > 0 {
		text += " " + r.Message
	}
	for _, c := range r.Causes {
		text += " (" + c.Address + ")"
	}
	return text
}

func TestMessages(t *testing.T) {
	s := load(t, `
resource_policy "disk" "a" {
  locals {
    text = "a ${attrs.secret}"
  }
  enforce {
    condition     = attrs.name == "m" || attrs.secret == "x"
    error_message = <<-EOT
      ${attrs.name}, ${attrs.secret}, ${attrs.size}, ${attrs.nothing}, ${attrs.none}, ${local.text}
    EOT
    info_message  = local.text
  }
}`)
	r := judge(t, s, nil, policy.InputValues{}).Results(target())[0]
	const want = "n, (sensitive value), (known after apply), (null), (not available), (sensitive value)"
	if r.Outcome != verdict.Fail || r.Message != want || r.Conditions[0].Info != "(sensitive value)" {
		t.Errorf("%v %q %q, want %q", r.Outcome, r.Message, r.Conditions[0].Info, want)
	}
	var shown []string
	for _, v := range r.Conditions[0].Values {
		shown = append(shown, fmt.Sprintf("%d: %s", v.Range.Start.Column, v.Text))
	}
	if got := strings.Join(shown, "; "); got != `21: "n"; 42: (sensitive value)` {
		t.Errorf("shown: %s", got)
	}
}

// TestShownNames shows keys of a plan that are no identifiers.
func TestShownNames(t *testing.T) {
	s := load(t, `
resource_policy "disk" "a" {
  enforce {
    condition = attrs.tags == null
  }
}`)
	disk := target()
	disk.Attrs = attrs{"tags": value.Of(cty.MapVal(map[string]cty.Value{"a": cty.True, "b\npass": cty.True}))}
	r := judge(t, s, nil, policy.InputValues{}).Results(disk)[0]
	if got := r.Conditions[0].Values[0].Text; got != `{a = true, "b\npass" = true}` {
		t.Errorf("shown: %s", got)
	}
}

// TestFilterThatMayBeNull has a filter that is no bool, or a null of no type, which means that it is false.
func TestFilterThatMayBeNull(t *testing.T) {
	s := load(t, `
resource_policy "disk" "a" {
  filter = core::one([for x in [attrs.list] : x if attrs.maybe])
  enforce {
    condition = false
  }
}`)
	disk := target()
	disk.Attrs.(attrs)["list"] = value.Of(cty.ListValEmpty(cty.String))
	r := judge(t, s, nil, policy.InputValues{}).Results(disk)[0]
	if r.Outcome != verdict.Undecided || len(r.Causes) == 0 {
		t.Errorf("%v %s %v", r.Outcome, r.Message, r.Causes)
	}
}

func TestInputs(t *testing.T) {
	s := load(t, `
input "n" {
  type    = number
  default = 1
}
input "text" {
  type    = string
  default = "[1]"
}
input "list" {
  type = list(object({ a = optional(number, 3) }))
}
input "nothing" {
  type     = string
  nullable = true
}
input "secret" {
  type      = string
  default   = "hunter2"
  sensitive = true
}
resource_policy "disk" "a" {
  enforce {
    condition     = false
    error_message = "${input.n} ${input.text} ${core::jsonencode(input.list)} ${input.nothing == null} ${input.secret}"
  }
}`)
	file := &policy.Source{Name: "v.tfvars", Text: []byte("n = 5\nlist = [{ a = 1 }]\n")}
	environment := func(name string) string {
		return map[string]string{"n": "4", "text": "[env]"}[name]
	}
	for _, c := range []struct {
		values policy.InputValues
		want   string
	}{
		{policy.InputValues{File: file}, `5 [1] [{"a":1}] true (sensitive value)`},
		{policy.InputValues{File: file, Environment: environment}, `4 [env] [{"a":1}] true (sensitive value)`},
		{policy.InputValues{File: file, Environment: environment, Flags: map[string]string{"n": "3", "list": "[{}]"}}, `3 [env] [{"a":3}] true (sensitive value)`},
	} {
		if got := judge(t, s, nil, c.values).Results(target())[0].Message; got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	for _, c := range []struct {
		flags map[string]string
		want  string
	}{
		{nil, `Input without a value`},
		{map[string]string{"list": "[{}]", "n": "many"}, "Unknown name"},
		{map[string]string{"list": "[{}]", "n": "[]"}, "Invalid value for input"},
		{map[string]string{"list": "[{}]", "n": "null"}, "Invalid value for input"},
		{map[string]string{"list": "[{}]", "m": "1"}, "Unknown input"},
		{map[string]string{"list": "[{"}, "Unclosed configuration block"},
	} {
		_, diags := s.Inputs(policy.InputValues{Flags: c.flags})
		if len(diags) == 0 || !diags.HasErrors() || c.want != "Unclosed configuration block" && diags[0].Summary != c.want {
			t.Errorf("%v: %v, want %s", c.flags, diags, c.want)
		}
	}
}

// TestSharedLocals checks that locals of a file are evaluated once for a plan, by whatever goroutine needs them.
func TestSharedLocals(t *testing.T) {
	s := load(t, `
locals {
  disks  = core::getresources("disk", {})
  number = core::length(local.disks)
  broken = local.disks[5].none
}
resource_policy "disk" "a" {
  enforce {
    condition = local.number == 2
  }
  enforce {
    condition = core::can(local.disks[0])
  }
}
resource_policy "d*" "b" {
  enforce {
    condition = core::can(local.broken)
  }
}
resource_policy "*" "c" {
  enforcement_level = "advisory"
  operations        = ["delete"]
  enforce {
    condition = true
  }
}`)
	host := &related{list: value.Tuple([]value.Value{value.Of(cty.EmptyObjectVal), value.Of(cty.EmptyObjectVal)})}
	j := judge(t, s, host, policy.InputValues{})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				results := j.Results(target())
				if len(results) != 3 || results[0].Outcome != verdict.Pass || results[1].Outcome != verdict.Error || results[2].Outcome != verdict.Skipped || results[2].Level != verdict.Advisory {
					t.Errorf("%+v", results)
				}
			}
		})
	}
	wg.Wait()
	if host.calls != 1 {
		t.Errorf("%d calls", host.calls)
	}
	needs := s.Needs()
	if got := fmt.Sprint(needs); got != "{[* d* disk] [disk] false false}" {
		t.Error(got)
	}
	if s.Applies(policyfile.Module, "disk") || !s.Applies(policyfile.Resource, "anything") {
		t.Error("wrong policies apply")
	}
}

func TestLevels(t *testing.T) {
	s := load(t, `
policy {
  enforcement_level = "mandatory_overridable"
}
input "level" {
  type    = string
  default = "advisory"
}
resource_policy "disk" "a" {
  enforce {
    condition = true
  }
}
resource_policy "disk" "b" {
  enforcement_level = input.level
  enforce {
    condition = true
  }
}`)
	results := judge(t, s, nil, policy.InputValues{}).Results(target())
	if results[0].Level != verdict.MandatoryOverridable || results[1].Level != verdict.Advisory {
		t.Errorf("%v %v", results[0].Level, results[1].Level)
	}
	_, diags := s.Inputs(policy.InputValues{Flags: map[string]string{"level": "soft"}})
	if len(diags) != 1 || diags[0].Summary != "Invalid enforcement level" || diags[0].Subject.Start.Line != 15 {
		t.Error(diags)
	}
}

func TestMatchPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"*", "", true},
		{"*", "aws_x", true},
		{"aws_*", "aws_x", true},
		{"aws_*", "aws", false},
		{"*_x", "aws_x", true},
		{"a*x", "ax", true},
		{"aa*aa", "aaa", false},
		{"a*s*x", "aws_x", true},
		{"a*x*x", "aws_x", false},
		{"aws_x", "aws_xx", false},
		{"", "", true},
		{"**", "a", true},
	} {
		if got := policy.MatchPattern(c.pattern, c.name); got != c.want {
			t.Errorf("%q %q: %v", c.pattern, c.name, got)
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "resource_policy \"type_%d\" \"p%d\" {\n locals {\n n = core::try(attrs.name, \"\")\n }\n enforce {\n condition = core::length(local.n) > 0 && local.n != \"x\"\n error_message = \"no\"\n }\n}\n", i%100, i)
	}
	s, diags := policy.Load(policy.Source{Name: "p.policy.hcl", Text: []byte(text.String())})
	if diags = append(diags, s.Bind(nil)...); diags.HasErrors() {
		b.Fatal(diags)
	}
	inputs, _ := s.Inputs(policy.InputValues{})
	j := s.Judge(inputs, nil, nil)
	one := target()
	for i := 0; b.Loop(); i++ {
		one.Type = fmt.Sprintf("type_%d", i%100)
		if results := j.Results(one); len(results) != 10 || results[0].Outcome != verdict.Pass {
			b.Fatal(results)
		}
	}
}
