package policyfile

import (
	"strings"
	"testing"
)

// TestHints: what people write who know other languages leads to what planfmt has for it, with the prefix where functions need one.
func TestHints(t *testing.T) {
	for condition, want := range map[string]string{
		`attrs.x in ["a"]`:             "To ask whether a list has an element, write core::contains(list, element).",
		`!(attrs.x in ["a"])`:          "write core::contains(list, element).",
		`attrs.x not in ["a"]`:         "write !core::contains(list, element).",
		`["a"] contains attrs.x`:       "There is no operator contains.",
		`attrs.x is "a"`:               "To compare values, use ==.",
		`attrs.x is not null`:          "To compare values, use ==.",
		`not attrs.x`:                  "The operator is !.",
		`attrs.x and attrs.y`:          "The operator is &&.",
		`attrs.x = 1`:                  "To compare values, use ==.",
		`attrs.x matches "a"`:          "Write core::can(core::regex(pattern, text)).",
		`all attrs.list as x { x > 1}`: "Write core::alltrue([for x in list : condition]).",
		`any attrs.list as x { x > 1}`: "Write core::anytrue([for x in list : condition]).",
		`attrs.x := 1`:                 "in a block locals.",
		`attrs.é in 1`:                 "There is no operator in.",
	} {
		_, diags := Parse("p.policy.hcl", []byte("resource_policy \"a\" \"b\" {\n  enforce {\n    condition = "+condition+"\n  }\n}\n"))
		if len(diags) == 0 || !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: %v, want %q", condition, diags, want)
		}
		_, diags = ParseExpression("--assert", []byte(condition))
		if bare := strings.ReplaceAll(want, "core::", ""); len(diags) == 0 || !strings.Contains(diags[0].Detail, bare) {
			t.Errorf("%s: as an expression %v, want %q", condition, diags, bare)
		}
	}
	for _, condition := range []string{"attrs.x === 1", "attrs.index x", "attrs.x information", "attrs.x notable"} {
		_, diags := ParseExpression("--assert", []byte(condition))
		if len(diags) == 0 || strings.Contains(diags[0].Detail, "operator is") || strings.Contains(diags[0].Detail, "no operator") {
			t.Errorf("%s: %v", condition, diags)
		}
	}
	_, diags := Parse("p.policy.hcl", []byte("resource_policy \"a\" \"b\" {\n  enforce {\n    condition = true\n    enforcement_level = \"advisory\"\n  }\n}\n"))
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, "It stands in the block around it.") {
		t.Error(diags)
	}
}
