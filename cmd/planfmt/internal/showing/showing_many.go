package showing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/schema"
)

// runMany shows several plans as one report.
func (o *Showing) runMany(ctx context.Context) error {
	if !slices.ContainsFunc(o.Plans, func(p files.Plan) bool { return p.Err == nil || !p.Whole }) {
		o.warnUnread(nil)
		return command.ErrProblems // no plan can be read
	}
	library, err := o.Prepare()
	if err != nil {
		return err
	}
	outs, err := o.openTargets(nil)
	if err != nil {
		return err
	}
	defer outs.Abort()

	var line *terminal.ProgressLine
	if o.Progress {
		line = o.Streams.StartProgress(nil)
		defer line.End()
	}
	seen := &seenInPlans{types: map[schema.ID]infer.TypeSchema{}, diagnostics: map[diag.Diagnostic]bool{}}
	byName := map[string]*files.Plan{}
	documents := make([]planfmt.Document, len(o.Plans))
	for i := range o.Plans {
		p := &o.Plans[i]
		byName[p.Name] = p
		in := &reopenable{Plan: p, streams: o.Streams}
		defer in.close()
		documents[i] = planfmt.Document{Name: p.Name, Open: in.open, Done: func(res *planfmt.Result) {
			seen.add(res)
			o.AddPlan(res)
			if len(o.FailOn) > 0 {
				seen.raised = append(seen.raised, raised{p.Label(), res.Summaries})
			}
			if o.Seen != nil {
				o.Seen(p.Label(), res)
			}
			o.Say(seen.newDiagnostics(res.Summaries))
			if o.ExplainSchemas {
				o.Streams.PrintLine(p.Label() + ":")
				ExplainSchemas(o.Streams, res.Types)
			}
		}}
	}
	library.Warn = func(w planfmt.Warning) { o.warn(w, byName[w.Document].Label()+": ") }
	res, err := o.showMany(ctx, library, line, outs, documents)
	line.End()
	if err := o.Policies.Failure(o.Streams, o.Color, err); err != nil {
		return err
	}
	if err == nil {
		err = o.ReportUnmatched(o.Streams, &seen.unmatched, o.Quiet)
	}
	if err == nil {
		err = outs.Commit()
	}
	if err := outs.Failure(o.Command, err, ""); err != nil || res == nil {
		return err
	}
	o.warnUnread(res)
	failed, alarm := false, error(nil)
	for _, r := range seen.raised {
		switch err := o.Raise(o.Streams, r.label+": ", r.summaries); {
		case errors.Is(err, command.ErrAlarm):
			alarm = err
		case errors.Is(err, command.ErrUndecided):
			alarm = cmp.Or(alarm, err)
		case err != nil:
			failed = true
			o.Streams.Warn(err.Error())
		}
	}
	if !o.Quiet && !o.ExplainSchemas && seen.any {
		seen.report(o)
	}
	if failed || o.Annotations.Report(o.Streams, "", nil) {
		return command.ErrProblems
	}
	if err := o.outcome(res); err != nil && !errors.Is(err, command.ErrChanges) || alarm == nil {
		return err
	}
	return alarm
}

// warnUnread warns about plans that could not be read, and about parts of others that could not be rendered.
func (o *Showing) warnUnread(res *planfmt.ManyResult) {
	for i := range o.Plans {
		p := &o.Plans[i]
		err := p.Err
		if res != nil {
			err = res.Documents[i].Err
			for _, problem := range res.Documents[i].Problems {
				o.Streams.Warn(p.Label() + ": " + problem.Error())
			}
		}
		if err != nil {
			o.AddPlan(nil)
			_, message := command.ExitStatus(fmt.Errorf("%s: %w", p.Label(), err))
			o.Streams.Warn(message)
		}
	}
}

// outcome returns the outcome of several plans: the worst one.
func (o *Showing) outcome(res *planfmt.ManyResult) error {
	changes, failed := false, false
	for i, d := range res.Documents {
		failed = failed || d.Err != nil || len(d.Problems) > 0
		if o.DetailedExitCode && d.Errored {
			failed = true
			o.Streams.Warn(o.Plans[i].Label() + ": " + command.ErrErroredPlan.Error())
		}
		changes = changes || d.Changes && !(o.ExitCodeMuted && d.AllMuted)
	}
	switch {
	case failed:
		return command.ErrProblems
	case o.DetailedExitCode && changes:
		return command.ErrChanges
	}
	return nil
}

// seenInPlans collects the messages that are shown once for several plans.
type seenInPlans struct {
	any   bool // whether any could be read
	types map[schema.ID]infer.TypeSchema
	rules options.RulesUse

	unmatched options.Unmatched
	raised    []raised // the documents whose alarms have to be said

	diagnostics map[diag.Diagnostic]bool // about policies
}

// raised is a document, with its name and the summaries of the outputs.
type raised struct {
	label     string
	summaries []computed.Summary
}

func (s *seenInPlans) add(res *planfmt.Result) {
	s.any = true
	for _, t := range res.Types {
		if known, ok := s.types[t.ID]; !ok || len(known.Guesses()) == 0 && len(t.Guesses()) > 0 {
			t.Block = nil
			s.types[t.ID] = t
		}
	}
	s.rules.Add(res.Summaries)
	s.unmatched.Add(res.Summaries)
}

// newDiagnostics returns the diagnostics about the policies that have not been shown for another plan.
func (s *seenInPlans) newDiagnostics(all []computed.Summary) diag.List {
	var unsaid diag.List
	for _, d := range options.JudgingDiagnostics(all) {
		if !s.diagnostics[*d] {
			s.diagnostics[*d] = true
			unsaid = append(unsaid, d)
		}
	}
	return unsaid
}

func (s *seenInPlans) report(o *Showing) {
	var types []infer.TypeSchema
	for _, t := range s.types {
		types = append(types, t)
	}
	slices.SortFunc(types, func(a, b infer.TypeSchema) int {
		return strings.Compare(infer.TypeName(a.ID)+" "+a.ID.Provider, infer.TypeName(b.ID)+" "+b.ID.Provider)
	})
	options.ReportRules(o.Streams, o.RulesFile, s.rules)
	ReportBundle(o.Streams, o.Bundle, types)
	ReportGuesses(o.Streams, types)
}

// showMany writes the plans to all outputs.
func (o *Showing) showMany(ctx context.Context, library planfmt.Options, line *terminal.ProgressLine, outs output.All, documents []planfmt.Document) (*planfmt.ManyResult, error) {
	targets, flush := o.libraryTargets(&library, line, outs)
	res, err := planfmt.ShowMany(ctx, documents, library, targets...)
	if err != nil {
		return nil, err
	}
	return res, flush()
}
