package planfile

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/planfmt/planfmt/internal/read/source"
)

// put appends a field: a number, a text, or a message made of parts.
func put(number protowire.Number, value any) []byte {
	switch v := value.(type) {
	case int:
		return protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.VarintType), uint64(v))
	case string:
		return protowire.AppendString(protowire.AppendTag(nil, number, protowire.BytesType), v)
	}
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), value.([]byte))
}

func join(parts ...[]byte) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// schemasOf is the schemas of a provider with a resource type of a block.
func schemasOf(block []byte) []byte {
	typ := join(put(1, "a_b"), put(2, put(1, join(put(1, 3), put(2, block)))))
	return put(1, join(put(1, "registry.opentofu.org/x/a"), put(2, join(put(1, put(2, []byte(nil))), put(2, typ)))))
}

func TestSchemasAsProtobuf(t *testing.T) {
	nested := func(depth int) []byte {
		block := []byte(nil)
		for range depth {
			block = put(2, join(put(1, "b"), put(2, block), put(3, 3)))
		}
		return block
	}
	attribute := func(name string) []byte { return put(1, join(put(1, name), put(2, `"string"`), put(5, 1), put(8, 1))) }
	object := put(1, join(put(1, "o"), put(3, join(attribute("p"), put(2, 5))), put(4, 1), put(7, 1)))
	for name, tt := range map[string]struct {
		block     []byte
		want, err string
		unknown   int
	}{
		"nothing":     {want: `"a_b":{"block":{"attributes":{},"block_types":{}},"version":3}`},
		"attribute":   {block: attribute("x"), want: `"x":{"optional":true,"type":"string","write_only":true}`},
		"nested type": {block: object, want: `"o":{"nested_type":{"attributes":{"p":{"optional":true,"type":"string","write_only":true}},"nesting_mode":"map"},"required":true,"sensitive":true}`},
		"blocks":      {block: nested(2), want: `"block_types":{"b":{"block":{"attributes":{},"block_types":{"b":{"block":{"attributes":{},"block_types":{}},"nesting_mode":"list"}}},"nesting_mode":"list"}}`},
		"deep":        {block: nested(500), err: "more than 100 deep"},
		"twice":       {block: join(attribute("x"), attribute("x")), err: "that of another one"},
		"no name":     {block: attribute(""), err: "has no name"},
		"mode":        {block: put(2, join(put(1, "b"), put(3, 9))), err: "the nesting mode 9 is not known"},
		"type":        {block: put(1, join(put(1, "x"), put(2, "{"))), err: ""},
		"unknown":     {block: join(attribute("x"), put(9, "y"), put(1, join(put(1, "z"), put(77, 1)))), want: `"z":{}`, unknown: 2},
	} {
		var unknown source.Unknown
		doc, err := schemasJSON(field{bytes: schemasOf(tt.block), unknown: &unknown})
		switch {
		case tt.want == "":
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %v", name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case !strings.Contains(doc.JSON(), tt.want) || !strings.Contains(doc.JSON(), `{"format_version":"1.0","provider_schemas":{"registry.opentofu.org/x/a":{`) || unknown.Count() != tt.unknown:
			t.Errorf("%s: %d unknown, %s", name, unknown.Count(), doc.JSON())
		}
	}
	for n := range schemasOf(object) { // whatever is cut off is no schema, or a shorter one
		_, _ = schemasJSON(field{bytes: schemasOf(object)[:n]})
	}
}

// TestParseInstanceAnyKey reads addresses of which the keys are not known.
func TestParseInstanceAnyKey(t *testing.T) {
	for address, any := range map[string]bool{"a.b[*]": true, "module.m[*].a.b[*]": true, "module.m[*].a.b": false, "data.a.b[*]": true, `a.b["*"]`: false, "a.b[0]": false} {
		in, ok := ParseInstance(address)
		if !ok || in.AnyKey != any || in.Type != "a" || in.Name != "b" {
			t.Errorf("%s: %+v %v", address, in, ok)
		}
	}
	for _, address := range []string{"a[*].b", "a.b[*].c", "a.b[**]", "a.b[]"} {
		if in, ok := ParseInstance(address); ok {
			t.Errorf("%s: %+v", address, in)
		}
	}
}
