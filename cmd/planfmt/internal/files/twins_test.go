package files

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/planfile/made"
)

func TestTwins(t *testing.T) {
	const noTime = `{"format_version":"1.2","terraform_version":"1.11.0","resource_changes":[{"address":"terraform_data.a","mode":"managed","type":"terraform_data","name":"a","provider_name":"terraform.io/builtin/terraform","change":{"actions":["create"],"before":null,"after":{"input":"c"},"after_unknown":{"id":true},"before_sensitive":false,"after_sensitive":{"input":true}}}]}`
	plan := strings.Replace(noTime, `{`, `{"timestamp":"2026-11-22T07:00:00Z",`, 1)
	secret := strings.Replace(plan, `"c"`, `"d"`, 1)
	later := strings.Replace(plan, "07:00:00", "07:00:01", 1)
	binary := func(json string) string {
		b, err := made.FromJSON([]byte(json), made.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for name, test := range map[string]struct {
		files map[string]string
		kept  string // base names
		said  string // in the remark; empty for no remark
	}{
		"twins":            {map[string]string{"tfplan": binary(plan), "plan.json": plan}, "plan.json", "tfplan: the same plan as "},
		"white space":      {map[string]string{"tfplan": binary(plan), "plan.json": plan + "\n\n"}, "plan.json", "the same plan as "},
		"twins by name":    {map[string]string{"a.tfplan": binary(plan), "a.plan.json": plan, "b.tfplan": binary(later), "b.plan.json": later}, "a.plan.json b.plan.json", "the same plan as "},
		"other names":      {map[string]string{"a.tfplan": binary(plan), "plan.json": plan, "tfplan": binary(later)}, "plan.json tfplan", "a.tfplan: the same plan as "},
		"each twin once":   {map[string]string{"a.tfplan": binary(plan), "b.tfplan": binary(plan), "plan.json": plan}, "b.tfplan plan.json", "a.tfplan: the same plan as "},
		"no time":          {map[string]string{"tfplan": binary(noTime), "plan.json": noTime}, "plan.json tfplan", "may be the same plan as "},
		"another time":     {map[string]string{"tfplan": binary(later), "plan.json": plan}, "plan.json tfplan", "not the same plan as "},
		"another secret":   {map[string]string{"tfplan": binary(secret), "plan.json": plan}, "plan.json tfplan", "made at the same time as "},
		"broken":           {map[string]string{"tfplan": "PK\x03\x04", "plan.json": plan}, "plan.json tfplan", ""},
		"only JSON":        {map[string]string{"a.plan.json": plan, "plan.json": plan}, "a.plan.json plan.json", ""},
		"different stacks": {map[string]string{"a.tfplan": binary(plan), "b.plan.json": later, "c.plan.json": noTime}, "a.tfplan b.plan.json c.plan.json", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range test.files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			finder := Search{}
			all, err := finder.All([]string{dir}, nil)
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			kept, err := WithoutTwins(context.Background(), all, func(text string) { said = append(said, text) })
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, f := range kept {
				names = append(names, filepath.Base(f.Path))
			}
			if got := strings.Join(names, " "); got != test.kept {
				t.Errorf("these are shown: %s, want %s", got, test.kept)
			}
			if got := strings.Join(said, "\n"); (got == "") != (test.said == "") || !strings.Contains(got, test.said) {
				t.Errorf("planfmt says %q, want %q", got, test.said)
			}

			// Nobody has asked to leave out a file that is an argument.
			var named []string
			for file := range test.files {
				named = append(named, filepath.Join(dir, file))
			}
			all, err = finder.All(named, nil)
			if err == nil {
				kept, err = WithoutTwins(context.Background(), all, nil)
			}
			if err != nil || len(kept) != len(named) {
				t.Errorf("of %d arguments, %d are shown: %v", len(named), len(kept), err)
			}
		})
	}
}
