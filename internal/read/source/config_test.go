package source_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/values"
)

func describeReferences(c *source.Configuration) string {
	var b strings.Builder
	var module func(m *source.ConfigModule, at string)
	module = func(m *source.ConfigModule, at string) {
		for _, name := range slices.Sorted(maps.Keys(m.Outputs)) {
			fmt.Fprintf(&b, "%soutput %s: %q\n", at, name, m.Outputs[name])
		}
		for _, address := range slices.Sorted(maps.Keys(m.Resources)) {
			r := m.Resources[address]
			fmt.Fprintf(&b, "%s%s: %+v %q\n", at, address, r.Repetition, r.DependsOn)
			for _, e := range r.Expressions {
				fmt.Fprintf(&b, "%s  %s: %q\n", at, e.Path, e.References)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(m.Calls)) {
			call := m.Calls[name]
			fmt.Fprintf(&b, "%smodule %s: %+v %q\n", at, name, call.Repetition, call.DependsOn)
			for _, input := range slices.Sorted(maps.Keys(call.Inputs)) {
				fmt.Fprintf(&b, "%s  %s = %q\n", at, input, call.Inputs[input])
			}
			module(&call.Module, at+"  ")
		}
	}
	module(&c.Root, "")
	return b.String()
}

// realConfigurations calls f for each configuration in testdata, with what the real terraform writes for it.
func realConfigurations(t *testing.T, f func(t *testing.T, c *config.Config, json []byte)) {
	files, err := filepath.Glob("../config/testdata/real/*.txtar")
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
			var json []byte
			for _, file := range a.Files {
				if file.Name == "configuration.json" {
					json = file.Data
					continue
				}
				members = append(members, config.Member{Name: config.ArchivePrefix + file.Name, Text: file.Data})
			}
			c := config.Parse(config.Archive(members), config.Options{})
			if len(c.Problems) > 0 {
				t.Fatal(c.Problems)
			}
			f(t, c, json)
		})
	}
}

// TestReferences compares the references in a configuration with those that the real terraform lists. They
// differ where the JSON knows more or less: how blocks nest, what is a block in JSON, and dynamic blocks.
func TestReferences(t *testing.T) {
	index := regexp.MustCompile(`\[[0-9]+\]`)
	known := map[string]string{ // what is more, and what stands for it in the JSON
		`lst: ["local.names"]`:          "",
		`lst.label: ["lst.value"]`:      "",
		`lst.lst: ["local.names"]`:      "",
		`lst.lst.label: ["lst.value"]`:  "",
		`lst.lst.size: ["var.num"]`:     "",
		`st: ["var.anyv"]`:              "",
		`st.label: ["it.key"]`:          "",
		`st.name: ["it.value"]`:         "",
		`one.mp.key2.size: ["var.num"]`: `one.mp["key2"].size: ["var.num"]`,
		`one: ["var.a"]`:                `one.label: ["var.a"]`,
		`disk.label: ["var.s"]`:         "",
		// for_each is there in the JSON only if something is known about its expression.
		`terraform_data.q: {Repeated:true Count:[] ForEach:[]} []`: `terraform_data.q: {Repeated:false Count:[] ForEach:[]} []`,
		`ports: ["var.n"]`:          "",
		`ports.from: ["var.n"]`:     `ports: ["var.n" "var.s"]`,
		`ports.to: ["ports.value"]`: "",
		`ports.to: ["var.n"]`:       "",
		`ports.why: ["var.s"]`:      "",
	}
	lines := func(c *source.Configuration) []string {
		var all []string
		for line := range strings.Lines(describeReferences(c)) {
			path, rest, _ := strings.Cut(line, ": ")
			line = strings.TrimSuffix(index.ReplaceAllString(path, "")+": "+rest, "\n")
			if instead, ok := known[strings.TrimSpace(line)]; ok {
				line = instead
			}
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, line)
			}
		}
		return all
	}
	realConfigurations(t, func(t *testing.T, c *config.Config, json []byte) {
		p, err := jsonplan.Read(t.Context(), strings.NewReader(`{"format_version":"1.2","resource_changes":[],"configuration":`+string(json)+`}`), jsonplan.Options{KeepReferences: true})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		got, want := lines(source.References(c, "registry.terraform.io")), lines(p.Facts().Configuration)
		for i, line := range got {
			if i >= len(want) || line != want[i] {
				t.Fatalf("line %d: have\n%s\nwant\n%s", i, line, want[min(i, len(want)-1)])
			}
		}
		if len(got) != len(want) {
			t.Errorf("have %d lines, want %d", len(got), len(want))
		}
	})
}

// TestAddConfig checks that the sink is told about each type once.
func TestAddConfig(t *testing.T) {
	realConfigurations(t, func(t *testing.T, c *config.Config, _ []byte) {
		n := &bodies{}
		source.AddConfig(n, c, "registry.terraform.io")
		t.Log(strings.Join(n.told, "\n"))
		if len(n.told) == 0 {
			t.Error("nothing")
		}
	})
}

type bodies struct {
	infer.Evidence
	told []string
}

func (b *bodies) Written(provider, mode, typ string, body values.Value) {
	b.told = append(b.told, fmt.Sprintf("%s %s %s %s", provider, mode, typ, body.JSON()))
}
