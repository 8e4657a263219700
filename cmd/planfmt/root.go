package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/internal/base/caught"
)

// run parses the arguments, runs the command and returns the exit status. By
// then, it has printed all errors.
func run(ctx context.Context, f *command.Factory, args []string) int {
	args = showFile(args)
	root := newCmdRootFor(f, args)
	root.SetArgs(terraformSpelling(root, args))
	err := execute(ctx, root)
	if unseen := f.Streams.Pager.Load().End(); err == nil {
		err = unseen
	}
	if err == nil {
		err = f.Streams.Direct.Err
	}
	status, message := command.ExitStatus(err)
	if message != "" {
		f.Streams.Warn(message)
	}
	return int(status)
}

// showFile puts the command show before arguments that begin with the name of a file, or with -, and not with that of a command.
func showFile(args []string) []string {
	if len(args) > 1 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		if len(args) == 2 { // the name itself is being completed
			return args
		}
		return append(args[:1:1], showFile(args[1:])...)
	}
	if len(args) == 0 || isCommand(args[0]) || args[0] != "-" && (strings.HasPrefix(args[0], "-") || !files.Exists(args[0])) {
		return args
	}
	return append([]string{"show"}, args...)
}

// isCommand reports whether a command below the root has a name.
func isCommand(name string) bool {
	return name == "help" || strings.HasPrefix(name, cobra.ShellCompRequestCmd) || slices.ContainsFunc(commands(), func(c subcommand) bool { return c.name == name })
}

// execute runs the command. A panic becomes an error.
func execute(ctx context.Context, root *cobra.Command) (err error) {
	defer caught.As(&err)
	return root.ExecuteContext(ctx)
}

// subcommand is a command below the root.
type subcommand struct {
	name  string
	group *cobra.Group
	new   func(*command.Factory) *cobra.Command
}

// with returns what makes a command that does its work by a function. Tests pass another one, to see what options the
// arguments become.
func with[O any](newCmd func(*command.Factory, func(context.Context, *O) error) *cobra.Command, run func(context.Context, *O) error) func(*command.Factory) *cobra.Command {
	return func(f *command.Factory) *cobra.Command { return newCmd(f, run) }
}

// The groups of commands, in their order.
var (
	readGroup     = &cobra.Group{ID: "read", Title: "Read a plan"}
	approveGroup  = &cobra.Group{ID: "approve", Title: "Compare and approve"}
	policiesGroup = &cobra.Group{ID: "policies", Title: "Policies"}
	shareGroup    = &cobra.Group{ID: "share", Title: "Pass it on"}
	setupGroup    = &cobra.Group{ID: "setup", Title: "Set up"}
)

// commands are the commands below the root, in the order of the help.
func commands() []subcommand {
	return []subcommand{
		{"show", readGroup, with(newCmdShow, runShow)},
		{"view", readGroup, with(newCmdView, runView)},
		{"why", readGroup, with(newCmdWhy, runWhy)},
		{"graph", readGroup, with(newCmdGraph, runGraph)},
		{"query", readGroup, with(newCmdQuery, runQuery)},
		{"log", readGroup, with(newCmdLog, runLog)},
		{"diff", approveGroup, with(newCmdDiff, runDiff)},
		{"hash", approveGroup, with(newCmdHash, runHash)},
		{"approve", approveGroup, with(newCmdApprove, runApprove)},
		{"verify", approveGroup, with(newCmdVerify, runVerify)},
		{"stale", approveGroup, with(newCmdStale, runStale)},
		{"outcome", approveGroup, with(newCmdOutcome, runOutcome)},
		{"check", policiesGroup, with(newCmdCheck, runCheck)},
		{"test", policiesGroup, with(newCmdTest, runTest)},
		{"validate", policiesGroup, with(newCmdValidate, runValidate)},
		{"functions", policiesGroup, with(newCmdFunctions, runFunctions)},
		{"comment", shareGroup, with(newCmdComment, runComment)},
		{"mcp", shareGroup, with(newCmdMCP, runMCP)},
		{"json", shareGroup, with(newCmdJSON, runJSON)},
		{"redact", shareGroup, with(newCmdRedact, runRedact)},
		{"schemas", setupGroup, newCmdSchemas},
		{"completion", setupGroup, with(newCmdCompletion, runCompletion)},
		{"version", setupGroup, with(newCmdVersion, runVersion)},
		{"docs", setupGroup, with(newCmdDocs, func(_ context.Context, opts *docsOptions) error {
			return writeManual(opts.factory.Streams, newCmdRoot(opts.factory), opts.Dir, buildVersion())
		})},
	}
}

// Commands are listed in the order of commands. It is a setting of the whole process, so it is not for newCmdTree, which tests call
// side by side.
func init() { cobra.EnableCommandSorting = false }

// newCmdRoot returns the root with all commands.
func newCmdRoot(f *command.Factory) *cobra.Command { return newCmdTree(f, commands()) }

// newCmdRootFor returns the root with what some arguments need. If they begin with the name of a command, that is this
// command: to make all of them, with their flags, takes a seventh of the CPU time of a start.
func newCmdRootFor(f *command.Factory, args []string) *cobra.Command {
	all := commands()
	if len(args) > 0 && args[0] != "completion" {
		if i := slices.IndexFunc(all, func(c subcommand) bool { return c.name == args[0] }); i >= 0 {
			all = all[i : i+1]
		}
	}
	return newCmdTree(f, all)
}

// welcome says what to do with a plan.
const welcome = `planfmt shows what a Terraform or OpenTofu plan would do. To begin:

  planfmt tfplan                   what terraform show prints, without Terraform
  planfmt show tfplan -f compact   what changes and why, on one screen
  planfmt view tfplan              full-screen: search, filter, decide

tfplan is what 'terraform plan -out=tfplan' writes. JSON of a plan will do, too.
For all commands, see 'planfmt --help'.
`

func newCmdTree(f *command.Factory, below []subcommand) *cobra.Command {
	var showVersion bool
	var show *cobra.Command
	root := &cobra.Command{
		Use:   "planfmt [FILE]",
		Short: "Show what Terraform and OpenTofu plans would do",
		Long: `planfmt shows what Terraform and OpenTofu plans would do. It reads binary plan
files, JSON and states, without Terraform, the configuration or credentials.

'planfmt FILE' is 'planfmt show FILE'; without a FILE, planfmt reads standard
input. Long flags may have one dash, as in Terraform: -no-color is --no-color.`,
		Example: `  terraform show -json tfplan | planfmt
  planfmt tfplan -f compact`,
		Args: func(cmd *cobra.Command, args []string) error {
			if showVersion {
				return nil
			}
			return command.CommandName(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case showVersion:
				_, err := fmt.Fprintln(f.Streams.Printer(), buildVersion())
				return err
			case f.Streams.InTTY:
				_, err := fmt.Fprint(f.Streams.Printer(), welcome)
				return err
			}
			show.SetContext(cmd.Context())
			return show.RunE(show, nil)
		},
		ValidArgsFunction:     flagvalue.CompleteInputs,
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
	}
	// The flag that cobra adds comes with templates, and with these, the linker would keep every
	// exported method: the program would be three megabytes larger.
	flagvalue.Messages.In(root.Flags()).BoolVarP(&showVersion, "version", "v", false, "print the version")
	root.SetIn(f.Streams.In)
	root.SetOut(f.Streams.Printer())
	root.SetErr(f.Streams.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return command.Usage(cmd, flagError(f, cmd, err))
	})
	root.CompletionOptions.DisableDefaultCmd = true
	help := newCmdHelp()
	help.GroupID = setupGroup.ID
	root.SetHelpCommand(help)
	root.AddGroup(readGroup, approveGroup, policiesGroup, shareGroup, setupGroup)
	for _, c := range below {
		cmd := c.new(f)
		cmd.GroupID = c.group.ID
		setBrief(cmd, c.name)
		root.AddCommand(cmd)
		if c.name == "show" {
			show = cmd
		}
	}
	command.AddHelp(root, f.Streams)
	command.AddHelp(help, f.Streams)
	return root
}

func newCmdHelp() *cobra.Command {
	var all bool
	help := &cobra.Command{
		Use:     "help [COMMAND]...",
		Short:   "Help about a command",
		Example: "  planfmt help show\n  planfmt help show --all\n  planfmt help schemas add",
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
					return command.Usage(cmd, command.UnknownCommand(found, name))
				}
				found = found.Commands()[i]
			}
			return command.ShowHelp(found, all)
		},
	}
	flagvalue.Contents.In(help.Flags()).BoolVar(&all, "all", false, "print all of the help: all flags, and more text")
	return help
}
