package kit

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
)

// WholePlan returns the JSON of a plan that is given in short: changes and drift with what is not the same in every plan.
func WholePlan(t *testing.T, short []byte) []byte {
	t.Helper()
	var plan map[string]any
	if err := json.Unmarshal(short, &plan); err != nil {
		t.Fatal(err)
	}
	long := map[string]any{"format_version": "1.2", "terraform_version": "1.13.0", "configuration": map[string]any{"root_module": map[string]any{}}}
	list := func(name string) []any {
		var all []any
		changes, _ := plan[name].([]any)
		for _, c := range changes {
			all = append(all, wholeChange(c.(map[string]any)))
		}
		return all
	}
	long["resource_changes"], long["resource_drift"] = list("changes"), list("drift")
	for name, v := range plan {
		switch name {
		case "changes", "drift":
		case "outputs":
			long["output_changes"] = v
		default:
			long[name] = v
		}
	}
	text, err := json.Marshal(long)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func wholeChange(c map[string]any) map[string]any {
	address := c["address"].(string)
	var module string
	rest := address
	for strings.HasPrefix(rest, "module.") {
		_, _, rest = plans.CutStep(rest)
		_, _, rest = plans.CutStep(rest)
		module = strings.TrimSuffix(strings.TrimSuffix(address, rest), ".")
	}
	typ, name, _ := strings.Cut(rest, ".")
	name, key, hasKey := strings.Cut(name, "[")
	provider, _, _ := strings.Cut(typ, "_")
	change := map[string]any{
		"actions": c["actions"], "before": c["before"], "after": c["after"], "after_unknown": map[string]any{}, "before_sensitive": false, "after_sensitive": false,
	}
	if u, ok := c["unknown"]; ok {
		change["after_unknown"] = u
	}
	if i, ok := c["importing"]; ok {
		change["importing"] = i
	}
	whole := map[string]any{
		"address": address, "mode": "managed", "type": typ, "name": name, "provider_name": "registry.terraform.io/hashicorp/" + provider, "change": change,
	}
	if module != "" {
		whole["module_address"] = module
	}
	if hasKey {
		var index any
		if json.Unmarshal([]byte(strings.TrimSuffix(key, "]")), &index) == nil {
			whole["index"] = index
		}
	}
	return whole
}
