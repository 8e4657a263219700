package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/sinks"
)

// helloOptions are the parsed arguments of `planfmt hello`.
type helloOptions struct {
	streams *terminal.Streams

	options.Document
	options.Outputs
}

func newCmdHello(f *command.Factory, runF func(context.Context, *helloOptions) error) *cobra.Command {
	opts := &helloOptions{streams: f.Streams}
	cmd := &cobra.Command{
		Use:               "hello [flags] [FILE]",
		Short:             "Greet whoever made a plan",
		Long:              "Greet the version of Terraform or OpenTofu that made a plan.",
		Example:           "  planfmt hello plan.json",
		Args:              command.MaxArgs(1),
		ValidArgsFunction: flagvalue.CompleteInput("tfplan", "json", "json.gz"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.Document.Resolve(f, cmd, args); err != nil {
				return err
			}
			if err := opts.Outputs.Resolve("text"); err != nil {
				return command.Usage(cmd, err)
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	opts.AddUnpacked(flags)
	opts.AddOutput(flags)
	opts.AddStrict(flags)
	return cmd
}

func runHello(ctx context.Context, opts *helloOptions) error {
	in, inName, err := terminal.OpenInput(opts.streams, opts.File)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := output.Open(opts.streams, output.Plan{Name: opts.Targets[0].File, In: in})
	if err != nil {
		return err
	}
	defer out.Abort()
	plan, err := planfmt.Identify(ctx, in, planfmt.Options{Input: opts.Input()})
	if err != nil {
		return out.Failure(err, inName)
	}
	_, err = fmt.Fprintln(out, "Hello, "+sinks.Escape(plan.TerraformVersion)+"!")
	return out.Finish(err)
}
