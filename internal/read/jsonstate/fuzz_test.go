package jsonstate

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// FuzzRead reads any input and loads what it finds. It expects either a clear
// error, or a state whose entries can all be loaded. The goldens are the seeds.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"format_version":"1.0"}`,
		`{"version":4,"serial":1,"resources":[{"instances":[{"attributes":{"a":{"value":[1],"type":["list","number"]}},"sensitive_attributes":[[{"type":"get_attr","value":"a"}]]}],"mode":"data","type":"t","name":"n"}]}`,
		`{"version":4,"serial":1,"resources":[{"mode":"managed","type":"t","name":"n","instances":[{"attributes_flat":{"a.#":"1","a.0.b.%":"1","a.0.b.c.d":"x"}}]}]}`,
	} {
		f.Add([]byte(s))
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "golden", "state", "*.txtar"))
	if err != nil || len(files) == 0 {
		f.Fatal("no goldens", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, section := range txtar.Parse(data).Files {
			if ext := filepath.Ext(section.Name); ext == ".json" || ext == ".tfstate" {
				f.Add(section.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sink := &counter{}
		s, err := Read(context.Background(), struct{ *bytes.Buffer }{bytes.NewBuffer(data)}, source.Options{Options: jsondoc.Options{MemoryLimit: 64, TempDir: t.TempDir()}, Evidence: sink})
		if err != nil {
			var ie *plans.InputError
			if !errors.As(err, &ie) || ie.Msg == "" {
				t.Fatalf("want an InputError, have %T: %v", err, err)
			}
			return
		}
		defer s.Close()
		load := s.Loader()
		for _, r := range s.Resources {
			if r.Address == "" {
				t.Error("a resource without an address")
			}
			in, err := load.Resource(r, nil)
			if err == nil && in.After.Kind() != values.Object {
				t.Errorf("%s: values are %s", r.Address, in.After.Kind())
			}
			if err != nil && r.Err() == nil && !s.Stored {
				t.Errorf("%s: %v", r.Address, err)
			}
		}
		for _, o := range s.Outputs {
			if _, _, err := load.Output(o); err != nil && o.Err == nil {
				t.Errorf("%s: %v", o.Name, err)
			}
		}
		if s.Empty && len(s.Resources)+len(s.Outputs) > 0 {
			t.Error("a state with something in it is called empty")
		}
	})
}

// counter is a sink that wants all evidence.
type counter struct{ values int }

func (c *counter) Wants(string, string, string) bool { return true }
func (c *counter) Values(_, _, _ string, _ values.Value, _ values.Flags) {
	c.values++
}
func (c *counter) Version(_, _, _, _ string)                            {}
func (c *counter) Change(string, string, string, values.Change)         {}
func (c *counter) KnowsValues(_, _, _ string, _, _ []byte) bool         { return false }
func (c *counter) KnowsChange(_, _, _ string, _ values.ChangeText) bool { return false }
func (c *counter) Config(string, string, string, values.Value)          {}

func (c *counter) Written(_, _, _ string, _ values.Value) {}
