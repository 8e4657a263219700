package planvalue

import (
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/schema"
)

// ResourceType returns the type of the values that have a schema, as they are in a
// plan. Only attributes that are required are never null.
func ResourceType(b *schema.Block) types.Type {
	attrs := make(map[string]types.Attr, len(b.Attributes)+len(b.Blocks))
	addAttributes(attrs, b.Attributes)
	for i := range b.Blocks {
		n := &b.Blocks[i]
		t := ResourceType(n.Block)
		if n.Nesting != schema.NestingGroup { // which is never null
			t = nestedType(n.Nesting, t)
		}
		attrs[n.Name] = types.Attr{Type: t}
	}
	return types.Object{Attrs: attrs}
}

func addAttributes(attrs map[string]types.Attr, all []schema.Attribute) {
	for i := range all {
		a := &all[i]
		t := attributeType(a)
		if !a.Required || a.WriteOnly { // no plan has the value of a write-only attribute
			t = types.Optional(t)
		}
		attrs[a.Name] = types.Attr{Type: t, Computed: a.Computed && !a.WriteOnly}
	}
}

func attributeType(a *schema.Attribute) types.Type {
	if a.Nested == nil {
		return types.FromCty(a.Type)
	}
	attrs := make(map[string]types.Attr, len(a.Nested.Attributes))
	addAttributes(attrs, a.Nested.Attributes)
	object := types.Object{Attrs: attrs}
	if m := a.Nested.Nesting; m != schema.NestingSingle && m != schema.NestingGroup {
		return nestedType(m, object)
	}
	return object
}

// nestedType returns the type of what nests objects in a mode.
func nestedType(mode schema.NestingMode, object types.Type) types.Type {
	switch mode {
	case schema.NestingList:
		return types.List{Elem: object}
	case schema.NestingSet:
		return types.Set{Elem: object}
	case schema.NestingMap:
		return types.Map{Elem: object}
	}
	return types.Optional(object)
}
