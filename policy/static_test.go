package policy_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// bucketSchemas know one type of resources.
type bucketSchemas struct{}

func (bucketSchemas) Resources(pattern string) []types.Type {
	if matches, err := path.Match(pattern, "test_bucket"); err != nil || !matches {
		return nil
	}
	return []types.Type{types.Object{Attrs: map[string]types.Attr{
		"name": {Type: types.String},
		"tags": {Type: types.Optional(types.Map{Elem: types.String})},
	}}}
}
func (bucketSchemas) DataSource(string) types.Type { return nil }
func (bucketSchemas) Provider(string) types.Type   { return nil }
func (bucketSchemas) HasType(name string) bool     { return name == "test_bucket" }
func (bucketSchemas) Types(prefix string) ([]string, bool) {
	if prefix != "test" {
		return nil, false
	}
	return []string{"test_bucket"}, true
}

// A plan may be of an older release of a provider than the policies are written for.
func TestAttributesThatOlderProvidersLack(t *testing.T) {
	source := func(target, condition string) policy.Source {
		return policy.Source{Name: "p.policy.hcl", Text: []byte("resource_policy \"" + target + "\" \"p\" {\n  enforce {\n    condition = " + condition + "\n  }\n}\n")}
	}
	for _, want := range []struct {
		target, condition string
		plan, validate    diag.Severity
	}{
		{"test_bucket", `core::try(attrs.nam, "") == ""`, diag.Error, diag.Error}, // misspelt: the fallback would hide it
		{"test_bucket", `core::can(attrs.nam)`, diag.Error, diag.Error},
		{"test_bucket", `attrs.nam == ""`, diag.Warning, diag.Error},
		{"*", `core::try(attrs.nam, "") == ""`, diag.Warning, diag.Error}, // a type that is not in this plan may have it
		{"test_*", `core::can(attrs.nam)`, diag.Warning, diag.Error},
	} {
		condition := want.target + ": " + want.condition
		source := source(want.target, want.condition)
		set, diags := policy.Load(source)
		diags = append(diags, set.Bind(bucketSchemas{})...)
		if len(diags) != 1 || diags[0].Severity != want.plan || !strings.Contains(diags[0].Detail, "There is no attrs.nam. Did you mean attrs.name?") {
			t.Errorf("%s: %v", condition, diags)
		}
		_, diags = policy.Validate(policy.Files{Policies: []policy.Source{source}}, bucketSchemas{}, policy.ValidateOptions{})
		if len(diags) != 1 || diags[0].Severity != want.validate {
			t.Errorf("%s: %v", condition, diags)
		}
	}
}

// A type that is misspelt in getresources has no resources, so that a policy could pass for that.
func TestTypesThatThereAreNot(t *testing.T) {
	for name, wrong := range map[string]bool{"test_bukcet": true, "test_bucket": false, "other_bucket": false, "test_spoon": true} {
		source := policy.Source{Name: "p.policy.hcl", Text: []byte("resource_policy \"test_bucket\" \"p\" {\n  enforce {\n    condition = core::length(core::getresources(\"" + name + "\")) == 0\n  }\n}\n")}
		set, _ := policy.Load(source)
		check := set.Bind(bucketSchemas{})
		_, validate := policy.Validate(policy.Files{Policies: []policy.Source{source}}, bucketSchemas{}, policy.ValidateOptions{})
		for severity, diags := range map[diag.Severity]diag.List{diag.Warning: check, diag.Error: validate} {
			switch {
			case !wrong && len(diags) > 0:
				t.Errorf("%s: %v", name, diags)
			case wrong && (len(diags) != 1 || diags[0].Severity != severity || !strings.Contains(diags[0].Detail, `no type "`+name+`".`)):
				t.Errorf("%s: %v", name, diags)
			}
		}
	}
}

func TestFiltersThatSelectNothing(t *testing.T) {
	text := `
resource_policy "test_bucket" "p" {
  enforce {
    condition = core::length(core::getresources("test_bucket", { nam = attrs.name })) == core::length(core::getresources("test_bucket", { name = 1 }))
  }
}
`
	set, _ := policy.Load(policy.Source{Name: "p.policy.hcl", Text: []byte(text)})
	diags := set.Bind(bucketSchemas{})
	var got []string
	for _, d := range diags {
		got = append(got, d.Severity.String()+": "+d.Detail)
	}
	want := []string{
		"error: The type has no attribute nam, so nothing matches. Did you mean name?",
		"error: The attribute name is a string, which is never equal to an int, so nothing matches.",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// An operation that there is not is never that of a resource.
func TestOperationsThatThereAreNot(t *testing.T) {
	for condition, want := range map[string]string{
		`meta.operation != "destroy"`:                         `Did you mean "delete"?`,
		`!core::contains(["replace"], meta.operation)`:        `A replacement is two operations: "delete" and "create".`,
		`core::contains(["create", "no-op"], meta.operation)`: "",
	} {
		set, _ := policy.Load(policy.Source{Name: "p.policy.hcl", Text: []byte("resource_policy \"test_bucket\" \"p\" {\n  enforce {\n    condition = " + condition + "\n  }\n}\n")})
		diags := set.Bind(bucketSchemas{})
		if want == "" && len(diags) > 0 || want != "" && (len(diags) != 1 || diags[0].Severity != diag.Error || !strings.HasSuffix(diags[0].Detail, want)) {
			t.Errorf("%s: %v", condition, diags)
		}
	}
}

// Row "003 int >= 256 bits exact".
func TestWholeNumbersAreExact(t *testing.T) {
	digits := "1" + strings.Repeat("0", 300)
	for condition, want := range map[string]bool{
		digits + "1 == " + digits + "1":    true,
		digits + "1 == " + digits + "2":    false,
		digits + "1 - " + digits + "0 > 0": true,
	} {
		text := "resource_policy \"test_bucket\" \"p\" {\n  enforce {\n    condition = " + condition + "\n  }\n}\n"
		tests := "resource \"test_bucket\" \"b\" {\n  attrs = { name = \"b\" }\n}\n"
		result, diags := policy.Test(t.Context(), policy.Files{
			Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(text)}},
			Tests:    []policy.Source{{Name: "p.policytest.hcl", Text: []byte(tests)}},
		}, policy.TestOptions{})
		if diags.HasErrors() || len(result.Files) != 1 {
			t.Fatal(diags)
		}
		if got := result.Files[0].Mocks[0].Results[0].Outcome == verdict.Pass; got != want {
			t.Errorf("%.20s...: %t", condition, got)
		}
	}
}

// A word that a local of the file or of the policy stands for is compared like one that is written there.
func TestWordsInLocals(t *testing.T) {
	const file = `policy {
  planfmt {
    version = ">= 1.0"
  }
}
locals {
  word = "%s"
}
plan_policy "p" {
  %s
  enforce {
    condition = !anytrue([for r in resources : contains(r.actions, local.%s)])
  }
}
`
	for _, c := range []struct {
		word, locals, name string
		errors             int
	}{
		{"destory", "", "word", 1},
		{"destroy", "", "word", 0},
		{"delete", "locals {\n    own = local.word\n  }", "own", 0},
		{"destory", "locals {\n    own = local.word\n  }", "own", 1},
	} {
		set, diags := policy.Load(policy.Source{Name: "p.policy.hcl", Text: fmt.Appendf(nil, file, c.word, c.locals, c.name)})
		if diags = append(diags, set.Bind(nil)...); len(diags) != c.errors || diags.HasErrors() != (c.errors > 0) {
			t.Errorf("%s, %s: %v", c.word, c.name, diags)
		}
	}
}
