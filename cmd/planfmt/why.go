package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/showing"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// whyOptions are the parsed arguments of `planfmt why`.
type whyOptions struct {
	streams *terminal.Streams
	show    command.ShowFunc

	options.Document
	options.SchemaSources
	options.Secrets
	options.Layout
	options.Outputs
	options.Places
	options.Report // only what is known of unknown values
	Address        string
}

const whyHelp = `Explain what a plan would do to a resource, why, and what else it would do
because of that.

ADDRESS is the address of a resource as the plan spells it. Without the key of an
instance, such as [0], it stands for all instances. FILE is a binary plan file,
or the output of 'terraform show -json PLAN'. Without FILE, or if FILE is -,
planfmt reads standard input. FILE and ADDRESS may change places.

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
  planfmt why plan.json aws_instance.web --no-color

  # also say in which file and line the resource is declared
  planfmt why plan.json aws_instance.web --source --config .`

func newCmdWhy(f *command.Factory, runF func(context.Context, *whyOptions) error) *cobra.Command {
	opts := &whyOptions{streams: f.Streams, show: f.Show}
	cmd := &cobra.Command{
		Use:               "why [flags] [FILE] ADDRESS",
		Short:             "Explain what happens to a resource, and why",
		Long:              whyHelp,
		Example:           whyExample,
		Args:              command.MaxArgs(2),
		ValidArgsFunction: completeFileAndAddress,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	opts.SchemaSources.AddFlags(cmd)
	opts.AddLimits(flags)
	opts.AddProduct(cmd)
	opts.AddColor(cmd, "")
	opts.AddWidth(flags)
	opts.AddPager(flags)
	opts.AddOutput(flags)
	opts.AddRefinements(flags, nil)
	opts.Places.AddFlags(cmd, nil)
	opts.AddCopies(flags, " (default)")
	opts.AddStrict(flags)
	opts.AddQuiet(flags, "show no progress, and do not report missing schemas or the use of the project's schemas; problems are still reported")
	return cmd
}

// resolve sets the options that follow from the flags and the environment.
func (o *whyOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) error {
	file, address := fileAndAddress(args)
	switch {
	case address == "" && len(file) == 1:
		return command.Usage(cmd, fmt.Errorf("no address: %s is a file; pass the ADDRESS of a resource after it, such as aws_instance.web", plans.SpellName(file[0])))
	case address == "":
		return command.Usage(cmd, errors.New("no address: pass the ADDRESS of a resource, such as aws_instance.web"))
	}
	o.Address = address
	if err := options.ResolveInput(f, cmd, file, &o.Document, &o.Layout, &o.Secrets, &o.SchemaSources); err != nil {
		return err
	}
	o.StartPager(f, false)
	if err := o.Places.Resolve(f, o.File, false); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.Outputs.Resolve(planfmt.WhyFormat(o.Address).Name); err != nil {
		return command.Usage(cmd, err)
	}
	return nil
}

// fileAndAddress tells the name of a file, if there is one, from an address, in either order. A file is what exists. If that does not
// tell, it is what an address cannot be, and otherwise what comes first.
func fileAndAddress(args []string) (file []string, address string) {
	switch len(args) {
	case 0:
		return nil, ""
	case 1:
		if isFile(args[0]) {
			return args, ""
		}
		return nil, args[0]
	}
	first, second := args[0], args[1]
	swapped := isFile(second) && !isFile(first)
	if isFile(second) == isFile(first) {
		swapped = isNoAddress(second) && !isNoAddress(first)
	}
	if swapped {
		first, second = second, first
	}
	return []string{first}, second
}

// isNoAddress reports whether an argument is rather the name of a file than an address.
func isNoAddress(arg string) bool {
	return !strings.Contains(arg, ".") || strings.ContainsAny(arg, `/\`) && !strings.Contains(arg, `["`) || slices.Contains([]string{".json", ".tfplan", ".gz", ".tfstate", ".plan", ".planfile"}, path.Ext(arg))
}

// completeFileAndAddress completes the arguments of a command that takes FILE and ADDRESS.
func completeFileAndAddress(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 1 && isFile(args[0]) {
		return addressesIn(cmd.Context(), args[0], text), cobra.ShellCompDirectiveNoFileComp
	}
	return flagvalue.CompleteInput(cmd, args[min(len(args), 1):], text)
}

// addressesIn returns the addresses in a plan that begin with a text, without the keys of instances. Those with characters that mean
// something to a shell are left out.
func addressesIn(ctx context.Context, file, text string) (all []string) {
	in, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer in.Close()
	seen := map[string]bool{}
	for r, err := range planfmt.Resources(ctx, in, planfmt.Options{}) {
		if err != nil {
			return nil
		}
		address := r.Address
		if strings.HasSuffix(address, "]") {
			address = address[:strings.LastIndexByte(address, '[')]
		}
		if strings.HasPrefix(address, text) && flagvalue.IsPlain(address) && !seen[address] {
			seen[address] = true
			all = append(all, address)
		}
	}
	return all
}

// runWhy explains what happens to the resource.
func runWhy(ctx context.Context, opts *whyOptions) error {
	shown := &showing.Showing{
		Streams: opts.streams, Show: opts.show, Command: "planfmt show",
		Document: opts.Document, SchemaSources: opts.SchemaSources, Secrets: opts.Secrets,
		Layout: opts.Layout, Outputs: opts.Outputs, Places: opts.Places,
		Selection: options.Selection{ShowUnchanged: true},
		Report:    options.Report{Refinements: opts.Refinements},
		Formats:   []planfmt.Format{planfmt.WhyFormat(opts.Address)}, Asks: true,
	}
	return shown.Run(ctx)
}
