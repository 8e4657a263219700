package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
)

// snapshot returns the files in a txtar text: modules.json, if there is one, and m-KEY/NAME.
func snapshot(text string) config.Files {
	var members []config.Member
	for _, f := range txtar.Parse([]byte(text)).Files {
		members = append(members, config.Member{Name: config.ArchivePrefix + f.Name, Text: f.Data})
	}
	return config.Archive(members)
}

// describe lists everything that a configuration declares, with positions.
func describe(c *config.Config) string {
	var b strings.Builder
	describeModule(&b, c.Root, "")
	for _, p := range c.Problems {
		fmt.Fprintf(&b, "! %v\n", p)
	}
	return b.String()
}

func describeModule(b *strings.Builder, m *config.Module, indent string) {
	line := func(at plans.Position, format string, args ...any) {
		fmt.Fprintf(b, "%s%s @ %v\n", indent, fmt.Sprintf(format, args...), at)
	}
	for _, r := range m.Required {
		line(r.Position, "required %s = %q %q %v", r.Name, r.Source, r.Version, r.Aliases)
	}
	for _, p := range m.Providers {
		line(p.Position, "provider %s %s", p.Key(), p.Version)
	}
	for _, v := range m.Variables {
		value, _ := v.Default.Constant()
		line(v.Position, "variable %s %q sensitive=%t %s", v.Name, v.Description, v.Sensitive, value.JSON())
	}
	for _, l := range m.Locals {
		line(l.Position, "local %s %v", l.Name, l.Value.References())
	}
	for _, o := range m.Outputs {
		line(o.Position, "output %s %q sensitive=%t %v %v", o.Name, o.Description, o.Sensitive, o.Value.References(), o.DependsOn)
	}
	for _, r := range m.Resources {
		line(r.Position, "%s (%s) count=%v for_each=%v depends_on=%v", r.Address(), r.Provider(), r.Count.References(), r.ForEach.References(), r.DependsOn)
		describeBody(b, r.Body, indent+"  ")
		for _, p := range r.Provisioners {
			line(p.Position, "  provisioner %v", p.Labels)
		}
	}
	for _, a := range m.Actions {
		line(a.Position, "%s (%s)", a.Address(), a.Provider)
		describeBody(b, a.Config, indent+"  ")
	}
	for _, c := range m.Checks {
		line(c.Position, "check %s", c.Name)
	}
	for _, s := range slices.Concat(m.Moved, m.Imports, m.Removed) {
		line(s.Position, "statement")
	}
	for _, c := range m.Calls {
		line(c.Position, "module %s = %q %q %v found=%t", c.Name, c.Source, c.Version, c.Providers, c.Module.Found)
		describeBody(b, c.Inputs, indent+"  ")
		describeModule(b, c.Module, indent+"    ")
	}
}

func describeBody(b *strings.Builder, body *config.Body, indent string) {
	attributes, blocks := body.Written()
	for _, a := range append(attributes, body.Unclear()...) {
		text := fmt.Sprint(a.Value.References())
		if v, ok := a.Value.Constant(); ok {
			text = string(v.JSON())
		}
		fmt.Fprintf(b, "%s%s = %s\n", indent, a.Name, text)
	}
	for _, block := range blocks {
		fmt.Fprintf(b, "%s%s %q dynamic=%t %v\n", indent, block.Type, block.Labels, block.Dynamic, block.ForEach.References())
		describeBody(b, block.Body, indent+"  ")
	}
}

// TestParse reads the configurations in testdata, and compares what they declare with the
// section "want" there.
func TestParse(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
			if i < 0 {
				t.Fatal("there is no section want")
			}
			want := a.Files[i].Data
			rest := *a
			rest.Files = slices.Delete(slices.Clone(a.Files), i, i+1)
			opts := config.Options{IgnoreTofu: strings.Contains(string(a.Comment), "IgnoreTofu")}
			got := describe(config.Parse(snapshot(string(txtar.Format(&rest))), opts))
			if os.Getenv("UPDATE") != "" {
				a.Files[i].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(want) {
				t.Errorf("have\n%s\nwant\n%s", got, want)
			}
		})
	}
}
