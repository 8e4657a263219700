package policyfile_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/lang/policyfile"
)

func FuzzParse(f *testing.F) {
	f.Add("resource_policy \"a\" \"b\" {\n operations = [\"update\"]\n filter = prior_attrs.a\n locals {\n  a = local.b\n }\n enforce {\n  condition = core::try(attrs.a[0], \"${local.a}\")\n }\n}")
	f.Add("policy {\n required_providers {\n  a = { source = \"a\", version = \"> 1\" }\n }\n}\ninput \"a\" {\n type = list(string)\n}")
	f.Add("policytest {\n targets = [\"a\"]\n}\nresource \"a\" \"b\" {\n attrs = { a = data.x.y.z }\n inputs {\n  a = 1\n }\n}")
	f.Add(`{"input": {"a": {"type": "string"}}, "resource_policy": {"a": {"b": [{"enforce": [{"condition": "${a}"}]}]}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"p.policy.hcl", "p.policy.hcl.json"} {
			file, diags := policyfile.Parse(name, []byte(text))
			for _, p := range file.Policies {
				for _, e := range p.Expressions() {
					policyfile.References(e)
				}
				if !diags.HasErrors() && (len(p.Enforce) == 0 || p.Enforce[0].Condition == nil) {
					t.Error("a policy without a condition, and no error")
				}
			}
		}
		for _, name := range []string{"p.policytest.hcl", "p.policytest.hcl.json"} {
			policyfile.ParseTest(name, []byte(text))
			policyfile.ParseValues(name, []byte(text))
		}
		policyfile.ParseExpression("e", []byte(text))
	})
}
