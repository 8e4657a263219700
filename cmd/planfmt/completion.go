package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

const completionHelp = `Print a script that lets your shell complete planfmt's commands, flags and file
names. SHELL is bash, zsh, fish or powershell.`

const completionExample = `  # bash, for this session
  source <(planfmt completion bash)

  # zsh, permanently
  planfmt completion zsh > "${fpath[1]}/_planfmt"

  # fish, permanently
  planfmt completion fish > ~/.config/fish/completions/planfmt.fish

  # PowerShell, for this session
  planfmt completion powershell | Out-String | Invoke-Expression`

func newCmdCompletion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:                   "completion SHELL",
		Short:                 "Print a script for shell completion",
		Long:                  completionHelp,
		Example:               completionExample,
		DisableFlagsInUseLine: true,
		ValidArgs:             shells,
		Args:                  maxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, w := cmd.Root(), cmd.OutOrStdout()
			shell := ""
			if len(args) > 0 {
				shell = args[0]
			}
			switch shell {
			case "bash":
				return root.GenBashCompletionV2(w, true)
			case "zsh":
				return root.GenZshCompletion(w)
			case "fish":
				return root.GenFishCompletion(w, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(w)
			case "":
				return &usageError{cmd.CommandPath(), fmt.Errorf("no shell given; valid values: %s", strings.Join(shells, ", "))}
			}
			return &usageError{cmd.CommandPath(), fmt.Errorf("unknown shell %q; valid values: %s", shell, strings.Join(shells, ", "))}
		},
	}
}

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
