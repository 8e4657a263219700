package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// schemaFiles completes the names of schema files.
func schemaFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"json", "json.gz"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeSchemaFiles makes --schemas complete the names of schema files.
func completeSchemaFiles(cmd *cobra.Command) { completeFlag(cmd, "schemas", schemaFiles) }

// completeFlag sets how the value of a flag is completed.
func completeFlag(cmd *cobra.Command, name string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		cmd.PrintErrln(err) // unknown flag, or set twice; a test would see it
	}
}

// isPlain reports whether a name, which may come from anywhere, has only
// characters that mean nothing to a shell.
func isPlain(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:") == ""
}

// completeChoice completes the value of a flag.
func completeChoice(cmd *cobra.Command, name string, c *choice) {
	completeFlag(cmd, name, cobra.FixedCompletions(c.descriptions(), cobra.ShellCompDirectiveNoFileComp))
}

// completeInput completes the argument FILE with the names of files that may be documents.
func completeInput(extensions ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return completeInputs(extensions...)(cmd, args, text)
	}
}

// completeInputs completes arguments that are files, or directories with files in them.
func completeInputs(extensions ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// completeDirectories completes arguments that are directories.
func completeDirectories(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
