package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/schema"
)

// jsonOptions are the parsed arguments of `planfmt json`.
type jsonOptions struct {
	streams *streams

	File         string // "-" for standard input
	Output       string // empty for standard output
	Schemas      []string
	Limits       schema.Limits
	Bundle       string // file with the project's schemas, or empty
	Cache        string // directory of the user's cache, or empty
	Strict       bool
	MaxUnpacked  int64
	Force        bool
	RequireExact bool
	Quiet        bool
	Progress     bool // standard error may show how far the work has come
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

func newCmdJSON(f *factory) *cobra.Command {
	opts := &jsonOptions{streams: f.streams}
	var output fileName
	var noCache, noBundle bool
	cmd := &cobra.Command{
		Use:               "json [flags] [FILE]",
		Short:             "Print a plan or a state as JSON, as 'terraform show -json' does",
		Long:              jsonHelp,
		Example:           jsonExample,
		Args:              maxArgs(1),
		ValidArgsFunction: completeInput("tfplan", "tfstate", "json", "json.gz"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opts.File, err = f.inputArgument(cmd, args); err != nil {
				return err
			}
			opts.Output = string(output)
			opts.Schemas = append(opts.Schemas, f.schemaFiles()...)
			if !noBundle {
				opts.Bundle = f.streams.findBundle()
			}
			if !noCache {
				opts.Cache = f.cacheDir()
			}
			opts.Progress = f.showsProgress(opts.Quiet)
			return runJSON(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	(&schemaFlags{&opts.Schemas, &opts.Limits, &noBundle, &noCache}).add(cmd)
	flags.BoolVar(&opts.RequireExact, "require-exact", false, "fail if the schema of a type is not known")
	flags.VarP(&output, "output", "o", "write to FILE, which only you can read, instead of standard output, either completely or not at all")
	flags.BoolVar(&opts.Force, "force", false, "print the secrets on a terminal, too")
	addUnpackedFlag(flags, &opts.MaxUnpacked)
	flags.BoolVar(&opts.Strict, "strict", false, strictHelp)
	flags.BoolVar(&opts.Quiet, "quiet", false, "do not say which schemas are missing, and show no progress; problems are still reported")
	return cmd
}

func runJSON(ctx context.Context, opts *jsonOptions) error {
	if opts.streams.OutTTY && isStandardOutput(opts.Output) && !opts.Force {
		return &usageError{"planfmt json", errors.New("the JSON contains the secrets of the plan or the state, and the output is a terminal: " +
			"to write it to a file, use -o FILE; to print it all the same, add --force")}
	}
	layers, err := opts.streams.layers(opts.Bundle, opts.Cache, opts.Limits)
	if err != nil {
		return err
	}
	library := planfmt.Options{
		Input:      planfmt.Input{Strict: opts.Strict, MaxUnpacked: opts.MaxUnpacked, TempDir: os.TempDir()},
		Comparison: planfmt.Comparison{Layers: layers, SchemaLimits: opts.Limits, RequireExact: opts.RequireExact},
		Warn:       func(w planfmt.Warning) { opts.streams.warn(w.Text) },
	}
	for _, name := range opts.Schemas {
		library.Schemas = append(library.Schemas, schemaFile(name))
	}
	in, inName, err := opts.streams.openInput(opts.File)
	if err != nil {
		return err
	}
	defer in.Close()
	inputs := opts.Schemas
	if opts.Bundle != "" {
		inputs = append(inputs, opts.Bundle)
	}
	out, err := opts.streams.openOutput(outputPlan{Name: opts.Output, In: in, Inputs: inputs, Secret: true})
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
	res, err := planfmt.WriteJSON(ctx, out, in, library)
	line.end()
	if err == nil {
		err = out.commit()
	}
	if err := out.failure(err, inName); err != nil || res == nil {
		return err
	}
	if !opts.Quiet {
		reportInexact(opts.streams, res.Inexact)
	}
	return nil
}

// reportInexact says in one line for which types the document may lack something.
func reportInexact(s *streams, types []infer.TypeSchema) {
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
	s.warn(what + " (" + infer.ShortList(names) + "): planfmt schemas add --run")
}
