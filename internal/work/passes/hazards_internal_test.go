package passes

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/policy"
)

// TestBrokenHazard checks that a built-in policy that cannot be loaded is pointed out, and not switched off.
func TestBrokenHazard(t *testing.T) {
	p := &builtinHazard{hazards.Policy{Name: "resource_policy.a.b", Label: "b", Operation: "create"}, func() (*policy.Judge, diag.List) {
		return load(policy.Source{Name: "a.policy.hcl", Text: []byte(`resource_policy "a" "b" {`)})
	}}
	for operation, want := range map[policy.Operation]string{policy.Create: "The built-in policy b could not judge this", policy.Delete: ""} {
		text := ""
		if v := (&hazardsPass{}).result(p, []policy.Target{{Type: "a", Operation: operation}}); v != nil {
			text = pointOut(&source.Resource{}, v).Text
		}
		if !strings.HasPrefix(text, want) || (text == "") != (want == "") {
			t.Errorf("%v: %q", operation, text)
		}
	}
}
