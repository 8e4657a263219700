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
		for i, name := range names {
			key := name
			if !isIdentifier(name) {
				key = strconv.Quote(name)
			}
			names[i] = key + "=" + TypeString(t.AttributeType(name))
		}
		return "object({" + strings.Join(names, ", ") + "})"
	}
	return t.FriendlyName()
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
