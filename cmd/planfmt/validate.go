package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// validateOptions are the parsed arguments of `planfmt validate`.
type validateOptions struct {
	streams *terminal.Streams
	// schemas loads the schemas, which are searched for once the policies have been read.
	schemas func() (policy.Schemas, int, error)

	options.SchemaSources
	options.Layout
	Paths  []string
	Format string
	Strict bool
	// Terraform rejects what only planfmt can run.
	Terraform bool
}

const validateHelp = `Find what is wrong with Terraform policy files (*.policy.hcl) and their tests,
without a plan.

PATH is a directory, which is searched for *.policy.hcl and *.policytest.hcl, or
a single file. Without PATH, it is the current directory.

With the schemas of the providers, planfmt also finds misspelt attributes and
wrong types, and warns of conditions that are not what they seem, such as
defaults that can never be used. An error is something that can never succeed, a
warning something that is probably not meant. --fail-on-warnings makes warnings errors.

Exit status: 0 if there are no errors, even if there are warnings; 2 if there
are errors, or if the policies cannot be read.`

const validateExample = `  planfmt validate policies/
  planfmt validate policies/ --schemas schemas.json`

func newCmdValidate(f *command.Factory, runF func(context.Context, *validateOptions) error) *cobra.Command {
	opts := &validateOptions{streams: f.Streams}
	format := flagvalue.Choice{Value: "text", Names: []string{"text", "json", "github"}}
	cmd := &cobra.Command{
		Use:               "validate [flags] [PATH]...",
		Short:             "Find what is wrong with policies, without a plan",
		Long:              validateHelp,
		Example:           validateExample,
		ValidArgsFunction: flagvalue.CompleteDirectories,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Paths, opts.Format = options.PolicyPaths(args), format.Value
			if err := opts.Layout.Resolve(f, cmd); err != nil {
				return err
			}
			opts.schemas = func() (policy.Schemas, int, error) { return opts.Load(f) }
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.AddFormat(cmd, &format, "how to write the diagnostics")
	flagvalue.Policies.In(flags).BoolVar(&opts.Strict, "fail-on-warnings", false, "treat warnings as errors")
	flagvalue.Policies.In(flags).BoolVar(&opts.Terraform, "terraform", false, "reject policies that only planfmt can run, and HCP Terraform cannot")
	opts.SchemaSources.AddFlags(cmd)
	opts.AddColor(cmd, "")
	return cmd
}

func runValidate(_ context.Context, opts *validateOptions) error {
	files, err := options.ReadPolicies(policy.Disk{}, opts.Paths)
	if err != nil {
		return err
	}
	schemas, _, err := opts.schemas()
	if err != nil {
		return command.PolicyFailure(err)
	}
	policies, diags := policy.Validate(files, schemas, policy.ValidateOptions{Strict: opts.Strict, Terraform: opts.Terraform})
	out, err := output.Open(opts.streams, output.Plan{})
	if err != nil {
		return command.PolicyFailure(err)
	}
	defer out.Abort()
	switch opts.Format {
	case "json":
		err = machine.ValidationJSON(out, diags)
	case "github":
		err = report.CheckGitHub(out, &verdict.Report{}, diags, layout.Options{})
	default:
		options.ShowDiagnostics(opts.streams, diags, opts.Color, options.SourceText(files, policy.InputValues{}))
		if !diags.HasErrors() {
			_, err = fmt.Fprintln(out, machine.ValidationSummary(policies, len(diags)))
		}
	}
	if err := out.Finish(err); err != nil {
		return command.PolicyFailure(err)
	}
	if diags.HasErrors() {
		return command.ErrPolicies
	}
	return nil
}
