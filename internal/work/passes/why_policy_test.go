package passes_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/test/kit"
)

// What changes in policies and other JSON documents is told by why in the words of compact, and by why alone as long as nobody asks for
// more: lists outside of documents are compared as always.
func TestWhyTellsDocumentsAsCompactDoes(t *testing.T) {
	t.Parallel()
	golden, err := txtar.ParseFile(filepath.Join("testdata", "golden", "readable", "policies.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, file := range golden.Files {
		if file.Name != "plan.json" {
			continue
		}
		document := file.Data
		plan, err := planfmt.Load(t.Context(), strings.NewReader(string(document)), planfmt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range plan.Resources {
			if r.Action != plans.Update {
				continue
			}
			only := kit.WithFormat(planfmt.Options{}, "compact")
			only.Width, only.Rules = 10_000, rules.Set{}
			if err := only.Rules.AddOnly(r.Address); err != nil {
				t.Fatal(err)
			}
			compact, _ := kit.RenderGolden(document, only)
			why, _ := kit.RenderGolden(document, planfmt.Options{
				Format: "why", Formats: []planfmt.Format{planfmt.WhyFormat(r.Address)}, Selection: planfmt.Selection{ShowUnchanged: true},
			})
			for line := range strings.SplitSeq(why, "\n") {
				change, ok := strings.CutPrefix(line, "    policy")
				if !ok {
					continue
				}
				told++
				if !strings.Contains(compact, "policy"+change) {
					t.Errorf("%s: why says %q, and compact\n%s", r.Address, line, compact)
				}
			}
		}
	}
	if told < 12 {
		t.Errorf("why tells %d changes", told)
	}
	const lists = `{"format_version":"1.2","resource_changes":[{"address":"a_b.c","mode":"managed","type":"a_b","name":"c","provider_name":"registry.terraform.io/a/a",
		"change":{"actions":["update"],"before":{"rule":[{"name":"x","n":1},{"name":"y","n":1}]},"after":{"rule":[{"name":"y","n":2},{"name":"x","n":1}]},"after_unknown":{}}}]}`
	why, _ := kit.RenderGolden([]byte(lists), planfmt.Options{
		Format: "why", Formats: []planfmt.Format{planfmt.WhyFormat("a_b.c")}, Selection: planfmt.Selection{ShowUnchanged: true},
	})
	if !strings.Contains(why, "rule[0].name \"x\" -> \"y\"") && !strings.Contains(why, "rule[0].name \"x\" -> null") {
		t.Errorf("a list is compared in another way:\n%s", why)
	}
}
