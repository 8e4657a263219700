package main

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"testing"
)

func TestDescribe(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "example.com/main", Version: "v1.2.3+dirty"},
		Deps: []*debug.Module{
			{Path: "example.com/old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/new", Version: "v2.0.0", Sum: "h1:abc="}},
			{Path: "example.com/a", Version: "v0.1.0"},
		},
		Settings: []debug.BuildSetting{{Key: "vcs.time", Value: "2026-11-22T18:00:00Z"}},
	}
	d := describe(info, sha256.Sum256(nil))
	var refs []string
	for _, c := range d.Components {
		refs = append(refs, c.Ref)
	}
	want := []string{"pkg:golang/example.com/a@v0.1.0", "pkg:golang/example.com/new@v2.0.0", "pkg:golang/std@1.26.8"}
	if !slices.Equal(refs, want) || !slices.Equal(d.Dependencies[0].DependsOn, want) {
		t.Errorf("the components are %q", refs)
	}
	if main := d.Metadata.Component; main.Ref != "pkg:golang/example.com/main@v1.2.3%2Bdirty" || main.Hashes[0].Content != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Errorf("%+v", main)
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(d.SerialNumber) {
		t.Errorf("the serial number is %s", d.SerialNumber)
	}
}

// TestWrite describes the binary of this test, twice.
func TestWrite(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, name := range []string{"a.json", "b.json"} {
		name = filepath.Join(t.TempDir(), name)
		if err := write(binary, name); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil || !json.Valid(text) {
			t.Fatalf("%v\n%s", err, text)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] {
		t.Error("two documents about the same binary differ")
	}
	if err := write("main.go", filepath.Join(t.TempDir(), "c.json")); err == nil {
		t.Error("there is a document about what is no binary")
	}
}
