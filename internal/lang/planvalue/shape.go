package planvalue

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/schema"
)

// reading is how a part of a value is read.
type reading uint8

const (
	formDynamic reading = iota // by its own JSON: nothing is known of its type
	formScalar
	formList
	formSet
	formMap
	formTuple
	formObject
	formLoose // by its own JSON, but an array in it may stand for a set
)

// valueShape is what a schema says about a part of a value.
type valueShape struct {
	form    reading
	typ     cty.Type // of the values; with [cty.DynamicPseudoType] where it depends on the value
	elem    *valueShape
	elems   []*valueShape
	members []member // sorted by name

	sensitive bool
	// writeOnly says that no document should have the value, so that one which is there is sensitive.
	writeOnly bool
	// chosen says that the provider may choose the value, and then it may leave out what a configuration must have.
	chosen bool
	// notNull says that the value is never null. isBlock says that it is a list, a set or a map of
	// blocks, which is empty where there is none, and isBody that it is one of these blocks.
	notNull, isBlock, isBody bool
	minItems, maxItems       int // of blocks; 0 for no bound
}

// anything is the shape of what no schema has.
var anything = &valueShape{form: formLoose, typ: cty.DynamicPseudoType}

type member struct {
	name string
	*valueShape
}

// member returns the shape of a member of an object, or nil.
func (s *valueShape) member(name string) *valueShape {
	i, ok := slices.BinarySearchFunc(s.members, name, func(m member, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		return nil
	}
	return s.members[i].valueShape
}

// Shapes are the shapes of types, which take time to find out. The zero value is
// ready for use, by several goroutines at a time.
type Shapes struct {
	mu     sync.Mutex
	shapes map[shapeKey]*valueShape
}

type shapeKey struct {
	block *schema.Block
	trust Trust
}

// Trust is how far a schema is to be relied on.
type Trust uint8

// The degrees of trust.
const (
	// Guessed schemas are inferred. Nothing but the names of the keys is taken from them, and what is
	// sensitive.
	Guessed Trust = iota
	// Corrected schemas are a provider's, but do not fit the plan. Their types hold, but no
	// other facts.
	Corrected
	// Exact schemas are those of the provider that made the plan.
	Exact
)

func (s *Shapes) shapeOf(b *schema.Block, trust Trust) *valueShape {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := shapeKey{b, trust}
	found := s.shapes[key]
	if found == nil {
		found = shaper{trust}.block(b)
		found.isBody = true
		if s.shapes == nil {
			s.shapes = map[shapeKey]*valueShape{}
		}
		s.shapes[key] = found
	}
	return found
}

type shaper struct{ trust Trust }

func (c shaper) block(b *schema.Block) *valueShape {
	s := &valueShape{form: formObject}
	for i := range b.Attributes {
		s.members = append(s.members, member{b.Attributes[i].Name, c.attribute(&b.Attributes[i])})
	}
	for i := range b.Blocks {
		n := &b.Blocks[i]
		inner := c.nested(n.Nesting, c.block(n.Block))
		inner.isBlock = n.Nesting != schema.NestingSingle && n.Nesting != schema.NestingGroup
		if inner.isBlock {
			inner.elem.isBody = true
		}
		if c.trust == Exact {
			// A group is there even if the configuration does not have it.
			inner.isBody = n.Nesting == schema.NestingGroup
			inner.notNull = inner.isBlock || inner.isBody
			inner.minItems, inner.maxItems = n.MinItems, n.MaxItems
		}
		s.members = append(s.members, member{n.Name, inner})
	}
	return c.finish(s)
}

// finish sorts the members of an object, and finds out its type.
func (c shaper) finish(s *valueShape) *valueShape {
	sorted.Stable(s.members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	types := make(map[string]cty.Type, len(s.members))
	for _, m := range s.members {
		types[m.name] = m.typ
	}
	s.typ = cty.Object(types)
	return s
}

func (c shaper) attribute(a *schema.Attribute) *valueShape {
	var s *valueShape
	if a.Nested != nil {
		object := &valueShape{form: formObject}
		for i := range a.Nested.Attributes {
			object.members = append(object.members, member{a.Nested.Attributes[i].Name, c.attribute(&a.Nested.Attributes[i])})
		}
		s = c.nested(a.Nested.Nesting, c.finish(object))
	} else {
		s = c.typed(a.Type)
	}
	s.sensitive = a.Sensitive
	s.writeOnly = a.WriteOnly
	s.chosen = a.Computed
	s.notNull = a.Required && !a.WriteOnly && c.trust == Exact
	return s
}

// nested returns the shape of what nests objects in a mode.
func (c shaper) nested(mode schema.NestingMode, object *valueShape) *valueShape {
	if mode == schema.NestingSingle || mode == schema.NestingGroup {
		if c.trust == Guessed {
			object.typ = cty.DynamicPseudoType // that it is an object is a guess, as long as it is unknown
		}
		return object
	}
	s := &valueShape{elem: object}
	switch {
	case c.trust == Guessed:
		// Whether it is a list or a set is a guess, and so is a map.
		s.form, s.typ = formLoose, cty.DynamicPseudoType
	case mode == schema.NestingMap:
		s.form, s.typ = formMap, mapType(object.typ)
	case mode == schema.NestingSet:
		s.form, s.typ = formSet, setType(object.typ)
	default:
		s.form, s.typ = formList, listType(object.typ)
	}
	return s
}

func (c shaper) typed(t cty.Type) *valueShape {
	if c.trust == Guessed && !t.IsPrimitiveType() {
		return &valueShape{form: formLoose, typ: cty.DynamicPseudoType}
	}
	s := &valueShape{typ: t}
	switch {
	case c.trust == Guessed: // one kind of JSON may be seen only because the others are rare
		s.typ = cty.DynamicPseudoType
		s.form = formLoose
	case t.IsPrimitiveType():
		s.form = formScalar
	case t.IsListType():
		s.form, s.elem = formList, c.typed(t.ElementType())
		s.typ = listType(t.ElementType())
	case t.IsSetType():
		s.form, s.elem = formSet, c.typed(t.ElementType())
		s.typ = setType(t.ElementType())
	case t.IsMapType():
		s.form, s.elem = formMap, c.typed(t.ElementType())
		s.typ = mapType(t.ElementType())
	case t.IsTupleType():
		s.form = formTuple
		for _, e := range t.TupleElementTypes() {
			s.elems = append(s.elems, c.typed(e))
		}
	case t.IsObjectType():
		s.form = formObject
		for name, a := range t.AttributeTypes() {
			s.members = append(s.members, member{name, c.typed(a)})
		}
		return c.finish(s)
	default:
		s.typ = cty.DynamicPseudoType
	}
	return s
}

// A collection has one type for all its elements, so if that depends on them, the
// value is a tuple or an object, as it is for Terraform.

func listType(elem cty.Type) cty.Type {
	if elem.HasDynamicTypes() {
		return cty.DynamicPseudoType
	}
	return cty.List(elem)
}

func setType(elem cty.Type) cty.Type {
	if elem.HasDynamicTypes() {
		return cty.DynamicPseudoType
	}
	return cty.Set(elem)
}

func mapType(elem cty.Type) cty.Type {
	if elem.HasDynamicTypes() {
		return cty.DynamicPseudoType
	}
	return cty.Map(elem)
}

// fact returns what the schema says about the values.
func (s *valueShape) fact() Fact {
	f := Fact{From: "the schema"}
	f.NotNull = s.notNull
	if s.isBlock && s.minItems > 0 {
		// Blocks in a set that are equal are one, and were counted before that.
		n := s.minItems
		if s.form == formSet {
			n = 1
		}
		f.Length.Min.Number = strconv.Itoa(n)
	}
	if s.isBlock && s.maxItems > 0 {
		f.Length.Max.Number = strconv.Itoa(s.maxItems)
	}
	return f
}
