package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// versionOptions are the parsed arguments of `planfmt version`.
type versionOptions struct {
	streams *terminal.Streams
	Format  string
}

func newCmdVersion(f *command.Factory, runF func(context.Context, *versionOptions) error) *cobra.Command {
	opts := &versionOptions{streams: f.Streams}
	format := flagvalue.Choice{Value: "text", Names: []string{"text", "json"}}
	cmd := &cobra.Command{
		Use:   "version [flags]",
		Short: "Print the version",
		Long: `Print the version of planfmt, the commit that it was built from and the Go
toolchain that built it.

With -f json, the output also says which versions of plans and states planfmt
reads, which formats it writes, and which versions their schemas have.
docs/schema/version-1.0.json describes it.`,
		Example:           "  planfmt version\n  planfmt version -f json",
		Args:              command.MaxArgs(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opts.Format = format.Value
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.AddFormat(cmd, &format, "how to write the version")
	return cmd
}

func runVersion(_ context.Context, opts *versionOptions) error {
	out, err := output.Open(opts.streams, output.Plan{})
	if err != nil {
		return err
	}
	return out.Finish(buildVersion().write(out, opts.Format))
}
