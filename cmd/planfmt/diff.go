package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// diffOptions are the parsed arguments of `planfmt diff`.
type diffOptions struct {
	showOptions
	Old, New string // "-" for standard input, at most once
}

const diffHelp = `Compare what two plans would do: is NEW the plan that was approved as OLD?

OLD and NEW are binary plan files, or the output of 'terraform show -json PLAN'.
One of them may be -, which is standard input.

planfmt compares what would be done: which resources would be created, changed,
replaced, destroyed, read, moved or imported, what each value would be changed
from and to, what forces a replacement, outputs, and actions to be invoked. It
reports what only one of the plans would do, and what both would do in different
ways. In the formats for people, - stands for the old plan and + for the new one.

These are no differences: the order of resources, of members and of the elements
of sets; the spelling of numbers; the time and the versions; resources to which
nothing is done, and values that do not change; and a value that was known only
after apply in OLD and is known in NEW, as expected. Checks, drift, deferred
changes and the reasons of actions are shown if they differ, but do not count.
docs/diff.md in planfmt's repository has the details.

Sensitive values are compared, too, but never shown: '(sensitive value, differs)'
stands in their place. A value that only one of the plans calls sensitive is
hidden in both. Copies of sensitive strings are hidden, unless --no-mask-copies
is given.

Exit status: 0 if the plans are the same, 2 if they are different, 1 on error. If
a part of a plan cannot be read or compared, that is an error, so a plan is never
taken for the approved one by mistake. The other statuses and the environment are
those of 'planfmt show'.`

const diffExample = `  # is this the plan that was approved?
  planfmt diff approved.json now.json

  # compare the approved plan with the one that is about to be applied
  terraform show -json tfplan | planfmt diff approved.json -

  # write a comment for a pull request, and the comparison for programs
  planfmt diff approved.json now.json -f markdown=comment.md -f json=comparison.json`

func newCmdDiff(f *factory) *cobra.Command {
	opts := &diffOptions{showOptions: showOptions{streams: f.streams, statusIsResult: true}}
	shared := newDocumentFlags()
	formats := targetList{&opts.Targets, infoChoice(planfmt.PlanDiffFormats())}
	var limit lines
	var markdown markdownFlags
	cmd := &cobra.Command{
		Use:     "diff [flags] OLD NEW",
		Short:   "Compare what two plans would do",
		Long:    diffHelp,
		Example: diffExample,
		Args:    maxArgs(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			return completeInput("tfplan", "json", "json.gz")(cmd, args[min(len(args), 1):], text)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			usage := func(err error) error { return &usageError{cmd.CommandPath(), err} }
			switch {
			case len(args) < 2:
				return usage(errors.New("two plans are needed: pass OLD, which was approved, and NEW, which is to be applied"))
			case args[0] == "-" && args[1] == "-":
				return usage(errors.New("only one of the plans can be standard input"))
			}
			if err := shared.resolve(f, cmd, &opts.showOptions, args[:1]); err != nil {
				return err
			}
			opts.Old, opts.New = args[0], args[1]
			var err error
			if opts.Targets, err = resolveTargets(opts.Targets, string(shared.output), formats.names.value); err != nil {
				return usage(err)
			}
			if opts.Markdown, err = markdown.layout(cmd.Flags()); err != nil {
				return usage(err)
			}
			if cmd.Flags().Changed("limit") {
				opts.Limit = (*int)(&limit)
			}
			if err := checkDiffUses(cmd.Flags(), opts.Targets); err != nil {
				return usage(err)
			}
			if err := opts.checkSecrets(); err != nil {
				return usage(err)
			}
			return runDiff(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	shared.addSchemas(cmd, &opts.showOptions)
	shared.addLayout(cmd, &opts.showOptions)
	flags.VarP(&formats, "format", "f", "write in this format, and to =FILE if given; repeatable: "+formats.names.list()+" (default human)")
	shared.addPager(cmd)
	shared.addOutput(cmd)
	flags.Var(&limit, "limit", "for compact: write about N lines, and only count the least important differences; 0 for no limit (default: 50 on a terminal, otherwise no limit)")
	shared.addCopies(cmd, " (default)")
	flags.Var(&word{&opts.Title, "TEXT"}, "title", "for markdown: begin with this heading")
	markdown.add(cmd, flags)
	flags.BoolVar(&opts.ExplainSchemas, "explain-schemas", false, "report on standard error where each type's schema comes from and why its keys were interpreted as they were")
	flags.BoolVar(&opts.Strict, "strict", false, strictHelp)
	addUnmarked(flags, &opts.showOptions)
	flags.BoolVar(&opts.Force, "force", false, "allow --show-unmarked when the output does not go to a terminal, or in CI")
	flags.BoolVar(&opts.Quiet, "quiet", false, "do not report which types were compared without their schemas, nor that the project's schemas were used; problems are still reported")
	completeChoices(cmd, map[string]choice{"format": formats.names})
	return cmd
}

// checkDiffUses finds flags that none of the formats uses.
func checkDiffUses(flags *pflag.FlagSet, targets []target) error {
	var all []planfmt.Format
	for _, f := range planfmt.PlanDiffFormats() {
		all = append(all, planfmt.Format{Name: f.Name, Uses: f.Uses})
	}
	return checkUses(flags, all, targets)
}

func runDiff(ctx context.Context, opts *diffOptions) error {
	layers, err := opts.streams.layers(opts.Bundle, opts.Cache, opts.Limits)
	if err != nil {
		return err
	}
	old, oldName, err := opts.streams.openInput(opts.Old)
	if err != nil {
		return err
	}
	defer old.Close()
	new, newName, err := opts.streams.openInput(opts.New)
	if err != nil {
		return err
	}
	defer new.Close()
	opts.otherInputs = slices.DeleteFunc([]string{opts.Old, opts.New}, func(name string) bool { return name == "-" })
	outs, err := opts.openTargets(old)
	if err != nil {
		return err
	}
	defer outs.abort()
	res, err := opts.diffTargets(ctx, opts.library(layers), outs, old, new)
	if err == nil {
		err = outs.commit()
	}
	var (
		schemaErr *planfmt.SchemaError
		optionErr *planfmt.OptionError
		planErr   *planfmt.PlanError
	)
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		return err
	case outs.closed():
	case outs.failed() != nil:
		out := outs.failed()
		return fmt.Errorf("%s: %w", plans.SpellName(out.name), trimName(out.err))
	case errors.As(err, &schemaErr):
		return err
	case errors.As(err, &optionErr):
		return &usageError{"planfmt diff", optionErr.Err}
	case errors.As(err, &planErr):
		name := oldName
		if planErr.Which == planfmt.NewPlan {
			name = newName
		}
		return fmt.Errorf("%s: %w", plans.SpellName(name), trimName(planErr.Err))
	default:
		return err
	}
	if res == nil {
		return nil
	}
	for _, p := range res.Problems {
		opts.streams.warn(p.Error())
	}
	if opts.ExplainSchemas {
		explainSchemas(opts.streams, res.Types)
	} else if !opts.Quiet {
		reportBundle(opts.streams, opts.Bundle, res.Types)
		reportGuesses(opts.streams, res.Types)
	}
	switch {
	case len(res.Problems) > 0:
		return errProblems
	case res.Different:
		return errChanges
	}
	return nil
}

// diffTargets writes the comparison to all outputs.
func (o *diffOptions) diffTargets(ctx context.Context, library planfmt.Options, outs outputs, old, new io.Reader) (*planfmt.PlanDiffResult, error) {
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
