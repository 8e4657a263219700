package kit

import (
	"bytes"
	"context"
	"strings"

	"github.com/planfmt/planfmt"
)

// ComparePlans compares two plans, and returns what a format writes.
func ComparePlans(old, new []byte, opts planfmt.Options, format string) (string, *planfmt.PlanDiffResult, error) {
	var out strings.Builder
	layout := opts.Layout
	res, err := planfmt.DiffPlans(context.Background(), bytes.NewReader(old), bytes.NewReader(new), opts, planfmt.Target{W: &out, Format: format, Layout: layout})
	return out.String(), res, err
}
