package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
)

// redactOptions are the parsed arguments of `planfmt redact`.
type redactOptions struct {
	streams *streams

	documentOptions
	schemaOptions
	secretOptions
	targetOptions
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
--no-mask-copies leaves these copies as they are.

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

func newCmdRedact(f *factory, runF func(context.Context, *redactOptions) error) *cobra.Command {
	opts := &redactOptions{streams: f.streams}
	cmd := &cobra.Command{
		Use:               "redact [flags] [FILE]",
		Short:             "Print a plan or a state without what is sensitive in it",
		Long:              redactHelp,
		Example:           redactExample,
		Args:              maxArgs(1),
		ValidArgsFunction: completeInput("tfplan", "tfstate", "json", "json.gz"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.documentOptions.resolve(f, cmd, args); err != nil {
				return err
			}
			if err := opts.secretOptions.resolve(cmd); err != nil {
				return err
			}
			opts.schemaOptions.resolve(f)
			if err := opts.targetOptions.resolve("json"); err != nil {
				return usage(cmd, err)
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	opts.schemaOptions.addFlags(cmd)
	opts.addUnpacked(flags)
	opts.addProduct(cmd)
	opts.addOutput(flags)
	opts.addCopies(flags, " (default)")
	opts.addQuiet(flags, "show no progress and no warnings; errors are still reported")
	return cmd
}

func runRedact(ctx context.Context, opts *redactOptions) error {
	library := planfmt.Options{Input: opts.input(), Warn: func(w planfmt.Warning) {
		if !opts.Quiet {
			opts.streams.warn(w.Text)
		}
	}}
	opts.secretOptions.apply(&library)
	if err := opts.schemaOptions.apply(opts.streams, &library); err != nil {
		return err
	}
	in, inName, err := openInput(opts.streams, opts.File)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := openOutput(opts.streams, outputPlan{Name: opts.Targets[0].File, In: in, Inputs: opts.inputs()})
	if err != nil {
		return err
	}
	defer out.abort()
	var line *progressLine
	if opts.Progress {
		line = opts.streams.startProgress(in)
		defer line.end()
		library.Progress = line.set
	}
	err = planfmt.Redact(ctx, out, in, library)
	line.end()
	if err == nil {
		err = out.commit()
	}
	return out.failure(err, inName)
}
