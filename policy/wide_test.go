package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/policy"
)

// wideSchemas know many types. The tags of some are required, the labels of each are of a type of its own.
type wideSchemas struct {
	bucketSchemas
	many int
}

func (s wideSchemas) Resources(string) []types.Type {
	var all []types.Type
	for i := range s.many {
		tags := []types.Type{types.Map{Elem: types.String}, types.Optional(types.Map{Elem: types.String}), types.Optional(types.Set{Elem: types.String})}[i%3]
		all = append(all, types.Object{Attrs: map[string]types.Attr{
			"tags":   {Type: tags},
			"name":   {Type: types.String},
			"arn":    {Type: types.Optional(types.String), Computed: true},
			"labels": {Type: types.Object{Attrs: map[string]types.Attr{fmt.Sprint("l", i): {Type: types.String}}}},
		}})
	}
	return all
}

// TestWidePatterns checks that what may be null is found whether a pattern matches few types or many.
func TestWidePatterns(t *testing.T) {
	for condition, warned := range map[string]bool{
		`core::length(attrs.tags) > 0`: true, `attrs.tags != null && core::length(attrs.tags) > 0`: false, `core::length(attrs.name) > 0`: false, `core::startswith(attrs.arn, "a")`: false,
		`core::length(core::keys(attrs.tags)) > 0`: true,
	} {
		for _, many := range []int{3, 39, 41, 600} {
			source := policy.Source{Name: "p.policy.hcl", Text: []byte("resource_policy \"test_*\" \"p\" {\n  enforce {\n    condition = " + condition + "\n  }\n}\n")}
			_, diags := policy.Validate(policy.Files{Policies: []policy.Source{source}}, wideSchemas{many: many}, policy.ValidateOptions{})
			found := false
			for _, d := range diags {
				found = found || strings.Contains(d.Detail, "this may be null")
			}
			if diags.HasErrors() || found != warned {
				t.Errorf("%s of %d types: %v", condition, many, diags)
			}
		}
	}
}
