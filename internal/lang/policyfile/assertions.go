package policyfile

import (
	"github.com/planfmt/planfmt/diag"
)

// ParseAssertions parses conditions over a plan. A single one is an expression, and has no name. Otherwise the text is that of a file
// with NAME = CONDITION for each of them. If there are errors, what could be read is
// returned. A file without conditions is an error.
func ParseAssertions(name string, text []byte, single bool) ([]NamedExpr, diag.List) {
	if single {
		e, diags := ParseExpression(name, text)
		if e == nil {
			return nil, diags
		}
		return []NamedExpr{{NameAt: Range(e.Range()), Expr: e}}, diags
	}
	b, diags := parseNative(name, text)
	if b == nil {
		return nil, diags
	}
	r := &fileReader{diags: diags}
	checked := r.check(b, &bodySpec{open: true}, "A file with assertions", whole(name))
	var all []NamedExpr
	for _, a := range checked.order {
		if len(all) == maxLocals {
			r.errorAt(Range(a.NameRange), "Too many definitions", "There can be %d of them at most.", maxLocals)
			break
		}
		all = append(all, NamedExpr{Name: a.Name, NameAt: Range(a.NameRange), Expr: a.Expr})
	}
	if len(all) == 0 && !r.diags.HasErrors() {
		r.errorAt(whole(name), "No assertions", "The file has no conditions, such as max_destroys = plan.counts.destroy <= 5.")
	}
	r.diags.Sort()
	return all, r.diags
}
