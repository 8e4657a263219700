package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/near"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/plans"
)

func newCmdFunctions(f *factory) *cobra.Command {
	format := choice{value: "text", names: []string{"text", "json"}}
	color := newColorFlags()
	cmd := &cobra.Command{
		Use:   "functions [flags] [NAME]",
		Short: "List the functions of policies and queries",
		Long: `List the functions that policy files and queries can call. With NAME, show all
about one of them: its parameters, an example and where it works.`,
		Example: `  planfmt functions
  planfmt functions startswith
  planfmt functions -f json`,
		Args: maxArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return functionNames(funcs.All()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			all := funcs.All()
			if len(args) == 1 {
				found, err := findFunction(all, args[0])
				if err != nil {
					return &usageError{cmd.CommandPath(), err}
				}
				all = []*funcs.Function{found}
			}
			chosen, err := color.resolve(cmd)
			if err != nil {
				return err
			}
			return f.streams.writeFunctions(all, len(args) == 1, format.value, chosen.resolve(f.getenv))
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&format, "format", "f", "how to write the list: "+format.list())
	color.add(cmd, "")
	completeChoices(cmd, map[string]choice{"format": format})
	return cmd
}

func functionNames(all []*funcs.Function) []string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	return names
}

// findFunction finds a function by its name, with or without core:: in front of it.
func findFunction(all []*funcs.Function, name string) (*funcs.Function, error) {
	bare := strings.TrimPrefix(name, "core::")
	if i := slices.IndexFunc(all, func(f *funcs.Function) bool { return f.Name == bare }); i >= 0 {
		return all[i], nil
	}
	err := fmt.Errorf("there is no function %s", plans.SpellName(name))
	if meant := near.Names(bare, functionNames(all), 1); len(meant) > 0 {
		return nil, fmt.Errorf("%w: did you mean %s?", err, meant[0])
	}
	return nil, fmt.Errorf("%w: 'planfmt functions' lists them all", err)
}

// writeFunctions writes a list of functions, or all about a single one.
func (s *streams) writeFunctions(all []*funcs.Function, details bool, format string, color colorChoice) error {
	out, err := s.openOutput(outputPlan{})
	if err != nil {
		return err
	}
	defer out.abort()
	sink := s.textLayout(color, nil).Sink
	switch {
	case format == "json":
		err = report.FunctionsJSON(out, all)
	case details:
		err = report.FunctionDetails(out, sink, all[0])
	default:
		err = report.FunctionList(out, sink, all)
	}
	return out.finish(err)
}
