package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/internal/know/infer"
)

// jsonOptions are the parsed arguments of `planfmt json`.
type jsonOptions struct {
	streams *terminal.Streams

	options.Document
	options.SchemaSources
	Output string // empty for standard output
	Force  bool
}

const jsonHelp = `Print a plan or a state as JSON, as 'terraform show -json' does.

FILE is a binary plan file, a state file (terraform.tfstate, version 4), or JSON
that 'terraform show -json' has printed. Such JSON is checked and printed
unchanged. Without FILE, or if FILE is -, planfmt reads standard input. It needs
neither the program that made the file, nor its providers, backend or
credentials.

The output is secret: it contains all sensitive values of the plan or the
state, as the JSON of Terraform does, with marks that say which these are. So
planfmt does not print it on a terminal unless you add --force, and -o makes a
file that only you can read. 'planfmt redact' prints the same without the
sensitive values.

Terraform asks the providers for their schemas; planfmt takes those in the files
that you name with --schemas, in the project's bundle, in your cache, and in the
plan file itself, if it has any. If the schema of a type is not there, planfmt
leaves out what only the schema says, and reports the type on standard error.
docs/json.md in planfmt's repository says what is left out.

Exit status: 0 on success, 1 on error. If any part of the file cannot be read,
that is an error, and nothing is printed. The other statuses are those of
'planfmt show'.`

const jsonExample = `  # what 'terraform show -json tfplan' prints
  planfmt json tfplan > plan.json

  # a state, with the schemas of its providers
  planfmt json terraform.tfstate --schemas schemas.json -o state.json`

func newCmdJSON(f *command.Factory, runF func(context.Context, *jsonOptions) error) *cobra.Command {
	opts := &jsonOptions{streams: f.Streams}
	var output flagvalue.FileName
	cmd := &cobra.Command{
		Use:               "json [flags] [FILE]",
		Short:             "Print a plan or a state as JSON, as 'terraform show -json' does",
		Long:              jsonHelp,
		Example:           jsonExample,
		Args:              command.MaxArgs(1),
		ValidArgsFunction: flagvalue.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.Document.Resolve(f, cmd, args); err != nil {
				return err
			}
			opts.SchemaSources.Resolve(f)
			opts.Output = string(output)
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	opts.SchemaSources.AddFlags(cmd)
	opts.AddRequireExact(flags)
	flagvalue.Look.In(flags).VarP(&output, "output", "o", "write to FILE, which only you can read, instead of standard output, either completely or not at all")
	flagvalue.Secrets.In(flags).BoolVar(&opts.Force, "force", false, "print the secrets even on a terminal")
	opts.AddLimits(flags)
	opts.AddStrict(flags)
	opts.AddQuiet(flags, "show no progress, and do not report missing schemas; problems are still reported")
	return cmd
}

func runJSON(ctx context.Context, opts *jsonOptions) error {
	if opts.streams.OutTTY && output.IsStandardOutput(opts.Output) && !opts.Force {
		return command.UsageOf("planfmt json", errors.New("the JSON contains the secrets of the plan or the state, and the output is a terminal: "+
			"to write it to a file, use -o FILE; to print it all the same, add --force"))
	}
	library := planfmt.Options{Input: opts.Input(), Warn: func(w planfmt.Warning) { opts.streams.Warn(w.Text) }}
	if err := opts.SchemaSources.Apply(opts.streams, &library); err != nil {
		return err
	}
	var res *planfmt.JSONResult
	err := convert(opts.streams, &opts.Document, output.Plan{Name: opts.Output, Inputs: opts.Files(), Secret: true}, &library, func(out io.Writer, in io.Reader) (err error) {
		res, err = planfmt.WriteJSON(ctx, out, in, library)
		return err
	})
	if err != nil || res == nil {
		return err
	}
	if !opts.Quiet {
		reportInexact(opts.streams, res.Inexact)
	}
	return nil
}

// reportInexact says in one line for which types the document may lack something.
func reportInexact(s *terminal.Streams, types []infer.TypeSchema) {
	names := make([]string, 0, len(types))
	for _, t := range types {
		if t.Misfit == nil {
			names = append(names, infer.TypeName(t.ID))
		}
	}
	if len(names) == 0 {
		return
	}
	what := fmt.Sprintf("the JSON may be incomplete without the schemas of %d types", len(names))
	if len(names) == 1 {
		what = "the JSON may be incomplete without the schema of 1 type"
	}
	s.Warn(what + " (" + infer.ShortList(names) + "): planfmt schemas add --run")
}
