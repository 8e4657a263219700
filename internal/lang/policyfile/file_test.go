package policyfile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
)

// lines returns diagnostics as line: summary, with a mark for warnings.
func lines(diags diag.List) string {
	var all []string
	for _, d := range diags {
		mark := ""
		if d.Severity == diag.Warning {
			mark = "?"
		}
		all = append(all, fmt.Sprintf("%d: %s%s", d.Subject.Start.Line, d.Summary, mark))
	}
	return strings.Join(all, "; ")
}

func TestParse(t *testing.T) {
	const enforce = "enforce {\n condition = true\n}\n"
	policy := func(body string) string { return "resource_policy \"aws_x\" \"a\" {\n" + body + "\n" + enforce + "}\n" }
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"smallest", policy(""), ""},
		{"no enforce", `resource_policy "aws_x" "a" {}`, "1: Missing block"},
		{"no condition", "resource_policy \"aws_x\" \"a\" {\n enforce {}\n}", "2: Missing argument"},
		{"empty label", `resource_policy "" "a" {}`, "1: Empty label"},
		{"three labels", `resource_policy "a" "b" "c" {}`, "1: Wrong number of labels"},
		{"label of policy", `policy "a" {}`, "1: Wrong number of labels"},
		{"data policy", `data_policy "a" "b" {}`, "1: Unsupported block"},
		{"argument at the top", "a = 1", "1: Unsupported argument"},
		{"argument for block", policy("enforce = true"), "2: Unsupported argument"},
		{"block for argument", policy("filter {}"), "2: Unsupported block"},
		{"twice", policy("") + policy(""), "7: Duplicate policy"},
		{"two policy blocks", "policy {}\npolicy {}", "2: Duplicate block"},
		{"two blocks of locals", policy("locals {}\nlocals {}"), "3: Several blocks of locals?"},
		{"duplicate local", "locals {\n a = 1\n}\nlocals {\n a = 2\n}", "5: Duplicate local"},
		{"local hides", "locals {\n a = 1\n}\n" + policy("locals {\n a = 2\n}"), "6: Local hides another one?"},
		{"cycle", "locals {\n b = 1\n a = local.c\n c = [local.a]\n}", "3: Cycle"},
		{"cycle of one", "locals {\n a = local[\"a\"]\n}", "2: Cycle"},
		{"cycle in a policy", policy("locals {\n a = local.c\n c = [for a in local.a : a]\n}"), "3: Cycle"},
		{"no cycle", "locals {\n a = {a = 1}.a\n b = [for local in [{b = 1}] : local.b]\n}", ""},
		{"level", policy("enforcement_level = \"advisory\""), ""},
		{"level from input", policy("enforcement_level = input.level"), ""},
		{"bad level", policy("enforcement_level = \"soft\""), "2: Invalid enforcement level"},
		{"bare level", policy("enforcement_level = advisory"), "2: Invalid enforcement level"},
		{"level of a file", "policy {\n enforcement_level = 1\n}", "2: Invalid enforcement level"},
		{"operations", policy("operations = [\"update\", \"update\"]"), ""},
		{"all operations", policy("operations = []"), ""},
		{"bad operation", policy("operations = [\"read\", 1]"), "2: Invalid operation; 2: Invalid operation"},
		{"operations as text", policy("operations = \"update\""), "2: Invalid operations"},
		{"create and delete", policy("operations = [\"delete\", \"update\", \"create\"]"), "2: Invalid operations"},
		{"delete and no-op", policy("operations = [\"no-op\", \"delete\"]"), "2: Invalid operations"},
		{"prior", policy("operations = [\"update\", \"delete\"]\nfilter = prior_attrs != null"), ""},
		{"prior and nothing", policy("filter = prior_attrs != null"), "1: Missing argument"},
		{"prior and all", policy("operations = []\nfilter = prior_attrs != null"), "2: Invalid operations"},
		{"prior and create", policy("operations = [\"update\", \"create\"]\nlocals {\n a = prior_attrs\n}"), "2: Invalid operations"},
		{"prior as a variable", policy("filter = [for prior_attrs in [1] : prior_attrs] == []"), ""},
		{"getresources", policy("operations = [\"update\"]\nfilter = core::getresources(\"a\", {}) == []"), "2: Unchanged resources are not judged?"},
		{"getresources and no-op", policy("operations = [\"no-op\"]\nfilter = core::getresources(\"a\", {}) == []"), ""},
		{"operations of modules", "module_policy \"*\" \"a\" {\n operations = []\n" + enforce + "}", "2: Unsupported argument"},
		{"part of a source", "module_policy \"a/*\" \"a\" {\n" + enforce + "}", "1: Unlikely source?"},
		{"inputs", "input \"a-b\" {\n type = string\n sensitive = true\n nullable = false\n description = \"d\"\n}", ""},
		{"input without a type", "input \"a\" {}", "1: Missing argument"},
		{"input twice", "input \"a\" {\n type = any\n}\ninput \"a\" {\n type = any\n}", "4: Duplicate input"},
		{"name of an input", "input \"a b\" {\n type = any\n}", "1: Invalid name"},
		{"flags of an input", "input \"a\" {\n type = any\n sensitive = \"yes\"\n nullable = null\n description = 1\n}", "3: Invalid argument; 4: Invalid argument; 5: Invalid argument"},
		{"providers", "policy {\n required_providers {\n  aws = { source = \"hashicorp/aws\", version = \">= 4.0.0, < 7.0.0\" }\n  b = {\"source\" = \"a/b\"}\n }\n terraform_config {\n  required_version = \"~> 1.1\"\n }\n plugins {\n  p = { source = \"./p\" }\n }\n}", ""},
		{"bad providers", "policy {\n required_providers {\n  a = \"x\"\n  b = { version = \"*\", from = 1 }\n  c = { source = \"c\", version = \"new\" }\n  d = { source = var.a }\n }\n}", "3: Invalid argument; 4: Missing source; 4: Invalid version constraint; 4: Unsupported attribute; 5: Invalid version constraint; 6: Missing source; 6: Invalid attribute"},
		{"syntax", "resource_policy \"a\" \"b\" {\n enforce {\n  condition = 1 +\n }\n}", "3: Invalid expression"},
		{"not UTF-8", "a = \"\xff\"", "1: Invalid character encoding; 1: Unterminated template string"},
		{"deep", "locals {\n a = " + strings.Repeat("[", 5000), "1: Text too complex"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diags := policyfile.Parse("p.policy.hcl", []byte(c.text))
			if got := lines(diags); got != c.want {
				t.Errorf("got  %s\nwant %s\n%v", got, c.want, diags)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	var many strings.Builder
	for i := range 5001 {
		fmt.Fprintf(&many, "  l%d = 1\n", i)
	}
	for name, text := range map[string]string{
		"Text too complex":     "locals {\n  a = attrs" + strings.Repeat(".a", 1001) + "\n}\n",
		"Too many definitions": "locals {\n" + many.String() + "}\n",
		"Text too long":        "locals {\n  a = \"" + strings.Repeat("a", policyfile.MaxSize) + "\"\n}\n",
	} {
		if _, diags := policyfile.Parse("a.policy.hcl", []byte(text)); !strings.Contains(lines(diags), name) {
			t.Errorf("%s: %.200s", name, lines(diags))
		}
	}
	_, diags := policyfile.Parse("a.policy.hcl", []byte("locals {\n  a = ["+strings.Repeat("a.b,\n", 3000)+"]\n  b = "+strings.Repeat("a.b.c + ", 500)+"1\n}\n"))
	if diags.HasErrors() {
		t.Errorf("many short references: %.200s", lines(diags))
	}
}

func TestParseTest(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"all", "policytest {\n targets = [\"a.policy.hcl\", \"d/\"]\n}\ninputs {\n a = 1\n}\nlocals {\n b = 1\n}\n" +
			"resource \"t\" \"n\" {\n attrs = {}\n prior_attrs = {}\n meta = {}\n expect_failure = true\n skip = true\n inputs {}\n}\n" +
			"data \"t\" \"n\" {\n attrs = {}\n}\nmodule \"t\" \"n\" {\n meta = {}\n}\nprovider \"t\" \"n\" {\n meta = {}\n}", ""},
		{"input", "input {\n a = 1\n}", "1: Unsupported block"},
		{"two of inputs", "inputs {}\ninputs {}", "2: Duplicate block"},
		{"policytest twice", "policytest {}\npolicytest {}", "2: Duplicate block"},
		{"mock twice", "resource \"t\" \"n\" {}\ndata \"t\" \"n\" {}\nresource \"t\" \"n\" {}", "3: Duplicate mock"},
		{"data that fails", "data \"t\" \"n\" {\n attrs = {}\n expect_failure = true\n meta = {}\n}", "3: Unsupported argument; 4: Unsupported argument"},
		{"prior of a module", "module \"t\" \"n\" {\n prior_attrs = {}\n}", "2: Unsupported argument"},
		{"block of attrs", "resource \"t\" \"n\" {\n attrs {}\n}", "2: Unsupported block"},
		{"targets", "policytest {\n targets = [local.a, \"\", 1]\n}", "2: Invalid target; 2: Invalid target; 2: Invalid target"},
		{"target", "policytest {\n targets = \"a\"\n}", "2: Invalid targets"},
		{"cycle", "locals {\n a = local.a\n}", "2: Cycle"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diags := policyfile.ParseTest("p.policytest.hcl", []byte(c.text))
			if got := lines(diags); got != c.want {
				t.Errorf("got  %s\nwant %s\n%v", got, c.want, diags)
			}
		})
	}
}

func TestParseValues(t *testing.T) {
	v, diags := policyfile.ParseValues("a.tfvars", []byte("b = 1\na = [\"x\"]\n"))
	if len(diags) != 0 || len(v.Values) != 2 || v.Values[0].Name != "b" || v.Values[1].NameAt.Start.Line != 2 {
		t.Errorf("%v %v", v.Values, diags)
	}
	if _, diags = policyfile.ParseValues("a.tfvars", []byte("a {}")); lines(diags) != "1: Unsupported block" {
		t.Error(diags)
	}
	if v, diags = policyfile.ParseValues("a.tfvars.json", []byte(`{"a": "x", "b": [1]}`)); len(diags) != 0 || len(v.Values) != 2 {
		t.Errorf("%v %v", v.Values, diags)
	}
}

func TestJSON(t *testing.T) {
	f, diags := policyfile.Parse("p.policy.hcl.json", []byte(`{
  "//": "a comment",
  "input": {"sizes": {"type": "list(number)", "default": [1, 2]}},
  "locals": {"a": "${input.sizes[0]}", "text": "none"},
  "resource_policy": {"aws_x": {"small": {
    "operations": ["update"],
    "filter": true,
    "enforce": [
      {"condition": "${attrs.size <= local.a}", "error_message": "at most ${local.a}"},
      {"condition": "${prior_attrs.size > 0}"}
    ]
  }}}
}`))
	if len(diags) != 0 || len(f.Policies) != 1 || len(f.Policies[0].Enforce) != 2 || len(f.Inputs) != 1 || len(f.Locals) != 2 {
		t.Fatalf("%+v %v", f, diags)
	}
	refs := policyfile.References(f.Policies[0].Enforce[0].Condition)
	if len(refs) != 2 || refs[1].Root != "local" || refs[1].Attr != "a" || refs[0].At.Start.Line != 9 || refs[0].At.Start.Column != 24 {
		t.Errorf("%+v", refs)
	}
	f, diags = policyfile.Parse("p.policy.hcl.json", []byte(`{
  "policy": {"planfmt": {"version": ">= 1.0"}},
  "function": {"f": {"params": {"a": "string", "b": "list(string)"}, "result": "${a}"}}
}`))
	if len(diags) != 0 || len(f.Functions) != 1 || len(f.Functions[0].Params) != 2 {
		t.Fatalf("%+v %v", f, diags)
	}
	// As the type of an input, that of a parameter is what the string says, and no string.
	if _, ok := f.Functions[0].Params[1].Type.(*hclsyntax.FunctionCallExpr); !ok {
		t.Errorf("%#v", f.Functions[0].Params[1].Type)
	}
	_, diags = policyfile.Parse("p.policy.hcl.json", []byte("{\n\"resource_policy\": {\"aws_x\": {\"small\": {\n\"operation\": [\"update\"],\n\"enforce\": {\"condition\": \"${1 +}\"}}}}}"))
	if lines(diags) != "4: Invalid expression" && lines(diags) != "4: Missing expression" {
		t.Error(diags)
	}
	_, diags = policyfile.Parse("p.policy.hcl.json", []byte("{\n\"resource_policy\": {\"aws_x\": {\"small\": {\n\"operation\": [\"update\"],\n\"enforce\": {\"condition\": true}}}}}"))
	if lines(diags) != "3: Unsupported argument" {
		t.Error(diags)
	}
}

// The parser takes a time that is quadratic in the number of lines of a heredoc with references.
func TestLongTexts(t *testing.T) {
	heredoc := func(lines int, last string) string {
		return "<<EOT\n" + strings.Repeat("x\n", lines) + last + "\nEOT\n"
	}
	native := func(expr string) ([]byte, string) {
		return []byte("locals {\n  a = " + expr + "}\n" + `policy {}`), "p.policy.hcl"
	}
	inJSON := func(expr string) ([]byte, string) {
		return fmt.Appendf(nil, `{"resource_policy":{"aws_x":{"a":{"enforce":{"condition":%q}}}}}`, "${1 == "+expr+"}"), "p.policy.hcl.json"
	}
	for i, src := range []func(string) ([]byte, string){native, inJSON} {
		for last, want := range map[string]bool{"x": false, "${1}": true} {
			text, name := src("[" + heredoc(20_000, last) + "]\n")
			_, diags := policyfile.Parse(name, text)
			got := slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool { return d.Summary == "Text too complex" })
			if got != want {
				t.Errorf("%d: 20,000 lines and %s: %v", i, last, diags.Err())
			}
		}
	}
}
