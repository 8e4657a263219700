package randplan

import (
	"strconv"
	"strings"
)

// kind says what kind of type it is. A block is an object, too, and a type of
// blocks is a list, set or map of objects, or a single one.
type kind uint8

const (
	text kind = iota
	number
	boolean
	dynamic
	list
	set
	mapping
	object
	tuple
)

// typ is a type of values. A list, a set or a map has the type of the elements,
// an object its members by name, a tuple one type per element.
type typ struct {
	kind    kind
	elem    *typ
	members []member
	// holdsJSON says that strings of this type may be JSON documents.
	holdsJSON bool
	// nested says that it is a nested attribute, and blocks that it is a type
	// of blocks: an object, or a collection of objects.
	nested, blocks bool
}

// member is an attribute or a block type.
type member struct {
	name      string
	typ       *typ
	writeOnly bool
}

// spell returns the type as in provider schemas.
func (t *typ) spell() string {
	switch t.kind {
	case text:
		return `"string"`
	case number:
		return `"number"`
	case boolean:
		return `"bool"`
	case dynamic:
		return `"dynamic"`
	case list:
		return `["list",` + t.elem.spell() + `]`
	case set:
		return `["set",` + t.elem.spell() + `]`
	case mapping:
		return `["map",` + t.elem.spell() + `]`
	}
	var parts []string
	for _, m := range t.members {
		if t.kind == tuple {
			parts = append(parts, m.typ.spell())
		} else {
			parts = append(parts, strconv.Quote(m.name)+":"+m.typ.spell())
		}
	}
	if t.kind == tuple {
		return `["tuple",[` + strings.Join(parts, ",") + `]]`
	}
	return `["object",{` + strings.Join(parts, ",") + `}]`
}

// mode returns the nesting mode of a nested attribute or a type of blocks.
func (t *typ) mode() string {
	switch t.kind {
	case list:
		return "list"
	case set:
		return "set"
	case mapping:
		return "map"
	}
	return "single"
}

// body returns the object that a nested attribute or a type of blocks repeats.
func (t *typ) body() *typ {
	if t.kind == object {
		return t
	}
	return t.elem
}

func (m member) schema() string {
	if m.typ.blocks {
		return `{"nesting_mode":` + strconv.Quote(m.typ.mode()) + `,"block":` + m.typ.body().block() + `}`
	}
	var parts []string
	if m.typ.nested {
		parts = append(parts, `"nested_type":{"nesting_mode":`+strconv.Quote(m.typ.mode())+`,"attributes":{`+
			strings.Join(m.typ.body().schemas(false), ",")+`}}`)
	} else {
		parts = append(parts, `"type":`+m.typ.spell())
	}
	if m.writeOnly {
		parts = append(parts, `"write_only":true`)
	}
	return `{` + strings.Join(append(parts, `"optional":true`), ",") + `}`
}

// schemas returns the attributes, or the block types.
func (t *typ) schemas(blocks bool) (out []string) {
	for _, m := range t.members {
		if m.typ.blocks == blocks {
			out = append(out, strconv.Quote(m.name)+":"+m.schema())
		}
	}
	return out
}

func (t *typ) block() string {
	return `{"attributes":{` + strings.Join(t.schemas(false), ",") + `},"block_types":{` + strings.Join(t.schemas(true), ",") + `}}`
}

func attributeNames() []string {
	return []string{"a", "any", "été", "id", "long_name", "name", "tags"}
}

func blockNames() []string { return []string{"disk", "rule", "zone"} }

// resource returns the type of a resource.
func (g *maker) resource() *typ {
	t := g.blockBody(2)
	t.members = append([]member{{name: "key", typ: &typ{kind: text}}}, t.members...)
	return t
}

func (g *maker) blockBody(depth int) *typ {
	t := &typ{kind: object}
	for _, name := range attributeNames() {
		if g.oneIn(2) {
			t.members = append(t.members, member{name: name, typ: g.attribute(depth), writeOnly: g.oneIn(16)})
		}
	}
	if depth == 0 {
		return t
	}
	for _, name := range blockNames() {
		if g.oneIn(2) {
			b := g.repeated(g.blockBody(depth - 1))
			b.blocks = true
			t.members = append(t.members, member{name: name, typ: b})
		}
	}
	return t
}

// repeated returns a single body, or a list, a set or a map of bodies.
func (g *maker) repeated(body *typ) *typ {
	switch g.n(4) {
	case 1:
		return &typ{kind: list, elem: body}
	case 2:
		return &typ{kind: set, elem: body}
	case 3:
		return &typ{kind: mapping, elem: body}
	}
	return body
}

func (g *maker) attribute(depth int) *typ {
	if depth == 0 || !g.oneIn(4) {
		return g.typ(depth)
	}
	body := &typ{kind: object}
	for _, name := range attributeNames() {
		if g.oneIn(2) {
			body.members = append(body.members, member{name: name, typ: g.attribute(depth - 1), writeOnly: g.oneIn(24)})
		}
	}
	t := g.repeated(body)
	t.nested = true
	return t
}

func (g *maker) typ(depth int) *typ {
	kinds := 11
	if depth == 0 {
		kinds = 6
	}
	switch g.n(kinds) {
	case 0, 1:
		return &typ{kind: text}
	case 2:
		return &typ{kind: text, holdsJSON: true}
	case 3:
		return &typ{kind: number}
	case 4:
		return &typ{kind: boolean}
	case 5:
		return &typ{kind: dynamic, holdsJSON: true}
	case 6:
		return &typ{kind: list, elem: g.typ(depth - 1)}
	case 7:
		return &typ{kind: set, elem: g.typ(depth - 1)}
	case 8:
		return &typ{kind: mapping, elem: g.typ(depth - 1)}
	case 9:
		t := &typ{kind: object}
		for _, name := range attributeNames() {
			if g.oneIn(3) {
				t.members = append(t.members, member{name: name, typ: g.typ(depth - 1)})
			}
		}
		return t
	}
	return &typ{kind: tuple, members: []member{{typ: g.typ(depth - 1)}, {typ: g.typ(depth - 1)}}}
}
