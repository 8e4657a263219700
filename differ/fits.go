package differ

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// A value fits if there is nothing to say about it when it is compared with itself: it
// does not change, it does not contradict the schema, and the schema has all of its
// members and calls none of them sensitive. This file finds that out without comparing.

func (untyped) fits(values.Value) bool { return true }

func (t *typed) fits(v values.Value) bool { return fitsType(v, cty.Type(*t)) }

// typeFitter says which values fit a type.
type typeFitter cty.Type

func (t typeFitter) fits(v values.Value) bool { return fitsType(v, cty.Type(t)) }

func fitsType(v values.Value, t cty.Type) bool {
	if v.IsNull() {
		return true
	}
	switch {
	case t == cty.String:
		return v.Kind() == values.String
	case t == cty.Number:
		return v.Kind() == values.Number
	case t == cty.Bool:
		return v.Kind() == values.Bool
	case t.IsListType():
		return elementsFit(v, typeFitter(t.ElementType()))
	case t.IsSetType():
		return elementsFit(v, typeFitter(t.ElementType())) && areDistinct(v)
	case t.IsTupleType():
		types := t.TupleElementTypes()
		if v.Kind() != values.Array {
			return false
		}
		for i := range min(v.Len(), len(types)) {
			if !fitsType(v.Elem(i), types[i]) {
				return false
			}
		}
		return true
	case t.IsMapType():
		return membersFit(v, typeFitter(t.ElementType()))
	case t.IsObjectType():
		if v.Kind() != values.Object {
			return false
		}
		types := t.AttributeTypes()
		for _, m := range v.Members() {
			if typ, ok := types[m.Name]; !m.Value.IsNull() && !(ok && fitsType(m.Value, typ)) {
				return false
			}
		}
		return true
	}
	return true // any
}

func (n *nestedAttribute) fits(v values.Value) bool {
	switch n.Nesting {
	case schema.NestingMap:
		return membersFit(v, (*nestedObject)(n))
	case schema.NestingSet:
		return elementsFit(v, (*nestedObject)(n)) && areDistinct(v)
	}
	return elementsFit(v, (*nestedObject)(n))
}

func (o *nestedObject) fits(v values.Value) bool {
	return v.IsNull() || v.Kind() == values.Object && attributesFit(v, o.Attributes, nil)
}

func (b *block) fits(v values.Value) bool {
	return v.IsNull() || v.Kind() == values.Object && attributesFit(v, b.Attributes, b.Blocks)
}

// fitter says which values fit. Every comparer does.
type fitter interface{ fits(v values.Value) bool }

// attributeFitter says which values of an attribute fit and exist, even where an empty
// string counts as a null.
type attributeFitter schema.Attribute

func (a *attributeFitter) fits(v values.Value) bool {
	return !v.IsNull() && !v.IsEmptyString() && attributeFits(v, (*schema.Attribute)(a))
}

// attributesFit reports whether the members of an object fit the attributes and blocks of
// a schema.
func attributesFit(v values.Value, attributes []schema.Attribute, blocks []schema.NestedBlock) bool {
	for _, m := range v.Members() {
		if m.Value.IsNull() {
			continue
		}
		attributes = skipTo(attributes, m.Name)
		if len(attributes) > 0 && attributes[0].Name == m.Name {
			if !attributeFits(m.Value, &attributes[0]) {
				return false
			}
			continue
		}
		i := slices.IndexFunc(blocks, func(b schema.NestedBlock) bool { return b.Name == m.Name })
		if i < 0 || !blocksFit(m.Value, &blocks[i]) {
			return false
		}
	}
	return true
}

// attributeFits reports whether a value other than null fits an attribute.
func attributeFits(v values.Value, a *schema.Attribute) bool {
	switch {
	case a.Sensitive || a.WriteOnly:
		return false
	case a.Nested == nil:
		return fitsType(v, a.Type)
	}
	return comparerOf(a).fits(v)
}

// blocksFit reports whether the blocks of one type fit its schema.
func blocksFit(v values.Value, b *schema.NestedBlock) bool {
	one := (*block)(b.Block)
	switch b.Nesting {
	case schema.NestingList:
		return elementsFit(v, one)
	case schema.NestingSet:
		return elementsFit(v, one) && areDistinct(v)
	case schema.NestingMap:
		return membersFit(v, one)
	}
	return one.fits(v)
}

func elementsFit[F fitter](v values.Value, one F) bool {
	if v.IsNull() {
		return true
	}
	if v.Kind() != values.Array {
		return false
	}
	for _, e := range v.Elems() {
		if !one.fits(e) {
			return false
		}
	}
	return true
}

func membersFit[F fitter](v values.Value, one F) bool {
	if v.IsNull() {
		return true
	}
	if v.Kind() != values.Object {
		return false
	}
	for _, m := range v.Members() {
		if !one.fits(m.Value) {
			return false
		}
	}
	return true
}

// fewElements is up to how many elements of a set are compared with each other.
const fewElements = 8

// areDistinct reports whether no two elements of a set are equal. If some are, the set
// changes even if it is compared with itself: see pairSet. For a large set, it compares
// hashes, so it may be false although the elements are distinct.
func areDistinct(v values.Value) bool {
	n := v.Len()
	if n <= fewElements {
		for i := range n {
			for j := range i {
				if v.Elem(i).Equal(v.Elem(j)) {
					return false
				}
			}
		}
		return true
	}
	hashes := make([]uint64, n)
	for i, e := range v.Elems() {
		hashes[i] = e.Hash()
	}
	slices.Sort(hashes)
	return len(slices.Compact(hashes)) == n
}
