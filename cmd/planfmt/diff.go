package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/showing"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// diffOptions are the parsed arguments of `planfmt diff`.
type diffOptions struct {
	streams *terminal.Streams

	options.Document // of both plans; File is Old
	options.SchemaSources
	options.Secrets
	options.Layout
	options.Outputs
	options.Report
	ExplainSchemas bool
	Old, New       string // "-" for standard input, at most once
}

const diffHelp = `Compare what two plans would do: is NEW the plan that was approved as OLD?

OLD and NEW are binary plan files, or the output of 'terraform show -json PLAN'.
One of them may be -, which is standard input.

planfmt compares what would be done: which resources would be created, changed,
replaced, destroyed, read, moved or imported, what each value would be changed
from and to, what forces a replacement, outputs, actions to be invoked, and the
configuration that decides about values known only after apply. It reports what
only one of the plans would do, and what both would do in different ways. In the
formats for people, - stands for the old plan and + for the new one.

OLD and NEW can also be states: state files, or the output of 'terraform show
-json'. Then planfmt shows what differs as it shows what a plan does: what is only
in NEW is created, what is only in OLD is destroyed. docs/states.md has the details.

These do not count as differences: the order of resources, of members and of the
elements of sets; the spelling of numbers; the time and the versions; resources
to which nothing is done, and values that do not change; and a value that was
known only after apply in OLD and is known in NEW, as expected. Checks, drift,
deferred changes and the reasons of actions are shown if they differ, but do not
count. docs/diff.md in planfmt's repository has the details.

Sensitive values are compared, too, but never shown: '(sensitive value, differs)'
stands in their place. A value that only one of the plans calls sensitive is
hidden in both. Copies of sensitive strings are hidden, unless --no-mask-copies
is given.

Exit status: 0 if they are the same, 2 if they are different, 1 on error. If
a part of a plan cannot be read or compared, that is an error, so a plan is never
taken for the approved one by mistake. The other statuses and the environment are
those of 'planfmt show'.`

const diffExample = `  # is this the plan that was approved?
  planfmt diff approved.json now.json

  # compare the approved plan with the one that is about to be applied
  terraform show -json tfplan | planfmt diff approved.json -

  # what has the last apply changed in the state, and how much?
  planfmt diff terraform.tfstate.backup terraform.tfstate
  planfmt diff terraform.tfstate.backup terraform.tfstate --summary

  # write a comment for a pull request, and the comparison for programs
  planfmt diff approved.json now.json -f markdown=comment.md -f json=comparison.json`

func newCmdDiff(f *command.Factory, runF func(context.Context, *diffOptions) error) *cobra.Command {
	opts := &diffOptions{streams: f.Streams}
	cmd := &cobra.Command{
		Use:     "diff [flags] OLD NEW",
		Short:   "Compare what two plans would do, or two states",
		Long:    diffHelp,
		Example: diffExample,
		Args:    command.MaxArgs(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			return flagvalue.CompleteInput(cmd, args[min(len(args), 1):], text)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	all := options.OtherFormats(planfmt.PlanDiffFormats())
	opts.SchemaSources.AddFlags(cmd)
	opts.AddLimits(flags)
	opts.AddProduct(cmd)
	opts.AddColor(cmd, "")
	opts.AddWidth(flags)
	opts.AddFormat(cmd, all)
	opts.AddPager(flags)
	opts.AddOutput(flags)
	opts.AddLimit(flags, all, "differences")
	opts.AddSummary(flags, all, "what differs, by what has happened to it and by type; without --format, this is compact")
	opts.AddCopies(flags, " (default)")
	opts.MarkdownText.AddFlags(cmd, all)
	options.AddExplainFlag(flags, &opts.ExplainSchemas)
	opts.AddStrict(flags)
	opts.AddUnmarked(flags)
	opts.AddQuiet(flags, "do not report missing schemas or the use of the project's schemas; problems are still reported")
	return cmd
}

// resolve sets the options that follow from the flags and the environment. args are the plans.
func (o *diffOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) error {
	switch {
	case len(args) < 2:
		return command.Usage(cmd, errors.New("two plans or two states are needed: pass OLD, which was approved or came first, and NEW"))
	case args[0] == "-" && args[1] == "-":
		return command.Usage(cmd, errors.New("only one of the plans can be standard input"))
	}
	if err := options.ResolveInput(f, cmd, args[:1], &o.Document, &o.Layout, &o.Secrets, &o.SchemaSources); err != nil {
		return err
	}
	o.StartPager(f, o.ShowsSecrets())
	o.Old, o.New = args[0], args[1]
	format := ""
	if o.Summary {
		format = "compact"
	}
	if err := o.Outputs.Resolve(format); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.Report.Resolve(cmd.Flags()); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.Outputs.Check(cmd.Flags()); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.Secrets.Check(o.IsOnlyForPeople(o.streams, o.Targets)); err != nil {
		return command.Usage(cmd, err)
	}
	return nil
}

func runDiff(ctx context.Context, opts *diffOptions) error {
	library := planfmt.Options{Input: opts.Input(), Warn: warnAndHelp(opts.streams)}
	opts.Secrets.Apply(&library)
	if err := opts.SchemaSources.Apply(opts.streams, &library); err != nil {
		return err
	}
	old, oldName, err := terminal.OpenInput(opts.streams, opts.Old)
	if err != nil {
		return err
	}
	defer old.Close()
	new, newName, err := terminal.OpenInput(opts.streams, opts.New)
	if err != nil {
		return err
	}
	defer new.Close()
	inputs := append(opts.Files(), slices.DeleteFunc([]string{opts.Old, opts.New}, func(name string) bool { return name == "-" })...)
	outs, err := output.OpenAll(opts.streams, opts.Targets, output.Plan{In: old, Inputs: inputs, Drain: true, Pager: opts.streams.Pager.Load()})
	if err != nil {
		return err
	}
	defer outs.Abort()
	res, err := opts.diffTargets(ctx, library, outs, old, new)
	if err == nil {
		err = outs.Commit()
	}
	in := ""
	if plan, ok := errors.AsType[*planfmt.PlanError](err); ok {
		in, err = plans.SpellName(oldName)+": ", plan.Err
		if plan.Which == planfmt.NewPlan {
			in = plans.SpellName(newName) + ": "
		}
	}
	if err := outs.Failure("planfmt diff", err, in); err != nil {
		return err
	}
	if res == nil {
		return nil
	}
	for _, p := range res.Problems {
		opts.streams.Warn(p.Error())
	}
	if opts.ExplainSchemas {
		showing.ExplainSchemas(opts.streams, res.Types)
	} else if !opts.Quiet {
		showing.ReportBundle(opts.streams, opts.Bundle, res.Types)
		showing.ReportGuesses(opts.streams, res.Types)
	}
	switch {
	case len(res.Problems) > 0:
		return command.ErrProblems
	case res.Different:
		return command.ErrChanges
	}
	return nil
}

// diffTargets writes the comparison to all outputs.
func (o *diffOptions) diffTargets(ctx context.Context, library planfmt.Options, outs output.All, old, new io.Reader) (*planfmt.PlanDiffResult, error) {
	targets := make([]planfmt.Target, len(outs))
	buffers := make([]*bufio.Writer, len(outs))
	for i, out := range outs {
		buffers[i] = bufio.NewWriterSize(out, 64<<10)
		targets[i] = planfmt.Target{W: buffers[i], Format: o.Targets[i].Format, Layout: o.layout(o.Targets[i])}
	}
	res, err := planfmt.DiffPlans(ctx, old, new, library, targets...)
	for _, b := range buffers {
		if err == nil {
			err = b.Flush()
		}
	}
	return res, err
}

// layout returns the layout for a target.
func (o *diffOptions) layout(t output.Target) planfmt.Layout {
	l := o.Layout.Layout(o.streams, t)
	o.Report.Layout(&l)
	l.Document = o.Old + " → " + o.New
	return l
}
