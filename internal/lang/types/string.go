package types

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/hclname"
)

// String returns the keyword.
func (p Primitive) String() string {
	return [...]string{"any", "bool", "number", "int", "string", "none"}[p]
}

// String returns list(T).
func (t List) String() string { return "list(" + t.Elem.String() + ")" }

// String returns set(T).
func (t Set) String() string { return "set(" + t.Elem.String() + ")" }

// String returns map(T).
func (t Map) String() string { return "map(" + t.Elem.String() + ")" }

// String returns promise(T).
func (t Promise) String() string { return "promise(" + t.Elem.String() + ")" }

// String returns output(T).
func (t Output) String() string { return "output(" + t.Elem.String() + ")" }

// String returns tuple([T, U]).
func (t Tuple) String() string { return "tuple([" + list(t.Elems) + "])" }

// String returns union([T, U]).
func (t Union) String() string { return "union([" + list(t.Members) + "])" }

func list(types []Type) string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = t.String()
	}
	return strings.Join(texts, ", ")
}

// String returns object({a = T, b = optional(U)}), with the attributes in the order of their names.
func (t Object) String() string {
	names := t.Names()
	for i, name := range names {
		a := t.Attrs[name]
		text := a.Type.String()
		switch {
		case a.Default != cty.NilVal:
			text = "optional(" + text + ", " + Literal(a.Default) + ")"
		case a.Optional:
			text = "optional(" + text + ")"
		}
		if !hclsyntax.ValidIdentifier(name) {
			name = hclname.Literal(name)
		}
		names[i] = name + " = " + text
	}
	return "object({" + strings.Join(names, ", ") + "})"
}

// Short returns a type for a message: without its parts if these are many. None is null.
func Short(t Type) string {
	text := t.String()
	if t == None {
		return "null"
	}
	if len(text) > 60 {
		text, _, _ = strings.Cut(text, "(")
	}
	return text
}

// Describe returns what a value of a type is, for a message: a string, an int.
func Describe(t Type) string {
	text := Short(t)
	switch {
	case t == None:
		return text
	case t == Any:
		return "a value of any type"
	case strings.ContainsRune("aeio", rune(text[0])):
		return "an " + text
	}
	return "a " + text
}

// Names returns the names of the attributes in order.
func (t Object) Names() []string {
	names := make([]string, 0, len(t.Attrs))
	for name := range t.Attrs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Literal returns a wholly known value as an expression.
func Literal(v cty.Value) string {
	t := v.Type()
	switch {
	case v.IsNull():
		return "null"
	case t == cty.Bool:
		if v.True() {
			return "true"
		}
		return "false"
	case t == cty.Number:
		return v.AsBigFloat().Text('f', -1)
	case t == cty.String:
		return hclname.Literal(v.AsString())
	case t.IsMapType(), t.IsObjectType():
		var items []string
		for it := v.ElementIterator(); it.Next(); {
			key, e := it.Element()
			items = append(items, hclname.Literal(key.AsString())+" = "+Literal(e))
		}
		return "{" + strings.Join(items, ", ") + "}"
	default:
		var elems []string
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			elems = append(elems, Literal(e))
		}
		return "[" + strings.Join(elems, ", ") + "]"
	}
}
