package showjson_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/work/showjson"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// exactTypes are types of which the schemas are known.
type exactTypes struct{ resolver *infer.Resolver }

func (e exactTypes) ConfigSchema(id schema.ID) (*schema.Block, string) {
	found, err := e.resolver.Resolve(id)
	if err != nil {
		return nil, ""
	}
	if found.Layer == infer.LayerBuiltin {
		return found.Block, "0"
	}
	return found.Block, found.Version
}

// readTypes reads a file with schemas.
func readTypes(t *testing.T, name string) exactTypes {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	set := &schema.Set{}
	if err := set.Load(name, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return exactTypes{&infer.Resolver{Layers: []schema.Layer{{Name: name, Source: set}}}}
}

// TestConfiguration compares what is written about a configuration with what the real terraform writes.
func TestConfiguration(t *testing.T) {
	types := readTypes(t, "internal/read/config/testdata/real/schemas.json")
	files, err := filepath.Glob("internal/read/config/testdata/real/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var members []config.Member
			var want []byte
			for _, f := range a.Files {
				if f.Name == "configuration.json" {
					want = f.Data
					continue
				}
				members = append(members, config.Member{Name: config.ArchivePrefix + f.Name, Text: f.Data})
			}
			c := config.Parse(config.Archive(members), config.Options{})
			got := indent(t, showjson.AppendConfiguration(nil, c, showjson.ConfigForm{Registry: "registry.terraform.io"}, types))
			if want := indent(t, want); got != want {
				g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
				for i := range g {
					if i >= len(w) || g[i] != w[i] {
						t.Fatalf("line %d: have\n%s\nwant\n%s", i+1, strings.Join(g[max(0, i-8):min(len(g), i+8)], "\n"), strings.Join(w[max(0, i-8):min(len(w), i+8)], "\n"))
					}
				}
				t.Fatal("lines are missing at the end")
			}
		})
	}
}

// indent returns a JSON text with a line for each value, and characters that need not be escaped as they are.
func indent(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(text), "", " "); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	s := b.String()
	for _, escaped := range []string{`\u003c`, `\u003e`, `\u0026`, `\u2028`} {
		s = strings.ReplaceAll(s, escaped, values.Of(`"`+escaped+`"`).Text())
	}
	return s
}
