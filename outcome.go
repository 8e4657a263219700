package planfmt

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/ctxio"
	"github.com/planfmt/planfmt/internal/jsonlog"
	"github.com/planfmt/planfmt/internal/planpair"
)

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
		targets[i] = t.in(&opts)
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
