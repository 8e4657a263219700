package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/secrets"
)

// provider has the parts of a provider's schemas that are needed here.
type provider struct {
	address string
	types   []typ
}

type typ struct {
	name       string
	kind       secrets.Kind
	attributes []attribute // at every depth
}

// attribute is an attribute of a block or of a nested attribute type.
type attribute struct {
	path      string // names without indexes
	around    string // the name before the last one
	typ       json.RawMessage
	sensitive bool // or write-only
}

// These types have the parts of `terraform providers schema -json` that are
// needed here.
type (
	schemaFile struct {
		Providers map[string]struct {
			Resources map[string]schemaType `json:"resource_schemas"`
			Data      map[string]schemaType `json:"data_source_schemas"`
		} `json:"provider_schemas"`
	}
	schemaType  struct{ Block schemaBlock }
	schemaBlock struct {
		Attributes map[string]schemaAttribute
		BlockTypes map[string]schemaType `json:"block_types"`
	}
	schemaAttribute struct {
		Type      json.RawMessage
		Sensitive bool
		WriteOnly bool         `json:"write_only"`
		Nested    *schemaBlock `json:"nested_type"`
	}
)

func readSchemas(name string) ([]provider, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	var s schemaFile
	if err := json.NewDecoder(r).Decode(&s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var all []provider
	for _, address := range slices.Sorted(maps.Keys(s.Providers)) {
		p := provider{address: address}
		p.add(secrets.Resource, s.Providers[address].Resources)
		p.add(secrets.DataSource, s.Providers[address].Data)
		all = append(all, p)
	}
	return all, nil
}

func (p *provider) add(kind secrets.Kind, types map[string]schemaType) {
	for _, name := range slices.Sorted(maps.Keys(types)) {
		t := typ{name: name, kind: kind}
		t.block("", "", types[name].Block)
		p.types = append(p.types, t)
	}
}

func (t *typ) block(prefix, around string, b schemaBlock) {
	for _, name := range slices.Sorted(maps.Keys(b.Attributes)) {
		a := b.Attributes[name]
		t.attributes = append(t.attributes, attribute{prefix + name, around, a.Type, a.Sensitive || a.WriteOnly})
		if a.Nested != nil && !a.Sensitive && !a.WriteOnly {
			t.block(prefix+name+".", name, *a.Nested)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.BlockTypes)) {
		t.block(prefix+name+".", name, b.BlockTypes[name].Block)
	}
}

// name returns the last name of the path.
func (a attribute) name() string { return a.path[strings.LastIndexByte(a.path, '.')+1:] }

func (a attribute) named() bool { return secrets.Named(a.around, a.name()) }

// known returns what the table has for the type: the sensitive attributes, and
// those that the rule on names would hide by mistake.
func (t typ) known() secrets.Type {
	var known secrets.Type
	for _, a := range t.attributes {
		switch {
		case a.sensitive:
			known.Hidden = append(known.Hidden, a.path)
		case a.typ != nil && (a.named() && isText(a.typ) || soundsSo(a.name(), a.typ)):
			known.Open = append(known.Open, a.path)
		}
	}
	return known
}

// isText reports whether values of a type are strings or consist of them.
func isText(t json.RawMessage) bool {
	s := string(t)
	return s != `"number"` && s != `"bool"`
}

// soundsSo reports whether the rule would hide something in a value of a type:
// whether the value has keys chosen by users, or members whose names look
// sensitive.
func soundsSo(name string, t json.RawMessage) bool {
	if string(t) == `"dynamic"` {
		return true
	}
	var parts []json.RawMessage
	if json.Unmarshal(t, &parts) != nil || len(parts) != 2 {
		return false
	}
	var kind string
	if json.Unmarshal(parts[0], &kind) != nil || kind == "map" {
		return true
	}
	if kind != "object" {
		return soundsSo(name, parts[1])
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(parts[1], &members) != nil {
		return true
	}
	for member, t := range members {
		if secrets.Named(name, member) && isText(t) || soundsSo(member, t) {
			return true
		}
	}
	return false
}
