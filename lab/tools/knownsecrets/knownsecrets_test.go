package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/know/secrets"
)

const schemas = `{"provider_schemas":{"example.com/acme/acme":{"resource_schemas":{"acme_thing":{"block":{
	"attributes":{
		"password":{"type":"string","sensitive":true},"key_wo":{"type":"string","write_only":true},
		"token_id":{"type":"string"},"api_token":{"type":"string"},"tags":{"type":["map","string"]},"pin_token":{"type":"number"},
		"users":{"type":["list",["object",{"name":"string","password":"string"}]]},
		"nested":{"nested_type":{"nesting_mode":"list","attributes":{"secret":{"type":"string","sensitive":true}}}}},
	"block_types":{"disk":{"nesting_mode":"list","block":{"attributes":{"value":{"type":"string","sensitive":true},"any":{"type":"dynamic"}}}}}}}}}}}`

// TestBuild makes a table from a schema and a list, and looks types up in it.
func TestBuild(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	list := file("list", "# a comment\nresource acme_thing api_token # more\ndata acme_thing secret -password\n")
	table := filepath.Join(dir, "table")
	if err := build(table, list, []string{file("schemas.json", schemas)}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	s, err := secrets.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	have := s.Lookup(secrets.Resource, "acme_thing")
	if want := strings.Fields("api_token disk.value key_wo nested.secret password"); !slices.Equal(have.Hidden, want) {
		t.Errorf("hidden: have %q, want %q", have.Hidden, want)
	}
	if want := strings.Fields("disk.any tags users"); !slices.Equal(have.Open, want) {
		t.Errorf("open: have %q, want %q", have.Open, want)
	}
	if have := s.Lookup(secrets.DataSource, "acme_thing"); !slices.Equal(have.Open, []string{"password"}) {
		t.Errorf("data source: have %q", have)
	}
	if _, err := readList(file("bad", "thing acme x\n")); err == nil || !strings.Contains(err.Error(), "bad:1: ") {
		t.Error(err)
	}
}

// TestWritten checks that the list can be read, and that the compiled-in table
// contains it.
func TestWritten(t *testing.T) {
	written, err := readList("written.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range written {
		have := secrets.Default().Lookup(e.Kind, e.Name)
		for _, path := range e.Hidden {
			if !slices.Contains(have.Hidden, path) {
				t.Errorf("%s.%s is not in the table: build it anew", e.Name, path)
			}
		}
	}
}

func TestSoundsSo(t *testing.T) {
	for typ, want := range map[string]bool{
		`"string"`: false, `"dynamic"`: true, `["map","string"]`: true, `["list","string"]`: false, `["set",["map","bool"]]`: true,
		`["object",{"a":"string"}]`: false, `["list",["object",{"token":"string"}]]`: true, `["list",["object",{"token":"number"}]]`: false,
	} {
		if have := soundsSo("x", json.RawMessage(typ)); have != want {
			t.Errorf("%s: have %v", typ, have)
		}
	}
}
