package policyfile

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/read/config"
)

// parseBody parses a file in either syntax. The body is nil if there are syntax errors: what is left
// of it then leads to errors that only distract.
func parseBody(name string, text []byte, spec *bodySpec) (*hclsyntax.Body, diag.List) {
	if strings.HasSuffix(name, ".json") {
		return parseJSON(name, text, spec)
	}
	return parseNative(name, text)
}

// parseNative parses a file in the native syntax.
func parseNative(name string, text []byte) (*hclsyntax.Body, diag.List) {
	if diags := checkSource(name, text, config.CheckNesting); diags != nil {
		return nil, diags
	}
	file, found := config.ParseBody(text, name)
	diags := hinted(Diagnostics(found), text, "core::")
	if diags.HasErrors() || file == nil {
		return nil, diags
	}
	return file.Body.(*hclsyntax.Body), diags
}

// parseJSON parses a file in JSON as one in the native syntax that has the same
// meaning. It needs the spec, because in JSON blocks look like arguments.
func parseJSON(name string, text []byte, spec *bodySpec) (*hclsyntax.Body, diag.List) {
	if diags := checkSource(name, text, config.CheckJSONNesting); diags != nil {
		return nil, diags
	}
	file, found := hcljson.Parse(text, name)
	if found.HasErrors() {
		return nil, Diagnostics(found)
	}
	c := &jsonConverter{diags: found}
	b := c.body(file.Body, spec)
	diags := Diagnostics(c.diags)
	if diags.HasErrors() {
		return nil, diags
	}
	return b, diags
}

type jsonConverter struct{ diags hcl.Diagnostics }

func (c *jsonConverter) body(b hcl.Body, spec *bodySpec) *hclsyntax.Body {
	schema := &hcl.BodySchema{}
	for _, s := range spec.blocks {
		schema.Blocks = append(schema.Blocks, hcl.BlockHeaderSchema{Type: s.name, LabelNames: s.labels})
	}
	content, rest, diags := b.PartialContent(schema)
	c.diags = append(c.diags, diags...)
	attrs, diags := rest.JustAttributes()
	c.diags = append(c.diags, diags...)
	at := b.MissingItemRange()
	body := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: at, EndRange: at}
	for name, a := range attrs {
		s := spec.arg(name)
		body.Attributes[name] = &hclsyntax.Attribute{
			Name: name, Expr: c.expression(a.Expr, s != nil && s.code),
			SrcRange: a.Range, NameRange: a.NameRange, EqualsRange: a.NameRange,
		}
	}
	for _, block := range content.Blocks {
		body.Blocks = append(body.Blocks, &hclsyntax.Block{
			Type: block.Type, Labels: block.Labels, Body: c.body(block.Body, &spec.block(block.Type).body),
			TypeRange: block.TypeRange, LabelRanges: block.LabelRanges,
			OpenBraceRange: block.DefRange, CloseBraceRange: block.DefRange,
		})
	}
	return body
}

// expression returns the expression that a value in JSON stands for. If code is set, a string is an
// expression, and so is one that is a value of an object; otherwise it is a template.
func (c *jsonConverter) expression(e hcl.Expression, code bool) hclsyntax.Expression {
	at := e.Range()
	if elems, diags := hcl.ExprList(e); !diags.HasErrors() {
		tuple := &hclsyntax.TupleConsExpr{SrcRange: at, OpenRange: at}
		for _, elem := range elems {
			tuple.Exprs = append(tuple.Exprs, c.expression(elem, false))
		}
		return tuple
	}
	if pairs, diags := hcl.ExprMap(e); !diags.HasErrors() {
		object := &hclsyntax.ObjectConsExpr{SrcRange: at, OpenRange: at}
		for _, p := range pairs {
			object.Items = append(object.Items, hclsyntax.ObjectConsItem{
				KeyExpr:   &hclsyntax.ObjectConsKeyExpr{Wrapped: c.expression(p.Key, false)},
				ValueExpr: c.expression(p.Value, code),
			})
		}
		return object
	}
	// Without a context, strings are taken as they are.
	v, diags := e.Value(nil)
	c.diags = append(c.diags, diags...)
	if v.IsNull() || !v.IsKnown() || v.Type().FriendlyName() != "string" {
		return &hclsyntax.LiteralValueExpr{Val: v, SrcRange: at}
	}
	// The text begins after the quote. If there are escapes in the string, the
	// positions in it are too small.
	start := at.Start
	start.Column++
	start.Byte++
	if long, ok := longReference([]byte(v.AsString()), at.Filename, start); ok {
		c.diags = append(c.diags, long)
		return &hclsyntax.LiteralValueExpr{Val: v, SrcRange: at}
	}
	parse := config.ParseTemplate
	if code {
		parse = config.ParseExpression
	}
	parsed, diags := parse([]byte(v.AsString()), at.Filename, start)
	c.diags = append(c.diags, diags...)
	if parsed == nil || diags.HasErrors() {
		return &hclsyntax.LiteralValueExpr{Val: v, SrcRange: at}
	}
	return parsed
}
