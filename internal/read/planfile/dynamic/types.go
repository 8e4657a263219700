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
	block     *schema.Block
	attribute *schema.Attribute
	isOwn     bool
}

// BlockType returns the type of the values of a resource, which has this schema. It may
// be nil.
func BlockType(b *schema.Block) Type { return Type{block: b} }

// AttributeType returns the type of an attribute's values. a may be nil.
func AttributeType(a *schema.Attribute) Type { return Type{attribute: a} }

// OwnType returns the type of the values that say their type themselves, as those of outputs and variables do. Anything else
// in their place is an error.
func OwnType() Type { return Type{isOwn: true} }

// decodeShape is a type, made ready for decoding. A nil shape says nothing.
type decodeShape struct {
	// typ is the type that a value must have, since it says so itself. It is the NilType in
	// the shape of a type from a schema.
	typ      cty.Type
	isNumber bool // a string stands for a number
	// kind is Array or Object if somebody wants to know that of unknown values, see
	// [Decoder].KeepKinds.
	kind values.Kind
	// The shapes of parts:
	all      *decodeShape            // of all elements, or of all members
	isMap    bool                    // all is for members
	elements []*decodeShape          // of a tuple
	members  map[string]*decodeShape // of an object
}

// element returns the shape of an element.
func (s *decodeShape) element(i int) *decodeShape {
	switch {
	case s == nil:
		return nil
	case i < len(s.elements):
		return s.elements[i]
	case s.isMap:
		return nil
	}
	return s.all
}

// member returns the shape of a member.
func (s *decodeShape) member(name string) *decodeShape {
	switch {
	case s == nil:
		return nil
	case s.members != nil:
		return s.members[name]
	case !s.isMap:
		return nil
	}
	return s.all
}

// shapes makes the shapes of types, and remembers them. Most resources have one of few
// types, and so have the values that say their types. Schemas must not change.
type shapes struct {
	shaper
	types  map[Type]*decodeShape
	own    map[string]*decodeShape
	parser values.Parser
}

const (
	maxShapes    = 1_000 // of each kind
	maxShapeText = 1_000 // how long the text of a type may be to be remembered
)

// shapeOf returns the shape of a type.
func (c *shapes) shapeOf(t Type) *decodeShape {
	if t.block == nil && t.attribute == nil {
		return nil
	}
	s, ok := c.types[t]
	if ok {
		return s
	}
	if t.block != nil {
		s = c.shaper.blockShape(t.block)
	} else {
		s = c.shaper.attributeShape(t.attribute)
	}
	if c.types == nil || len(c.types) >= maxShapes {
		c.types = map[Type]*decodeShape{}
	}
	c.types[t] = s
	return s
}

// parse returns the shape of a type that a value says.
func (c *shapes) parse(text string) (*decodeShape, error) {
	if s, ok := c.own[text]; ok {
		return s, nil
	}
	v, err := c.parser.ParseString(text)
	if err != nil {
		return nil, err
	}
	a, err := schema.ParseType(v)
	if err != nil {
		return nil, err
	}
	s := ownShape(a.Type)
	if len(text) <= maxShapeText {
		if c.own == nil || len(c.own) >= maxShapes {
			c.own = map[string]*decodeShape{}
		}
		c.own[string([]byte(text))] = s
	}
	return s, nil
}

// ownShape returns the shape of a type that a value says. There is one for each part, to check
// that the part has its type.
func ownShape(t cty.Type) *decodeShape {
	s := &decodeShape{typ: t, isNumber: t == cty.Number}
	switch {
	case t == cty.DynamicPseudoType: // a part that says its type itself
		return nil
	case t.IsCollectionType():
		s.all, s.isMap = ownShape(t.ElementType()), t.IsMapType()
	case t.IsTupleType():
		for _, e := range t.TupleElementTypes() {
			s.elements = append(s.elements, ownShape(e))
		}
	case t.IsObjectType():
		s.members = map[string]*decodeShape{}
		for name, e := range t.AttributeTypes() {
			s.members[name] = ownShape(e)
		}
	}
	return s
}

// shaper makes shapes of types from schemas. kinds says whether they have the kinds of
// values.
type shaper struct{ kinds bool }

// typeShape returns the shape of a type from a schema. It is nil unless there are numbers, or kinds.
func (k shaper) typeShape(t cty.Type) *decodeShape {
	s := &decodeShape{}
	if k.kinds && t != cty.NilType {
		s.kind = kindOf(t)
	}
	switch {
	case t == cty.NilType:
	case t == cty.Number:
		s.isNumber = true
	case t.IsCollectionType():
		s.all, s.isMap = k.typeShape(t.ElementType()), t.IsMapType()
	case t.IsTupleType():
		for i, e := range t.TupleElementTypes() {
			if part := k.typeShape(e); part != nil {
				s.elements = append(s.elements, make([]*decodeShape, i-len(s.elements))...)
				s.elements = append(s.elements, part)
			}
		}
	case t.IsObjectType():
		for name, e := range t.AttributeTypes() {
			s.add(name, k.typeShape(e))
		}
	}
	return s.prune()
}

// blockShape is typeShape for the objects of a block.
func (k shaper) blockShape(b *schema.Block) *decodeShape {
	s := k.attributesShape(b.Attributes)
	if s == nil {
		s = &decodeShape{}
	}
	for _, n := range b.Blocks {
		s.add(n.Name, k.nestedShape(n.Nesting, k.blockShape(n.Block)))
	}
	return s.prune()
}

func (k shaper) attributesShape(all []schema.Attribute) *decodeShape {
	s := &decodeShape{}
	if k.kinds {
		s.kind = values.Object
	}
	for i := range all {
		s.add(all[i].Name, k.attributeShape(&all[i]))
	}
	return s.prune()
}

func (k shaper) attributeShape(a *schema.Attribute) *decodeShape {
	if a.Nested != nil {
		return k.nestedShape(a.Nested.Nesting, k.attributesShape(a.Nested.Attributes))
	}
	return k.typeShape(a.Type)
}

// nestedShape returns the shape of blocks or objects that nest, given that of one.
func (k shaper) nestedShape(mode schema.NestingMode, one *decodeShape) *decodeShape {
	if one == nil || mode == schema.NestingSingle || mode == schema.NestingGroup {
		return one
	}
	s := &decodeShape{all: one, isMap: mode == schema.NestingMap}
	switch {
	case !k.kinds:
	case s.isMap:
		s.kind = values.Object
	default:
		s.kind = values.Array
	}
	return s
}

func (s *decodeShape) add(name string, part *decodeShape) {
	if part == nil {
		return
	}
	if s.members == nil {
		s.members = map[string]*decodeShape{}
	}
	s.members[name] = part
}

// prune returns the shape, or nil if it says nothing.
func (s *decodeShape) prune() *decodeShape {
	if !s.isNumber && s.kind == values.Absent && s.all == nil && s.elements == nil && s.members == nil {
		return nil
	}
	return s
}

// isOwn reports whether the value itself says its type.
func (s *decodeShape) isOwn() bool { return s != nil && s.typ != cty.NilType }

// allows reports whether a value may be of a kind.
func (s *decodeShape) allows(k values.Kind) bool {
	switch k {
	case values.Bool:
		return s.typ == cty.Bool
	case values.Number:
		return s.typ == cty.Number
	case values.String:
		return s.typ == cty.String || s.typ == cty.Number
	case values.Array:
		return s.typ.IsListType() || s.typ.IsSetType() || s.typ.IsTupleType()
	case values.Object:
		return s.typ.IsMapType() || s.typ.IsObjectType()
	}
	return true
}

// lengthOf returns how many parts a value must have, or n if it may have any number.
func (s *decodeShape) lengthOf(n int) int {
	switch {
	case s.typ.IsTupleType():
		return len(s.elements)
	case s.typ.IsObjectType():
		return len(s.members)
	}
	return n
}

// allowsMember reports whether a value may have a member of this name.
func (s *decodeShape) allowsMember(name string) bool {
	_, ok := s.members[name]
	return ok || !s.typ.IsObjectType()
}
