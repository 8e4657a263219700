package policyfile

import (
	"github.com/planfmt/planfmt/diag"
)

// Values are the values in a file in the syntax of tfvars.
type Values struct {
	Name   string
	Text   []byte
	Values []NamedExpr // in the order of the file, each name once
}

// ParseValues parses a file in the syntax of tfvars: name = expression. It is in JSON if its name
// ends with .json. If there are errors, the result has what could be read.
func ParseValues(name string, text []byte) (*Values, diag.List) {
	v := &Values{Name: name, Text: text}
	spec := &bodySpec{open: true}
	b, diags := parseBody(name, text, spec)
	if b == nil {
		return v, diags
	}
	r := &fileReader{diags: diags}
	checked := r.check(b, spec, "A file with values", whole(name))
	v.Values = r.locals([]*configBlock{{body: checked}})
	r.diags.Sort()
	return v, r.diags
}
