package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// graphOptions are the parsed arguments of `planfmt graph`.
type graphOptions struct {
	streams *terminal.Streams

	options.Document
	options.SchemaSources
	options.Secrets
	options.Layout
	options.Outputs
	options.Places // only the directory of the configuration
	Which          planfmt.GraphSelection
	Format         string // of planfmt.GraphFormats
}

const graphHelp = `Write what depends on what in a plan, as a graph for Graphviz or mermaid, or as
JSON.

A node is a resource with all its instances, an output, or the configuration of
a provider. An arrow leads from a node to what it depends on: because its
configuration refers to that, through variables, local values and outputs of
modules, too, or names it in depends_on; because the configuration of its
provider does so; or, where the configuration does not say, because the state
has recorded it.

The graph has what changes, and what connects it. With ADDRESS, it has only what
ADDRESS depends on, and what depends on ADDRESS. ADDRESS is the address of a resource, a
module, an output (output.id) or a provider (provider.aws.east); keys such as [0]
do not matter. FILE is a binary plan file, or the output of 'terraform show -json
PLAN'. Without FILE, or if FILE is -, planfmt reads standard input. FILE and
ADDRESS may change places.

planfmt does not guess what the plan does not say: the JSON of a plan says neither
what local values refer to nor, often, which instance is meant. The graph says where
that is so. docs/graph.md in planfmt's repository has more.

Exit status: 0 on success, 1 on error or if the plan has nothing with that
address. The environment and the other statuses are those of 'planfmt show'.`

const graphExample = `  # a picture of what changes
  planfmt graph plan.json | dot -Tsvg -o plan.svg

  # what depends on a server, whether it changes or not, for a comment
  planfmt graph plan.json aws_instance.web --down --all -f mermaid

  # a picture of all modules
  planfmt graph plan.json --module --all | dot -Tpng -o modules.png

  # everything, for a program
  planfmt graph plan.json --all -f json -o graph.json`

func newCmdGraph(f *command.Factory, runF func(context.Context, *graphOptions) error) *cobra.Command {
	opts := &graphOptions{streams: f.Streams}
	format := options.OtherFormats(planfmt.GraphFormats()).Choice()
	cmd := &cobra.Command{
		Use:               "graph [flags] [FILE] [ADDRESS]",
		Short:             "Write what depends on what in a plan",
		Long:              graphHelp,
		Example:           graphExample,
		Args:              command.MaxArgs(2),
		ValidArgsFunction: completeFileAndAddress,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args, format.Value); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.AddFormat(cmd, &format, "write the graph in this format")
	selection := flagvalue.Contents.In(flags)
	selection.BoolVar(&opts.Which.All, "all", false, "include what does not change")
	selection.Var((*flagvalue.Steps)(&opts.Which.Depth), "depth", "go at most N arrows away from ADDRESS (default: all the way); without ADDRESS, also include what is at most N arrows away from a change")
	selection.BoolVar(&opts.Which.Up, "up", false, "follow arrows only forwards, to what ADDRESS (or what changes) depends on")
	selection.BoolVar(&opts.Which.Down, "down", false, "follow arrows only backwards, to what depends on ADDRESS (or on what changes)")
	selection.BoolVar(&opts.Which.Modules, "module", false, "write one node for each module that the root module calls")
	opts.SchemaSources.AddFlags(cmd)
	opts.AddUnpacked(flags)
	opts.AddConfig(cmd)
	opts.AddProduct(cmd)
	opts.AddOutput(flags)
	opts.AddStrict(flags)
	opts.AddQuiet(flags, "show no progress, and do not report missing schemas or an empty graph; problems are still reported")
	return cmd
}

// resolve sets the options that follow from the flags and the environment.
func (o *graphOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string, format string) error {
	var file []string
	switch {
	case len(args) == 1 && (isFile(args[0]) || isNoAddress(args[0])):
		file = args
	default:
		file, o.Which.Address = fileAndAddress(args)
	}
	o.Format = format
	if err := options.ResolveInput(f, cmd, file, &o.Document, &o.Layout, &o.Secrets, &o.SchemaSources); err != nil {
		return err
	}
	o.Targets = []output.Target{{File: string(o.Output)}}
	return nil
}

func runGraph(ctx context.Context, opts *graphOptions) error {
	library := planfmt.Options{Input: opts.Input(), Warn: warnAndHelp(opts.streams)}
	opts.Places.Apply(&library)
	if err := opts.SchemaSources.Apply(opts.streams, &library); err != nil {
		return err
	}
	var drawn planfmt.Drawn
	err := convert(opts.streams, &opts.Document, output.Plan{Name: opts.Targets[0].File, Inputs: opts.Files()}, &library, func(out io.Writer, in io.Reader) (err error) {
		drawn, err = planfmt.Graph(ctx, out, in, library, opts.Which, opts.Format)
		return err
	})
	if err != nil || drawn.Result == nil {
		return err
	}
	opts.report(&drawn)
	for _, p := range drawn.Problems {
		opts.streams.Warn(p.Error())
	}
	if len(drawn.Problems) > 0 {
		return command.ErrProblems
	}
	return nil
}

// report says what the reader of a graph should know about it.
func (o *graphOptions) report(drawn *planfmt.Drawn) {
	switch {
	case drawn.Excess != "":
		o.streams.Warn(drawn.Excess + ". To draw less, name an ADDRESS, or use --depth, --up, --down or --module; -f dot has no such limit")
	case drawn.Nodes == 0 && drawn.AllNodes > 0 && !o.Quiet:
		o.streams.Warn("nothing changes, so the graph is empty; --all writes what does not change, too")
	}
}
