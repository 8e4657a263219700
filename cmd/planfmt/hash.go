package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/planhash"
	"github.com/planfmt/planfmt/plans"
)

// hashOptions are the parsed arguments of `planfmt hash`.
type hashOptions struct {
	streams *streams

	File        string   // "-" for standard input
	KeyFile     fileName // empty for none
	Strict      bool
	MaxUnpacked int64
	Quiet       bool
	Progress    bool // standard error may show how far the work has come
}

const hashHelp = `Print the hash of what a plan would do.

FILE is a binary plan file, or the output of 'terraform show -json PLAN'. Without
FILE, or if FILE is -, planfmt reads standard input.

Two plans that would do the same have the same hash. So whoever approves a plan
can name its hash, and the pipeline can compare it with the hash of the plan
that it is about to apply. The order, the layout and the spelling of the JSON do
not matter, nor do the time, the versions, drift, or resources that do not
change. docs/hash.md in planfmt's repository defines the hash.

The hash does not cover the values that the plan marks as sensitive, only which
of them change. Otherwise, a short secret could be found by trying. planfmt says
so on standard error if there are any such values. With --key-file, the hash is
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

func newCmdHash(f *factory) *cobra.Command {
	opts := &hashOptions{streams: f.streams}
	cmd := &cobra.Command{
		Use:               "hash [flags] [FILE]",
		Short:             "Print the hash of what a plan would do",
		Long:              hashHelp,
		Example:           hashExample,
		Args:              maxArgs(1),
		ValidArgsFunction: completeInput("tfplan", "json", "json.gz"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opts.File, err = f.inputArgument(cmd, args); err != nil {
				return err
			}
			opts.Progress = f.showsProgress(opts.Quiet)
			return runHash(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	addKeyFlag(flags, &opts.KeyFile)
	addUnpackedFlag(flags, &opts.MaxUnpacked)
	flags.BoolVar(&opts.Strict, "strict", false, strictHelp)
	flags.BoolVar(&opts.Quiet, "quiet", false, "do not say that sensitive values are not covered, and show no progress; problems are still reported")
	return cmd
}

// addKeyFlag adds the flag for the key of a hash.
func addKeyFlag(flags *pflag.FlagSet, name *fileName) {
	flags.Var(name, "key-file", "make the hash an HMAC with the key in FILE, so that it covers sensitive values")
}

func runHash(ctx context.Context, opts *hashOptions) error {
	library := planfmt.Options{
		Input: planfmt.Input{Strict: opts.Strict, MaxUnpacked: opts.MaxUnpacked, TempDir: os.TempDir()},
		Warn:  func(w planfmt.Warning) { opts.streams.warn(w.Text) },
	}
	var err error
	if library.HashKey, err = readKey(opts.KeyFile); err != nil {
		return err
	}
	in, inName, err := opts.streams.openInput(opts.File)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := opts.streams.openOutput(outputPlan{})
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
	hash, err := planfmt.Hash(ctx, in, library)
	line.end()
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return fmt.Errorf("%s: %w", plans.SpellName(inName), trimName(err))
	}
	if !hash.CoversSensitive && !opts.Quiet {
		opts.streams.warn("the hash does not cover sensitive values. To cover them, use --key-file")
	}
	_, err = io.WriteString(out, hash.Text+"\n")
	return out.finish(err)
}

// maxKey is how many bytes a key file may have.
const maxKey = 64 << 10

// readKey reads the key of a hash from a file. The line end after the key is not part of it.
// Without a file, there is no key.
func readKey(file fileName) ([]byte, error) {
	if file == "" {
		return nil, nil
	}
	f, err := openFile(string(file))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	key, err := io.ReadAll(io.LimitReader(f, maxKey+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(string(file)), trimName(err))
	}
	large := len(key) > maxKey
	if n := len(key); n > 0 && key[n-1] == '\n' {
		key = key[:n-1]
		if n > 1 && key[n-2] == '\r' {
			key = key[:n-2]
		}
	}
	switch {
	case large:
		err = fmt.Errorf("a key file may have at most %d bytes", maxKey)
	case len(key) == 0:
		err = errors.New("the key is empty")
	case len(key) < planhash.MinKey:
		err = fmt.Errorf("the key has %d bytes, which is too short: at least %d are needed", len(key), planhash.MinKey)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(string(file)), err)
	}
	return key, nil
}
