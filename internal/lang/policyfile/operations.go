package policyfile

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/planfmt/planfmt/diag"
)

// operations reads the operations of a resource policy. Which ones may be
// together depends on whether the policy reads prior_attrs. own says that the file is for planfmt.
func (r *fileReader) operations(p *Policy, b *configBlock, own bool) {
	prior := reads(p, "prior_attrs", "")
	arg := b.body.args["operations"]
	all := []Operation{Create, Update, Delete, NoOp}
	if p.Whole {
		prior, all = nil, append(all, Replace) // it sees what has been before in any case
	}
	if arg == nil && p.Whole {
		p.Operations = all
		return
	}
	if arg == nil {
		if prior != nil {
			r.errorAt(p.At, "Missing argument", "The policy reads prior_attrs in line %d, so it must have the argument \"operations\" with \"update\", \"delete\" or both.", prior.At.Start.Line)
		}
		p.Operations = []Operation{Create, Update, NoOp}
		return
	}
	at := Range(arg.Expr.Range())
	tuple, ok := arg.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		r.errorAt(at, "Invalid operations", "The argument \"operations\" must be a list of strings: [\"create\", \"update\"].")
		return
	}
	if !r.listOperations(p, tuple, all, own) {
		return
	}
	r.checkOperations(p, prior, at)
	if len(p.Operations) == 0 {
		p.Operations = all
	}
}

// listOperations reads a list of operations, each of which has to be one of all, and reports whether they are.
func (r *fileReader) listOperations(p *Policy, tuple *hclsyntax.TupleConsExpr, all []Operation, own bool) (good bool) {
	good = true
	for _, e := range tuple.Exprs {
		var o Operation
		s, ok := literalString(e)
		if own && s == "destroy" { // as people say; HCP Terraform has no such word
			s = Delete.String()
		}
		if !ok || o.UnmarshalText([]byte(s)) != nil || !slices.Contains(all, o) {
			good = false
			names := make([]string, len(all))
			for i, o := range all {
				names[i] = o.String()
			}
			if ok && s == Replace.String() {
				r.errorAt(Range(e.Range()), "Invalid operation", "A replacement is two operations, \"create\" and \"delete\", which a policy judges one by one. In a file for planfmt, a policy that reads meta.actions judges it as one.")
			} else if ok {
				r.errorAt(Range(e.Range()), "Invalid operation", "%s is not an operation. These are %s.%s", quoted(s), list(names), meant(s, names))
			} else {
				r.errorAt(Range(e.Range()), "Invalid operation", "An operation is one of the strings %s.", list(names))
			}
			continue
		}
		if !slices.Contains(p.Operations, o) {
			p.Operations = append(p.Operations, o)
		}
	}
	return good
}

// checkOperations checks which operations are together. prior is where the policy reads prior_attrs, or nil.
func (r *fileReader) checkOperations(p *Policy, prior *Reference, at diag.Range) {
	has := func(o Operation) bool { return slices.Contains(p.Operations, o) }
	switch {
	case prior != nil && len(p.Operations) == 0:
		r.errorAt(at, "Invalid operations", "The policy reads prior_attrs in line %d, so it must list \"update\", \"delete\" or both.", prior.At.Start.Line)
	case prior != nil && (has(Create) || has(NoOp)):
		r.errorAt(at, "Invalid operations", "The policy reads prior_attrs in line %d, so it must list \"update\", \"delete\" or both, and nothing else.", prior.At.Start.Line)
	case p.Whole:
		if (has(Create) || has(Delete)) && !has(Replace) {
			p.Operations = append(p.Operations, Replace)
		}
	case has(Delete) && has(Create):
		r.errorAt(at, "Invalid operations", "A policy cannot judge both \"create\" and \"delete\". Write a policy for each.")
	case has(Delete) && has(NoOp):
		r.errorAt(at, "Invalid operations", "A policy cannot judge both \"delete\" and \"no-op\". Write a policy for each.")
	case prior == nil && len(p.Operations) > 0 && !has(NoOp) && !has(Delete):
		if slices.ContainsFunc(p.Expressions(), func(e hclsyntax.Expression) bool { return calls(e, "core::getresources") }) {
			r.warnAt(at, "Unchanged resources are not judged", "The policy calls core::getresources, so its verdict about a resource can change although the resource does not. Add \"no-op\" to the operations.")
		}
	}
}
