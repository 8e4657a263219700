package canary_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/test/kit"
)

// TestSecretsInNoFormat writes the plan in every format there is. Nothing of a
// value that is marked sensitive may come out, whatever the schema says.
func TestSecretsInNoFormat(t *testing.T) {
	schemas := `{"format_version":"1.0","provider_schemas":{"p":{"resource_schemas":{"a_b":{"block":{"attributes":{
		"x":{"type":"string"},"m":{"type":["map","string"]},"s":{"type":["set","string"]},"o":{"type":["list",["object",{"i":"string","j":"number"}]]},"j":{"type":"string"}},
		"block_types":{"b":{"nesting_mode":"list","block":{"attributes":{"w":{"type":"string"}}}}}}}}}}}`
	for _, f := range append(kit.AllFormats(), planfmt.WhyFormat("a_b.keys")) {
		for _, color := range []bool{false, true} {
			for _, withSchemas := range []bool{false, true} {
				opts := kit.WithFormat(planfmt.Options{Layout: planfmt.Layout{Color: color}}, f.Name)
				if withSchemas {
					opts.Schemas = []planfmt.SchemaSource{kit.SchemaText([]byte(schemas))}
				}
				if f.Name == "why" {
					opts.Formats = append(opts.Formats, f)
				}
				var out bytes.Buffer
				var content bytes.Buffer
				opts.Workers = 1
				opts.Wrap = func(_ planfmt.Owner, d computed.Diff) computed.Diff {
					kit.SpellContent(&content, d)
					return d
				}
				res, err := planfmt.Show(context.Background(), &out, strings.NewReader(kit.SecretPlan), opts)
				if err != nil {
					t.Fatal(err)
				}
				if f.Name == "why" {
					if !strings.Contains(out.String(), "(created)") {
						t.Errorf("the reason for the unknown value does not come out:\n%s", out.String())
					}
				} else if !strings.Contains(content.String(), "seen") {
					t.Error("what is no secret is not in the content for machines")
				}
				all := out.String() + content.String() + fmt.Sprintln(res.Problems, res.Types)
				if i := strings.Index(all, "hunter2"); i >= 0 {
					t.Errorf("%s, color %v, schemas %v: a secret comes out: …%.80q", f.Name, color, withSchemas, all[max(0, i-40):])
				}
				if kit.SaysEverything(f) && f.Name != "why" && !strings.Contains(out.String(), "seen") {
					t.Errorf("%s: what is no secret does not come out", f.Name)
				}
			}
		}
	}
}
