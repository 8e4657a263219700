package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// validateOptions are the parsed arguments of `planfmt validate`.
type validateOptions struct {
	streams *streams
	schemas func() (policy.Schemas, error)

	Paths  []string
	Format string
	Color  colorChoice
	Strict bool
}

const validateHelp = `Find what is wrong with Terraform policy files (*.policy.hcl) and their tests,
without a plan.

PATH is a directory, which is searched for *.policy.hcl and *.policytest.hcl, or
a single file. Without PATH, it is the current directory.

With the schemas of the providers, planfmt also finds misspelt attributes and
wrong types, and warns of conditions that are not what they seem, such as
defaults that can never be used. An error is something that can never succeed, a
warning something that is probably not meant. --strict makes warnings errors.

Exit status: 0 if there are no errors, even if there are warnings; 2 if there
are errors, or if the policies cannot be read.`

const validateExample = `  planfmt validate policies/
  planfmt validate policies/ --schemas schemas.json`

func newCmdValidate(f *factory) *cobra.Command {
	opts := &validateOptions{streams: f.streams}
	var schemas policySchemas
	format := choice{value: "text", names: []string{"text", "json", "github"}}
	color := newColorFlags()
	cmd := &cobra.Command{
		Use:               "validate [flags] [PATH]...",
		Short:             "Find what is wrong with policies, without a plan",
		Long:              validateHelp,
		Example:           validateExample,
		ValidArgsFunction: completeDirectories,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Paths, opts.Format = policyPaths(args), format.value
			chosen, err := color.resolve(cmd)
			if err != nil {
				return err
			}
			opts.Color = chosen.resolve(f.getenv)
			opts.schemas = func() (policy.Schemas, error) {
				all, _, err := schemas.load(f)
				return all, err
			}
			return runValidate(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&format, "format", "f", "how to write the diagnostics: "+format.list())
	flags.BoolVar(&opts.Strict, "strict", false, "treat warnings as errors")
	schemas.add(cmd)
	color.add(cmd, "")
	completeChoices(cmd, map[string]choice{"format": format})
	return cmd
}

func runValidate(_ context.Context, opts *validateOptions) error {
	files, err := readPolicies(opts.Paths)
	if err != nil {
		return err
	}
	schemas, err := opts.schemas()
	if err != nil {
		return &policyError{err}
	}
	policies, diags := policy.Validate(files, schemas, policy.ValidateOptions{Strict: opts.Strict})
	out, err := opts.streams.openOutput(outputPlan{})
	if err != nil {
		return &policyError{err}
	}
	defer out.abort()
	switch opts.Format {
	case "json":
		err = report.ValidationJSON(out, diags)
	case "github":
		err = report.CheckGitHub(out, &verdict.Report{}, diags, report.Options{})
	default:
		opts.streams.showDiagnostics(diags, opts.Color, sourceText(files, policy.InputValues{}))
		if !diags.HasErrors() {
			_, err = fmt.Fprintln(out, report.ValidationSummary(policies, len(diags)))
		}
	}
	if err := out.finish(err); err != nil {
		return &policyError{err}
	}
	if diags.HasErrors() {
		return errPolicies
	}
	return nil
}
