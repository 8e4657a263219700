package config

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/values"
)

// Expression is the expression of an attribute.
type Expression struct{ hcl hcl.Expression }

func newExpression(e hcl.Expression) *Expression { return &Expression{hcl: e} }

// HCL returns the expression as HCL has parsed it. It is nil for a nil expression.
func (e *Expression) HCL() hcl.Expression {
	if e == nil {
		return nil
	}
	return e.hcl
}

// References returns what the expression refers to, in the order in which the products list it. The parts
// of a reference follow it: aws_subnet.a[0].id, aws_subnet.a[0], aws_subnet.a. A nil
// expression refers to nothing.
func (e *Expression) References() []string {
	if e == nil {
		return nil
	}
	var all []string
	for _, t := range e.hcl.Variables() {
		all = appendReference(all, t)
	}
	return all
}

// appendReference appends a traversal and its parts.
func appendReference(all []string, t hcl.Traversal) []string {
	var b strings.Builder
	var ends []int // of the parts in what is written
	whole := subjectLength(t)
	for i, step := range t {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(step.Name)
		case hcl.TraverseAttr:
			b.WriteByte('.')
			b.WriteString(step.Name)
		case hcl.TraverseIndex:
			key, ok := indexText(step.Key)
			if !ok {
				return appendParts(all, b.String(), ends)
			}
			b.WriteByte('[')
			b.WriteString(key)
			b.WriteByte(']')
		default: // a splat
			return appendParts(all, b.String(), ends)
		}
		if i+1 >= whole {
			ends = append(ends, b.Len())
		}
	}
	if len(ends) == 0 { // shorter than any reference: a mistake, which is better kept
		ends = append(ends, b.Len())
	}
	return appendParts(all, b.String(), ends)
}

// maxParts is how many parts of a reference are listed. No real one has nearly as many, but the texts
// of all parts of a hostile one would be a thousand times as long as its file.
const maxParts = 32

// appendParts appends a reference and its shortest parts.
func appendParts(all []string, text string, ends []int) []string {
	if n := len(ends); n > maxParts {
		all = append(all, text[:ends[n-1]])
		ends = ends[:maxParts]
	}
	for i := len(ends) - 1; i >= 0; i-- {
		all = append(all, text[:ends[i]])
	}
	return all
}

// subjectLength returns how many steps of a traversal name the object that it refers to.
func subjectLength(t hcl.Traversal) int {
	switch t.RootName() {
	case "data", "ephemeral", "action":
		return 3
	case "self":
		return 1
	case "module":
		if len(t) > 3 && isIndex(t[2]) { // an output of an instance: the products do not list the module itself
			return 3
		}
	}
	return 2 // aws_subnet.a, var.x, module.net, each.value, path.module
}

func isIndex(step hcl.Traverser) bool {
	_, ok := step.(hcl.TraverseIndex)
	return ok
}

// indexText returns a key as references spell it.
func indexText(key cty.Value) (string, bool) {
	switch {
	case key.IsNull() || !key.IsKnown():
		return "", false
	case key.Type() == cty.String:
		return hclname.Literal(key.AsString()), true
	case key.Type() == cty.Number:
		return numberText(key.AsBigFloat())
	}
	return "", false
}

// These limit the work for an expression that is evaluated although nobody has checked it.
const (
	maxConstant = 1024 // bytes of text if it has loops
	maxLoops    = 2
	maxExponent = 4096 // of numbers, in bits
)

// Constant returns the value of the expression if it refers to nothing and calls no function. In JSON, a
// string is a constant even if it is a template: the products write it as it is. ok is false if the
// expression is not a constant, or if finding out would take too long.
func (e *Expression) Constant() (v values.Value, ok bool) {
	c, ok := e.constant()
	if !ok {
		return values.Value{}, false
	}
	return fromCty(c)
}

func (e *Expression) constant() (cty.Value, bool) {
	if e == nil || !cheap(e.hcl) {
		return cty.NilVal, false
	}
	v, diags := e.hcl.Value(nil)
	if diags.HasErrors() || !v.IsWhollyKnown() {
		return cty.NilVal, false
	}
	return v, true
}

// ConstantString returns the string that the expression is, and whether it is one.
func (e *Expression) ConstantString() (string, bool) {
	v, ok := e.constant()
	if !ok || v.Type() != cty.String || v.IsNull() {
		return "", false
	}
	return v.AsString(), true
}

// ConstantTrue reports whether the expression is the constant true.
func (e *Expression) ConstantTrue() bool {
	v, ok := e.constant()
	return ok && !v.IsNull() && (v.Type() == cty.Bool && v.True() || v.Type() == cty.String && v.AsString() == "true")
}

// cheap reports whether an expression can be evaluated in little time and memory. Loops in loops can
// produce more than anyone can hold from a short text, and so can numbers with large exponents.
func cheap(e hcl.Expression) bool {
	native, ok := e.(hclsyntax.Expression)
	if !ok {
		return true // JSON: without variables and functions, its strings are not evaluated
	}
	loops, ok := 0, true
	_ = hclsyntax.VisitAll(native, func(n hclsyntax.Node) hcl.Diagnostics {
		switch n := n.(type) {
		case *hclsyntax.ForExpr, *hclsyntax.SplatExpr:
			loops++
		case *hclsyntax.LiteralValueExpr:
			if n.Val.Type() == cty.Number && !n.Val.IsNull() && !sensible(n.Val.AsBigFloat()) {
				ok = false
			}
		}
		return nil
	})
	r := native.Range()
	return ok && (loops == 0 || loops <= maxLoops && r.End.Byte-r.Start.Byte <= maxConstant)
}

func sensible(f *big.Float) bool {
	exp := f.MantExp(nil)
	return -maxExponent < exp && exp < maxExponent
}

// numberText returns a number as JSON has it.
func numberText(f *big.Float) (string, bool) {
	if f.IsInf() || !sensible(f) {
		return "", false
	}
	return f.Text('f', -1), true
}

// fromCty returns a value that is wholly known. ok is false for values that JSON does not have.
func fromCty(v cty.Value) (values.Value, bool) {
	v, _ = v.Unmark()
	t := v.Type()
	switch {
	case v.IsNull():
		return values.NewNull(), true
	case t == cty.String:
		return values.NewString(v.AsString()), true
	case t == cty.Bool:
		return values.NewBool(v.True()), true
	case t == cty.Number:
		text, ok := numberText(v.AsBigFloat())
		return values.NewNumber(text), ok
	case t.IsListType(), t.IsSetType(), t.IsTupleType():
		elems := make([]values.Value, 0, v.LengthInt())
		for _, e := range v.AsValueSlice() {
			elem, ok := fromCty(e)
			if !ok {
				return values.Value{}, false
			}
			elems = append(elems, elem)
		}
		return values.NewArray(elems...), true
	case t.IsMapType(), t.IsObjectType():
		members := make([]values.Member, 0, v.LengthInt())
		for name, e := range v.AsValueMap() {
			elem, ok := fromCty(e)
			if !ok {
				return values.Value{}, false
			}
			members = append(members, values.Member{Name: name, Value: elem})
		}
		return values.NewObject(members...), true
	}
	return values.Value{}, false
}

// Line returns the line in which the expression begins.
func (e *Expression) Line() int { return e.hcl.Range().Start.Line }

// keyword returns the word that an expression is, which may be written in quotation marks: managed
// by old configurations, and in JSON.
func keyword(e hcl.Expression) string {
	t, diags := hcl.AbsTraversalForExpr(e)
	if diags.HasErrors() {
		return ""
	}
	return traversalText(t)
}

// traversalText returns a traversal as it is written.
func traversalText(t hcl.Traversal) string {
	var b strings.Builder
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(step.Name)
		case hcl.TraverseAttr:
			b.WriteString("." + step.Name)
		case hcl.TraverseIndex:
			if key, ok := indexText(step.Key); ok {
				b.WriteString("[" + key + "]")
			} else {
				b.WriteString("[" + strconv.Quote("?") + "]")
			}
		default:
			b.WriteString("[*]")
		}
	}
	return b.String()
}
