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

	Paths  []string
	Format string
	Color  colorChoice
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

func newCmdTest(f *factory) *cobra.Command {
	opts := &testOptions{streams: f.streams}
	var inputs inputFlags
	var schemas policySchemas
	format := choice{value: "text", names: []string{"text", "json", "junit"}}
	color := newColorFlags()
	cmd := &cobra.Command{
		Use:               "test [flags] [PATH]...",
		Short:             "Run the tests of policies",
		Long:              testHelp,
		Example:           testExample,
		ValidArgsFunction: completeDirectories,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Paths, opts.Format = policyPaths(args), format.value
			chosen, err := color.resolve(cmd)
			if err != nil {
				return err
			}
			opts.Color = chosen.resolve(f.getenv)
			if opts.Inputs, err = inputs.resolve(f.getenv); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			opts.schemas = func() (policy.Schemas, int, error) { return schemas.load(f) }
			return runTest(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&format, "format", "f", "how to write the results: "+format.list())
	inputs.add(flags)
	flags.BoolVar(&opts.Strict, "strict", false, "treat warnings as errors")
	flags.BoolVar(&opts.AsPlan, "as-plan", false, "judge each mock a second time, as it would be in a plan, and show what is different; needs schemas")
	schemas.add(cmd)
	addStepsFlag(flags, &opts.MaxSteps)
	color.add(cmd, "")
	completeChoices(cmd, map[string]choice{"format": format})
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
			return &policyError{err}
		}
		if n == 0 {
			return &policyError{errors.New("--as-plan needs the schemas of the providers: use --schemas FILE, or 'planfmt schemas add'")}
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
	out, err := o.streams.openOutput(outputPlan{})
	if err != nil {
		return &policyError{err}
	}
	defer out.abort()
	if o.Format == "json" {
		err = report.TestsJSON(out, tests, diags)
	} else {
		o.streams.showDiagnostics(diags, o.Color, source)
		switch {
		case o.Format == "junit":
			err = report.TestsJUnit(out, tests, diags)
		case !diags.HasErrors():
			err = report.TestsText(out, tests, o.streams.textLayout(o.Color, source))
		}
	}
	if err := out.finish(err); err != nil {
		return &policyError{err}
	}
	switch {
	case diags.HasErrors():
		return errPolicies
	case tests.Count().Failed > 0:
		return errNotAsExpected
	}
	return nil
}
