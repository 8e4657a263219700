package schema

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// releaseMark is between a provider's address and its version, if a bundle
// knows the version: registry.terraform.io/hashicorp/aws@5.31.0.
const releaseMark = "@"

// WriteBundle writes the schemas with the given IDs, as found by lookup. The format
// is that of `terraform providers schema -json`, compressed, and reduced to what
// [DecodeSchema] reads. [Set.Load] reads equal schemas back. A bundle may contain
// schemas of several releases of a provider; if releases have equal schemas, it
// contains only the newest. The bytes depend only on the schemas, not on the order
// of the IDs or the time, so that a bundle can be committed. If an ID has no schema,
// WriteBundle returns an error.
func WriteBundle(w io.Writer, ids []ID, lookup func(ID) ([]Schema, error)) error {
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

// bundled is a schema in a bundle.
type bundled struct {
	ID
	release string
	text    []byte
}

// compare sorts schemas so that those of a release of a provider are together,
// and among these, those of one kind.
func (b bundled) compare(o bundled) int {
	return cmp.Or(strings.Compare(b.Provider, o.Provider), CompareReleases(b.release, o.release), strings.Compare(b.release, o.release), b.ID.Compare(o.ID))
}

// encodeReleases encodes the schemas of a type. Equal schemas are encoded once.
func encodeReleases(id ID, lookup func(ID) ([]Schema, error)) ([]bundled, error) {
	found, err := lookup(id)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no schema of %s of %s", id.Name(), plans.SpellName(id.Provider))
	}
	if err != nil {
		return nil, err
	}
	var all []bundled
	for _, s := range found {
		text, err := AppendSchema(nil, s)
		if err != nil {
			return nil, fmt.Errorf("the schema of %s: %w", id.Name(), err)
		}
		if !slices.ContainsFunc(all, func(b bundled) bool { return bytes.Equal(b.text, text) || b.release == s.Release }) {
			all = append(all, bundled{id, s.Release, text})
		}
	}
	return all, nil
}

func writeDocument(w *bufio.Writer, ids []ID, lookup func(ID) ([]Schema, error)) error {
	ids = slices.Clone(ids)
	sorted.Stable(ids, ID.Compare)
	ids = slices.Compact(ids)
	var all []bundled
	for _, id := range ids {
		found, err := encodeReleases(id, lookup)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	sorted.Stable(all, bundled.compare)
	text := []byte(`{"format_version":"1.0","provider_schemas":{`)
	var err error
	for i, b := range all {
		var last *bundled
		if i > 0 {
			last = &all[i-1]
		}
		if text, err = appendOpening(text, last, b); err != nil {
			return err
		}
		if _, err := w.Write(append(text, b.text...)); err != nil {
			return err
		}
		text = text[:0]
	}
	if len(all) > 0 {
		text = append(text, "}}"...)
	}
	_, err = w.Write(append(text, "}}\n"...))
	return err
}

// appendOpening closes the objects that only the previous schema is in, and
// opens those that only the next one is in.
func appendOpening(b []byte, last *bundled, next bundled) ([]byte, error) {
	var err error
	switch {
	case last == nil || last.Provider != next.Provider || last.release != next.release:
		if last != nil {
			b = append(b, "}},"...)
		}
		name := next.Provider
		if next.release != "" {
			name += releaseMark + next.release
		}
		if b, err = appendName(b, name); err != nil {
			return b, fmt.Errorf("the provider %q: %w", name, err)
		}
		b = append(b, ":{\""+sections[next.Kind]+"\":{"...)
	case last.Kind != next.Kind:
		b = append(b, "},\""+sections[next.Kind]+"\":{"...)
	default:
		b = append(b, ',')
	}
	if b, err = appendName(b, next.Type); err != nil {
		return b, fmt.Errorf("the type %q: %w", next.Type, err)
	}
	return append(b, ':'), nil
}

// appendName appends the name of something as a JSON string.
func appendName(b []byte, name string) ([]byte, error) {
	if !utf8.ValidString(name) {
		return b, errors.New("the name is not valid UTF-8")
	}
	return values.AppendString(b, name), nil
}

// AppendSchema appends a schema as JSON, {"version":1,"block":{...}}.
func AppendSchema(b []byte, s Schema) ([]byte, error) {
	b = append(b, '{')
	if s.Version != "" {
		b = append(append(append(b, `"version":`...), s.Version...), ',')
	}
	b, err := appendBlock(b, s.Block)
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
		if b, err = appendName(b, n.Name); err == nil {
			b = append(b, `:{"nesting_mode":"`+n.Nesting.String()+`",`...)
			b, err = appendBlock(b, n.Block)
			b = append(appendItems(appendItems(b, "min_items", n.MinItems), "max_items", n.MaxItems), '}')
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

// appendAttributes appends the member "attributes", unless there are none.
func appendAttributes(b []byte, attributes []Attribute) ([]byte, error) {
	for i, a := range attributes {
		if i == 0 {
			b = append(b, `"attributes":{`...)
		} else {
			b = append(b, ',')
		}
		var err error
		if b, err = appendName(b, a.Name); err == nil {
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
		b = append(b, `"nesting_mode":"`+a.Nested.Nesting.String()+`"}`...)
		return appendFlags(b, a), nil
	}
	t, err := ctyjson.MarshalType(a.Type)
	if err != nil {
		return b, err
	}
	return appendFlags(append(append(b, `{"type":`...), t...), a), nil
}

// appendItems appends a bound for the number of blocks, unless there is none.
func appendItems(b []byte, name string, n int) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(append(b, `,"`+name+`":`...), int64(n), 10)
}

func appendFlags(b []byte, a Attribute) []byte {
	if a.Computed {
		b = append(b, `,"computed":true`...)
	}
	if a.Required {
		b = append(b, `,"required":true`...)
	}
	if a.Sensitive {
		b = append(b, `,"sensitive":true`...)
	}
	if a.WriteOnly {
		b = append(b, `,"write_only":true`...)
	}
	return append(b, '}')
}
