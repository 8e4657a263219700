package kit

import (
	"testing"

	"github.com/planfmt/planfmt"
)

// NewWhere returns an expression for where, which must be valid.
func NewWhere(t *testing.T, text string) *planfmt.Where {
	t.Helper()
	w, diags := planfmt.NewWhere("--where", text)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return w
}
