package types

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
)

const invalidType = "Invalid type"

// Parse reads a type expression: bool, string, number, int, any, none, list(T), set(T),
// map(T), tuple([T, ...]), object({name = T, ...}) and union([T, ...]). An attribute of an object may be
// optional(T) or optional(T, default). A type in quotes is an error: only in JSON is it a string, which whoever reads JSON parses before.
// If there are errors, the type is Any.
func Parse(expr hclsyntax.Expression) (Type, diag.List) {
	p := &parser{}
	t := p.parse(expr)
	if p.diags.HasErrors() {
		return Any, p.diags
	}
	return t, p.diags
}

// ParseString is Parse for the text of a type expression. Ranges are about the text, in a
// file with the given name.
func ParseString(name, text string) (Type, diag.List) {
	expr, diags := policyfile.ParseExpression(name, []byte(text))
	if diags.HasErrors() {
		return Any, diags
	}
	return Parse(expr)
}

type parser struct{ diags diag.List }

func (p *parser) errorf(at hcl.Range, format string, args ...any) Type {
	p.diags = append(p.diags, &diag.Diagnostic{Summary: invalidType, Detail: fmt.Sprintf(format, args...), Subject: policyfile.Range(at)})
	return Any
}

func keyword(name string) (Primitive, bool) {
	for _, t := range []Primitive{Any, Bool, Number, Int, String, None} {
		if t.String() == name {
			return t, true
		}
	}
	return Any, false
}

func (p *parser) parse(expr hclsyntax.Expression) Type {
	at := expr.Range()
	switch expr := expr.(type) {
	case *hclsyntax.FunctionCallExpr:
		return p.call(expr)
	case *hclsyntax.TemplateExpr:
		if text, ok := literalString(expr); ok && isType(text) {
			return p.errorf(at, "A type is written without quotes: %s.", text)
		}
	}
	if name := hcl.ExprAsKeyword(expr); name != "" {
		return p.keyword(name, at)
	}
	return p.errorf(at, "A type is a keyword such as string, or a call such as list(string). It has no operators and no references.")
}

func (p *parser) keyword(name string, at hcl.Range) Type {
	if t, ok := keyword(name); ok {
		return t
	}
	switch name {
	case "list", "set", "map":
		return p.errorf(at, "The type of the elements is missing: write %s(string), or %s(any).", name, name)
	case "tuple":
		return p.errorf(at, "The types of the elements are missing: write tuple([string, number]).")
	case "union":
		return p.errorf(at, "The members are missing: write union([string, number]).")
	case "object":
		return p.errorf(at, "The types of the attributes are missing: write object({name = string}).")
	case "optional":
		return p.errorf(at, "Only attributes of an object can be optional: write object({name = optional(string)}).")
	}
	hint := ""
	if found := near.Names(name, keywords(), 1); len(found) == 1 {
		hint = fmt.Sprintf(" Did you mean %s?", found[0])
	}
	return p.errorf(at, "There is no type %s.%s", name, hint)
}

func keywords() []string {
	return []string{"any", "bool", "int", "list", "map", "none", "number", "object", "optional", "set", "string", "tuple", "union"}
}

// isType reports whether a text is a type, in one line and without further strings in it.
func isType(text string) bool {
	if strings.ContainsAny(text, "\"\n") {
		return false
	}
	_, diags := ParseString("", text)
	return !diags.HasErrors()
}

func literalString(expr *hclsyntax.TemplateExpr) (string, bool) {
	if !expr.IsStringLiteral() {
		return "", false
	}
	v := expr.Parts[0].(*hclsyntax.LiteralValueExpr).Val
	if v.Type() != cty.String || v.IsNull() || !v.IsKnown() {
		return "", false
	}
	return v.AsString(), true
}

func (p *parser) call(expr *hclsyntax.FunctionCallExpr) Type {
	at := expr.Range()
	switch expr.Name {
	case "list", "set", "map", "tuple", "union", "object":
	case "optional":
		return p.errorf(at, "Only attributes of an object can be optional.")
	default:
		if t, ok := keyword(expr.Name); ok {
			return p.errorf(at, "The type %s has no arguments.", t)
		}
		return p.keyword(expr.Name, expr.NameRange)
	}
	if len(expr.Args) != 1 || expr.ExpandFinal {
		return p.errorf(at, "The type %s has one argument.", expr.Name)
	}
	arg := expr.Args[0]
	switch expr.Name {
	case "list":
		return List{Elem: p.parse(arg)}
	case "set":
		return Set{Elem: p.parse(arg)}
	case "map":
		return Map{Elem: p.parse(arg)}
	case "object":
		return p.object(arg)
	}
	tuple, ok := arg.(*hclsyntax.TupleConsExpr)
	if !ok {
		return p.errorf(arg.Range(), "The argument of %s is a list of types: %s([string, number]).", expr.Name, expr.Name)
	}
	elems := make([]Type, len(tuple.Exprs))
	for i, e := range tuple.Exprs {
		elems[i] = p.parse(e)
	}
	if expr.Name == "tuple" {
		return Tuple{elems}
	}
	if len(elems) == 0 {
		return p.errorf(arg.Range(), "A union has at least one member.")
	}
	return NewUnion(elems...)
}

func (p *parser) object(arg hclsyntax.Expression) Type {
	items, ok := arg.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return p.errorf(arg.Range(), "The argument of object is its attributes with their types: object({name = string}).")
	}
	attrs := make(map[string]Attr, len(items.Items))
	for _, item := range items.Items {
		key, ok := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr)
		if !ok {
			p.errorf(item.KeyExpr.Range(), "The name of an attribute is an identifier or a string.")
			continue
		}
		name := hcl.ExprAsKeyword(key)
		if t, isText := key.Wrapped.(*hclsyntax.TemplateExpr); isText {
			name, _ = literalString(t)
		}
		if name == "" {
			p.errorf(key.Range(), "The name of an attribute is an identifier or a string.")
			continue
		}
		if _, ok := attrs[name]; ok {
			p.errorf(key.Range(), "The attribute %s is there already.", name)
			continue
		}
		attrs[name] = p.attr(item.ValueExpr)
	}
	return Object{attrs}
}

func (p *parser) attr(expr hclsyntax.Expression) Attr {
	call, ok := expr.(*hclsyntax.FunctionCallExpr)
	if !ok || call.Name != "optional" {
		return Attr{Type: p.parse(expr)}
	}
	if len(call.Args) == 0 || len(call.Args) > 2 || call.ExpandFinal {
		p.errorf(call.Range(), "An optional attribute has a type and, if it has one, a default: optional(string, \"a\").")
		return Attr{Type: Any}
	}
	a := Attr{Type: p.parse(call.Args[0]), Optional: true}
	if len(call.Args) == 1 {
		return a
	}
	expr = call.Args[1]
	v, diags := expr.Value(nil)
	if diags.HasErrors() || !v.IsWhollyKnown() {
		p.errorf(expr.Range(), "The default of an optional attribute is a constant without functions and references.")
		return a
	}
	v, err := Convert(v, a.Type)
	if err != nil {
		p.errorf(expr.Range(), "The default of this attribute must be %s: %s.", strings.TrimSpace(a.Type.String()), err)
		return a
	}
	a.Default = v
	return a
}
