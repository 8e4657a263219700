package policy_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// TestCheckNested asks for attributes of nested objects that a plan does not have. With a schema, they are null.
// Without one, nothing is decided otherwise.
func TestCheckNested(t *testing.T) {
	t.Parallel()
	const plan = `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[{"address":"aws_x.a","mode":"managed",
		"type":"aws_x","name":"a","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,
		"after":{"name":"n","blk":[{"a":"1"}],"tags":{"k":"v"},"labels":{"Kind":"v"},"obj":{"p":"q"}},
		"after_unknown":{"id":true,"blk":[{}]},"before_sensitive":false,"after_sensitive":{}}}]}`
	const schemas = `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/hashicorp/aws":{"resource_schemas":{"aws_x":{"version":0,"block":{
		"attributes":{"id":{"type":"string","computed":true},"name":{"type":"string","optional":true},
		"tags":{"type":["map","string"],"optional":true},"labels":{"type":["map","string"],"optional":true},
		"obj":{"type":["object",{"p":"string","x":"string"}],"optional":true}},
		"block_types":{"blk":{"nesting_mode":"list","block":{
		"attributes":{"a":{"type":"string","optional":true},"x":{"type":"string","optional":true}},
		"block_types":{"inner":{"nesting_mode":"list","block":{"attributes":{"y":{"type":"string","optional":true}}}}}}}}}}}}}}`
	for _, c := range []struct {
		condition string
		with      verdict.Outcome
		decided   bool // without the schema, too
	}{
		{`core::try(attrs.blk[0].x, "d") == "d"`, verdict.Fail, false},
		{`core::try(attrs.blk[0].x, "d") == "e"`, verdict.Fail, true},
		{`core::try(attrs.blk[0].x == "e", false)`, verdict.Fail, true},
		{`core::try(attrs.blk[0]["x"], "d") == "d"`, verdict.Fail, false},
		{`core::try(attrs.blk[*].x, ["d"]) == ["d"]`, verdict.Fail, false},
		{`[for b in attrs.blk : core::try(b.x, "d")] == ["d"]`, verdict.Fail, false},
		{`core::alltrue([for b in attrs.blk : core::try(b.x != "e", true)])`, verdict.Pass, true},
		{`core::try(core::length(attrs.blk[0].inner), 7) == 7`, verdict.Fail, false},
		{`core::try(attrs.obj.x, "d") == "d"`, verdict.Fail, false},
		{`core::can(attrs.obj.x)`, verdict.Pass, false},
		{`attrs.obj == { p = "q", x = "y" }`, verdict.Fail, true},
		{`core::try(core::getresources("aws_x", {})[0].blk[0].x, "d") == "d"`, verdict.Fail, false},
		{`core::try(core::getresources("aws_x", {})[0].zz, "d") == "d"`, verdict.Pass, false},
		{`core::length(core::getresources("aws_x", { zz = "d" })) == 0`, verdict.Pass, true},
		{`core::length(core::getresources("aws_x", { zz = null })) == 0`, verdict.Pass, false},
		// A map has no attributes, but without a schema, some maps may be objects.
		{`core::can(attrs.tags["k"])`, verdict.Pass, true},
		{`core::can(attrs.tags["owner"])`, verdict.Fail, false},
		{`core::can(attrs.tags["Owner"])`, verdict.Fail, true},
		{`core::can(attrs.labels["owner"])`, verdict.Fail, true},
		{`core::contains(core::keys(attrs.tags), "owner")`, verdict.Fail, true},
	} {
		judge := func(opts planfmt.Options) verdict.Outcome {
			opts.Policies = &planfmt.PolicyOptions{Policies: []policy.Source{{
				Name: "p.policy.hcl", Text: []byte("resource_policy \"aws_x\" \"p\" {\nenforce {\ncondition = " + c.condition + "\n}\n}\n"),
			}}}
			r, err := planfmt.Check(t.Context(), strings.NewReader(plan), opts)
			if err != nil {
				t.Fatalf("%s: %v", c.condition, err)
			}
			for _, v := range r.Results.All() {
				return v.Outcome
			}
			return verdict.Skipped
		}
		with := judge(planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{kit.SchemaText([]byte(schemas))}}})
		without, want := judge(planfmt.Options{}), verdict.Undecided
		if c.decided {
			want = c.with
		}
		if with != c.with || without != want {
			t.Errorf("%s: %s with the schema and %s without, want %s and %s", c.condition, with, without, c.with, want)
		}
	}
}

// TestCheckOwnsWhatItKeeps asks for other resources of a plan without schemas. They are loaded one after the other, into the same
// memory, before the first policy is evaluated. With the race detector, or the build tag spoil, that memory is overwritten as well.
func TestCheckOwnsWhatItKeeps(t *testing.T) {
	t.Parallel()
	var changes []string
	for i, after := range []string{`{"n":"1","m":"2","nested":[{"key":"a"}]}`, `{"n":"1"}`, `{"other":[],"n":"1","nested":[{"key":"b","more":"c"}]}`} {
		changes = append(changes, `{"address":"x_a.r`+string(rune('0'+i))+`","mode":"managed","type":"x_a","name":"r`+string(rune('0'+i))+`","provider_name":"x/y/x",
			"change":{"actions":["create"],"before":null,"after":`+after+`,"after_unknown":{"id":true,"nested":[{"arn":true}]}}}`)
	}
	plan := `{"format_version":"1.2","terraform_version":"1.11.0","resource_changes":[` + strings.Join(changes, ",") + `]}`
	for _, condition := range []string{
		`core::length(core::getresources("x_a", { n = "1" })) == 3`,
		`core::length(core::getresources("x_a", { id = "1" })) > 0`,
		`core::length([for r in core::getresources("x_a", {}) : r if core::try(r.nested[0].arn, "") == "x"]) == 0`,
		`core::length([for r in core::getresources("x_a", {}) : r if core::try(r.zz, r.m, "") == "2"]) == 1`,
	} {
		r, err := planfmt.Check(t.Context(), strings.NewReader(plan), planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{
			Name: "p.policy.hcl", Text: []byte("resource_policy \"x_a\" \"p\" {\nenforce {\ncondition = " + condition + "\n}\n}\n"),
		}}}})
		if err != nil {
			t.Fatalf("%s: %v", condition, err)
		}
		for _, v := range r.Results.All() {
			if v.Outcome == verdict.Error {
				t.Errorf("%s: %+v", condition, v)
			}
			for _, cause := range v.Causes {
				if text := cause.Path.String(); strings.Contains(text, "\xff") || strings.Contains(text, "\ufffd") {
					t.Errorf("%s: the path of a cause is %q", condition, text)
				}
			}
		}
	}
}
