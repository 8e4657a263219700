package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/facts"
)

// These types have the parts of `terraform providers schema -json` that facts
// are compared with.
type (
	schemaFile struct {
		ProviderSchemas map[string]struct {
			Resources map[string]schemaType `json:"resource_schemas"`
			Data      map[string]schemaType `json:"data_source_schemas"`
		} `json:"provider_schemas"`
	}
	schemaType struct {
		Block schemaBlock `json:"block"`
	}
	schemaBlock struct {
		Attributes map[string]schemaAttribute `json:"attributes"`
		BlockTypes map[string]struct {
			Mode     string      `json:"nesting_mode"`
			Block    schemaBlock `json:"block"`
			MinItems int         `json:"min_items"`
		} `json:"block_types"`
	}
	schemaAttribute struct {
		Type     json.RawMessage `json:"type"`
		Computed bool            `json:"computed"`
		Nested   *struct {
			Mode       string                     `json:"nesting_mode"`
			Attributes map[string]schemaAttribute `json:"attributes"`
		} `json:"nested_type"`
	}
)

// tally counts the results of comparisons for a provider.
type tally struct {
	provider string
	verbose  bool
	counts   map[string]int // by class of result
}

const (
	agree = "agree"
	both  = "type in both"
)

// measure compares the table with provider schemas, key by key.
func measure(table string, files []string, verbose bool) error {
	t, err := load(table)
	if err != nil {
		return err
	}
	for _, name := range files {
		schemas, err := readSchemas(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, provider := range slices.Sorted(maps.Keys(schemas.ProviderSchemas)) {
			if !t.Knows(provider) {
				continue
			}
			c := tally{provider: provider, verbose: verbose, counts: map[string]int{}}
			p := schemas.ProviderSchemas[provider]
			c.types(t, facts.Resource, p.Resources)
			c.types(t, facts.DataSource, p.Data)
			c.print()
		}
	}
	return nil
}

func readSchemas(name string) (*schemaFile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, err
		}
	}
	s := &schemaFile{}
	return s, json.NewDecoder(r).Decode(s)
}

func (c *tally) print() {
	keys, wrong, guessed := 0, 0, 0
	for class, n := range c.counts {
		switch {
		case strings.HasPrefix(class, "type "), strings.HasPrefix(class, "key "):
			continue
		case strings.HasPrefix(class, "guess: "):
			guessed += n
		case class != agree:
			wrong += n
		}
		keys += n
	}
	fmt.Printf("%s: %d keys compared, %d differ (%.3f%%), %d more among guesses\n", c.provider, keys, wrong, 100*float64(wrong)/float64(max(keys, 1)), guessed)
	for _, class := range slices.Sorted(maps.Keys(c.counts)) {
		fmt.Printf("  %6d %s\n", c.counts[class], class)
	}
}

func (c *tally) add(class, path string) {
	c.counts[class]++
	if c.verbose && class != agree && class != both {
		fmt.Printf("%s\t%s\n", class, path)
	}
}

func (c *tally) types(t *facts.Table, kind facts.Kind, want map[string]schemaType) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		have, ok := t.Lookup(c.provider, kind, name)
		if !ok {
			c.add("type not in the table", kind.String()+" "+name)
			continue
		}
		c.add(both, name)
		c.block(kind.String()+" "+name, have, want[name].Block)
	}
}

func (c *tally) block(path string, have *facts.Block, want schemaBlock) {
	if have == nil {
		c.add("key within what is unknown", path)
		return
	}
	known := map[string]bool{}
	for name, a := range want.Attributes {
		known[name] = true
		c.attribute(path+"."+name, have.Member(name), a)
	}
	for name, b := range want.BlockTypes {
		known[name] = true
		at, m := path+"."+name, have.Member(name)
		want := b.Mode
		if want == "group" {
			want = "single"
		}
		switch {
		case m == nil:
			c.add("key not in the table", at)
		case m.Form != facts.FormBlock:
			c.differ(m, fmt.Sprintf("%s where the schema has a block", m.Form), at)
		case m.Nesting.String() != want:
			c.differ(m, fmt.Sprintf("block %s where the schema has block %s", m.Nesting, want), at)
		default:
			c.add(agree, at)
			c.block(at, m.Block, b.Block)
		}
	}
	for _, m := range have.Members {
		if !known[m.Name] {
			c.add("key not in the schema", path+"."+m.Name)
		}
	}
}

func (c *tally) differ(m *facts.Member, class, path string) {
	if m.Guess {
		class = "guess: " + class
	}
	c.add(class, path)
}

func (c *tally) attribute(path string, m *facts.Member, want schemaAttribute) {
	switch {
	case m == nil:
		c.add("key not in the table", path)
		return
	case m.Form == facts.FormBlock:
		c.differ(m, fmt.Sprintf("block %s where the schema has an attribute", m.Nesting), path)
		return
	}
	if n := want.Nested; n != nil {
		switch {
		case m.Form != facts.FormNested:
			c.differ(m, fmt.Sprintf("%s %s where the schema has nested %s", m.Form, m.Type, n.Mode), path)
		case m.Nesting.String() != n.Mode:
			c.differ(m, fmt.Sprintf("nested %s where the schema has nested %s", m.Nesting, n.Mode), path)
		default:
			c.add(agree, path)
			c.block(path, m.Block, schemaBlock{Attributes: n.Attributes})
		}
		return
	}
	if m.Form != facts.FormAttribute {
		c.differ(m, fmt.Sprintf("%s %s where the schema has %s", m.Form, m.Nesting, outline(want.Type)), path)
		return
	}
	if have, want := m.Type.String(), outline(want.Type); have != want {
		c.differ(m, fmt.Sprintf("%s where the schema has %s", have, want), path)
		return
	}
	c.add(agree, path)
	// In an object, every attribute counts as a key.
	t, raw := m.Type, want.Type
	for t.Elem != nil {
		t, raw = t.Elem, part(raw, 1)
	}
	var attrs map[string]json.RawMessage
	if t.Kind != facts.TypeObject || json.Unmarshal(part(raw, 1), &attrs) != nil {
		return
	}
	block := schemaBlock{Attributes: map[string]schemaAttribute{}}
	for name, typ := range attrs {
		block.Attributes[name] = schemaAttribute{Type: typ}
	}
	c.block(path, t.Object, block)
}

// part returns an element of a JSON array, or nothing.
func part(raw json.RawMessage, i int) json.RawMessage {
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil || i >= len(parts) {
		return nil
	}
	return parts[i]
}

// outline returns a type from a schema as [facts.Type.String] would write it.
func outline(raw json.RawMessage) string {
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte(`"`)) {
		return strings.Trim(string(bytes.TrimSpace(raw)), `"`)
	}
	kind := strings.Trim(string(part(raw, 0)), `"`)
	if kind == "object" || kind == "tuple" || kind == "" {
		return kind
	}
	return kind + "(" + outline(part(raw, 1)) + ")"
}
