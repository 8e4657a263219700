package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/plans"
)

// terraformSpelling adds a dash to long flags with only one, as Terraform
// writes them. The flag parser would read -no-color and -width=40 as the
// shorthands n, o, - and so on. It leaves alone values of flags, and everything
// after --.
func terraformSpelling(root *cobra.Command, args []string) []string {
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		return append([]string{args[0]}, terraformSpelling(root, args[1:])...)
	}
	cmd, words, err := root.Find(args)
	if err != nil {
		return args
	}
	cmd.InitDefaultHelpFlag()
	spelled := commandNames(cmd)
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			return append(spelled, words[i:]...)
		}
		if isLongWithOneDash(cmd, word) {
			word = "-" + word
		}
		spelled = append(spelled, word)
		if i+1 < len(words) && valueFollows(cmd, word) {
			i++
			spelled = append(spelled, words[i])
		}
	}
	return spelled
}

// commandNames returns the words that lead from the root to a command.
func commandNames(cmd *cobra.Command) []string {
	if !cmd.HasParent() {
		return nil
	}
	return append(commandNames(cmd.Parent()), cmd.Name())
}

// isLongWithOneDash reports whether a word with one dash is a long flag of the
// command, or the beginning of one with at least three letters: -out is not the
// shorthand o with the value ut, but an unknown flag.
func isLongWithOneDash(cmd *cobra.Command, word string) bool {
	if len(word) < 2 || word[0] != '-' || word[1] == '-' {
		return false
	}
	name, _, _ := strings.Cut(word[1:], "=")
	if cmd.Flag(name) != nil {
		return true
	}
	return len(name) >= 3 && slices.ContainsFunc(longFlags(cmd), func(long string) bool { return strings.HasPrefix(long, name) })
}

// valueFollows reports whether the word after a flag is the flag's value.
func valueFollows(cmd *cobra.Command, word string) bool {
	if name, ok := strings.CutPrefix(word, "--"); ok {
		flag := cmd.Flag(name)
		return flag != nil && flag.NoOptDefVal == ""
	}
	if !strings.HasPrefix(word, "-") {
		return false
	}
	for i := 1; i < len(word); i++ {
		flag := cmd.Flags().ShorthandLookup(word[i : i+1])
		if flag == nil {
			return false
		}
		if flag.NoOptDefVal == "" {
			return i == len(word)-1 // otherwise, the rest of the word is the value
		}
	}
	return false
}

// longFlags returns the names of a command's flags, except for hidden ones.
func longFlags(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// flagError rewords the errors of the flag parser: where, then what.
func flagError(f *command.Factory, cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(f, cmd, unknown)
	}
	return errors.New(plans.SpellName(err.Error()))
}

// unknownFlag suggests the flag that was meant.
func unknownFlag(f *command.Factory, cmd *cobra.Command, err *pflag.NotExistError) error {
	word := "--" + err.GetSpecifiedName()
	if letters := err.GetSpecifiedShortnames(); letters != "" {
		word = "-" + letters
	}
	word, _, _ = strings.Cut(word, "=")
	name := strings.TrimLeft(word, "-")
	hint := ""
	switch similar := near.Names(name, longFlags(cmd), 2); {
	case name == "json":
		hint = ": for the plan's JSON, as 'terraform show -json' prints it: 'planfmt json FILE'; for what planfmt shows, as JSON for programs: 'planfmt show -f json FILE'"
	case len(name) < 2:
	case !cmd.HasParent() && showHasFlag(f, name):
		hint = fmt.Sprintf("; it is a flag of a command: %s show --%s", cmd.Name(), name)
	case showHasFlag(f, name):
		hint = fmt.Sprintf("; it is a flag of another command: %s show --%s", cmd.Root().Name(), name)
	case len(similar) > 0:
		hint = ": did you mean --" + strings.Join(similar, " or --") + "?"
	}
	return fmt.Errorf("unknown flag %s%s", plans.SpellName(word), hint)
}

// showHasFlag reports whether show has a flag with this name. Without a
// command, the root runs show.
func showHasFlag(f *command.Factory, name string) bool {
	return newCmdShow(f, nil).Flags().Lookup(name) != nil
}
