package policyfile

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/config"
	"github.com/planfmt/planfmt/diag"
)

// MaxSize is how many bytes a file or an expression may have.
const MaxSize = 16 << 20

// ParseExpression parses one expression. The name is that of its file, for
// ranges. If there are errors, the expression is nil.
func ParseExpression(name string, src []byte) (hclsyntax.Expression, diag.List) {
	if diags := checkSource(name, src, config.CheckNesting); diags != nil {
		return nil, diags
	}
	expr, found := hclsyntax.ParseExpression(src, name, hcl.InitialPos)
	diags := Diagnostics(found)
	if diags.HasErrors() {
		return nil, diags
	}
	return expr, diags
}

// checkSource rejects what would be too much for the parsers.
func checkSource(name string, src []byte, check func([]byte, string) error) diag.List {
	start := diag.Pos{Line: 1, Column: 1}
	at := diag.Range{File: name, Start: start, End: start}
	if len(src) > MaxSize {
		return diag.List{{Summary: "Text too long", Detail: "It may have 16 MiB at most.", Subject: at}}
	}
	if err := check(src, name); err != nil {
		return diag.List{{Summary: "Text too complex", Detail: "In this text, " + err.Error() + ".", Subject: at}}
	}
	return nil
}
