// Package policies judges plans by a policy that is compiled into the program.
package policies

import (
	"context"
	_ "embed" // the policy
	"fmt"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

//go:embed tags.policy.hcl
var tags []byte

// Check writes what must not be done, and what cannot be decided yet. It reports whether the plan may be applied.
func Check(ctx context.Context, w io.Writer, plan io.Reader) (ok bool, err error) {
	opts := planfmt.Options{Policies: &planfmt.PolicyOptions{
		Policies: []policy.Source{{Name: "tags.policy.hcl", Text: tags}},
	}}
	report, err := planfmt.Check(ctx, plan, opts)
	if err != nil {
		return false, err
	}
	for _, r := range report.Results.All() {
		if r.Outcome > verdict.Pass {
			fmt.Fprintf(w, "%s: %s: %s\n", r.Outcome, r.Address, r.Message)
		}
	}
	return report.Conclusion() == verdict.Pass, nil
}
