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

// redactOptions are the parsed arguments of `planfmt redact`.
type redactOptions struct {
	streams *terminal.Streams

	options.Document
	options.SchemaSources
	options.Secrets
	options.Outputs
}

const redactHelp = `Print a plan or a state as JSON without what is sensitive in it.

FILE is a binary plan file, a state file (terraform.tfstate, version 4), or the
output of 'terraform show -json'. Without FILE, or if FILE is -, planfmt reads
standard input.

The output is the document that 'planfmt json' prints, with a string such as
"(sensitive value)" in place of every sensitive value. It can be archived,
attached to a bug report, or read by other tools. 'planfmt show' prints the same
for it as for the original, except that the format human then hides copies of
secrets, too.

A value is sensitive if the document marks it, or if the provider's schema says
so. Where there is neither a mark nor a schema, planfmt goes by what it knows
about the type and by the names of attributes. Marks are kept, and added where
they are missing. A sensitive string is also replaced where nothing marks it: in
other resources, outputs, the configuration, JSON in strings, addresses, and
longer texts. Only strings that look like secrets are searched for.
--no-mask-copies leaves these copies as they are. --mask-names also replaces
values whose names suggest a secret, even if nothing marks them as sensitive.

Different values of an attribute get different strings, so a secret that changes
still changes in the output. The length of a list and the keys of a map are
hidden with the value. Null and the empty string stay, since 'planfmt show'
shows them, too. docs/redact.md in planfmt's repository has the details.

Exit status: 0 on success, 1 on error; nothing is written if there is an error.
JSON must be valid everywhere, and no name may occur twice in an object. The
environment and the other statuses are those of 'planfmt show'.`

const redactExample = `  # make a plan safe to share
  planfmt redact tfplan > safe.json

  # the output reads as the original does
  planfmt redact plan.json --schemas schemas.json -o safe.json
  planfmt show safe.json --schemas schemas.json`

func newCmdRedact(f *command.Factory, runF func(context.Context, *redactOptions) error) *cobra.Command {
	opts := &redactOptions{streams: f.Streams}
	cmd := &cobra.Command{
		Use:               "redact [flags] [FILE]",
		Short:             "Print a plan or a state without what is sensitive in it",
		Long:              redactHelp,
		Example:           redactExample,
		Args:              command.MaxArgs(1),
		ValidArgsFunction: flagvalue.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.Document.Resolve(f, cmd, args); err != nil {
				return err
			}
			if err := opts.Secrets.Resolve(cmd); err != nil {
				return err
			}
			opts.SchemaSources.Resolve(f)
			if err := opts.Outputs.Resolve("json"); err != nil {
				return command.Usage(cmd, err)
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	opts.SchemaSources.AddFlags(cmd)
	opts.AddLimits(flags)
	opts.AddProduct(cmd)
	opts.AddOutput(flags)
	opts.AddCopies(flags, " (default)")
	opts.AddQuiet(flags, "show no progress and no warnings; errors are still reported")
	return cmd
}

func runRedact(ctx context.Context, opts *redactOptions) error {
	library := planfmt.Options{Input: opts.Input(), Warn: opts.WarnUnlessQuiet(opts.streams)}
	opts.Secrets.Apply(&library)
	if err := opts.SchemaSources.Apply(opts.streams, &library); err != nil {
		return err
	}
	return convert(opts.streams, &opts.Document, output.Plan{Name: opts.Targets[0].File, Inputs: opts.Files()}, &library, func(out io.Writer, in io.Reader) error {
		return planfmt.Redact(ctx, out, in, library)
	})
}
