package planfmt

import (
	"context"
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/planpair"
)

// ErrStateDiff is wrapped by the error of [DiffPlans] for a state, which cannot be compared because it plans nothing.
var ErrStateDiff = planpair.ErrState

// PlanDiffResult is the outcome of [DiffPlans].
type PlanDiffResult struct {
	computed.PlanDiffOutcome
	Summary computed.PlanDiff
}

// MarshalJSON fails: the format json writes what docs/schema describes.
func (r PlanDiffResult) MarshalJSON() ([]byte, error) { return r.PlanDiffOutcome.MarshalJSON() }

// DiffPlans reads two plans, and writes in what their effects would differ. The old plan is the one
// that has been approved, the new plan the one to be applied. docs/diff.md says what counts as a
// difference. If a part cannot be compared, this is not an error: the result lists such parts, and
// does not say that the plans are the same.
//
// Of the options, DiffPlans uses Input, Comparison, Warn, Format and Layout; RequireExact, ShowSensitive and
// Wrap have no effect. Formats have the names of [PlanDiffFormats]. Without targets, nothing is written, and there is
// only the result. Errors are those of [Show]; one in a plan is a [PlanError].
func DiffPlans(ctx context.Context, old, new io.Reader, opts Options, targets ...Target) (res *PlanDiffResult, err error) {
	defer caught.As(&err)
	if old == nil || new == nil {
		return nil, ErrNoReader
	}
	opts.ShowSensitive, opts.Wrap = false, nil
	formats := make([]cell[newPair], len(targets))
	targets = slices.Clone(targets)
	for i, t := range targets {
		targets[i] = t.in(&opts)
		if t.W == nil {
			return nil, ErrNoWriter
		}
		if formats[i], err = inColumn(pairColumn(), targets[i].Format); err != nil {
			return nil, err
		}
	}
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	found, err := planpair.Diff(ctx, s, old, new, opts.MaskCopies.resolve(true), func(words dialect.Dialect) ([]planpair.Writer, error) {
		var writers []planpair.Writer
		for i, t := range targets {
			layout := t.Layout
			layout.Dialect, layout.memoryLimit, layout.tempDir = words, opts.MemoryLimit, opts.TempDir
			w, err := formats[i].write(t.W, layout.options())
			if err != nil {
				return nil, err
			}
			writers = append(writers, w)
		}
		return writers, nil
	})
	return (*PlanDiffResult)(found), err
}

// WhichPlan says which of two plans something is about.
type WhichPlan = computed.WhichPlan

// The plans: the old one has been approved, the new one is to be applied.
const (
	OldPlan = computed.OldPlan
	NewPlan = computed.NewPlan
)

// PlanError is an error in one of two plans.
type PlanError = computed.PlanError
