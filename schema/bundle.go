package schema

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/planfmt/planfmt/plans"
)

// WriteBundle writes the schemas with the IDs, as lookup finds them, in the
// form of `terraform providers schema -json`, compressed, with nothing in it
// but what [DecodeBlock] reads: [Set.Load] gives back equal blocks. The bytes
// depend on the schemas only, not on the order of the IDs or the time, so that
// a bundle can be committed. That an ID has no schema is an error.
func WriteBundle(w io.Writer, ids []ID, lookup func(ID) (*Block, error)) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	buf := bufio.NewWriter(z)
	if err := writeDocument(buf, ids, lookup); err != nil {
		return err
	}
	if err := buf.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// writeDocument writes the IDs sorted, so that those of a provider follow one
// another, and within it those of a kind.
func writeDocument(w *bufio.Writer, ids []ID, lookup func(ID) (*Block, error)) error {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, ID.Compare)
	ids = slices.Compact(ids)
	text := []byte(`{"format_version":"1.0","provider_schemas":{`)
	var err error
	for i, id := range ids {
		var last *ID
		if i > 0 {
			last = &ids[i-1]
		}
		if text, err = appendOpening(text, last, id); err != nil {
			return err
		}
		block, err := lookup(id)
		if err == nil && block == nil {
			err = fmt.Errorf("no schema of %s of %s", id.Name(), plans.SpellName(id.Provider))
		}
		if err == nil {
			text, err = AppendSchema(text, block)
		}
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		text = text[:0]
	}
	if len(ids) > 0 {
		text = append(text, "}}"...)
	}
	_, err = w.Write(append(text, "}}\n"...))
	return err
}

// appendOpening closes what the last ID has open and the next one has not,
// and opens what that needs.
func appendOpening(b []byte, last *ID, id ID) ([]byte, error) {
	var err error
	switch {
	case last == nil || last.Provider != id.Provider:
		if last != nil {
			b = append(b, "}},"...)
		}
		if b, err = jsontext.AppendQuote(b, id.Provider); err != nil {
			return b, fmt.Errorf("the provider %q: %w", id.Provider, err)
		}
		b = append(b, ":{\""+sections[id.Kind]+"\":{"...)
	case last.Kind != id.Kind:
		b = append(b, "},\""+sections[id.Kind]+"\":{"...)
	default:
		b = append(b, ',')
	}
	if b, err = jsontext.AppendQuote(b, id.Type); err != nil {
		return b, fmt.Errorf("the type %q: %w", id.Type, err)
	}
	return append(b, ':'), nil
}

// AppendSchema appends a schema as JSON, {"block":{...}}.
func AppendSchema(b []byte, block *Block) ([]byte, error) {
	b, err := appendBlock(append(b, '{'), block)
	return append(b, '}'), err
}

func appendBlock(b []byte, block *Block) ([]byte, error) {
	b = append(b, `"block":{`...)
	b, err := appendAttributes(b, block.Attributes)
	if err != nil {
		return b, err
	}
	for i, n := range block.Blocks {
		switch {
		case i > 0:
			b = append(b, ',')
		case len(block.Attributes) > 0:
			b = append(b, `,"block_types":{`...)
		default:
			b = append(b, `"block_types":{`...)
		}
		if b, err = jsontext.AppendQuote(b, n.Name); err == nil {
			b = append(b, `:{"nesting_mode":"`+n.Mode.String()+`",`...)
			b, err = appendBlock(b, n.Block)
			b = append(b, '}')
		}
		if err != nil {
			return b, fmt.Errorf("block %q: %w", n.Name, err)
		}
	}
	if len(block.Blocks) > 0 {
		b = append(b, '}')
	}
	return append(b, '}'), nil
}

// appendAttributes appends the member "attributes", nothing for none.
func appendAttributes(b []byte, attributes []Attribute) ([]byte, error) {
	for i, a := range attributes {
		if i == 0 {
			b = append(b, `"attributes":{`...)
		} else {
			b = append(b, ',')
		}
		var err error
		if b, err = jsontext.AppendQuote(b, a.Name); err == nil {
			b, err = appendAttribute(append(b, ':'), a)
		}
		if err != nil {
			return b, fmt.Errorf("attribute %q: %w", a.Name, err)
		}
	}
	if len(attributes) > 0 {
		b = append(b, '}')
	}
	return b, nil
}

func appendAttribute(b []byte, a Attribute) ([]byte, error) {
	if a.Nested != nil {
		b = append(b, `{"nested_type":{`...)
		b, err := appendAttributes(b, a.Nested.Attributes)
		if err != nil {
			return b, err
		}
		if len(a.Nested.Attributes) > 0 {
			b = append(b, ',')
		}
		b = append(b, `"nesting_mode":"`+a.Nested.Mode.String()+`"}`...)
		return appendFlags(b, a), nil
	}
	t, err := ctyjson.MarshalType(a.Type)
	if err != nil {
		return b, err
	}
	return appendFlags(append(append(b, `{"type":`...), t...), a), nil
}

func appendFlags(b []byte, a Attribute) []byte {
	if a.Sensitive {
		b = append(b, `,"sensitive":true`...)
	}
	if a.WriteOnly {
		b = append(b, `,"write_only":true`...)
	}
	return append(b, '}')
}
