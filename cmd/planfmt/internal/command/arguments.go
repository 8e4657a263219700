package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// MaxArgs is cobra.MaximumNArgs with an error that shows the first unexpected
// argument.
func MaxArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return Usage(cmd, fmt.Errorf("unexpected argument %q", args[n]))
	}
}

// CommandName accepts no arguments: if one gets here, it is not the name of a
// command.
func CommandName(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usage(cmd, UnknownCommand(cmd, args[0]))
}

// UnknownCommand lists the valid commands and suggests the one that was meant.
func UnknownCommand(root *cobra.Command, name string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("unknown command %[2]q: %[1]s has no commands", root.CommandPath(), name)
	}
	slices.Sort(names)
	hint := "; valid commands: " + strings.Join(names, ", ")
	root.SuggestionsMinimumDistance = 2
	if near := root.SuggestionsFor(name); len(near) > 0 {
		hint = ": did you mean " + strings.Join(near, " or ") + "? Valid commands: " + strings.Join(names, ", ")
	} else if !root.HasParent() {
		hint = ", and no such file" + hint
	}
	return fmt.Errorf("unknown command %q%s", name, hint)
}
