package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// TypeString returns a type as a type expression of the language:
// map(object({name=string, size=number})). A name that is not an identifier is
// quoted.
func TypeString(t cty.Type) string {
	switch {
	case t == cty.NilType:
		return "unknown"
	case t == cty.DynamicPseudoType:
		return "any"
	case t.IsListType():
		return "list(" + TypeString(t.ElementType()) + ")"
	case t.IsSetType():
		return "set(" + TypeString(t.ElementType()) + ")"
	case t.IsMapType():
		return "map(" + TypeString(t.ElementType()) + ")"
	case t.IsTupleType():
		var elems []string
		for _, e := range t.TupleElementTypes() {
			elems = append(elems, TypeString(e))
		}
		return "tuple([" + strings.Join(elems, ", ") + "])"
	case t.IsObjectType():
		var names []string
		for name := range t.AttributeTypes() {
			names = append(names, name)
		}
		slices.Sort(names)
		return objectString(names, func(i int) string { return TypeString(t.AttributeType(names[i])) })
	}
	return t.FriendlyName()
}

// TypeString returns the attribute's type, even if it is a nested type.
func (a *Attribute) TypeString() string {
	if a.Nested != nil {
		return a.Nested.TypeString()
	}
	return TypeString(a.Type)
}

// TypeString returns the type of an attribute with this nested type.
func (o *Object) TypeString() string {
	if o.Nesting == NestingSingle || o.Nesting == NestingGroup {
		return o.ObjectString()
	}
	return o.Nesting.String() + "(" + o.ObjectString() + ")"
}

// ObjectString returns the type of one of the objects in such an attribute.
func (o *Object) ObjectString() string {
	names := make([]string, len(o.Attributes))
	for i := range o.Attributes {
		names[i] = o.Attributes[i].Name
	}
	return objectString(names, func(i int) string { return o.Attributes[i].TypeString() })
}

func objectString(names []string, typ func(i int) string) string {
	var b strings.Builder
	b.WriteString("object({")
	for i, name := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		if !isIdentifier(name) {
			name = strconv.Quote(name)
		}
		b.WriteString(name + "=" + typ(i))
	}
	b.WriteString("})")
	return b.String()
}

func isIdentifier(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}
