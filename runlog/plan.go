package runlog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/internal/work/planpair"
)

// Plan is a plan that is being applied. A log is compared with it while it is written, see [Options]. It is for one log.
type Plan struct{ plan *planpair.Applying }

// OpenPlan reads a plan that is being applied. What is sensitive in it is hidden in the log, copies of it unless MaskCopies is
// [planfmt.ChoiceNever]. Of the options, OpenPlan uses Input and Comparison. The errors are those of [planfmt.Outcome]. The caller must call
// Close.
func OpenPlan(ctx context.Context, r io.Reader, opts planfmt.Options) (*Plan, error) {
	plan, err := planfmt.OpenApplying(ctx, r, opts)
	if err != nil {
		return nil, err
	}
	return &Plan{plan}, nil
}

// Close frees what belongs to the plan.
func (p *Plan) Close() { p.plan.Close() }

// Progress says how far a plan has come. The counts are of changes, as in [planfmt.Outcome].
type Progress struct {
	Planned, Done, Failed int
	// Left counts those that have not been begun, Waiting how many of these were to come after one that has failed.
	Left, Waiting int
}

// Progress returns how far the plan has come. It is for Options.Watch.
func (p *Plan) Progress() Progress {
	all := p.plan.Progress
	planned, _ := all.Planned("")
	return Progress{Planned: planned, Done: all.Done(), Failed: all.Failed(), Left: all.Left(), Waiting: all.Waiting()}
}

// outcomeWriter is a writer of logs that ends with what became of the plan.
type outcomeWriter interface {
	Outcome(o *outcome.Outcome) error
}

// compare says what became of the plan.
func (l *logger) compare(ctx context.Context) error {
	run := jsonlog.Applied(l.res.Runs)
	if run == nil {
		return nil
	}
	if slices.ContainsFunc(l.res.Runs, func(other *jsonlog.Run) bool { return other.Unit != run.Unit }) {
		l.res.Errors = append(l.res.Errors, jsonlog.ErrUnits)
		return nil
	}
	if run.Dropped > 0 {
		l.res.Errors = append(l.res.Errors, errors.New("it has too many entries to be compared with the plan"))
		return nil
	}
	l.secrets.HideRun(run)
	of := *run // the outcome needs less of the errors than what other formats have yet to write
	of.Diagnostics = slices.Clone(run.Diagnostics)
	found, err := l.opts.Plan.plan.Outcome(ctx, &of)
	if err != nil {
		return err
	}
	for _, text := range found.Warnings {
		l.warn(text)
	}
	if n := l.opts.Plan.plan.Progress.Repeated; n > 0 {
		l.warn(fmt.Sprintf("the log says %d times that something is done of which it has said so before", n))
	}
	if run.Broken > 0 {
		l.warn("lines of the log cannot be read, and do not count")
	}
	l.res.AsPlanned = found.IsAsPlanned()
	l.write(func(w logWriter) error {
		if w, ok := w.(outcomeWriter); ok {
			return w.Outcome(found)
		}
		return nil
	})
	return nil
}
