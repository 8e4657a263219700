package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/agents"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// mcpOptions are the parsed arguments of `planfmt mcp`.
type mcpOptions struct {
	streams *terminal.Streams

	options.SchemaSources
	Roots []string
}

const mcpHelp = `Serve plans to a language model, over the Model Context Protocol.

A client starts planfmt, and asks on standard input for what its model wants to
know: a summary, a list of changes, one resource, causes, queries, policies,
the difference of two plans, the log of a run. Answers have at most as many bytes
as the client asks for, the most important first, and say what they leave out.

planfmt reads regular files below the directories of --root, the files of --schemas,
and your cache of schemas. It writes nothing, and uses no network. No answer has
sensitive values, whatever the model asks: no argument allows it, and to expressions
they are unknown values. Everything that a plan can
choose freely is in quotes, or in lines that begin with |.

docs/agents.md in planfmt's repository says how to set up clients, and what a
model cannot find out.

Exit status: 0 when the client closes standard input, 1 on error.`

const mcpExample = `  # what a client starts, for the plans in a directory
  planfmt mcp --root plans < /dev/null

  # for the working directory
  planfmt mcp < /dev/null`

func newCmdMCP(f *command.Factory, runF func(context.Context, *mcpOptions) error) *cobra.Command {
	opts := &mcpOptions{streams: f.Streams}
	cmd := &cobra.Command{
		Use:     "mcp [flags]",
		Short:   "Serve plans to a language model",
		Long:    mcpHelp,
		Example: mcpExample,
		Args:    command.MaxArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.Streams.InTTY {
				return command.Usage(cmd, errors.New("standard input is a terminal: a client of the Model Context Protocol starts this command"))
			}
			if len(opts.Roots) == 0 {
				opts.Roots = []string{"."}
			}
			opts.Resolve(f)
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.Input.In(flags).Var(&flagvalue.WordList{Values: &opts.Roots, What: "DIR"}, "root", "read files below DIR, and no others; repeatable (default: the working directory)")
	_ = cmd.MarkFlagDirname("root")
	opts.SchemaSources.AddFlags(cmd)
	return cmd
}

// softMemory is how much memory the server has before garbage is collected more often. What calls need at once is limited by package agents.
const softMemory = 512 << 20

// runMCP serves a client until it closes standard input.
func runMCP(ctx context.Context, opts *mcpOptions) error {
	var library planfmt.Options
	if err := opts.SchemaSources.Apply(opts.streams, &library); err != nil {
		return err
	}
	roots, err := agents.OpenRoots(opts.Roots)
	if err != nil {
		return err
	}
	defer roots.Close()
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // there is no GOMEMLIMIT
		debug.SetMemoryLimit(softMemory)
	}
	server := agents.NewServer(agents.Options{
		Roots: roots, Version: buildVersion().module, Base: library,
		Bug: func(p *planfmt.PanicError) {
			opts.streams.Warn(fmt.Sprintf("a call of mcp has found a bug of planfmt: %v\n%s", p, p.Stack))
		},
	})
	defer server.Close()
	err = server.Run(ctx, agents.Stdio(opts.streams.In, opts.streams.Out))
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
