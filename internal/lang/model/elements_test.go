package model_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/funcs"
)

// Misspelt attributes are found behind functions and behind defaults that have no elements. What is there is no error.
func TestAttributesOfElements(t *testing.T) {
	scope := testScope(t)
	scope.Functions = funcs.All()
	scope.Roots["attrs"] = testType(t, `object({
		rules = list(object({port = number, name = string})),
		more  = list(object({port = number, cidr = string})),
		odd   = list(object({port = number, list = list(string)})),
		set   = set(object({port = number})),
		block = union([list(object({port = number})), none]),
		tags  = map(string),
		plain = map(object({port = number})),
		one   = object({port = number}),
	})`)
	for _, text := range []string{
		`core::distinct(core::try([for r in attrs.rules : r], []))[*].PORT`,
		`core::try([for r in attrs.rules : r], [])[*].PORT`,
		`[for r in core::distinct(core::try([for r in attrs.rules : r], [])) : r.PORT]`,
		`core::try(attrs.rules, [])[*].PORT`,
		`core::try(attrs.set, [])[*].PORT`,
		`core::try(attrs.rules, attrs.set)[*].PORT`,
		`core::concat(attrs.rules, attrs.more)[*].PORT`,
		`core::concat(attrs.rules, attrs.odd)[*].PORT`,
		`core::concat(core::try([for r in attrs.rules : r], []), attrs.more)[*].PORT`,
		`[for r in core::concat(attrs.rules, attrs.more) : r.PORT]`,
		`core::distinct(core::concat(attrs.rules, attrs.more))[*].PORT`,
		`core::merge(core::try({ for r in attrs.rules : r.name => r }, {}), {})["x"].PORT`,
		`core::merge({ for r in attrs.rules : r.name => r }, attrs.plain)["x"].PORT`,
		`core::values(core::merge(core::try({ for r in attrs.rules : r.name => r }, {}), {}))[*].PORT`,
		`[for r in core::setunion(attrs.set, []) : r.PORT]`,
		`[for r in core::setunion([], attrs.rules) : r.PORT]`,
		`core::tolist(core::try(attrs.rules, []))[0].PORT`,
		`core::flatten([core::try(attrs.rules, []), attrs.more])[*].PORT`,
		`core::reverse(core::try(attrs.rules, []))[*].PORT`,
		`core::one(core::try(attrs.rules, [])).PORT`,
	} {
		if _, diags := bind(t, scope, text); !strings.Contains(diags, "PORT: Unsupported attribute") {
			t.Errorf("%s: %q", text, diags)
		}
		right := strings.ReplaceAll(text, "PORT", "port")
		if _, diags := bind(t, scope, right); strings.Contains(diags, "error") || strings.Contains(diags, "Unsupported") {
			t.Errorf("%s: %q", right, diags)
		}
	}
	for text, want := range map[string]string{
		`core::concat(attrs.rules, attrs.more)[*].cidr`:       "list(string)",
		`core::merge({ a = 1 }, attrs.tags)["a"]`:             "union([int, string])",
		`core::merge(attrs.tags, {})["a"]`:                    "string",
		`core::merge({ a = attrs.one }, { b = attrs.one }).b`: "object({port = number})",
		`core::setunion(attrs.set, [])`:                       "set(object({port = number}))",
		`core::concat([], [])`:                                "tuple([])",
		`core::distinct([])`:                                  "list(any)",
	} {
		e, diags := bind(t, scope, text)
		if diags != "" {
			t.Errorf("%s: %s", text, diags)
		}
		if got := e.Type().String(); got != want {
			t.Errorf("%s has the type %s, want %s", text, got, want)
		}
	}
}
