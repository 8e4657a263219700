// Package schema knows the provider schemas: which members of a resource are
// attributes and which are blocks, how blocks nest, and what type each
// attribute has.
//
// [Set.Load] reads the output of `terraform providers schema -json`, and
// [Set.Lookup] finds a type in it. The differ sees a [Block] and does not know
// where it came from. The package never looks at two values to compare them.
package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/plans"
)

// Mode is how a block type or a nested attribute type nests.
type Mode uint8

// The nesting modes.
const (
	NestingSingle Mode = iota
	NestingGroup
	NestingList
	NestingSet
	NestingMap
)

var modeNames = [...]string{"single", "group", "list", "set", "map"}

func (m Mode) String() string { return modeNames[min(int(m), len(modeNames)-1)] }

// ParseMode finds the mode that a schema names.
func ParseMode(name string) (Mode, bool) {
	i := slices.Index(modeNames[:], name)
	return Mode(max(i, 0)), i >= 0
}

// Block is the schema of a resource, a data source, an action's configuration
// or a nested block.
type Block struct {
	Attributes []Attribute   // sorted by the bytes of their names
	Blocks     []NestedBlock // sorted likewise

	// NonLegacy says that this very block could not have been written with
	// the old plugin SDK, so that an empty string in it is not a null. Blocks
	// below are asked themselves.
	NonLegacy bool
}

// Attribute is an attribute of a block or of a nested attribute type: it has
// either a type or a nested type.
type Attribute struct {
	Name      string
	Type      cty.Type
	Nested    *Object
	WriteOnly bool
	Sensitive bool // by the schema; plans say it themselves, state files may not
}

// Object is the nested type of an attribute.
type Object struct {
	Mode       Mode
	Attributes []Attribute // sorted
}

// NestedBlock is a block type within a block.
type NestedBlock struct {
	Name  string
	Mode  Mode
	Block *Block
}

// Attribute is the attribute of a name, nil if there is none.
func (b *Block) Attribute(name string) *Attribute { return find(b.Attributes, name) }

// NestedBlock is the block type of a name, nil if there is none.
func (b *Block) NestedBlock(name string) *NestedBlock {
	i, ok := slices.BinarySearchFunc(b.Blocks, name, func(n NestedBlock, name string) int {
		return strings.Compare(n.Name, name)
	})
	if !ok {
		return nil
	}
	return &b.Blocks[i]
}

// Attribute is the attribute of a name, nil if there is none.
func (o *Object) Attribute(name string) *Attribute { return find(o.Attributes, name) }

func find(attrs []Attribute, name string) *Attribute {
	i, ok := slices.BinarySearchFunc(attrs, name, func(a Attribute, name string) int {
		return strings.Compare(a.Name, name)
	})
	if !ok {
		return nil
	}
	return &attrs[i]
}

// Finish sorts the members and works out NonLegacy. Whoever builds a Block by
// hand calls it once per block, the innermost first.
func (b *Block) Finish() *Block {
	slices.SortFunc(b.Attributes, func(x, y Attribute) int { return strings.Compare(x.Name, y.Name) })
	slices.SortFunc(b.Blocks, func(x, y NestedBlock) int { return strings.Compare(x.Name, y.Name) })
	b.NonLegacy = slices.ContainsFunc(b.Blocks, func(n NestedBlock) bool {
		return n.Mode == NestingMap || n.Mode == NestingGroup
	}) || slices.ContainsFunc(b.Attributes, func(a Attribute) bool {
		return a.Nested != nil || modernType(a.Type)
	})
	return b
}

// Finish sorts the attributes.
func (o *Object) Finish() *Object {
	slices.SortFunc(o.Attributes, func(x, y Attribute) int { return strings.Compare(x.Name, y.Name) })
	return o
}

// modernType reports whether the old SDK has no such attribute type: one with
// dynamic parts, an object or a tuple, or a collection of collections of
// anything but primitives.
func modernType(t cty.Type) bool {
	if t.HasDynamicTypes() || t.IsObjectType() || t.IsTupleType() {
		return true
	}
	if !t.IsCollectionType() || !t.ElementType().IsCollectionType() {
		return false
	}
	return !t.ElementType().ElementType().IsPrimitiveType()
}

// Kind is what a schema is for.
type Kind uint8

// The kinds of things that have a schema.
const (
	Resource Kind = iota
	DataSource
	Action
)

var kindNames = [...]string{"resource", "data source", "action"}

func (k Kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// ID names a schema.
type ID struct {
	Provider string // full address: registry.terraform.io/hashicorp/aws
	Kind     Kind
	Type     string
}

// Name is the ID for messages, without the provider: "resource aws_instance".
func (id ID) Name() string { return id.Kind.String() + " " + plans.SpellName(id.Type) }

// Compare orders IDs by provider, then kind, then type.
func (id ID) Compare(other ID) int {
	return cmp.Or(strings.Compare(id.Provider, other.Provider), cmp.Compare(id.Kind, other.Kind), strings.Compare(id.Type, other.Type))
}

// KindOfSection is what the schemas in a section of a provider's schemas are
// for: resource_schemas, data_source_schemas, action_schemas.
func KindOfSection(name string) (Kind, bool) {
	i := slices.Index(sections[:], name)
	return Kind(max(i, 0)), i >= 0
}

// KindOf is what the schema of a resource is for, by the mode that documents
// give it: data sources, and all else.
func KindOf(mode string) Kind {
	if mode == "data" {
		return DataSource
	}
	return Resource
}

// IDOf names the schema of a resource, by the mode that documents give it.
func IDOf(provider, mode, typ string) ID {
	return ID{Provider: provider, Kind: KindOf(mode), Type: typ}
}
