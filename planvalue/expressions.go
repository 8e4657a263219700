package planvalue

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/ctystrings"

	"github.com/planfmt/planfmt/config"
)

// outcome is what is known of the value of an expression.
type outcome struct {
	// value is the value if it is known; if not, it is cty.NilVal.
	value cty.Value
	// notNull and the texts are about a value that is not known.
	notNull        bool
	prefix, suffix string
	// reference is the value that it is, if it is exactly one of an object of the
	// plan: aws_s3_bucket.b["x"].id.
	reference string
	// instances says that the reference is to all instances of a resource.
	instances bool
	// through are the types to which the value has been converted on its way.
	through []cty.Type
}

func (o outcome) isKnown() bool { return o.value != cty.NilVal }

// maxDepth is how deep expressions refer to others.
const maxDepth = 100

// eval finds out what is known of the value of an expression. What would take too long is not known.
func (c *Configured) eval(e hclsyntax.Expression, s scope, depth int) outcome {
	key := instanceExpr{e, s.address + " " + s.instance}
	if o, ok := c.known[key]; ok {
		return o
	}
	if c.work++; c.work > maxWork || depth > maxDepth {
		return outcome{}
	}
	c.known[key] = outcome{} // if it refers to itself
	o := c.find(e, s, depth)
	if o.isKnown() && o.value.Type() == cty.String && len(o.value.AsString()) > maxText {
		text := o.value.AsString()
		o = outcome{notNull: true, prefix: text[:maxText/2], suffix: text[len(text)-maxText/2:]}
	}
	o.prefix, o.suffix = cutStart(o.prefix), cutEnd(o.suffix)
	c.known[key] = o
	return o
}

func cutStart(s string) string { return s[:min(len(s), maxText)] }

func cutEnd(s string) string { return s[max(0, len(s)-maxText):] }

func (c *Configured) find(e hclsyntax.Expression, s scope, depth int) outcome {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return c.eval(e.Expression, s, depth+1)
	case *hclsyntax.TemplateWrapExpr:
		return c.eval(e.Wrapped, s, depth+1)
	case *hclsyntax.TemplateExpr:
		return c.template(e, s, depth)
	case *hclsyntax.ConditionalExpr:
		return c.conditional(e, s, depth)
	case *hclsyntax.ScopeTraversalExpr:
		return c.traversal(e.Traversal, s, depth)
	case *hclsyntax.RelativeTraversalExpr:
		return c.steps(c.eval(e.Source, s, depth+1), e.Traversal)
	case *hclsyntax.IndexExpr:
		key := c.eval(e.Key, s, depth+1)
		if !key.isKnown() || key.value.IsNull() {
			return outcome{}
		}
		return c.steps(c.eval(e.Collection, s, depth+1), hcl.Traversal{hcl.TraverseIndex{Key: key.value}})
	case *hclsyntax.LiteralValueExpr:
		if !e.Val.IsWhollyKnown() || e.Val.Type() == cty.Number && !e.Val.IsNull() && !fits(e.Val.AsBigFloat()) {
			return outcome{}
		}
		return outcome{value: e.Val}
	}
	return c.compute(e, s, depth)
}

// compute evaluates an expression that has only operators, if all its operands are known.
func (c *Configured) compute(e hclsyntax.Expression, s scope, depth int) outcome {
	operand := func(e hclsyntax.Expression) (hclsyntax.Expression, bool) {
		o := c.eval(e, s, depth+1)
		if !o.isKnown() {
			return nil, false
		}
		return &hclsyntax.LiteralValueExpr{Val: o.value, SrcRange: e.Range()}, true
	}
	switch e := e.(type) {
	case *hclsyntax.BinaryOpExpr:
		left, ok1 := operand(e.LHS)
		right, ok2 := operand(e.RHS)
		if ok1 && ok2 {
			return evaluated(&hclsyntax.BinaryOpExpr{LHS: left, Op: e.Op, RHS: right, SrcRange: e.SrcRange})
		}
	case *hclsyntax.UnaryOpExpr:
		if x, ok := operand(e.Val); ok {
			return evaluated(&hclsyntax.UnaryOpExpr{Op: e.Op, Val: x, SrcRange: e.SrcRange, SymbolRange: e.SymbolRange})
		}
	}
	return outcome{}
}

func evaluated(e hclsyntax.Expression) outcome {
	v, diags := e.Value(nil)
	if diags.HasErrors() || !v.IsWhollyKnown() || v.Type() == cty.Number && !v.IsNull() && !fits(v.AsBigFloat()) {
		return outcome{}
	}
	return outcome{value: v}
}

// asText returns a known value as a template has it.
func asText(v cty.Value) (string, bool) {
	s, err := convert.Convert(v, cty.String)
	if err != nil || s.IsNull() || !s.IsKnown() {
		return "", false
	}
	return s.AsString(), true
}

// template finds out what a template begins and ends with. It is never null.
func (c *Configured) template(e *hclsyntax.TemplateExpr, s scope, depth int) outcome {
	var b strings.Builder
	first, last := outcome{}, outcome{}
	known := true
	for _, p := range e.Parts {
		o := c.eval(p, s, depth+1)
		if o.isKnown() {
			text, ok := asText(o.value)
			if !ok {
				return outcome{}
			}
			if b.Len() < 2*maxText {
				b.WriteString(text)
			}
			continue
		}
		if known {
			known = false
			first = outcome{notNull: true, prefix: b.String() + o.prefix}
		}
		last = o
		b.Reset()
	}
	if known {
		if b.Len() >= 2*maxText {
			return outcome{notNull: true, prefix: safePrefix(b.String()[:maxText])}
		}
		return outcome{value: cty.StringVal(b.String())}
	}
	first.prefix = safePrefix(first.prefix)
	if b.Len() < 2*maxText {
		first.suffix = last.suffix + b.String()
	}
	return first
}

// safePrefix returns the part of the beginning of a text that stays the same whatever follows.
func safePrefix(s string) string { return ctystrings.SafeKnownPrefix(ctystrings.Normalize(s)) }

// conditional finds out what the results of a condition have in common.
func (c *Configured) conditional(e *hclsyntax.ConditionalExpr, s scope, depth int) outcome {
	condition := c.eval(e.Condition, s, depth+1)
	if condition.isKnown() {
		b, err := convert.Convert(condition.value, cty.Bool)
		if err != nil || b.IsNull() {
			return outcome{}
		}
		chosen := e.TrueResult
		if b.False() {
			chosen = e.FalseResult
		}
		o := c.eval(chosen, s, depth+1)
		o.reference = "" // it may have been converted to the type of the other one
		return o
	}
	a, b := c.eval(e.TrueResult, s, depth+1), c.eval(e.FalseResult, s, depth+1)
	a, ok1 := a.asUnknown()
	b, ok2 := b.asUnknown()
	if !ok1 || !ok2 {
		return outcome{}
	}
	return outcome{
		notNull: a.notNull && b.notNull,
		prefix:  safePrefix(commonStart(a.prefix, b.prefix)), suffix: commonEnd(a.suffix, b.suffix),
	}
}

// asUnknown returns what is known of a known value as of one that is not.
func (o outcome) asUnknown() (outcome, bool) {
	if !o.isKnown() {
		return o, true
	}
	if o.value.IsNull() {
		return outcome{}, true
	}
	if o.value.Type().IsPrimitiveType() {
		text, ok := asText(o.value)
		return outcome{notNull: true, prefix: text, suffix: text}, ok
	}
	return outcome{notNull: true}, true
}

func commonStart(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.ToValidUTF8(a[:n], "")
}

func commonEnd(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return strings.ToValidUTF8(a[len(a)-n:], "")
}

// expression evaluates an expression of the configuration.
func (c *Configured) expression(e *config.Expression, s scope, depth int) outcome {
	expr, ok := e.HCL().(hclsyntax.Expression)
	if !ok {
		return outcome{}
	}
	return c.eval(expr, s, depth+1)
}

// steps goes on from a value.
func (c *Configured) steps(o outcome, t hcl.Traversal) outcome {
	if len(t) == 0 {
		return o
	}
	if o.isKnown() {
		v, diags := t.TraverseRel(o.value)
		if diags.HasErrors() || !v.IsWhollyKnown() {
			return outcome{}
		}
		return outcome{value: v}
	}
	if o.reference == "" || len(o.through) > 0 {
		return outcome{}
	}
	reference := o.reference
	if o.instances {
		index, ok := t[0].(hcl.TraverseIndex)
		if !ok {
			return outcome{}
		}
		if reference = appendKey(reference, index.Key); reference == "" || len(t) == 1 {
			return outcome{reference: reference}
		}
		t = t[1:]
	}
	return outcome{reference: appendSteps(reference, t)}
}
