package planfmt

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/base/ctxio"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/planpair"
)

// ErrStateDiff is wrapped by the error of [DiffPlans] for a state that is to be compared with a plan.
var ErrStateDiff = planpair.ErrState

// PlanDiffResult is the outcome of [DiffPlans].
type PlanDiffResult struct {
	computed.PlanDiffOutcome
	Summary computed.PlanDiff // of plans
	// States says what has changed from one state to the other, as if that was a plan. It is nil for plans.
	States *computed.Summary
}

// MarshalJSON fails: the format json writes what docs/schema describes.
func (r PlanDiffResult) MarshalJSON() ([]byte, error) { return r.PlanDiffOutcome.MarshalJSON() }

// DiffPlans reads two plans, and writes in what their effects would differ. The old plan is the one
// that has been approved, the new plan the one to be applied. docs/diff.md says what counts as a
// difference. If a part cannot be compared, this is not an error: the result lists such parts, and
// does not say that the plans are the same.
//
// Two states can be compared, too: what differs is written as what a plan does is, in the [Formats] with these names.
//
// Of the options, DiffPlans uses Input, Comparison, Warn, Format and Layout; RequireExact, ShowSensitive and
// Wrap have no effect. Formats have the names of [PlanDiffFormats]. Without targets, nothing is written, and there is
// only the result. Errors are those of [Show]; one in a plan is a [PlanError].
func DiffPlans(ctx context.Context, old, new io.Reader, opts Options, targets ...Target) (res *PlanDiffResult, err error) {
	defer caught.As(&err)
	if old == nil || new == nil {
		return nil, ErrNoReader
	}
	opts.ShowSensitive, opts.Wrap, opts.Selection, opts.Policies = false, nil, Selection{}, nil
	hideCopies := opts.MaskCopies.resolve(true)
	formats, forms := make([]cell[newPair], len(targets)), make([]engine.Form, len(targets))
	targets = slices.Clone(targets)
	for i, t := range targets {
		targets[i] = t.filled(ctx, &opts)
		if t.W == nil {
			return nil, ErrNoWriter
		}
		if formats[i], err = inColumn(pairColumn(), targets[i].Format); err != nil {
			return nil, err
		}
		if forms[i], err = opts.statesForm(targets[i], hideCopies); err != nil {
			return nil, err
		}
	}
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	found, err := planpair.Diff(ctx, s, old, new, hideCopies, func(words dialect.Dialect) ([]planpair.Writer, error) {
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
	}, forms)
	return (*PlanDiffResult)(found), err
}

// statesForm returns the form of a target for what differs between two states: that of plans with the same name.
func (o Options) statesForm(t Target, hideCopies bool) (engine.Form, error) {
	o.Formats, o.MaskCopies = nil, ChoiceNever
	if hideCopies {
		o.MaskCopies = ChoiceAlways
	}
	format, err := o.format(t.Format)
	if err != nil {
		return engine.Form{}, err
	}
	t.Layout.NoHazards, t.Layout.ShowHash = true, false
	return o.form(format, t.Layout, func(l Layout) (Writer, error) { return format.New(t.W, l) }), nil
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

// StaleTerms are what makes a plan stale, besides the state.
type StaleTerms = computed.StaleTerms

// Staleness says why a plan is stale.
type Staleness = computed.Staleness

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

// ErrOtherState is wrapped by the error of [Outcome] for a state that is not the one that the plan was made from.
var ErrOtherState = planpair.ErrOtherState

// OutcomeInput is what is known of what became of a plan: Log is the machine-readable log of the run, State the state after it. One of
// them may be nil.
type OutcomeInput struct {
	Plan, Log, State io.Reader
	// Secrets are hidden wherever they stand in the log, such as a token that a command may have printed. Those of less than 8 bytes are not.
	Secrets []string
	// MaxLine is how many bytes a line of the log may have; 0 means 64 MiB.
	MaxLine int
}

// OutcomeResult is the outcome of [Outcome].
type OutcomeResult struct {
	// AsPlanned says that all has happened as planned, and nothing else.
	AsPlanned bool
}

// LogError is an error in the log that [Outcome] reads.
type LogError struct{ Err error }

// Error says what is wrong.
func (e *LogError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *LogError) Unwrap() error { return e.Err }

// Outcome finds out what became of a plan, and writes it to targets, which have the names of [OutcomeFormats]: what was done, what failed and
// why, what was not reached, and which values are not as planned. docs/outcome.md has the details.
//
// Of the options, Outcome uses Input, Comparison, Warn, Format and Layout. Sensitive values are hidden, and copies of them unless MaskCopies is
// [ChoiceNever]. Errors are those of [Show]; one in a document is a [PlanError], whose old plan is the plan, and whose new one is the
// state, or a [LogError].
func Outcome(ctx context.Context, in OutcomeInput, opts Options, targets ...Target) (res *OutcomeResult, err error) {
	defer caught.As(&err)
	if in.Plan == nil || in.Log == nil && in.State == nil {
		return nil, ErrNoReader
	}
	opts.ShowSensitive, opts.Wrap = false, nil
	formats := make([]cell[writeOutcome], len(targets))
	targets = slices.Clone(targets)
	for i, t := range targets {
		targets[i] = t.filled(ctx, &opts)
		if t.W == nil {
			return nil, ErrNoWriter
		}
		if formats[i], err = inColumn(outcomeColumn(), targets[i].Format); err != nil {
			return nil, err
		}
	}
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	var run *jsonlog.Run
	if in.Log != nil {
		if run, err = readRun(ctx, in, opts); err != nil {
			return nil, err
		}
	}
	found, err := planpair.Outcome(ctx, s, in.Plan, run, in.State, opts.MaskCopies.resolve(true))
	if err != nil {
		return nil, err
	}
	if opts.Warn != nil {
		for _, text := range found.Warnings {
			opts.Warn(Warning{Text: text})
		}
	}
	for i, t := range targets {
		if err := formats[i].write(t.W, found, t.Layout.options()); err != nil {
			return nil, err
		}
	}
	return &OutcomeResult{AsPlanned: found.IsAsPlanned()}, nil
}

// OpenApplying reads a plan that is being applied, for [github.com/planfmt/planfmt/runlog.OpenPlan], which says more: programs call that.
func OpenApplying(ctx context.Context, r io.Reader, opts Options) (p *planpair.Applying, err error) {
	defer caught.As(&err)
	if r == nil {
		return nil, ErrNoReader
	}
	opts.ShowSensitive, opts.Wrap = false, nil
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	return planpair.Apply(ctx, s, r, opts.MaskCopies.resolve(true))
}

// readRun reads a log to its end. If it has several runs, the last one that has changed something counts, or the last one.
func readRun(ctx context.Context, in OutcomeInput, opts Options) (*jsonlog.Run, error) {
	r := jsonlog.NewReader(ctxio.Reader(ctx, in.Log))
	r.MaxLine, r.MaxUnpacked = in.MaxLine, opts.MaxUnpacked
	for _, text := range in.Secrets {
		r.Secrets.AddGiven(text)
	}
	run, err := r.ReadApplied()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &LogError{err}
	case run.IsEmpty():
		return nil, &LogError{errors.New("there is no log in it: terraform apply -json writes one")}
	case run.Dropped > 0:
		return nil, &LogError{errors.New("it has too many entries")}
	case run.Broken > 0 && opts.Warn != nil:
		opts.Warn(Warning{Text: "lines of the log cannot be read, and do not count"})
	}
	return run, nil
}
