package planvalue

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/ctystrings"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/read/config"
)

// outcome is what is known of the value of an expression.
type outcome struct {
	// value is the value if it is known; if not, it is cty.NilVal.
	value cty.Value
	// notNull and the texts are about a value that is not known.
	notNull        bool
	prefix, suffix string
	// collection is what is known of a list, a map or an object that is not known itself: how many elements it has, and which ones for certain.
	collection *value.Value
	// document is what a text says that is JSON.
	document *value.Value
	// reference is the value that it is, if it is exactly one of an object of the
	// plan: aws_s3_bucket.b["x"].id.
	reference string
	// instances says that the reference is to all instances of a resource.
	instances bool
	// through are the types to which the value has been converted on its way.
	through []cty.Type
	// members and elems are what is known of the parts of an object or a tuple that is not wholly known.
	members map[string]outcome
	elems   []outcome
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
	case *hclsyntax.FunctionCallExpr:
		return c.call(e, s, depth)
	case *hclsyntax.ObjectConsExpr:
		return c.members(e, s, depth)
	case *hclsyntax.TupleConsExpr:
		return c.elements(e, s, depth)
	case *hclsyntax.RelativeTraversalExpr:
		return c.steps(c.eval(e.Source, s, depth+1), e.Traversal)
	case *hclsyntax.IndexExpr:
		key := c.eval(e.Key, s, depth+1)
		if !key.isKnown() || key.value.IsNull() {
			return outcome{}
		}
		return c.steps(c.eval(e.Collection, s, depth+1), hcl.Traversal{hcl.TraverseIndex{Key: key.value}})
	case *hclsyntax.LiteralValueExpr:
		if !e.Val.IsWhollyKnown() {
			return outcome{}
		}
		return outcomeOf(e.Val)
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
	if diags.HasErrors() || !v.IsWhollyKnown() {
		return outcome{}
	}
	return outcomeOf(v)
}

// outcomeOf returns a known value, unless it is too large a number.
func outcomeOf(v cty.Value) outcome {
	if v.Type() == cty.Number && !v.IsNull() && !fits(v.AsBigFloat()) {
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
		chosen, other := c.eval(e.TrueResult, s, depth+1), c.eval(e.FalseResult, s, depth+1)
		if b.False() {
			chosen, other = other, chosen
		}
		return chosen.besides(other)
	}
	return either(c.eval(e.TrueResult, s, depth+1), c.eval(e.FalseResult, s, depth+1))
}

// besides returns what is known of the result of a conditional that is chosen: it is converted to the type that it
// has in common with the other one.
func (o outcome) besides(other outcome) outcome {
	switch {
	case !o.isKnown():
		return o.unnamed()
	case o.value.IsNull(), o.isText():
		return o
	case other.isKnown() && (other.value.IsNull() || other.value.Type().Equals(o.value.Type())):
		return o
	case other.isKnown() && o.value.Type().IsPrimitiveType():
		t, _ := convert.Unify([]cty.Type{o.value.Type(), other.value.Type()})
		if t == cty.NilType || !t.IsPrimitiveType() {
			return outcome{}
		}
		if v, err := convert.Convert(o.value, t); err == nil {
			return outcome{value: v}
		}
	case other.isText():
		if text, ok := asText(o.value); ok {
			return outcome{value: cty.StringVal(text)}
		}
	}
	return outcome{notNull: true}
}

// either returns what two values have in common that are converted to the same type.
func either(a, b outcome) outcome {
	text := a.isText() || b.isText()
	a, ok1 := a.asUnknown()
	b, ok2 := b.asUnknown()
	switch {
	case !ok1 || !ok2:
		return outcome{}
	case !text:
		return outcome{notNull: a.notNull && b.notNull}
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
	if o.members != nil || o.elems != nil {
		return c.steps(o.part(t[0]), t[1:])
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
