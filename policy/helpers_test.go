package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/policy"
)

// TestCallsAreWhatTheyStandFor checks that a condition in a function, with what it needs as arguments, says the same as the condition
// itself, of values that are known, null, unknown, sensitive or missing.
func TestCallsAreWhatTheyStandFor(t *testing.T) {
	values := []string{"attrs.name", "attrs.nothing", "attrs.size", "attrs.maybe", "attrs.secret", "attrs.none", "attrs", "null", "\"n\"", "[attrs.name, attrs.size]"}
	bodies := []string{
		"a == \"n\"", "a != null", "a == b", "a > 3", "a ? b == \"n\" : true", "core::try(a.name == \"n\", false)", "core::can(a[0])",
		"core::length(a) > 0", "core::startswith(a, \"n\") || b == null", "!a", "core::contains([\"n\", 3], a)", "core::alltrue([for x in a : x != b])",
		"core::anytrue([a == \"n\", b == \"n\"])", "core::try(core::length(a), 0) > 0 && core::try(b, false) == \"n\"", "core::issensitive(a)", "\"${a}\" == \"n\"",
	}
	const file = `
policy {
  planfmt {
    version = ">= 1.0"
  }
}
function "f" {
  params = [a, b]
  result = %s
}
resource_policy "disk" "p" {
  enforce {
    condition = %s
  }
}`
	judged := func(body, condition string) string {
		s, diags := policy.Load(policy.Source{Name: "p.policy.hcl", Text: fmt.Appendf(nil, file, body, condition)})
		if diags = append(diags, s.Bind(nil)...); diags.HasErrors() {
			return "static"
		}
		r := judge(t, s, nil, policy.InputValues{}).Results(target())[0]
		return fmt.Sprint(r.Outcome, len(r.Causes))
	}
	compared := 0
	for _, body := range bodies {
		for i, a := range values {
			b := values[(i*3+1)%len(values)]
			inline := strings.ReplaceAll(body, "a.name", a+".name")
			inline = replaceNames(inline, a, b)
			got, want := judged(body, "f("+a+", "+b+")"), judged("true", inline)
			// What is wrong in any case is found where the types are known, and arguments are evaluated even if they are not used.
			if want == "static" || strings.HasPrefix(got, "error") || got == "static" {
				continue
			}
			compared++
			if got != want {
				t.Errorf("%s with %s and %s: called %s, written %s", body, a, b, got, want)
			}
		}
	}
	if compared < 60 {
		t.Errorf("only %d comparisons", compared)
	}
}

// replaceNames replaces the names a and b.
func replaceNames(body, a, b string) string {
	isName := func(c byte) bool {
		return c == '_' || c == ':' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '"'
	}
	var out strings.Builder
	for i := 0; i < len(body); i++ {
		whole := (i == 0 || !isName(body[i-1])) && (i+1 == len(body) || !isName(body[i+1]))
		switch {
		case whole && body[i] == 'a', body[i] == 'a' && i > 0 && body[i-1] == '{' && body[i+1] == '}':
			out.WriteString(a)
		case whole && body[i] == 'b':
			out.WriteString(b)
		default:
			out.WriteByte(body[i])
		}
	}
	return out.String()
}
