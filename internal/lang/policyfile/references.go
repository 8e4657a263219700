package policyfile

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
)

// Reference is where an expression refers to a name of its scope.
type Reference struct {
	// Root is the name, and Attr the attribute of it: local, size. Attr is empty if all of the name
	// is meant.
	Root, Attr string
	At         diag.Range
}

// References returns what an expression refers to, in the order of the text.
func References(e hclsyntax.Expression) []Reference {
	if e == nil {
		return nil
	}
	var all []Reference
	for _, t := range hclsyntax.Variables(e) {
		r := Reference{Root: t.RootName(), At: Range(t.SourceRange())}
		if len(t) > 1 {
			switch step := t[1].(type) {
			case hcl.TraverseAttr:
				r.Attr = step.Name
			case hcl.TraverseIndex:
				if step.Key.Type().FriendlyName() == "string" && !step.Key.IsNull() {
					r.Attr = step.Key.AsString()
				}
			}
		}
		all = append(all, r)
	}
	return all
}

// calls reports whether an expression calls a function.
func calls(e hclsyntax.Expression, name string) bool {
	if e == nil {
		return false
	}
	found := false
	hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && call.Name == name {
			found = true
		}
		return nil
	})
	return found
}
