package policy_test

import (
	"context"
	"testing"

	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// FuzzTest runs tests of policies, whatever the files contain.
func FuzzTest(f *testing.F) {
	f.Add(`
input "n" {
  type    = number
  default = 1
}
locals {
  all = core::getresources("disk", { kind = "a" })
}
resource_policy "d*" "a" {
  enforcement_level = "advisory"
  operations        = ["create", "update"]
  filter            = core::try(attrs.on, true)
  locals {
    n = core::length(local.all)
  }
  enforce {
    condition     = local.n >= input.n && attrs.size % 2 == 0
    error_message = "no ${attrs.size} in ${meta.operation}"
  }
}
module_policy "*" "b" {
  enforce {
    condition = meta.version != null && attrs.x == 1
  }
}`, `
inputs {
  n = 2
}
locals {
  size = 4
}
resource "disk" "a" {
  attrs = { size = local.size, kind = "a", list = [for x in [1, 2] : x if x > 1] }
}
resource "disk" "b" {
  attrs          = { size = disk.a.size + 1 }
  prior_attrs    = disk.a.attrs
  meta           = { operation = "no-op" }
  expect_failure = true
  inputs {
    n = input.n
  }
}
data "key" "k" {
  attrs = { id = "x" }
}
module "./m" "m" {
  meta = { version = data.key.k.id }
}`)
	f.Fuzz(func(t *testing.T, policies, tests string) {
		files := policy.Files{
			Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(policies)}},
			Tests:    []policy.Source{{Name: "p.policytest.hcl", Text: []byte(tests)}},
		}
		found, diags := policy.Test(context.Background(), files, policy.TestOptions{AsPlan: bucketSchemas{}})
		if diags.HasErrors() && len(found.Files) > 0 {
			t.Error("tests have been run although there are errors")
		}
		for _, file := range found.Files {
			for _, m := range file.Mocks {
				for _, r := range m.Results {
					if r.Outcome == verdict.Pass && len(r.Diagnostics) > 0 || r.Outcome == verdict.Error && r.Message == "" {
						t.Errorf("%s: %v %q %v", m.Name, r.Outcome, r.Message, r.Diagnostics)
					}
				}
			}
		}
	})
}
