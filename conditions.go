package planfmt

import (
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/planvalue/query"
)

// Where is a condition over a resource, see docs/query.md. Resources for which it is not true are muted.
type Where struct{ condition *query.Condition }

// NewWhere parses a condition, and finds what is wrong with it before any plan is read. The name is for the
// ranges of the diagnostics. If they have errors, there is no condition.
func NewWhere(name, text string) (*Where, diag.List) {
	c, diags := query.NewCondition(name, text)
	if diags.HasErrors() {
		return nil, diags
	}
	return &Where{c}, diags
}
