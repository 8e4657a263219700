package policyfile

import (
	"bytes"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/read/config"
)

// MaxSize is how many bytes a file or an expression may have.
const MaxSize = 4 << 20

// ParseExpression parses one expression. The name is that of its file, for
// ranges. If there are errors, the expression is nil.
func ParseExpression(name string, src []byte) (hclsyntax.Expression, diag.List) {
	if diags := checkSource(name, src, config.CheckNesting); diags != nil {
		return nil, diags
	}
	expr, found := config.ParseExpression(src, name, hcl.InitialPos)
	diags := hinted(Diagnostics(found), src, "")
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
		return diag.List{{Summary: "Text too long", Detail: "It may have 4 MiB at most.", Subject: at}}
	}
	if err := check(src, name); err != nil {
		return diag.List{{Summary: "Text too complex", Detail: "In this text, " + err.Error() + ".", Subject: at}}
	}
	if long, ok := longReference(src, name, hcl.InitialPos); ok {
		return Diagnostics(hcl.Diagnostics{long})
	}
	return nil
}

// maxSteps is how many steps a reference can have: a.b.c has two. What checks expressions calls itself for each.
const maxSteps = 1000

// longReference reports a reference in code that has too many steps.
func longReference(src []byte, name string, start hcl.Pos) (*hcl.Diagnostic, bool) {
	if bytes.Count(src, []byte{'.'}) <= maxSteps {
		return nil, false
	}
	tokens, _ := hclsyntax.LexConfig(src, name, start)
	steps := 0
	for i := range tokens {
		switch t := &tokens[i]; t.Type {
		case hclsyntax.TokenDot:
			if steps++; steps > maxSteps {
				return &hcl.Diagnostic{
					Severity: hcl.DiagError, Summary: "Text too complex", Subject: &t.Range,
					Detail: fmt.Sprintf("A reference can have %d steps at most.", maxSteps),
				}, true
			}
		case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit, hclsyntax.TokenStar, hclsyntax.TokenNewline, hclsyntax.TokenComment,
			hclsyntax.TokenOBrack, hclsyntax.TokenCBrack:
		default:
			steps = 0
		}
		if steps > 0 && i > 0 && tokens[i].Type == hclsyntax.TokenIdent && tokens[i-1].Type != hclsyntax.TokenDot {
			steps = 0 // another reference
		}
	}
	return nil, false
}
