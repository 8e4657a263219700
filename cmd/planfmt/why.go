package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
)

const whyHelp = `Explain what a plan would do to a resource, why, and what else it would do
because of that.

ADDRESS is the address of a resource as the plan spells it. Without the key of an
instance, such as [0], it stands for all instances. FILE is a binary plan file,
or the output of 'terraform show -json PLAN'. Without FILE, or if FILE is -,
planfmt reads standard input.

For a replacement, planfmt prints the attributes that force it. If the value of
one is known only after apply, planfmt follows the references in the plan's
configuration, through outputs and variables of modules, to the change that it
depends on. It cannot follow local values: the JSON of a plan does not say what
they refer to. If a reference does not say which instance it means, planfmt
lists the instances that change.

After 'Because of it' come the resources with attributes that are known only
after apply because this resource changes.

Values that 'planfmt show -f compact' hides are hidden here, too.

Exit status: 0 on success, 1 on error or if the plan has no such resource.
The environment and the other statuses are those of 'planfmt show'.`

const whyExample = `  # why is the instance replaced, and what follows from it?
  terraform show -json tfplan | planfmt why aws_instance.web

  # the same, from a file
  planfmt why aws_instance.web plan.json --no-color

  # also say in which file and line the resource is declared
  planfmt why aws_instance.web plan.json --source --config .`

func newCmdWhy(f *factory) *cobra.Command {
	opts := &showOptions{streams: f.streams, show: f.show, ShowUnchanged: true}
	shared := newDocumentFlags()
	declared := newDeclarationFlags()
	cmd := &cobra.Command{
		Use:     "why [flags] ADDRESS [FILE]",
		Short:   "Explain what happens to a resource, and why",
		Long:    whyHelp,
		Example: whyExample,
		Args:    maxArgs(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return completeInput("tfplan", "json", "json.gz")(cmd, args[1:], text)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "" {
				return &usageError{cmd.CommandPath(), errors.New("no address: pass the ADDRESS of a resource, such as aws_instance.web")}
			}
			if err := shared.resolve(f, cmd, opts, args[1:]); err != nil {
				return err
			}
			if err := declared.resolve(f, opts); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			why := planfmt.Why(args[0])
			opts.Formats = []planfmt.Format{why}
			var err error
			if opts.Targets, err = resolveTargets(nil, string(shared.output), why.Name); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			return runShow(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	shared.addSchemas(cmd, opts)
	shared.addLayout(cmd, opts)
	shared.addPager(cmd)
	shared.addOutput(cmd)
	addRefinements(flags, opts)
	declared.add(cmd, opts, "")
	shared.addCopies(cmd, " (default)")
	flags.BoolVar(&opts.Strict, "strict", false, strictHelp)
	flags.BoolVar(&opts.Quiet, "quiet", false, "do not report which types were compared without their schemas, nor that the project's schemas were used, and show no progress; problems are still reported")
	return cmd
}
