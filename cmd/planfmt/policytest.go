package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// testOptions are the parsed arguments of `planfmt test`.
type testOptions struct {
	streams *terminal.Streams

	options.SchemaSources
	options.Layout
	Paths  []string
	Format string
	Inputs policy.InputValues
	// MaxSteps is how many steps each evaluation can take.
	MaxSteps int
	Strict   bool
	AsPlan   bool
	Verbose  bool
	Plans    []string // that all policies judge
	Update   bool
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

With --plan, all policies also judge a plan: a plan file, or the output of
'terraform show -json PLAN'. The verdicts must be those in the file
PLAN.verdicts.json, which --update writes. A test file can name a plan, too:
policytest { plan = "plan.json" }, with policy { planfmt { version = ">= 1.0" } }
in it, as only planfmt can do this. Its verdicts are in a file beside it.

Exit status: 0 if all mocks and plans are judged as expected, 1 if not, 2 if
something is wrong with the policies, the tests, a plan or the command line, or
if there are no tests. With 2, there are no results.

Environment:
  TFPOLICY_INPUT_NAME
                    sets the input NAME, unless --input does`

const testExample = `  planfmt test policies/
  planfmt test policies/ --input env=dev -f json

  # do the policies still say the same about a plan?
  planfmt test policies/ --plan plan.json --update
  planfmt test policies/ --plan plan.json

  # which tests say something that does not hold for plans?
  planfmt test policies/ --as-plan --schemas schemas.json`

func newCmdTest(f *command.Factory, runF func(context.Context, *testOptions) error) *cobra.Command {
	opts := &testOptions{streams: f.Streams}
	var inputs options.InputFlags
	format := flagvalue.Choice{Value: "text", Names: []string{"text", "json", "junit"}}
	cmd := &cobra.Command{
		Use:               "test [flags] [PATH]...",
		Short:             "Run the tests of policies",
		Long:              testHelp,
		Example:           testExample,
		ValidArgsFunction: flagvalue.CompleteDirectories,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Paths, opts.Format = options.PolicyPaths(args), format.Value
			if err := opts.Layout.Resolve(f, cmd); err != nil {
				return err
			}
			var err error
			if opts.Inputs, err = inputs.Resolve(f.Getenv); err != nil {
				return command.Usage(cmd, err)
			}
			if slices.Contains(opts.Plans, "-") {
				return command.Usage(cmd, errors.New("--plan: want the name of a file: the verdicts are in another one beside it"))
			}
			opts.SchemaSources.Resolve(f)
			opts.schemas = func() (policy.Schemas, int, error) { return opts.Load(f) }
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.AddFormat(cmd, &format, "how to write the results")
	inputs.Add(flags)
	flagvalue.Policies.In(flags).BoolVar(&opts.Strict, "fail-on-warnings", false, "treat warnings as errors")
	flagvalue.Policies.In(flags).BoolVar(&opts.AsPlan, "as-plan", false, "also judge each mock as it would be in a plan, and show the differences; needs schemas")
	flagvalue.Policies.In(flags).BoolVarP(&opts.Verbose, "verbose", "v", false, "for text: say how each verdict comes about")
	flagvalue.Policies.In(flags).Var(&flagvalue.WordList{Values: &opts.Plans, What: "FILE"}, "plan", "judge the plan in FILE, and compare the verdicts with those in FILE.verdicts.json; repeatable")
	flagvalue.Policies.In(flags).BoolVar(&opts.Update, "update", false, "write the verdicts that are expected of plans")
	opts.SchemaSources.AddFlags(cmd)
	flagvalue.AddStepsFlag(flags, &opts.MaxSteps)
	opts.AddColor(cmd, "")
	return cmd
}

func runTest(ctx context.Context, opts *testOptions) error {
	files, err := options.ReadPolicies(policy.Disk{}, opts.Paths)
	if err != nil {
		return err
	}
	library := policy.TestOptions{Inputs: opts.Inputs, Strict: opts.Strict, MaxSteps: opts.MaxSteps, Explain: opts.Verbose && opts.Format == "text", Plans: opts.Plans, JudgePlan: opts.judgePlan}
	if opts.AsPlan {
		n := 0
		if library.AsPlan, n, err = opts.schemas(); err != nil {
			return command.PolicyFailure(err)
		}
		if n == 0 {
			return command.PolicyFailure(errors.New("--as-plan needs the schemas of the providers: use --schemas FILE, or 'planfmt schemas add'"))
		}
	}
	tests, diags := policy.Test(ctx, files, library)
	if err := ctx.Err(); err != nil {
		return err
	}
	if opts.Update && !diags.HasErrors() && !slices.ContainsFunc(tests.Files, func(f verdict.TestFile) bool { return f.Plan != "" }) {
		return command.PolicyFailure(errors.New("--update has no effect: no test has a plan, and there is no --plan"))
	}
	return opts.writeTests(tests, diags, options.SourceText(files, opts.Inputs))
}

// writeTests writes what tests have shown, and returns whether they have succeeded as an error.
func (o *testOptions) writeTests(tests *verdict.Tests, diags diag.List, source layout.SourceText) error {
	out, err := output.Open(o.streams, output.Plan{})
	if err != nil {
		return command.PolicyFailure(err)
	}
	defer out.Abort()
	if o.Format == "json" {
		err = machine.TestsJSON(out, tests, diags)
	} else {
		options.ShowDiagnostics(o.streams, diags, o.Color, source)
		switch {
		case o.Format == "junit":
			err = machine.TestsJUnit(out, tests, diags)
		case !diags.HasErrors():
			err = report.TestsText(out, tests, options.TextLayout(o.streams, o.Color, source))
		}
	}
	if err := out.Finish(err); err != nil {
		return command.PolicyFailure(err)
	}
	switch {
	case diags.HasErrors():
		return command.ErrPolicies
	case tests.Count().Failed > 0:
		return command.ErrNotAsExpected
	}
	return nil
}
