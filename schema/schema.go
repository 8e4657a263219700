// Package schema knows the provider schemas: which members of a resource are
// attributes and which are blocks, how blocks nest, and what type each
// attribute has.
//
// [Set.Load] reads the output of `terraform providers schema -json`, and
// [Set.Lookup] finds a type in it. The differ gets a [Block] and does not know
// where it came from. This package never compares values.
//
// [Limits] restricts the unpacked size of schemas, more tightly for a bundle that was found than for a file that the user has named.
package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// NestingMode says how a block type or a nested attribute type nests.
type NestingMode uint8

// The nesting modes.
const (
	NestingSingle NestingMode = iota
	NestingGroup
	NestingList
	NestingSet
	NestingMap
)

var modes = enum.New[NestingMode]("nesting mode", "single", "group", "list", "set", "map")

// String returns the name of the mode.
func (m NestingMode) String() string { return modes.String(m) }

// MarshalText returns the name of the mode.
func (m NestingMode) MarshalText() ([]byte, error) { return modes.Marshal(m) }

// UnmarshalText sets the mode by its name. If there is no such name, the error
// lists the valid ones.
func (m *NestingMode) UnmarshalText(text []byte) error { return modes.Unmarshal(text, m) }

// ParseNestingMode returns the mode with a name, as schemas write it.
func ParseNestingMode(name string) (NestingMode, bool) {
	m, err := modes.Parse(name)
	return m, err == nil
}

// Block is the schema of a resource, a data source, an action's configuration
// or a nested block.
type Block struct {
	Attributes []Attribute   // sorted by the bytes of their names
	Blocks     []NestedBlock // sorted the same way

	// NonLegacy says that this block cannot come from the old plugin SDK, so that
	// an empty string in it is not a null. It says nothing about nested blocks.
	NonLegacy bool
}

// Attribute is an attribute of a block or of a nested attribute type: it has
// either a type or a nested type.
type Attribute struct {
	Name      string
	Type      cty.Type
	Nested    *Object
	WriteOnly bool
	Sensitive bool // according to the schema; plans have their own marks, state files may not
	Required  bool // so that it is never null in a configuration
	Computed  bool // the provider may decide on the value if the configuration does not
}

// Object is the nested type of an attribute.
type Object struct {
	Nesting    NestingMode
	Attributes []Attribute // sorted
}

// NestedBlock is a block type within a block.
type NestedBlock struct {
	Name    string
	Nesting NestingMode
	Block   *Block
	// MinItems and MaxItems bound the number of blocks in a list or a set. Zero is
	// no bound.
	MinItems, MaxItems int
	// Inferred says that no schema of the provider has the block: it may be an attribute.
	Inferred bool
}

// Attribute returns the attribute with a name, or nil.
func (b *Block) Attribute(name string) *Attribute { return find(b.Attributes, name) }

// NestedBlock returns the block type with a name, or nil.
func (b *Block) NestedBlock(name string) *NestedBlock {
	i, ok := slices.BinarySearchFunc(b.Blocks, name, func(n NestedBlock, name string) int {
		return strings.Compare(n.Name, name)
	})
	if !ok {
		return nil
	}
	return &b.Blocks[i]
}

// Attribute returns the attribute with a name, or nil.
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

// Finish sorts the members and sets NonLegacy. If you build a Block by hand, call it
// once per block, starting with the innermost.
func (b *Block) Finish() *Block {
	sorted.Stable(b.Attributes, func(x, y Attribute) int { return strings.Compare(x.Name, y.Name) })
	sorted.Stable(b.Blocks, func(x, y NestedBlock) int { return strings.Compare(x.Name, y.Name) })
	b.NonLegacy = slices.ContainsFunc(b.Blocks, func(n NestedBlock) bool {
		return n.Nesting == NestingMap || n.Nesting == NestingGroup
	}) || slices.ContainsFunc(b.Attributes, func(a Attribute) bool {
		return a.Nested != nil || modernType(a.Type)
	})
	return b
}

// Finish sorts the attributes.
func (o *Object) Finish() *Object {
	sorted.Stable(o.Attributes, func(x, y Attribute) int { return strings.Compare(x.Name, y.Name) })
	return o
}

// modernType reports whether the old SDK has no such attribute type: a type
// with dynamic parts, an object, a tuple, or a collection of collections of
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

// Kind says what kind of type a schema describes.
type Kind uint8

// The kinds of things that have a schema.
const (
	Resource Kind = iota
	DataSource
	Action
)

var kinds = enum.New[Kind]("kind", "resource", "data source", "action")

// String returns the name of the kind.
func (k Kind) String() string { return kinds.String(k) }

// MarshalText returns the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return kinds.Marshal(k) }

// UnmarshalText sets the kind by its name. If there is no such name, the error
// lists the valid ones.
func (k *Kind) UnmarshalText(text []byte) error { return kinds.Unmarshal(text, k) }

// ID names a schema.
type ID struct {
	Provider string // full address: registry.terraform.io/hashicorp/aws
	Kind     Kind
	Type     string
}

// Name returns the ID for messages, without the provider: "resource aws_instance".
func (id ID) Name() string { return id.Kind.String() + " " + plans.SpellName(id.Type) }

// Compare compares IDs by provider, then kind, then type.
func (id ID) Compare(other ID) int {
	return cmp.Or(strings.Compare(id.Provider, other.Provider), cmp.Compare(id.Kind, other.Kind), strings.Compare(id.Type, other.Type))
}

// KindOfSection returns the kind of the schemas in a section of a provider's
// schemas: resource_schemas, data_source_schemas or action_schemas.
func KindOfSection(name string) (Kind, bool) {
	i := slices.Index(sections[:], name)
	return Kind(max(i, 0)), i >= 0
}

// IDOf returns the ID of a resource's schema. mode is the resource's mode in the
// document: the kind is DataSource for data, and Resource otherwise.
func IDOf(provider, mode, typ string) ID {
	id := ID{Provider: provider, Kind: Resource, Type: typ}
	if mode == "data" {
		id.Kind = DataSource
	}
	return id
}

// IsAttributeName reports whether an attribute or a block can have a name: names in schemas have only lower-case
// letters, digits and underscores.
func IsAttributeName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}
