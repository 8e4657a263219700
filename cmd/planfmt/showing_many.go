package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/schema"
)

// runMany shows several plans as one report.
func (o *showing) runMany(ctx context.Context) error {
	if !slices.ContainsFunc(o.Plans, func(p plan) bool { return p.err == nil || !p.whole }) {
		o.warnUnread(nil)
		return errProblems // there is nothing to show
	}
	library, err := o.prepare()
	if err != nil {
		return err
	}
	outs, err := o.openTargets(nil)
	if err != nil {
		return err
	}
	defer outs.abort()

	var line *progressLine
	if o.Progress {
		line = o.streams.startProgress(nil)
		defer line.end()
	}
	seen := &seenInPlans{types: map[schema.ID]infer.TypeSchema{}, diagnostics: map[diag.Diagnostic]bool{}}
	byName := map[string]*plan{}
	documents := make([]planfmt.Document, len(o.Plans))
	for i := range o.Plans {
		p := &o.Plans[i]
		byName[p.name] = p
		in := &input{plan: p, streams: o.streams}
		defer in.close()
		documents[i] = planfmt.Document{Name: p.name, Open: in.open, Done: func(res *planfmt.Result) {
			seen.add(res)
			if o.seen != nil {
				o.seen(p.label(), res)
			}
			o.say(seen.newDiagnostics(res.Summaries))
			if o.ExplainSchemas {
				o.streams.printLine(p.label() + ":")
				explainSchemas(o.streams, res.Types)
			}
		}}
	}
	library.Warn = func(w planfmt.Warning) { o.warn(w, byName[w.Document].label()+": ") }
	res, err := o.showMany(ctx, library, line, outs, documents)
	line.end()
	if err := o.policyOptions.failure(o.streams, o.Color, err); err != nil {
		return err
	}
	if err == nil {
		err = outs.commit()
	}
	if err := outs.failure(o.command, err, ""); err != nil || res == nil {
		return err
	}
	o.warnUnread(res)
	if !o.Quiet && !o.ExplainSchemas && seen.any {
		seen.report(o)
	}
	return o.outcome(res)
}

// warnUnread says which plans could not be read, and what in the others could not be rendered.
func (o *showing) warnUnread(res *planfmt.ManyResult) {
	for i := range o.Plans {
		p := &o.Plans[i]
		err := p.err
		if res != nil {
			err = res.Documents[i].Err
			for _, problem := range res.Documents[i].Problems {
				o.streams.warn(p.label() + ": " + problem.Error())
			}
		}
		if err != nil {
			_, message := exitStatus(fmt.Errorf("%s: %w", p.label(), err))
			o.streams.warn(message)
		}
	}
}

// outcome returns the outcome of several plans: the worst one.
func (o *showing) outcome(res *planfmt.ManyResult) error {
	changes, failed := false, false
	for i, d := range res.Documents {
		failed = failed || d.Err != nil || len(d.Problems) > 0
		if o.DetailedExitCode && d.Errored {
			failed = true
			o.streams.warn(o.Plans[i].label() + ": " + errErroredPlan.Error())
		}
		changes = changes || d.Changes && !(o.ExitCodeMuted && d.AllMuted)
	}
	switch {
	case failed:
		return errProblems
	case o.DetailedExitCode && changes:
		return errChanges
	}
	return nil
}

// seenInPlans is what is said once about several plans.
type seenInPlans struct {
	any   bool // whether any could be read
	types map[schema.ID]infer.TypeSchema
	rules rulesUse

	diagnostics map[diag.Diagnostic]bool // about policies
}

func (s *seenInPlans) add(res *planfmt.Result) {
	s.any = true
	for _, t := range res.Types {
		if known, ok := s.types[t.ID]; !ok || len(known.Guesses()) == 0 && len(t.Guesses()) > 0 {
			t.Block = nil
			s.types[t.ID] = t
		}
	}
	s.rules.add(res.Summaries)
}

// newDiagnostics returns what there is to say about the policies that a plan has been judged by and that has not been
// said about another plan.
func (s *seenInPlans) newDiagnostics(all []computed.Summary) diag.List {
	var unsaid diag.List
	for _, d := range judgingDiagnostics(all) {
		if !s.diagnostics[*d] {
			s.diagnostics[*d] = true
			unsaid = append(unsaid, d)
		}
	}
	return unsaid
}

func (s *seenInPlans) report(o *showing) {
	var types []infer.TypeSchema
	for _, t := range s.types {
		types = append(types, t)
	}
	slices.SortFunc(types, func(a, b infer.TypeSchema) int {
		return strings.Compare(infer.TypeName(a.ID)+" "+a.ID.Provider, infer.TypeName(b.ID)+" "+b.ID.Provider)
	})
	reportRules(o.streams, o.RulesFile, s.rules)
	reportBundle(o.streams, o.Bundle, types)
	reportGuesses(o.streams, types)
}

// showMany writes the plans to all outputs.
func (o *showing) showMany(ctx context.Context, library planfmt.Options, line *progressLine, outs outputs, documents []planfmt.Document) (*planfmt.ManyResult, error) {
	targets, flush := o.libraryTargets(&library, line, outs)
	res, err := planfmt.ShowMany(ctx, documents, library, targets...)
	if err != nil {
		return nil, err
	}
	return res, flush()
}
