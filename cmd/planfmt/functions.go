package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
)

// functionsOptions are the parsed arguments of `planfmt functions`.
type functionsOptions struct {
	streams *terminal.Streams

	options.Layout
	Functions []*policy.Function
	Details   bool // all about a single function
	Format    string
}

func newCmdFunctions(f *command.Factory, runF func(context.Context, *functionsOptions) error) *cobra.Command {
	opts := &functionsOptions{streams: f.Streams}
	format := flagvalue.Choice{Value: "text", Names: []string{"text", "json"}}
	cmd := &cobra.Command{
		Use:   "functions [flags] [NAME]",
		Short: "List the functions of policies and queries",
		Long: `List the functions that policy files and queries can call. With NAME, show all
about one of them: its parameters, an example and where it works.`,
		Example: `  planfmt functions
  planfmt functions startswith
  planfmt functions -f json`,
		Args: command.MaxArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return functionNames(policy.Functions()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Functions, opts.Details, opts.Format = policy.Functions(), len(args) == 1, format.Value
			if opts.Details {
				found, err := findFunction(opts.Functions, args[0])
				if err != nil {
					return command.Usage(cmd, err)
				}
				opts.Functions = []*policy.Function{found}
			}
			if err := opts.Layout.Resolve(f, cmd); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.AddFormat(cmd, &format, "how to write the list")
	opts.AddColor(cmd, "")
	return cmd
}

func functionNames(all []*policy.Function) []string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	return names
}

// findFunction finds a function by its name, with or without core:: in front of it.
func findFunction(all []*policy.Function, name string) (*policy.Function, error) {
	bare := strings.TrimPrefix(name, "core::")
	if i := slices.IndexFunc(all, func(f *policy.Function) bool { return f.Name == bare }); i >= 0 {
		return all[i], nil
	}
	err := fmt.Errorf("there is no function %s", plans.SpellName(name))
	if meant := near.Names(bare, functionNames(all), 1); len(meant) > 0 {
		return nil, fmt.Errorf("%w: did you mean %s?", err, meant[0])
	}
	return nil, fmt.Errorf("%w: 'planfmt functions' lists them all", err)
}

// runFunctions writes a list of functions, or all about a single one.
func runFunctions(_ context.Context, opts *functionsOptions) error {
	out, err := output.Open(opts.streams, output.Plan{})
	if err != nil {
		return err
	}
	defer out.Abort()
	sink := options.TextLayout(opts.streams, opts.Color, nil).Sink
	switch {
	case opts.Format == "json":
		err = machine.FunctionsJSON(out, opts.Functions)
	case opts.Details:
		err = report.FunctionDetails(out, sink, opts.Functions[0])
	default:
		err = report.FunctionList(out, sink, opts.Functions)
	}
	return out.Finish(err)
}
