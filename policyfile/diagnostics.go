package policyfile

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/planfmt/planfmt/diag"
)

// Range returns a range of HCL as one of ours.
func Range(r hcl.Range) diag.Range {
	return diag.Range{File: r.Filename, Start: position(r.Start), End: position(r.End)}
}

func position(p hcl.Pos) diag.Pos { return diag.Pos{Line: p.Line, Column: p.Column, Byte: p.Byte} }

// Diagnostics returns diagnostics of HCL as ours.
func Diagnostics(diags hcl.Diagnostics) diag.List {
	var all diag.List
	for _, d := range diags {
		one := &diag.Diagnostic{Summary: d.Summary, Detail: d.Detail}
		if d.Severity == hcl.DiagWarning {
			one.Severity = diag.Warning
		}
		if d.Subject != nil {
			one.Subject = Range(*d.Subject)
		}
		if d.Context != nil {
			one.Context = Range(*d.Context)
		}
		all = append(all, one)
	}
	return all
}
