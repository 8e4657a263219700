package options

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/planfmt/planfmt/internal/read/planfile/made"
)

// A search leaves out a binary plan whose JSON is next to it, but not one that has a name from the command line.
func TestNamedTwins(t *testing.T) {
	const plan = `{"timestamp":"2026-11-22T07:00:00Z","format_version":"1.2","terraform_version":"1.11.0","resource_changes":[{"address":"terraform_data.a","mode":"managed","type":"terraform_data","name":"a","provider_name":"terraform.io/builtin/terraform","change":{"actions":["create"],"before":null,"after":{"input":"c"},"after_unknown":{"id":true},"before_sensitive":false,"after_sensitive":{"input":true}}}]}`
	binary, err := made.FromJSON([]byte(plan), made.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var o Several
	for file, text := range map[string]string{
		"tfplan": string(binary), "a.tfplan": string(binary), "b.tfplan": "PK\x03\x04", "plan.json": plan, "b.plan.json": plan + "\n",
	} {
		name := filepath.Join(dir, file)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		o.names = append(o.names, "name of "+file+"="+name)
	}
	plans, err := o.find(t.Context(), nil, []string{dir})
	if err != nil || len(plans) != len(o.names) {
		t.Errorf("of %d files with a --name, %d are shown: %v", len(o.names), len(plans), err)
	}
}
