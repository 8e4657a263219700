package dynamic

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/schema"
)

// typeOf returns the type of the part that is being decoded, and the NilType if it is not known. A shape has what most
// values need; little else is asked for often enough to be kept there.
func (d *Decoder) typeOf(s *decodeShape) cty.Type {
	switch {
	case s.isOwn():
		return s.typ
	case d.dynamics > 0: // the type of the value around it is its own, and leaves this one open
		return cty.DynamicPseudoType
	}
	p := partOf(d.root)
	for i := range d.open {
		p = p.child(&d.open[i])
	}
	return p.typ
}

// schemaPart is what a schema says about a part of a value.
type schemaPart struct {
	typ cty.Type
	// The members of an object, or of each element of a collection, instead of those that the type says:
	block      *schema.Block
	attributes []schema.Attribute
}

func partOf(t Type) schemaPart {
	switch {
	case t.block != nil:
		return schemaPart{typ: cty.EmptyObject, block: t.block}
	case t.attribute != nil:
		return attributePart(t.attribute)
	}
	return schemaPart{}
}

func attributePart(a *schema.Attribute) schemaPart {
	if a.Nested != nil {
		return schemaPart{typ: nestedType(a.Nested.Nesting), attributes: a.Nested.Attributes}
	}
	return schemaPart{typ: a.Type}
}

// nestedType returns the type of blocks or objects that nest, apart from their members.
func nestedType(mode schema.NestingMode) cty.Type {
	switch mode {
	case schema.NestingList:
		return cty.List(cty.EmptyObject)
	case schema.NestingSet:
		return cty.Set(cty.EmptyObject)
	case schema.NestingMap:
		return cty.Map(cty.EmptyObject)
	}
	return cty.EmptyObject
}

// child returns the part that comes next in an array or a map.
func (p schemaPart) child(f *frame) schemaPart {
	switch {
	case p.typ == cty.NilType:
	case p.typ.IsCollectionType() && p.typ.IsMapType() == f.isMap:
		p.typ = p.typ.ElementType()
		return p
	case p.typ.IsTupleType() && !f.isMap && f.index < p.typ.Length():
		return schemaPart{typ: p.typ.TupleElementType(f.index)}
	case !p.typ.IsObjectType() || !f.isMap:
	case p.typ.HasAttribute(f.name):
		return schemaPart{typ: p.typ.AttributeType(f.name)}
	case p.block != nil:
		if a := p.block.Attribute(f.name); a != nil {
			return attributePart(a)
		}
		if n := p.block.NestedBlock(f.name); n != nil {
			return schemaPart{typ: nestedType(n.Nesting), block: n.Block}
		}
	default:
		for i := range p.attributes {
			if p.attributes[i].Name == f.name {
				return attributePart(&p.attributes[i])
			}
		}
	}
	return schemaPart{}
}
