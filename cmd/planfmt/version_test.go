package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What version -f json writes fits its schema, whatever is known about the build, and names
// schemas that there are.
func TestVersionFitsSchema(t *testing.T) {
	schemas := filepath.Join("..", "..", "docs", "schema")
	s, err := jsonschema.NewCompiler().Compile(filepath.Join(schemas, "version-1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	full := &debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}, {Key: "vcs.time", Value: "2026-11-22T18:00:00Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	for _, info := range []*debug.BuildInfo{{}, full} {
		var b bytes.Buffer
		v := readVersion(info)
		if err := v.write(&b, "json"); err != nil {
			t.Fatal(err)
		}
		parsed, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(parsed); err != nil {
			t.Error(err)
		}
		for name, version := range v.document().Schemas {
			if _, err := os.Stat(filepath.Join(schemas, name+"-"+version+".json")); err != nil {
				t.Error(err)
			}
		}
	}
}
