package policyfile

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
)

// maxFunctions is how many functions a file can have, and maxParams how many parameters a function.
const (
	maxFunctions = 1000
	maxParams    = 100
)

// function reads a block "function".
func (r *fileReader) function(b *configBlock) *Function {
	f := &Function{Name: b.Labels[0], At: b.at, Result: b.body.arg("result")}
	if !hclsyntax.ValidIdentifier(f.Name) {
		r.errorAt(Range(b.LabelRanges[0]), "Invalid name", "A function must have a name that expressions can use: letters, digits, _ and -, with a letter first.")
	}
	params := b.body.arg("params")
	if params == nil {
		return f
	}
	seen := map[string]diag.Range{}
	for _, p := range r.params(params) {
		switch {
		case !hclsyntax.ValidIdentifier(p.Name):
			r.errorAt(p.At, "Invalid parameter", "A parameter must have a name that expressions can use: letters, digits, _ and -, with a letter first.")
		case p.Name == "local" || p.Name == "input":
			r.errorAt(p.At, "Invalid parameter", "A parameter cannot be named %s, which stands for all of these in a function.", p.Name)
		case len(f.Params) == maxParams:
			r.errorAt(p.At, "Too many parameters", "A function can have %d parameters at most.", maxParams)
			return f
		case r.unique(seen, "parameter", p.Name, p.At):
			f.Params = append(f.Params, p)
		}
	}
	return f
}

// params reads the parameters of a function: a list of names, or an object with their types.
func (r *fileReader) params(e hclsyntax.Expression) []Param {
	name := func(e hclsyntax.Expression) string {
		if s, ok := literalString(e); ok {
			return s
		}
		return hcl.ExprAsKeyword(e)
	}
	var all []Param
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		for _, elem := range e.Exprs {
			all = append(all, Param{Name: name(elem), At: Range(elem.Range())})
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			key := item.KeyExpr
			if k, ok := key.(*hclsyntax.ObjectConsKeyExpr); ok {
				key = k.Wrapped
			}
			all = append(all, Param{Name: name(key), At: Range(item.KeyExpr.Range()), Type: item.ValueExpr})
		}
	default:
		r.errorAt(Range(e.Range()), "Invalid parameters", "The parameters of a function are a list of names or an object with their types: [cidr], { cidr = string }.")
	}
	return all
}

// Calls returns the calls of functions without a namespace in an expression, in the order of the text. Only Root and At are set.
func Calls(e hclsyntax.Expression) []Reference {
	if e == nil {
		return nil
	}
	var all []Reference
	hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && hclsyntax.ValidIdentifier(call.Name) {
			all = append(all, Reference{Root: call.Name, At: Range(call.NameRange)})
		}
		return nil
	})
	return all
}
