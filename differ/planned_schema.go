package differ

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/schema"
)

// blocksOf stands for all blocks of a type.
type blocksOf struct {
	*block
	nesting schema.NestingMode
}

// memberOf returns how a member is compared, and whether it is an attribute, of which a null is
// no value.
func (w *plannedWalk) memberOf(k comparer, name string) (inner comparer, isAttribute bool) {
	switch k := k.(type) {
	case blocksOf:
		if k.nesting == schema.NestingMap {
			return k.block, false
		}
		return w.memberOf(k.block, name)
	case *block:
		if n := (*schema.Block)(k).NestedBlock(name); n != nil {
			return blocksOf{(*block)(n.Block), n.Nesting}, false
		}
		if a := (*schema.Block)(k).Attribute(name); a != nil {
			return comparerOf(a), true
		}
		return untyped{}, true
	case *nestedObject:
		if a := (*schema.Object)(k).Attribute(name); a != nil {
			return comparerOf(a), true
		}
		return untyped{}, true
	case *nestedAttribute:
		return (*nestedObject)(k), false
	case *typed:
		switch typ := cty.Type(*k); {
		case typ.IsMapType():
			return w.typesIn(k).elem, false
		case typ.IsObjectType() && k.hasMember(name):
			in := w.typesIn(k)
			for i := range in.names {
				if in.names[i] == name {
					return in.attributes[i], true
				}
			}
		}
	}
	return untypedPart{}, false
}

// attributeOf returns the schema of a member that is an attribute, or nil.
func attributeOf(k comparer, name string) *schema.Attribute {
	switch k := k.(type) {
	case blocksOf:
		if k.nesting != schema.NestingMap {
			return attributeOf(k.block, name)
		}
	case *block:
		return (*schema.Block)(k).Attribute(name)
	case *nestedObject:
		return (*schema.Object)(k).Attribute(name)
	}
	return nil
}

// elementOf returns how an element is compared, and whether it is one of a set. names returns
// where that is.
func (w *plannedWalk) elementOf(k comparer, i int, names func() string) (inner comparer, isSet bool) {
	inner, isSet = w.elementIn(k, i)
	return inner, isSet && (w.opts.IsSet == nil || w.opts.IsSet(names()))
}

func (w *plannedWalk) elementIn(k comparer, i int) (inner comparer, isSet bool) {
	switch k := k.(type) {
	case blocksOf:
		return k.block, k.nesting == schema.NestingSet
	case *nestedAttribute:
		return (*nestedObject)(k), k.Nesting == schema.NestingSet
	case *typed:
		switch typ := cty.Type(*k); {
		case typ.IsListType() || typ.IsSetType():
			return w.typesIn(k).elem, typ.IsSetType()
		case typ.IsTupleType():
			if types := typ.TupleElementTypes(); i < len(types) {
				return (*typed)(&types[i]), false
			}
		}
	}
	return untypedPart{}, false
}
