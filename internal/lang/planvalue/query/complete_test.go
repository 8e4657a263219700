package query

import (
	"slices"
	"testing"
)

func TestComplete(t *testing.T) {
	for text, want := range map[string][]string{
		"pla":                              {"plan"},
		"plan.ti":                          {"plan.timestamp"},
		"plan.counts.de":                   {"plan.counts.deferred", "plan.counts.delete", "plan.counts.destroy"},
		"1 + plan.counts.des":              {"1 + plan.counts.destroy"},
		"plan.nothing.":                    nil,
		"plan.kind.":                       nil,
		"[for r in resources : r.addr":     {"[for r in resources : r.address"},
		"{for k, o in outputs : k => o.se": {"{for k, o in outputs : k => o.sensitive"},
		"[for r in resources : x.addr":     nil,
		`plan.kind == "pl`:                 nil,
		"jsonenc":                          {"jsonencode("},
		"plan.jsonenc":                     nil,
	} {
		if have := CompleteQuery(text); !slices.Equal(have, want) {
			t.Errorf("%s: have %q, want %q", text, have, want)
		}
	}
	if have, want := CompleteCondition("action == type && aft"), []string{"action == type && after"}; !slices.Equal(have, want) {
		t.Errorf("have %q, want %q", have, want)
	}
	if all := CompleteQuery(""); !slices.Contains(all, "plan") || !slices.Contains(all, "resources") || len(all) > 10 {
		t.Errorf("have %q", all)
	}
}
