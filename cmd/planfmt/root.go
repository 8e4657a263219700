package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/plans"
)

// factory has what commands need from outside, which tests replace.
type factory struct {
	streams *streams
	getenv  func(string) string
	// lookupEnv is os.LookupEnv. If it is nil, there are no pagers.
	lookupEnv func(string) (string, bool)
	show      showFunc
	// patience lets a command go on after an interrupt.
	patience patience

	// userCacheDir returns the system's directory for the user's caches. It may
	// be nil.
	userCacheDir func() (string, error)
}

// run parses the arguments, runs the command and returns the exit status. By
// then, it has printed all errors.
func run(ctx context.Context, f *factory, args []string) int {
	root := newCmdRootFor(f, args)
	root.SetArgs(terraformSpelling(root, args))
	err := execute(ctx, root)
	if unseen := f.streams.pager.Load().end(); err == nil {
		err = unseen
	}
	if err == nil {
		err = f.streams.direct.err
	}
	status, message := exitStatus(err)
	if message != "" {
		f.streams.warn(message)
	}
	return int(status)
}

// execute runs the command. A panic becomes an error.
func execute(ctx context.Context, root *cobra.Command) (err error) {
	defer caught.As(&err)
	return root.ExecuteContext(ctx)
}

// command is a command below the root.
type command struct {
	name string
	new  func(*factory) *cobra.Command
}

// with returns what makes a command that does its work by a function. Tests pass another one, to see what options the
// arguments become.
func with[O any](newCmd func(*factory, func(context.Context, *O) error) *cobra.Command, run func(context.Context, *O) error) func(*factory) *cobra.Command {
	return func(f *factory) *cobra.Command { return newCmd(f, run) }
}

// commands are the commands below the root.
func commands() []command {
	return []command{
		{"show", with(newCmdShow, runShow)},
		{"view", with(newCmdView, runView)},
		{"json", with(newCmdJSON, runJSON)},
		{"diff", with(newCmdDiff, runDiff)},
		{"comment", with(newCmdComment, runComment)},
		{"hash", with(newCmdHash, runHash)},
		{"why", with(newCmdWhy, runWhy)},
		{"query", with(newCmdQuery, runQuery)},
		{"redact", with(newCmdRedact, runRedact)},
		{"log", with(newCmdLog, runLog)},
		{"check", with(newCmdCheck, runCheck)},
		{"test", with(newCmdTest, runTest)},
		{"validate", with(newCmdValidate, runValidate)},
		{"functions", with(newCmdFunctions, runFunctions)},
		{"schemas", newCmdSchemas},
		{"version", with(newCmdVersion, runVersion)},
		{"completion", with(newCmdCompletion, runCompletion)},
		{"docs", with(newCmdDocs, func(_ context.Context, opts *docsOptions) error {
			return writeManual(opts.factory.streams, newCmdRoot(opts.factory), opts.Dir, buildVersion())
		})},
	}
}

// newCmdRoot returns the root with all commands.
func newCmdRoot(f *factory) *cobra.Command { return newCmdTree(f, commands()) }

// newCmdRootFor returns the root with what some arguments need. If they begin with the name of a command, that is this
// command: to make all of them, with their flags, takes a seventh of the CPU time of a start.
func newCmdRootFor(f *factory, args []string) *cobra.Command {
	all := commands()
	if len(args) > 0 && args[0] != "completion" {
		if i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] }); i >= 0 {
			all = all[i : i+1]
		}
	}
	return newCmdTree(f, all)
}

func newCmdTree(f *factory, below []command) *cobra.Command {
	var showVersion bool
	var show *cobra.Command
	root := &cobra.Command{
		Use:   "planfmt",
		Short: "Show Terraform and OpenTofu plans as the products do",
		Long: `planfmt reads Terraform and OpenTofu plans and states: binary plan files, JSON, and
state files. 'planfmt show' prints what 'terraform show' would print: as plain
text byte for byte, in colour cell for cell. It can also summarise a plan on one
screen (-f compact), show many plans as one report, or write a comment for a pull
request, a page for a browser or JSON for programs. planfmt needs neither
Terraform nor the configuration, the providers or any credentials.

Without a command, it shows the plan on standard input, as 'planfmt show' does.
If standard input is a terminal, it prints this help.

Long flags may have one dash, as in Terraform: -no-color is --no-color.`,
		Example: `  terraform show -json tfplan | planfmt
  planfmt show tfplan
  planfmt show plan.json --schemas schemas.json
  planfmt show plan.json -f compact
  planfmt why aws_instance.web plan.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if showVersion {
				return nil
			}
			return commandName(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case showVersion:
				_, err := fmt.Fprintln(f.streams.printer(), buildVersion())
				return err
			case f.streams.InTTY:
				return cmd.Help()
			}
			show.SetContext(cmd.Context())
			return show.RunE(show, nil)
		},
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
	}
	// The flag that cobra adds comes with templates, and with these, the linker would keep every
	// exported method: the program would be three megabytes larger.
	root.Flags().BoolVarP(&showVersion, "version", "v", false, "version for planfmt")
	root.SetIn(f.streams.In)
	root.SetOut(f.streams.printer())
	root.SetErr(f.streams.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage(cmd, flagError(f, cmd, err))
	})
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(newCmdHelp())
	for _, c := range below {
		cmd := c.new(f)
		root.AddCommand(cmd)
		if c.name == "show" {
			show = cmd
		}
	}
	return root
}

// commandName accepts no arguments: if one gets here, it is not the name of a
// command.
func commandName(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage(cmd, unknownCommand(cmd, args[0]))
}

// unknownCommand lists the valid commands and suggests the one that was meant.
func unknownCommand(root *cobra.Command, name string) error {
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
	} else if !root.HasParent() && exists(name) {
		hint = fmt.Sprintf("; to show that file: %s show %s", root.Name(), plans.SpellName(name))
	}
	return fmt.Errorf("unknown command %q%s", name, hint)
}

// maxArgs is cobra.MaximumNArgs with an error that shows the first unexpected
// argument.
func maxArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return usage(cmd, fmt.Errorf("unexpected argument %q", args[n]))
	}
}

func newCmdHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]...",
		Short:   "Help about a command",
		Example: "  planfmt help show\n  planfmt help schemas add",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			parent, left, err := cmd.Root().Find(args)
			if err != nil || len(left) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			for _, c := range parent.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			found := cmd.Root()
			for _, name := range args {
				i := slices.IndexFunc(found.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
				if i < 0 {
					return usage(cmd, unknownCommand(found, name))
				}
				found = found.Commands()[i]
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}
