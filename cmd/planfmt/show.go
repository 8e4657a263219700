package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
)

// showOptions are the parsed arguments of `planfmt show`.
type showOptions struct {
	showing
	Interactive bool
	// view, if not nil, is what --interactive asks for.
	view *viewOptions
}

func newCmdShow(f *factory, runF func(context.Context, *showOptions) error) *cobra.Command {
	opts := &showOptions{showing: showing{streams: f.streams, show: f.show, command: "planfmt show"}}
	cmd := &cobra.Command{
		Use:               "show [flags] [FILE...]",
		Short:             "Show a plan or a state",
		Long:              showHelp,
		Example:           showExample,
		ValidArgsFunction: completeInputs("json", "json.gz", "tfplan", "tfstate"),
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
	return opts.run(ctx)
}

// addFlags adds the flags, in the order of the help.
func (o *showOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	all := planFormats()
	o.schemaOptions.addFlags(cmd)
	o.addUnpacked(flags)
	o.addMode(cmd, "mode")
	o.addProduct(cmd)
	o.addColor(cmd, "")
	o.addWidth(flags)
	flags.BoolVar(&o.DetailedExitCode, "detailed-exitcode", false, "exit with 0 if there is nothing to do, 2 if there are changes, 1 on error")
	o.addFormat(cmd, all)
	o.addPager(flags)
	o.addOutput(flags)
	flags.BoolVar(&o.Interactive, "interactive", false, "look at the plan in a full-screen view, as with 'planfmt view'")
	o.severalOptions.addFlags(cmd)
	o.addDrift(cmd, all)
	o.addUnchanged(flags, all)
	o.addRules(cmd)
	o.addExitCode(flags)
	addKeyFlag(flags, &o.KeyFile)
	o.addHazards(flags, all)
	o.policyOptions.addFlags(flags, all)
	o.addLimit(flags, all, "changes")
	o.addGroupBy(cmd, all)
	anyway := all.that(func(f *planfmt.Format) bool { return f.Needs.Hash })
	o.addHash(flags, "add the hash of what the plan would do. "+enumerate(anyway)+" have it anyway, unless values that they hide could be found by trying: --hash adds it even then")
	o.addReadable(flags, all, false)
	o.addRefinements(flags, all)
	o.declarationOptions.addFlags(cmd, all)
	o.addCopies(flags, all.byDefault(func(n planfmt.Needs) bool { return n.MaskCopies }))
	o.markdownOptions.addFlags(cmd, all)
	addExplainFlag(flags, &o.ExplainSchemas)
	o.addStrict(flags)
	o.addRequireExact(flags)
	o.addSecrets(flags)
	o.addQuiet(flags, "do not report which types were printed without their schemas, nor that the project's schemas were used, and show no progress; problems are still reported")
	flags.BoolVar(&o.NoKnownFacts, "no-known-facts", false, "ignore what planfmt knows about providers, to see what it infers from the plan alone")
	_ = flags.MarkHidden("no-known-facts")
}

// resolve sets the options that follow from the flags and the environment. args are the files.
func (o *showOptions) resolve(f *factory, cmd *cobra.Command, args []string) error {
	if err := o.severalOptions.resolve(cmd.Context(), f.streams, args); err != nil {
		return usage(cmd, err)
	}
	if err := o.resolveInput(f, cmd, args); err != nil {
		return err
	}
	if err := o.resolveTargets(f); err != nil {
		return usage(cmd, err)
	}
	return o.resolveReport(f, cmd)
}

// resolveInteractive does the same for the view. Only the flags are allowed that `planfmt view` has, too.
func (o *showOptions) resolveInteractive(f *factory, cmd *cobra.Command, args []string) error {
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
		return usage(cmd, err)
	}
	o.view = &viewOptions{showing: o.showing}
	return o.view.open(f, cmd, args)
}
