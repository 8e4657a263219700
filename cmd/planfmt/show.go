package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/showing"
)

// showOptions are the parsed arguments of `planfmt show`.
type showOptions struct {
	showing.Showing
	Interactive bool
	// view, if not nil, is what --interactive asks for.
	view *viewOptions
}

func newCmdShow(f *command.Factory, runF func(context.Context, *showOptions) error) *cobra.Command {
	opts := &showOptions{Showing: showing.Showing{Streams: f.Streams, Show: f.Show, Command: "planfmt show"}}
	cmd := &cobra.Command{
		Use:               "show [flags] [FILE...]",
		Short:             "Show a plan or a state",
		Long:              showHelp,
		Example:           showExample,
		ValidArgsFunction: flagvalue.CompleteInputs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.Interactive {
				if err := opts.resolveInteractive(f, cmd, args); err != nil {
					return err
				}
				defer opts.view.close()
			} else if err := opts.resolve(f, cmd, args); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	opts.addFlags(cmd)
	return cmd
}

// runShow shows the documents.
func runShow(ctx context.Context, opts *showOptions) error {
	if opts.view != nil {
		return runView(ctx, opts.view)
	}
	return opts.WriteFacts(opts.Run(ctx))
}

// addFlags adds the flags, in the order of the help.
func (o *showOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	all := options.PlanFormats()
	o.SchemaSources.AddFlags(cmd)
	o.AddLimits(flags)
	o.AddAllowState(flags)
	o.AddMode(cmd, "mode")
	o.AddProduct(cmd)
	o.AddColor(cmd, "")
	o.AddWidth(flags)
	flagvalue.Messages.In(flags).BoolVar(&o.DetailedExitCode, "detailed-exitcode", false, "exit with 0 if there is nothing to do, 2 if there are changes, 1 on error")
	o.AddFailOn(cmd)
	o.AddFacts(flags)
	o.AddFormat(cmd, all)
	o.AddPager(flags)
	o.AddOutput(flags)
	flagvalue.Look.In(flags).BoolVar(&o.Interactive, "interactive", false, "look at the plan in a full-screen view, as with 'planfmt view'")
	o.Several.AddFlags(cmd)
	o.AddDrift(cmd, all)
	o.AddUnchanged(flags, all)
	o.AddRules(cmd)
	o.AddExitCode(flags)
	options.AddKeyFlag(flags, &o.KeyFile)
	o.AddHazards(flags, all)
	o.Policies.AddFlags(cmd, all)
	o.AddLimit(flags, all, "changes")
	o.AddGroupBy(cmd, all)
	anyway := all.That(func(f *planfmt.Format) bool { return f.Needs.Hash })
	o.AddHash(flags, "add the hash of what the plan would do. "+options.Enumerate(anyway)+" have it anyway, unless hidden values could be guessed from it: --hash adds it even then")
	o.AddGraph(flags, all)
	o.AddReadable(flags, all, false)
	o.AddRefinements(flags, all)
	o.Places.AddFlags(cmd, all)
	o.AddAnnotations(cmd)
	o.AddCopies(flags, all.ByDefault(func(n planfmt.Needs) bool { return n.MaskCopies }))
	o.MarkdownText.AddFlags(cmd, all)
	options.AddExplainFlag(flags, &o.ExplainSchemas)
	o.AddStrict(flags)
	o.AddRequireExact(flags)
	o.AddSecrets(flags)
	o.AddQuiet(flags, "show no progress, and do not report missing schemas or the use of the project's schemas; problems are still reported")
	flagvalue.Input.In(flags).BoolVar(&o.NoKnownFacts, "no-known-facts", false, "ignore what planfmt knows about providers, and infer everything from the plan")
	_ = flags.MarkHidden("no-known-facts")
}

// resolve sets the options that follow from the flags and the environment. args are the files.
func (o *showOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) error {
	if err := o.Several.Resolve(cmd.Context(), f.Streams, args); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.ResolveInput(f, cmd, args); err != nil {
		return err
	}
	if err := o.ResolveTargets(f); err != nil {
		return command.Usage(cmd, err)
	}
	return o.ResolveReport(f, cmd)
}

// resolveInteractive does the same for the view. Only the flags are allowed that `planfmt view` has, too.
func (o *showOptions) resolveInteractive(f *command.Factory, cmd *cobra.Command, args []string) error {
	known := newCmdView(f, nil).Flags()
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "interactive" && known.Lookup(flag.Name) == nil {
			err = fmt.Errorf("--interactive and --%s cannot be used together", flag.Name)
		}
	})
	if err == nil && len(args) > 1 {
		err = errors.New("--interactive can be used with a single plan only; without it, planfmt show writes several plans as one report")
	}
	if err != nil {
		return command.Usage(cmd, err)
	}
	o.view = &viewOptions{Showing: o.Showing}
	return o.view.open(f, cmd, args)
}
