package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
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

// completionOptions are the parsed arguments of `planfmt completion`.
type completionOptions struct {
	root  *cobra.Command
	Shell string
}

func newCmdCompletion(_ *command.Factory, runF func(context.Context, *completionOptions) error) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:                   "completion SHELL",
		Short:                 "Print a script for shell completion",
		Long:                  completionHelp,
		Example:               completionExample,
		DisableFlagsInUseLine: true,
		ValidArgs:             shells,
		Args:                  command.MaxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0, args[0] == "":
				return command.Usage(cmd, fmt.Errorf("no shell given; valid values: %s", strings.Join(shells, ", ")))
			case !slices.Contains(shells, args[0]):
				return command.Usage(cmd, fmt.Errorf("unknown shell %q; valid values: %s", args[0], strings.Join(shells, ", ")))
			}
			return runF(cmd.Context(), &completionOptions{root: cmd.Root(), Shell: args[0]})
		},
	}
}

func runCompletion(_ context.Context, opts *completionOptions) error {
	root, w := opts.root, opts.root.OutOrStdout()
	switch opts.Shell {
	case "bash":
		return root.GenBashCompletionV2(w, true)
	case "zsh":
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, true)
	}
	return root.GenPowerShellCompletionWithDesc(w)
}
