package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// testOptions are the parsed arguments of `planfmt test`.
type testOptions struct {
	streams *streams

	schemaOptions
	layoutOptions
	Paths  []string
	Format string
	Inputs policy.InputValues
	// MaxSteps is how many steps each evaluation can take.
	MaxSteps int
	Strict   bool
	AsPlan   bool
	schemas  func() (all policy.Schemas, n int, err error) // for AsPlan
}

const testHelp = `Run the tests of Terraform policy files (*.policytest.hcl), offline.

PATH is a directory, which is searched for *.policy.hcl and *.policytest.hcl, or
a single file. Without PATH, it is the current directory. The targets in a test
file are relative to its directory.

planfmt runs policy files as version 0.4 of their documentation describes them.
A test consists of mocks: resources, modules and providers that do not exist.
They are taken literally: an attribute that is not written is missing. In a
plan, it is null, so that core::try never uses its default there. With
--as-plan, each mock is also judged as it would be in a plan, with the types and
the nulls of its schema, and planfmt shows which verdicts differ.

Exit status: 0 if all mocks are judged as expected, 1 if not, 2 if something is
wrong with the policies, the tests or the command line, or if there are no
tests. With 2, there are no results.

Environment:
  TFPOLICY_INPUT_NAME
                    sets the input NAME, unless --input does`

const testExample = `  planfmt test policies/
  planfmt test policies/ --input env=dev -f json

  # which tests say something that does not hold for plans?
  planfmt test policies/ --as-plan --schemas schemas.json`

func newCmdTest(f *factory, runF func(context.Context, *testOptions) error) *cobra.Command {
	opts := &testOptions{streams: f.streams}
	var inputs inputFlags
	format := choice{value: "text", names: []string{"text", "json", "junit"}}
	cmd := &cobra.Command{
		Use:               "test [flags] [PATH]...",
		Short:             "Run the tests of policies",
		Long:              testHelp,
		Example:           testExample,
		ValidArgsFunction: completeDirectories,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Paths, opts.Format = policyPaths(args), format.value
			if err := opts.layoutOptions.resolve(f, cmd); err != nil {
				return err
			}
			var err error
			if opts.Inputs, err = inputs.resolve(f.getenv); err != nil {
				return usage(cmd, err)
			}
			opts.schemas = func() (policy.Schemas, int, error) { return opts.load(f) }
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&format, "format", "f", "how to write the results: "+format.list())
	inputs.add(flags)
	flags.BoolVar(&opts.Strict, "strict", false, "treat warnings as errors")
	flags.BoolVar(&opts.AsPlan, "as-plan", false, "judge each mock a second time, as it would be in a plan, and show what is different; needs schemas")
	opts.schemaOptions.addFlags(cmd)
	addStepsFlag(flags, &opts.MaxSteps)
	opts.addColor(cmd, "")
	completeChoice(cmd, "format", &format)
	return cmd
}

func runTest(ctx context.Context, opts *testOptions) error {
	files, err := readPolicies(opts.Paths)
	if err != nil {
		return err
	}
	library := policy.TestOptions{Inputs: opts.Inputs, Strict: opts.Strict, MaxSteps: opts.MaxSteps}
	if opts.AsPlan {
		n := 0
		if library.AsPlan, n, err = opts.schemas(); err != nil {
			return policyFailure(err)
		}
		if n == 0 {
			return policyFailure(errors.New("--as-plan needs the schemas of the providers: use --schemas FILE, or 'planfmt schemas add'"))
		}
	}
	tests, diags := policy.Test(ctx, files, library)
	if err := ctx.Err(); err != nil {
		return err
	}
	return opts.writeTests(tests, diags, sourceText(files, opts.Inputs))
}

// writeTests writes what tests have shown, and returns whether they have succeeded as an error.
func (o *testOptions) writeTests(tests *verdict.Tests, diags diag.List, source report.SourceText) error {
	out, err := openOutput(o.streams, outputPlan{})
	if err != nil {
		return policyFailure(err)
	}
	defer out.abort()
	if o.Format == "json" {
		err = report.TestsJSON(out, tests, diags)
	} else {
		showDiagnostics(o.streams, diags, o.Color, source)
		switch {
		case o.Format == "junit":
			err = report.TestsJUnit(out, tests, diags)
		case !diags.HasErrors():
			err = report.TestsText(out, tests, textLayout(o.streams, o.Color, source))
		}
	}
	if err := out.finish(err); err != nil {
		return policyFailure(err)
	}
	switch {
	case diags.HasErrors():
		return errPolicies
	case tests.Count().Failed > 0:
		return errNotAsExpected
	}
	return nil
}
