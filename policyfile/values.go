package policyfile

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
)

// Values are the values in a file in the syntax of tfvars.
type Values struct {
	Name   string
	Values []NamedExpr // in the order of the file, each name once
}

// NamedExpr is name = expression.
type NamedExpr struct {
	Name   string
	NameAt diag.Range
	Expr   hclsyntax.Expression
}
