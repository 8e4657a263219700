package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// explained returns an explanation as text: a line for each step, with the code that it is about.
func explained(source string, x *verdict.Explanation) string {
	var b strings.Builder
	var write func(s *verdict.Step, depth int)
	write = func(s *verdict.Step, depth int) {
		code := strings.Join(strings.Fields(source[s.Range.Start.Byte:s.Range.End.Byte]), " ")
		fmt.Fprintf(&b, "%s%s%s%s = %s", strings.Repeat("  ", depth), s.What, s.Element, code, s.Text)
		if s.Failed {
			b.WriteString(" (fails)")
		}
		if s.Decides {
			b.WriteString(" (decides)")
		}
		for _, c := range s.Causes {
			b.WriteString(" waits for " + c.Address + c.Path.String())
		}
		b.WriteByte('\n')
		for i := range s.Steps {
			write(&s.Steps[i], depth+1)
		}
		if s.More != "" {
			b.WriteString(strings.Repeat("  ", depth+1) + s.More + "\n")
		}
	}
	for i := range x.Steps {
		write(&x.Steps[i], 0)
	}
	for _, p := range x.Prints {
		b.WriteString(p.Label + ": " + p.Text + "\n")
	}
	if x.Cut {
		b.WriteString("cut\n")
	}
	return b.String()
}

// explain judges a target by one condition, and explains what comes out.
func explain(t *testing.T, condition string, on policy.Target) (verdict.Result, string) {
	t.Helper()
	source := "policy {\n  planfmt {\n    version = \">= 1.0\"\n  }\n}\nlocals {\n  outer = [\"a\", \"b\"]\n}\nresource_policy \"disk\" \"a\" {\n  locals {\n    printed = core::print(attrs.name, \"local\") == \"n\"\n    named = attrs.name != \"x\"\n    bad = local.named && attrs.name == \"m\"\n  }\n  enforce {\n    condition = " + condition + "\n  }\n}\n"
	j := judge(t, load(t, source), nil, policy.InputValues{})
	r := j.Results(on)[0]
	x := j.Explain(on, &r)
	if x == nil || x.Outcome != r.Outcome {
		t.Fatalf("%s: the explanation is %v", condition, x)
	}
	return r, explained(source, x)
}

func TestExplain(t *testing.T) {
	on := target()
	rules := make([]value.Value, 8)
	for i := range rules {
		rules[i] = value.Object(map[string]value.Value{"port": value.Of(cty.NumberIntVal(int64(i)))})
	}
	on.Attrs.(attrs)["rules"] = value.Tuple(rules)
	for _, c := range []struct{ condition, want string }{
		{"attrs.name == \"n\" && attrs.name == \"m\" && attrs.size > 1", `
condition@ = false
  attrs.name == "n" = true
    attrs.name = "n"
  attrs.name == "m" = false (decides)
    attrs.name = "n"
  attrs.size > 1 = (known after apply)
    attrs.size = (known after apply) waits for disk.a
`},
		{"!(attrs.name == \"m\" || attrs.name == \"n\")", `
condition@ = false
  attrs.name == "m" || attrs.name == "n" = true
    attrs.name == "m" = false
      attrs.name = "n"
    attrs.name == "n" = true (decides)
      attrs.name = "n"
`},
		{"core::alltrue([for r in attrs.rules : r.port < 1])", `
condition@ = false
  attrs.rules = [{port = 0}, {port = 1}, {port = 2}, {port = 3}, {port = 4}, {port = 5}, {port = 6}, {port = 7}]
  [1]r.port < 1 = false
    r.port = 1
  [2]r.port < 1 = false
    r.port = 2
  [3]r.port < 1 = false
    r.port = 3
  [4]r.port < 1 = false
    r.port = 4
  [5]r.port < 1 = false
    r.port = 5
  2 more elements are false
`},
		{"!core::anytrue([for r in attrs.rules : r.port == 6])", `
condition@ = false
  core::anytrue([for r in attrs.rules : r.port == 6]) = true
    attrs.rules = [{port = 0}, {port = 1}, {port = 2}, {port = 3}, {port = 4}, {port = 5}, {port = 6}, {port = 7}]
    [6]r.port == 6 = true
      r.port = 6
`},
		{"local.bad", `
condition@ = false
  local.named && attrs.name == "m" = false
    local.named = true
      attrs.name != "x" = true
        attrs.name = "n"
    attrs.name == "m" = false (decides)
      attrs.name = "n"
`},
		{"core::contains(local.outer, attrs.name)", `
condition@ = false
  local.outer = ["a", "b"]
  attrs.name = "n"
`},
		{"attrs.maybe ? attrs.size > 3 : true", `
condition@ = (known after apply)
  attrs.maybe = (known after apply) waits for disk.a
  attrs.size > 3 = (known after apply)
    attrs.size = (known after apply) waits for disk.a
`},
		{"attrs.nope == 1", `
condition@ = Unsupported attribute: There is no attribute named "nope". (fails)
  attrs.nope = Unsupported attribute: There is no attribute named "nope". (fails)
`},
		{"core::try(attrs.nope, attrs.name) == \"m\"", `
condition@ = false
  core::try(attrs.nope, attrs.name) = "n"
    attrs.nope = Unsupported attribute: There is no attribute named "nope". (fails)
    attrs.name = "n"
`},
		{"core::print(attrs.name, \"the ${attrs.name}\") == core::print(\"m\")", `
condition@ = false
  attrs.name = "n"
  core::print("m") = "m"
the n: "n"
: "m"
`},
		{"core::print(attrs.secret, attrs.secret) == \"m\"", `
condition@ = (sensitive value)
  attrs.secret = (sensitive value)
(sensitive value): (sensitive value)
`},
	} {
		_, got := explain(t, c.condition, on)
		want := strings.Replace(strings.TrimPrefix(c.want, "\n"), "@", c.condition, 1)
		// The local that nothing needs prints, too, and before everything else.
		if got = strings.Replace(got, "local: \"n\"\n", "", 1); got != want {
			t.Errorf("%s\n%swant\n%s", c.condition, got, want)
		}
	}
}

// TestExplainTellsNoSecrets explains policies for two targets that differ in sensitive values only. If both have the same verdict, the
// explanations are the same.
func TestExplainTellsNoSecrets(t *testing.T) {
	hide := value.Value.WithSensitive
	text := func(s string) value.Value { return value.Of(cty.StringVal(s)) }
	flag := func(b bool) value.Value { return value.Of(cty.BoolVal(b)) }
	on := func(word string, open bool, n int) policy.Target {
		list := make([]value.Value, n)
		keys := map[string]value.Value{}
		for i := range list {
			list[i] = text(fmt.Sprint(word, i))
			keys[fmt.Sprint(word, i)] = flag(open)
		}
		users := value.Tuple([]value.Value{
			value.Object(map[string]value.Value{"name": text("u"), "password": hide(text(word)), "admin": hide(flag(open))}),
			value.Object(map[string]value.Value{"name": text("v"), "password": hide(text("fixed")), "admin": hide(flag(!open))}),
		})
		return policy.Target{
			Type: "disk", Address: "disk.a", Operation: policyfile.Create, Prior: attrs{}, Meta: attrs{},
			Attrs: attrs{
				"name": text("n"), "secret": hide(text(word)), "open": hide(flag(open)), "count": hide(value.Of(cty.NumberIntVal(int64(n)))),
				"list": hide(value.Tuple(list)), "map": hide(value.Object(keys)), "users": users,
				"items": value.Tuple([]value.Value{text("a"), text("b"), text("c")}),
			},
		}
	}
	one, other := on("hunter2", true, 2), on("swordfish", false, 3)
	forms := []string{
		"attrs.secret == \"hunter2\"", "attrs.open", "!attrs.open", "attrs.open ? attrs.name == \"n\" : attrs.name == \"m\"",
		"attrs.open && attrs.name == \"m\"", "attrs.name == \"m\" || attrs.open", "attrs.name == \"n\" && attrs.open", "attrs.open || attrs.name == \"n\"",
		"core::alltrue([for u in attrs.users : u.admin])", "core::anytrue([for u in attrs.users : u.admin])", "core::anytrue([for u in attrs.users : u.password == \"hunter2\"])",
		"core::length([for u in attrs.users : u.name if u.admin]) == 1", "core::alltrue([for u in attrs.users : u.name == \"x\" if u.admin])",
		"core::alltrue([for s in attrs.list : s == \"x\"])", "core::alltrue([for i, s in attrs.list : i > 7])", "core::alltrue([for s in attrs.list : false])",
		"core::alltrue([for k, v in attrs.map : attrs.name == \"m\"])", "core::alltrue([for k, v in attrs.map : v])", "core::length(attrs.list) > 1",
		"core::contains(attrs.list, \"hunter20\")", "attrs.items[attrs.count - 1] == \"c\"", "core::try(attrs.list[2], \"none\") == \"none\"",
		"core::can(attrs.list[2])", "core::can(core::regex(\"^h\", attrs.secret))", "core::try(core::regex(\"^h\", attrs.secret), attrs.name) == \"n\"",
		"core::print(attrs.secret, attrs.secret) == \"x\"", "core::print(core::length(attrs.list)) == 1", "core::print([for u in attrs.users : u.name if u.admin]) == null",
		"core::alltrue([for u in attrs.users : attrs.open ? u.name == \"u\" : u.name == \"v\"])", "core::alltrue([for u in attrs.users : core::print(u.admin, u.name)])",
		"core::length([for u in attrs.users : core::print(u.name) if u.admin]) == 1", "core::try(core::print(attrs.list[2]), core::print(attrs.name)) == \"n\"",
		"core::can(core::print(attrs.list[2], attrs.name))", "core::alltrue([for u in attrs.users : local.printed if u.admin])", "core::alltrue([for s in attrs.list : core::print(attrs.name) == \"m\"])",
		"\"x${attrs.secret}\" == \"x\"", "attrs.users[*].password == null", "core::toset(attrs.list) == null", "core::alltrue([for u in [for w in attrs.users : w.admin] : u])",
		"core::alltrue([for x in attrs.items : core::contains(attrs.list, x)])", "core::alltrue([for k, x in attrs.items : k == attrs.count])", "core::min(attrs.count, 1) == 1",
		"attrs.secret == null ? true : attrs.name == \"m\"", "(attrs.open ? attrs.items : attrs.users[*].name) == null", "core::alltrue([for x in attrs.open ? attrs.items : attrs.users[*].name : x == \"a\"])",
		"core::alltrue([for x in attrs.open ? [\"a\"] : [\"b\"] : core::print(x == \"a\", x)])",
	}
	same := 0
	for _, form := range forms {
		for _, condition := range []string{form, "(" + form + ") || true", "(" + form + ") && false", "[" + form + "] == null", "!(" + form + ")"} {
			p, first := explain(t, condition, one)
			q, second := explain(t, condition, other)
			for _, secret := range []string{"hunter", "swordfish"} {
				if strings.Contains(strings.ReplaceAll(first+second, condition, ""), secret) && !strings.Contains(condition, secret) {
					t.Errorf("%s\n%s%s", condition, first, second)
				}
			}
			if p.Outcome != q.Outcome || p.Message != q.Message {
				continue
			}
			same++
			if first != second {
				t.Errorf("%s is %s for both, but explained as\n%sand\n%s", condition, p.Outcome, first, second)
			}
		}
	}
	if same < len(forms)*3 {
		t.Errorf("only %d verdicts are the same", same)
	}
}
