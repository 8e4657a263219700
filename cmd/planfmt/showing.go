package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/plans"
)

// showFunc is planfmt.ShowAll, or a replacement in tests.
type showFunc func(context.Context, io.Reader, planfmt.Options, ...planfmt.Target) (*planfmt.Result, error)

// showing shows documents: what the commands show, why and comment have in common.
type showing struct {
	streams *streams
	show    showFunc
	command string // such as "planfmt show"

	severalOptions
	documentOptions
	schemaOptions
	secretOptions
	layoutOptions
	targetOptions
	selectionOptions
	policyOptions
	reportOptions
	declarationOptions

	KeyFile          fileName         // the key of the plan's hash; empty for none
	Formats          []planfmt.Format // in addition to those of the library
	DetailedExitCode bool
	ExplainSchemas   bool

	// into, if set, gets what would be written to standard output, and seen each document as soon as it has been read.
	into *bytes.Buffer
	seen func(name string, res *planfmt.Result)
}

// run shows the documents.
func (o *showing) run(ctx context.Context) error {
	if o.Plans != nil {
		return o.runMany(ctx)
	}
	return o.runOne(ctx)
}

func (o *showing) runOne(ctx context.Context) error {
	library, err := o.prepare()
	if err != nil {
		return err
	}
	in, inName, err := openInput(o.streams, o.File)
	if err != nil {
		return err
	}
	defer in.Close()
	outs, err := o.openTargets(in)
	if err != nil {
		return err
	}
	defer outs.abort()

	var line *progressLine
	if o.Progress {
		line = o.streams.startProgress(in)
		defer line.end()
	}
	targets, flush := o.libraryTargets(&library, line, outs)
	res, err := o.show(ctx, in, library, targets...)
	if err == nil {
		err = flush()
	}
	line.end()
	if err := o.policyOptions.failure(o.streams, o.Color, err); err != nil {
		return err
	}
	if err == nil {
		err = outs.commit()
	}
	if err := outs.failure(o.command, err, plans.SpellName(inName)+": "); err != nil || res == nil {
		return err
	}
	if o.seen != nil {
		o.seen(plans.SpellName(inName), res)
	}
	for _, p := range res.Problems {
		o.streams.warn(p.Error())
	}
	o.say(judgingDiagnostics(res.Summaries))
	if o.ExplainSchemas {
		explainSchemas(o.streams, res.Types)
	} else if !o.Quiet {
		var use rulesUse
		use.add(res.Summaries)
		reportRules(o.streams, o.RulesFile, use)
		reportBundle(o.streams, o.Bundle, res.Types)
		reportGuesses(o.streams, res.Types)
	}
	switch {
	case len(res.Problems) > 0:
		return errProblems
	case o.DetailedExitCode && res.Summary.Errored:
		return fmt.Errorf("%s: %w", plans.SpellName(inName), errErroredPlan)
	case o.DetailedExitCode && res.Changes && !(o.ExitCodeMuted && res.AllMuted):
		return errChanges
	}
	return nil
}

// prepare returns the options for the library, after it has read the files that they need.
func (o *showing) prepare() (library planfmt.Options, err error) {
	library = planfmt.Options{Input: o.input(), Formats: o.Formats, Warn: func(w planfmt.Warning) { o.warn(w, "") }}
	o.secretOptions.apply(&library)
	o.reportOptions.apply(&library)
	o.declarationOptions.apply(&library)
	if err := o.schemaOptions.apply(o.streams, &library); err != nil {
		return library, err
	}
	if library.HashKey, err = readKey(o.KeyFile); err != nil {
		return library, err
	}
	if err := o.policyOptions.apply(o.streams, o.Color, o.Quiet, &library); err != nil {
		return library, err
	}
	return library, o.selectionOptions.apply(&library)
}

// say shows diagnostics about the policies.
func (o *showing) say(diags diag.List) { o.policyOptions.say(o.streams, o.Color, o.Quiet, diags) }

// warn writes a warning of the library, with where in front of it. If somebody reads the output on standard output, it
// also says how to see what was hidden.
func (o *showing) warn(w planfmt.Warning, where string) {
	text := where + w.Text
	if o.into == nil {
		text += howToShow(w)
	}
	o.streams.warn(text)
}

// howToShow says which flag shows what was hidden because of a warning.
func howToShow(w planfmt.Warning) string {
	if len(w.Masked) == 0 {
		return ""
	}
	them := "them"
	if len(w.Masked) == 1 && w.Masked[0].Count == 1 {
		them = "it"
	}
	flag := "--show-unmarked"
	if w.Masked[0].Bundle != "" {
		flag = "--no-bundle"
	}
	return ". To show " + them + ", use " + flag
}

// openTargets opens the outputs of all targets.
func (o *showing) openTargets(in io.Reader) (outputs, error) {
	if o.into != nil {
		return outputs{{name: "the comment", w: o.into}}, nil
	}
	return openTargets(o.streams, o.Targets, outputPlan{In: in, Inputs: o.inputs(), Drain: o.DetailedExitCode, StatusOnly: o.DetailedExitCode, Pager: o.streams.pager.Load()})
}

// inputs returns the names of the input files, apart from a plan that is shown alone.
func (o *showing) inputs() []string {
	names := slices.Concat(o.schemaOptions.inputs(), o.policyOptions.inputs(), o.selectionOptions.inputs(), o.severalOptions.inputs())
	if o.KeyFile != "" {
		names = append(names, string(o.KeyFile))
	}
	return names
}

// libraryTargets returns the outputs as targets of the library. Many small writes become a few large
// ones. flush writes the rest.
func (o *showing) libraryTargets(library *planfmt.Options, line *progressLine, outs outputs) (targets []planfmt.Target, flush func() error) {
	if line != nil {
		library.Progress = line.set
	}
	buffers := make([]*bufio.Writer, len(outs))
	for i, out := range outs {
		w := io.Writer(out)
		if line != nil && !out.isFile() {
			w = endsProgress{w, line}
		}
		buffers[i] = bufio.NewWriterSize(w, 64<<10)
		targets = append(targets, planfmt.Target{W: buffers[i], Format: o.Targets[i].Format, Layout: o.layout(o.Targets[i])})
	}
	return targets, func() error {
		for _, b := range buffers {
			if err := b.Flush(); err != nil {
				return err
			}
		}
		return nil
	}
}

// layout returns the layout for a target.
func (o *showing) layout(t target) planfmt.Layout {
	l := o.layoutOptions.layout(o.streams, t)
	o.reportOptions.layout(&l)
	o.declarationOptions.layout(&l)
	return l
}
