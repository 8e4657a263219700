package dynamic

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Type is the type of a value, as far as it is known. The zero Type says nothing.
//
// The bytes of a value say most of it, but not everything: a number that needs more than
// 64 bits is written as a string. A Type from a schema is used for what they do not say.
// Where they contradict it, it is ignored, since the schema may be that of another
// version of the provider.
type Type struct {
	cty     cty.Type // NilType if it is one of these:
	block   *schema.Block
	object  *schema.Object
	nesting schema.NestingMode // of block or object; single for one of their objects
	// isOwn says that the value itself says its type. So it must have this type.
	isOwn bool
}

// BlockType returns the type of the values of a resource, which has this schema. It may
// be nil.
func BlockType(b *schema.Block) Type { return Type{block: b} }

// AttributeType returns the type of an attribute's values. a may be nil.
func AttributeType(a *schema.Attribute) Type {
	switch {
	case a == nil:
		return Type{}
	case a.Nested != nil:
		return Type{object: a.Nested, nesting: a.Nested.Nesting}
	}
	return Type{cty: a.Type}
}

// member returns the type of a member.
func (t Type) member(name string) Type {
	isOne := t.nesting == schema.NestingSingle || t.nesting == schema.NestingGroup
	switch {
	case t.block != nil && isOne:
		if n := t.block.NestedBlock(name); n != nil {
			return Type{block: n.Block, nesting: n.Nesting}
		}
		return AttributeType(t.block.Attribute(name))
	case t.object != nil && isOne:
		return AttributeType(t.object.Attribute(name))
	case t.cty == cty.NilType:
		return t.part()
	case t.cty.IsMapType():
		t.cty = t.cty.ElementType()
		return t
	case t.cty.IsObjectType() && t.cty.HasAttribute(name):
		t.cty = t.cty.AttributeType(name)
		return t
	}
	return Type{}
}

// element returns the type of an element.
func (t Type) element(i int) Type {
	switch {
	case t.cty == cty.NilType:
		return t.part()
	case t.cty.IsListType(), t.cty.IsSetType():
		t.cty = t.cty.ElementType()
		return t
	case t.cty.IsTupleType():
		if types := t.cty.TupleElementTypes(); i < len(types) {
			t.cty = types[i]
			return t
		}
	}
	return Type{}
}

// part returns the type of one of several blocks or objects.
func (t Type) part() Type { return Type{block: t.block, object: t.object} }

// isNumber reports whether a string stands for a number.
func (t Type) isNumber() bool { return t.cty == cty.Number }

// allows reports whether a value that says its own type may have this kind.
func (t Type) allows(k values.Kind) bool {
	if !t.isOwn || t.cty == cty.DynamicPseudoType {
		return true
	}
	switch k {
	case values.Bool:
		return t.cty == cty.Bool
	case values.Number:
		return t.cty == cty.Number
	case values.String:
		return t.cty == cty.String || t.cty == cty.Number
	case values.Array:
		return t.cty.IsListType() || t.cty.IsSetType() || t.cty.IsTupleType()
	case values.Object:
		return t.cty.IsMapType() || t.cty.IsObjectType()
	}
	return true
}

// allowsLength reports whether a value that says its own type may have so many parts.
func (t Type) allowsLength(n int) bool {
	switch {
	case !t.isOwn:
		return true
	case t.cty.IsTupleType():
		return n == t.cty.Length()
	case t.cty.IsObjectType():
		return n == len(t.cty.AttributeTypes())
	}
	return true
}

// allowsMember reports whether a value that says its own type may have a member of this
// name.
func (t Type) allowsMember(name string) bool {
	return !t.isOwn || !t.cty.IsObjectType() || t.cty.HasAttribute(name)
}

// typeCache remembers types that values say, of which many are the same.
type typeCache struct {
	parser values.Parser
	known  map[string]Type
}

const (
	maxTypes    = 1_000 // in a typeCache
	maxTypeText = 1_000 // how long those are
)

// parse returns the type with a text.
func (c *typeCache) parse(text string) (Type, error) {
	if t, ok := c.known[text]; ok {
		return t, nil
	}
	v, err := c.parser.ParseString(text)
	if err != nil {
		return Type{}, err
	}
	a, err := schema.ParseType(v)
	if err != nil {
		return Type{}, err
	}
	t := Type{cty: a.Type, isOwn: true}
	if len(c.known) < maxTypes && len(text) <= maxTypeText {
		if c.known == nil {
			c.known = map[string]Type{}
		}
		c.known[string([]byte(text))] = t
	}
	return t, nil
}
