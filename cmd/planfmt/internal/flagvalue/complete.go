package flagvalue

import (
	"strings"

	"github.com/spf13/cobra"
)

// SchemaFiles completes the names of schema files.
func SchemaFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"json", "json.gz"}, cobra.ShellCompDirectiveFilterFileExt
}

// CompleteSchemaFiles makes --schemas complete the names of schema files.
func CompleteSchemaFiles(cmd *cobra.Command) { CompleteFlag(cmd, "schemas", SchemaFiles) }

// CompleteFlag sets how the value of a flag is completed.
func CompleteFlag(cmd *cobra.Command, name string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		cmd.PrintErrln(err) // unknown flag, or set twice; a test would see it
	}
}

// CompleteExpression returns a completion of expressions, given what the beginning of one may become.
func CompleteExpression(complete func(string) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return complete(text), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// IsPlain reports whether a name, which may come from anywhere, has only
// characters that mean nothing to a shell.
func IsPlain(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:") == ""
}

// CompleteChoice completes the value of a flag.
func CompleteChoice(cmd *cobra.Command, name string, c *Choice) {
	CompleteFlag(cmd, name, cobra.FixedCompletions(c.descriptions(), cobra.ShellCompDirectiveNoFileComp))
}

// CompleteInput completes the argument FILE. A plan may have any name, such as tfplan, so every file is offered.
func CompleteInput(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// CompleteInputs completes arguments that are files, or directories with files in them.
func CompleteInputs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// CompleteDirectories completes arguments that are directories.
func CompleteDirectories(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
