package showjson_test

import (
	"archive/zip"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/testkit/corpus"
	"github.com/planfmt/planfmt/internal/work/showjson"
)

// TestConfigurationOfRuns does what TestConfiguration does, for recorded runs and byte by byte.
func TestConfigurationOfRuns(t *testing.T) {
	for _, file := range corpus.Files(t, "terraform-1.11.4-runs.tar.gz", "plan.tfplan") {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			z, err := zip.OpenReader(file)
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			var members []config.Member
			for _, f := range z.File {
				text, err := fs.ReadFile(z, f.Name)
				if err != nil {
					t.Fatal(err)
				}
				members = append(members, config.Member{Name: f.Name, Text: text})
			}
			c := config.Parse(config.Archive(members), config.Options{})
			for _, p := range c.Problems {
				t.Error(p)
			}
			types := readTypes(t, filepath.Join(dir, "schema.json"))
			text, err := os.ReadFile(filepath.Join(dir, "plan.json"))
			if err != nil {
				t.Fatal(err)
			}
			var doc struct{ Configuration json.RawMessage }
			if err := json.Unmarshal(text, &doc); err != nil {
				t.Fatal(err)
			}
			if got, want := string(showjson.AppendConfiguration(nil, c, showjson.ConfigForm{Registry: "registry.terraform.io"}, types)), string(doc.Configuration); got != want {
				t.Errorf("have %s\nwant %s", got, want)
			}
		})
	}
}
