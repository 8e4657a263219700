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

// hashOptions are the parsed arguments of `planfmt hash`.
type hashOptions struct {
	streams *terminal.Streams

	options.Document
	KeyFile flagvalue.FileName // empty for none
	like    flagvalue.Choice
}

const hashHelp = `Print the hash of what a plan would do.

FILE is a binary plan file, or the output of 'terraform show -json PLAN'. Without
FILE, or if FILE is -, planfmt reads standard input.

Two plans that would do the same have the same hash. So whoever approves a plan
can name its hash, and the pipeline can compare it with the hash of the plan
that it is about to apply. The order, the layout and the spelling of the JSON do
not matter, nor do the time, the versions, drift, or resources that do not
change. docs/hash.md in planfmt's repository defines the hash.

The hash of a plan file also covers the configuration that decides about values
known only after apply, about which provisioners run, and so on. Such a hash
begins with file-. The JSON of a plan does not have the text of expressions, so
its hash covers only what they refer to; planfmt says on standard error how many
values this concerns. --like json prints the hash of its JSON for a plan file.

The hash does not cover the values that the plan marks as sensitive, only which
of them change. Otherwise, a short secret could be guessed from the hash. planfmt
says so on standard error if there are any such values. With --key-file, the hash is
an HMAC, which covers them, too. Only those who have the key can compute it. The
key is the content of the file, without a line end after it, and has at least 16
bytes.

Exit status: 0 on success, 1 on error. If any part of the plan cannot be read,
there is no hash; that is an error. A state has no hash either. The other
statuses are those of 'planfmt show'.`

const hashExample = `  # print the hash of a plan
  terraform show -json tfplan | planfmt hash

  # cover sensitive values, too
  openssl rand -hex 32 > hash.key
  planfmt hash plan.json --key-file hash.key`

func newCmdHash(f *command.Factory, runF func(context.Context, *hashOptions) error) *cobra.Command {
	opts := &hashOptions{streams: f.Streams}
	cmd := &cobra.Command{
		Use:               "hash [flags] [FILE]",
		Short:             "Print the hash of what a plan would do",
		Long:              hashHelp,
		Example:           hashExample,
		Args:              command.MaxArgs(1),
		ValidArgsFunction: flagvalue.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.Resolve(f, cmd, args); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	options.AddKeyFlag(flags, &opts.KeyFile)
	opts.like = flagvalue.Choice{Value: "file", Names: []string{"file", "json"}}
	flagvalue.Contents.In(flags).Var(&opts.like, "like", "which hash to print for a plan file, its own or that of its JSON: "+opts.like.List())
	flagvalue.CompleteChoice(cmd, "like", &opts.like)
	opts.AddLimits(flags)
	opts.AddStrict(flags)
	opts.AddQuiet(flags, "show no progress, and do not report that sensitive values are not covered; problems are still reported")
	return cmd
}

func runHash(ctx context.Context, opts *hashOptions) error {
	library := planfmt.Options{
		Input: opts.Input(), HashLikeJSON: opts.like.Value == "json",
		Warn: func(w planfmt.Warning) { opts.streams.Warn(w.Text) },
	}
	var err error
	if library.HashKey, err = options.ReadKey(opts.KeyFile); err != nil {
		return err
	}
	return convert(opts.streams, &opts.Document, output.Plan{}, &library, func(out io.Writer, in io.Reader) error {
		hash, err := planfmt.Hash(ctx, in, library)
		if err != nil {
			return err
		}
		if !opts.Quiet {
			for _, text := range options.NotCovered("the hash", &hash) {
				opts.streams.Warn(text)
			}
		}
		_, err = io.WriteString(out, hash.Text+"\n")
		return err
	})
}
