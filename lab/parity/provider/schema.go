package provider

import (
	"sort"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
)

// Mode says how a block or a nested attribute repeats.
type Mode uint8

// The modes. Only blocks can have the mode Group.
const (
	Single Mode = iota
	Group
	List
	Set
	Map
)

// Body is the content of a resource type or of one block: attributes and blocks by name.
type Body struct {
	Attrs  map[string]Attr
	Blocks map[string]Block
}

// Block is a nested block type.
type Block struct {
	Mode Mode
	Body Body
}

// Nested is the nested type of an attribute: objects written with `=`.
type Nested struct {
	Mode  Mode
	Attrs map[string]Attr
}

// Attr is one attribute. Exactly one of Type and Nested is set. An attribute that is neither Required nor Computed
// is optional.
type Attr struct {
	Type   cty.Type
	Nested *Nested

	Required, Computed, Sensitive, WriteOnly bool
	// Optional says that the configuration may set a computed attribute.
	Optional bool
	// Fixed says that a change replaces the object.
	Fixed bool
	// Volatile says that a computed attribute gets a new value with every change of the object.
	Volatile bool
	// Zero says that a null string is stored as "", as the legacy SDK does.
	Zero bool
}

// valueType returns the type of the values of the attribute.
func (a Attr) valueType() cty.Type {
	if a.Nested == nil {
		return a.Type
	}
	return wrap(a.Nested.Mode, Body{Attrs: a.Nested.Attrs}.valueType())
}

// valueType returns the object type of the body.
func (b Body) valueType() cty.Type {
	types := map[string]cty.Type{}
	for name, a := range b.Attrs {
		types[name] = a.valueType()
	}
	for name, blk := range b.Blocks {
		types[name] = wrap(blk.Mode, blk.Body.valueType())
	}
	return cty.Object(types)
}

func wrap(m Mode, elem cty.Type) cty.Type {
	switch m {
	case List:
		return cty.List(elem)
	case Set:
		return cty.Set(elem)
	case Map:
		return cty.Map(elem)
	default:
		return elem
	}
}

// schema returns the body as the protocol requires it. It only fails if the protocol has no way to write a type.
func (b Body) schema() (*tfprotov6.SchemaBlock, error) {
	out := &tfprotov6.SchemaBlock{}
	attrs, err := protoAttrs(b.Attrs)
	if err != nil {
		return nil, err
	}
	out.Attributes = attrs
	for _, name := range names(b.Blocks) {
		inner, err := b.Blocks[name].Body.schema()
		if err != nil {
			return nil, err
		}
		out.BlockTypes = append(out.BlockTypes, &tfprotov6.SchemaNestedBlock{
			TypeName: name,
			Block:    inner,
			Nesting:  blockNesting(b.Blocks[name].Mode),
		})
	}
	return out, nil
}

func protoAttrs(attrs map[string]Attr) ([]*tfprotov6.SchemaAttribute, error) {
	var out []*tfprotov6.SchemaAttribute
	for _, name := range names(attrs) {
		a := attrs[name]
		p := &tfprotov6.SchemaAttribute{
			Name:      name,
			Required:  a.Required,
			Computed:  a.Computed,
			Optional:  a.Optional || !a.Required && !a.Computed,
			Sensitive: a.Sensitive,
			WriteOnly: a.WriteOnly,
		}
		if a.Nested != nil {
			inner, err := protoAttrs(a.Nested.Attrs)
			if err != nil {
				return nil, err
			}
			p.NestedType = &tfprotov6.SchemaObject{Attributes: inner, Nesting: objectNesting(a.Nested.Mode)}
		} else {
			spelled, err := a.Type.MarshalJSON()
			if err != nil {
				return nil, err
			}
			//lint:ignore SA1019 there is no other way to convert the type
			if p.Type, err = tftypes.ParseJSONType(spelled); err != nil {
				return nil, err
			}
		}
		out = append(out, p)
	}
	return out, nil
}

func blockNesting(m Mode) tfprotov6.SchemaNestedBlockNestingMode {
	switch m {
	case Group:
		return tfprotov6.SchemaNestedBlockNestingModeGroup
	case List:
		return tfprotov6.SchemaNestedBlockNestingModeList
	case Set:
		return tfprotov6.SchemaNestedBlockNestingModeSet
	case Map:
		return tfprotov6.SchemaNestedBlockNestingModeMap
	default:
		return tfprotov6.SchemaNestedBlockNestingModeSingle
	}
}

func objectNesting(m Mode) tfprotov6.SchemaObjectNestingMode {
	switch m {
	case List:
		return tfprotov6.SchemaObjectNestingModeList
	case Set:
		return tfprotov6.SchemaObjectNestingModeSet
	case Map:
		return tfprotov6.SchemaObjectNestingModeMap
	default:
		return tfprotov6.SchemaObjectNestingModeSingle
	}
}

func names[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}
