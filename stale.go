package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/planpair"
)

// StaleTerms are what makes a plan stale, besides the state.
type StaleTerms = planpair.StaleTerms

// Staleness says why a plan is stale.
type Staleness = planpair.Staleness

// The errors that [Stale] wraps for a document of the wrong kind.
var (
	ErrNoState = planpair.ErrNoState
	ErrNotPlan = planpair.ErrNotPlan
)

// Stale reads a plan and a state, and finds out whether the plan still fits the state: whether it is the state that the plan was made
// from, and whether the resources that the plan touches are still what they were. docs/approval.md has the details.
//
// Of the options, Stale uses Input and Comparison. Errors are those of [Show]; one in a document is a [PlanError], whose old plan is the
// plan, and whose new one is the state.
func Stale(ctx context.Context, plan, state io.Reader, opts Options, terms StaleTerms) (found *Staleness, err error) {
	defer caught.As(&err)
	if plan == nil || state == nil {
		return nil, ErrNoReader
	}
	opts.ShowSensitive, opts.Wrap = false, nil
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	return planpair.Stale(ctx, s, plan, state, opts.MaskCopies.resolve(true), terms)
}
