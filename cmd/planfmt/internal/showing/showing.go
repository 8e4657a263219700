// Package showing shows documents. It has the code that the commands show, why, comment and view share.
package showing

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/plans"
)

// Showing is the options and the work that the commands show, why and comment share.
type Showing struct {
	Streams *terminal.Streams
	Show    command.ShowFunc
	Command string // such as "planfmt show"

	options.Several
	options.Document
	options.SchemaSources
	options.Secrets
	options.Layout
	options.Outputs
	options.Selection
	options.Policies
	options.Report
	options.Places
	options.Alarms
	options.Facts
	options.Annotations

	KeyFile          flagvalue.FileName // the key of the plan's hash; empty for none
	Formats          []planfmt.Format   // in addition to those of the library
	DetailedExitCode bool
	ExplainSchemas   bool

	// Asks says that the output is an answer about what the plan would do, which a state does not have.
	Asks bool
	// Into, if set, takes the place of standard output. Seen, if set, is called for each document as soon as it has been read.
	Into *bytes.Buffer
	Seen func(name string, res *planfmt.Result)
}

// Run shows the documents.
func (o *Showing) Run(ctx context.Context) error {
	err := o.run(ctx)
	if _, wrong := errors.AsType[*command.PolicyError](err); wrong || errors.Is(err, command.ErrJudging) {
		o.AddWrongPolicies()
	}
	return err
}

func (o *Showing) run(ctx context.Context) error {
	if o.Plans == nil && o.File == "-" {
		o.splitInput(ctx)
	}
	if o.Plans != nil {
		return o.runMany(ctx)
	}
	var shown *planfmt.Result
	defer func() { o.AddPlan(shown) }()
	return o.runOne(ctx, &shown)
}

// splitInput finds out whether standard input has several plans. That takes as long as it takes to write the first one.
func (o *Showing) splitInput(ctx context.Context) {
	if !o.Progress {
		o.SplitInput(ctx, o.Streams, func(int64) {})
		return
	}
	line := o.Streams.StartProgress(o.Streams.In)
	defer line.End()
	o.SplitInput(ctx, o.Streams, func(n int64) { line.Set(planfmt.Progress{Bytes: n}) })
}

// WriteFacts writes what the next steps of a job ask for, unless err, which Run has returned, says that nothing has been done. It returns err if
// there is one.
func (o *Showing) WriteFacts(err error) error {
	if errors.Is(err, context.Canceled) || command.IsUsage(err) {
		return err
	}
	inputs := o.InputFiles()
	if o.File != "-" && o.Plans == nil {
		inputs = append(inputs, o.File)
	}
	return cmp.Or(err, o.Facts.WriteFacts(o.Streams, inputs))
}

func (o *Showing) runOne(ctx context.Context, shown **planfmt.Result) error {
	library, err := o.Prepare()
	if err != nil {
		return err
	}
	in, inName, err := terminal.OpenInput(o.Streams, o.File)
	if err != nil {
		return err
	}
	defer in.Close()
	outs, err := o.openTargets(in)
	if err != nil {
		return err
	}
	defer outs.Abort()

	var line *terminal.ProgressLine
	if o.Progress {
		line = o.Streams.StartProgress(in)
		defer line.End()
	}
	targets, flush := o.libraryTargets(&library, line, outs)
	res, err := o.Show(ctx, in, library, targets...)
	if err == nil {
		err = flush()
	}
	line.End()
	if err := o.Policies.Failure(o.Streams, o.Color, err); err != nil {
		return err
	}
	if err == nil && res != nil {
		var unmatched options.Unmatched
		unmatched.Add(res.Summaries)
		err = o.ReportUnmatched(o.Streams, &unmatched, o.Quiet)
	}
	if err == nil {
		err = outs.Commit()
	}
	if err := outs.Failure(o.Command, err, plans.SpellName(inName)+": "); err != nil || res == nil {
		return err
	}
	*shown = res
	if o.Seen != nil {
		o.Seen(plans.SpellName(inName), res)
	}
	for _, p := range res.Problems {
		o.Streams.Warn(p.Error())
	}
	o.Say(options.JudgingDiagnostics(res.Summaries))
	if o.ExplainSchemas {
		ExplainSchemas(o.Streams, res.Types)
	} else if !o.Quiet {
		var use options.RulesUse
		use.Add(res.Summaries)
		options.ReportRules(o.Streams, o.RulesFile, use)
		ReportBundle(o.Streams, o.Bundle, res.Types)
		ReportGuesses(o.Streams, res.Types)
	}
	unreadable := o.Annotations.Report(o.Streams, "", res.Summaries)
	raised := o.Raise(o.Streams, "", res.Summaries)
	switch {
	case len(res.Problems) > 0 || unreadable:
		return command.ErrProblems
	case errors.Is(raised, command.ErrAlarm), errors.Is(raised, command.ErrUndecided):
		return raised
	case raised != nil:
		return fmt.Errorf("%s: %w", plans.SpellName(inName), raised)
	case o.DetailedExitCode && res.Summary.Errored:
		return fmt.Errorf("%s: %w", plans.SpellName(inName), command.ErrErroredPlan)
	case o.DetailedExitCode && res.Changes && !(o.ExitCodeMuted && res.AllMuted):
		return command.ErrChanges
	}
	return nil
}

// Prepare returns the options for the library, after it has read the files that they need.
func (o *Showing) Prepare() (library planfmt.Options, err error) {
	library = planfmt.Options{Input: o.Input(), Formats: o.Formats, Warn: func(w planfmt.Warning) { o.warn(w, "") }}
	if o.answers() && !o.AllowState {
		library.States = planfmt.ChoiceNever
	}
	o.Alarms.Apply(&library)
	o.Annotations.Apply(o.Streams, &library)
	o.Secrets.Apply(&library)
	o.Report.Apply(&library)
	o.Places.Apply(&library)
	if err := o.SchemaSources.Apply(o.Streams, &library); err != nil {
		return library, err
	}
	if library.HashKey, err = options.ReadKey(o.KeyFile); err != nil {
		return library, err
	}
	if err := o.Policies.Apply(o.Streams, o.Color, o.Quiet, &library); err != nil {
		return library, err
	}
	return library, o.Selection.Apply(&library)
}

// Say shows diagnostics about the policies.
func (o *Showing) Say(diags diag.List) { o.Policies.Say(o.Streams, o.Color, o.Quiet, diags) }

// warn writes a warning of the library, with where in front of it. If somebody reads the output on standard output, it
// also says how to see what was hidden.
func (o *Showing) warn(w planfmt.Warning, where string) {
	text := where + w.Text
	if o.Into == nil && !o.MaskNames {
		text += HowToShow(w)
	}
	o.Streams.Warn(text)
}

// HowToShow says which flag shows the hidden values that a warning is about.
func HowToShow(w planfmt.Warning) string {
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

// answers reports whether somebody goes by what comes out, other than by reading it: a pipeline, or the reviewers of a pull request, who take a
// comment about a state for one about the plan.
func (o *Showing) answers() bool {
	return o.Asks || o.needsStatus() || o.FactsFile != "" || o.Into != nil
}

// openTargets opens the outputs of all targets.
func (o *Showing) openTargets(in io.Reader) (output.All, error) {
	if o.Into != nil {
		return output.All{{Name: "the comment", W: o.Into}}, nil
	}
	return output.OpenAll(o.Streams, o.Targets, output.Plan{In: in, Inputs: o.InputFiles(), Drain: o.needsStatus() || o.MustMatch || o.FactsFile != "", Pager: o.Streams.Pager.Load()})
}

// needsStatus reports whether the user has asked for an exit status that depends on the plan. All of it has to be read then, even if nobody
// reads the output; so it has for a warning that is an error, and for facts.
func (o *Showing) needsStatus() bool { return o.DetailedExitCode || len(o.FailOn) > 0 }

// InputFiles returns the names of the input files, apart from a plan that is shown alone.
func (o *Showing) InputFiles() []string {
	names := slices.Concat(o.SchemaSources.Files(), o.Policies.Files(), o.Selection.Files(), o.Several.Files(), o.AnnotationFiles())
	if o.KeyFile != "" {
		names = append(names, string(o.KeyFile))
	}
	return names
}

// libraryTargets returns the outputs as targets of the library. Many small writes become a few large
// ones. flush writes the rest.
func (o *Showing) libraryTargets(library *planfmt.Options, line *terminal.ProgressLine, outs output.All) (targets []planfmt.Target, flush func() error) {
	if line != nil {
		library.Progress = line.Set
	}
	buffers := make([]*bufio.Writer, len(outs))
	for i, out := range outs {
		w := io.Writer(out)
		if line != nil && !out.IsFile() {
			w = terminal.EndsProgress{Writer: w, Line: line}
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
func (o *Showing) layout(t output.Target) planfmt.Layout {
	l := o.Layout.Layout(o.Streams, t)
	if o.File != "-" && o.Plans == nil {
		l.Document = filepath.Base(o.File)
	}
	o.Report.Layout(&l)
	o.Places.Layout(&l)
	return l
}

// ResolveInput resolves the options for the input and the layout. args are the arguments from FILE on.
func (o *Showing) ResolveInput(f *command.Factory, cmd *cobra.Command, args []string) error {
	if err := options.ResolveInput(f, cmd, args, &o.Document, &o.Layout, &o.Secrets, &o.SchemaSources); err != nil {
		return err
	}
	o.StartPager(f, o.ShowsSecrets())
	return nil
}

// ResolveTargets resolves the options for the targets, and for the places of declarations.
func (o *Showing) ResolveTargets(f *command.Factory) error {
	if err := o.CheckFacts(); err != nil {
		return err
	}
	if o.Plans != nil {
		if err := o.CheckMany(); err != nil {
			return err
		}
	}
	if err := o.Places.Resolve(f, o.File, o.Plans != nil); err != nil {
		return err
	}
	return o.Outputs.Resolve("")
}

// ResolveReport resolves the options for the report.
func (o *Showing) ResolveReport(f *command.Factory, cmd *cobra.Command) error {
	flags := cmd.Flags()
	if err := o.Report.Resolve(flags); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.Outputs.Check(flags); err != nil {
		return command.Usage(cmd, err)
	}
	return o.ResolveChanges(f, cmd)
}

// ResolveChanges resolves the options for the selection of changes and for policies.
func (o *Showing) ResolveChanges(f *command.Factory, cmd *cobra.Command) error {
	if err := o.ResolveComparison(cmd.Flags(), o.Targets); err != nil {
		return command.Usage(cmd, err)
	}
	if err := cmp.Or(o.Selection.Resolve(o.DetailedExitCode), o.Annotations.Check(o.File, o.Plans != nil)); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.ResolveWhere(o.Streams, o.Color, o.Quiet); err != nil {
		return err
	}
	if err := o.ResolveOptional(f, cmd); err != nil {
		return command.Usage(cmd, err)
	}
	o.FindRules(o.Streams, o.Targets)
	if err := o.Secrets.Check(o.IsOnlyForPeople(o.Streams, o.Targets)); err != nil {
		return command.Usage(cmd, err)
	}
	return nil
}
