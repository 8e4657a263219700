package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/planvalue"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// checkOptions are the parsed arguments of `planfmt check`.
type checkOptions struct {
	showOptions

	Format    string
	Markdown  report.MarkdownLayout
	Title     string
	OnUnknown verdict.OnUnknown
	MustMatch bool
	Output    string
}

const checkHelp = `Judge a plan by Terraform policy files (*.policy.hcl), offline.

PLAN is a binary plan file, or the output of 'terraform show -json PLAN'.
Without PLAN, or if PLAN is -, planfmt reads standard input. A state is judged
like a plan that changes nothing.

Some values are known only after apply. A verdict is pass or fail only if it is
the same for all values that these may have. Otherwise, it is undecided, and
planfmt names the values that it depends on. Fewer verdicts are undecided with
the providers' schemas (--schemas), with the configuration (--config; binary
plans contain it) and with assumptions. These are in a FILE for --assume, and
say what you know about such values:

  assume "aws_instance.web" {
    arn = { prefix = "arn:aws:", not_null = true }

    value "root_block_device[0].volume_id" {
      prefix = "vol-"
    }
  }

The label is the address of a resource. Without a key, such as [0], it stands
for all instances; * stands for any characters. An assumption has one or more of
not_null, prefix, suffix, min, max, min_length and max_length. If the plan
contradicts it, that is an error.

--on-unknown says how to treat a mandatory policy that is undecided, or a plan
that is not complete: with warn, as a warning; with fail, as a failure; with
pass, not at all. With auto, the default, it is warn if standard output is a
terminal and CI is not set, and fail otherwise.

Exit status: 0 if nothing failed (advisory policies may), 1 if a mandatory
policy failed or a policy had an error, 2 if something is wrong with the
policies, the plan or the command line, or if --require-match finds a policy
that matches nothing, 3 if --on-unknown is fail and a mandatory policy is
undecided or the plan is not complete. 2 comes before 1, and 1 before 3.

Environment:
  CI                --on-unknown is fail by default
  TFPOLICY_INPUT_NAME
                    sets the input NAME, unless --input does
The environment for schemas is that of 'planfmt show'.`

const checkExample = `  planfmt check tfplan --policies policies/
  planfmt check plan.json --policies policies/ --schemas schemas.json --config .`

func newCmdCheck(f *factory) *cobra.Command {
	opts := &checkOptions{showOptions: showOptions{streams: f.streams}}
	shared := newDocumentFlags()
	var judging judgingFlags
	format := infoChoice(planfmt.VerdictFormats())
	var markdown markdownFlags
	unknown := choice{value: "auto", names: []string{"auto", verdict.UnknownWarns.String(), verdict.UnknownFails.String(), verdict.UnknownPasses.String()}}
	cmd := &cobra.Command{
		Use:               "check [flags] [PLAN]",
		Short:             "Judge a plan by policies",
		Long:              checkHelp,
		Example:           checkExample,
		Args:              maxArgs(1),
		ValidArgsFunction: completeInput("tfplan", "tfstate", "json", "json.gz"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := shared.resolve(f, cmd, &opts.showOptions, args); err != nil {
				return &policyError{err}
			}
			if len(judging.Paths) == 0 {
				return &policyError{&usageError{cmd.CommandPath(), errors.New("no policies: pass --policies DIR, or --policies builtin:hazards")}}
			}
			opts.Format, opts.Output = format.value, string(shared.output)
			if err := checkMarkdownUse(cmd.Flags(), opts.Format); err != nil {
				return &policyError{&usageError{cmd.CommandPath(), err}}
			}
			if opts.Markdown, err = markdown.layout(cmd.Flags()); err != nil {
				return &policyError{&usageError{cmd.CommandPath(), err}}
			}
			if unknown.value != "auto" {
				if err := opts.OnUnknown.UnmarshalText([]byte(unknown.value)); err != nil {
					return &policyError{&usageError{cmd.CommandPath(), err}}
				}
			} else if ci := f.getenv("CI"); !f.streams.OutTTY || ci != "" && ci != "false" {
				opts.OnUnknown = verdict.UnknownFails
			}
			if err := judging.resolve(f); err != nil {
				return &policyError{err}
			}
			opts.Judging = judging.judgingOptions
			return runCheck(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	judging.addPolicies(flags, "judge by the policy files in DIR and its subdirectories, or by a single file; repeatable")
	flags.VarP(&format, "format", "f", "how to write the verdicts: "+format.list())
	shared.addOutput(cmd)
	flags.Var(&word{&opts.Title, "TEXT"}, "title", "for markdown: the heading of the comment")
	markdown.add(cmd, flags)
	flags.Var(&unknown, "on-unknown", "how to treat a mandatory policy that is undecided: "+unknown.list())
	judging.addOverride(flags)
	flags.BoolVar(&opts.MustMatch, "require-match", false, "exit with 2 if a policy matches nothing in the plan")
	judging.inputs.add(flags)
	shared.addSchemas(cmd, &opts.showOptions)
	addStepsFlag(flags, &opts.MaxSteps)
	shared.addConfig(cmd, &opts.showOptions)
	judging.addAssume(flags)
	shared.addCopies(cmd, " (default)")
	shared.addLayout(cmd, &opts.showOptions)
	flags.BoolVar(&opts.Strict, "strict", false, strictHelp)
	flags.BoolVar(&opts.Quiet, "quiet", false, "show no progress and no warnings; errors are still reported")
	completeChoices(cmd, map[string]choice{"format": format, "on-unknown": unknown})
	return cmd
}

func runCheck(ctx context.Context, opts *checkOptions) error {
	var err error
	if opts.by, err = opts.Judging.read(); err != nil {
		return &policyError{err}
	}
	layers, err := opts.streams.layers(opts.Bundle, opts.Cache, opts.Limits)
	if err != nil {
		return &policyError{err}
	}
	library := planfmt.CheckOptions{
		Options: opts.library(layers),
		Judging: opts.by,
	}
	library.Warn = func(w planfmt.Warning) {
		if !opts.Quiet {
			opts.streams.warn(w.Text)
		}
	}
	result, err := opts.check(ctx, library)
	diags, static := errors.AsType[diag.List](err)
	if err != nil && !static {
		return err
	}
	diags = append(opts.Judging.warnings, diags...)
	if result != nil {
		result.OnUnknown = opts.OnUnknown
		diags = append(diags, result.Diagnostics...)
		result.Diagnostics = nil
		if opts.MustMatch {
			for _, p := range result.Unmatched {
				diags = append(diags, &diag.Diagnostic{
					Summary: "Policy matches nothing", Detail: "Nothing in the plan is of the type that " + p.Name + " judges.", Subject: p.Range,
				})
			}
		}
	}
	if err := opts.writeReport(result, diags); err != nil {
		return err
	}
	if result != nil && !diags.HasErrors() && !opts.Quiet {
		opts.streams.hintSchemas(result)
	}
	return opts.outcome(result, diags)
}

// check opens the plan and judges it.
func (o *checkOptions) check(ctx context.Context, library planfmt.CheckOptions) (*verdict.Report, error) {
	in, inName, err := o.streams.openInput(o.File)
	if errors.Is(err, errDirectory) {
		err = fmt.Errorf("%w; pass a plan file, or the output of 'terraform show -json PLAN'", err)
	}
	if err != nil {
		return nil, &policyError{err}
	}
	defer in.Close()
	var line *progressLine
	if o.Progress {
		line = o.streams.startProgress(in)
		defer line.end()
		library.Progress = line.set
	}
	result, err := planfmt.Check(ctx, in, library)
	if _, static := errors.AsType[diag.List](err); err == nil || static || errors.Is(err, context.Canceled) {
		return result, err
	}
	if _, ok := errors.AsType[*planfmt.PanicError](err); ok {
		return nil, err
	}
	if errors.Is(err, planfmt.ErrNoPolicies) {
		return nil, &policyError{o.Judging.errNoPolicies()}
	}
	_, ofSchema := errors.AsType[*planfmt.SchemaError](err)
	if ofSchema {
		return nil, &policyError{err}
	}
	if option, ok := errors.AsType[*planfmt.OptionError](err); ok {
		return nil, &policyError{optionFlagError(option)}
	}
	return nil, &policyError{fmt.Errorf("%s: %w", plans.SpellName(inName), trimName(err))}
}

// writeReport writes what the policies say. result is nil if there are static errors. If there are errors, every
// report says so but the text, for which standard error does: then an earlier report stays as it is.
func (o *checkOptions) writeReport(result *verdict.Report, diags diag.List) error {
	source := o.by.SourceText()
	if o.Format != "json" {
		o.showDiagnostics(diags, source)
	}
	if o.Format == "text" && diags.HasErrors() {
		return nil
	}
	out, err := o.streams.openOutput(outputPlan{Name: o.Output, Inputs: append(o.inputs(), o.File)})
	if err != nil {
		return &policyError{err}
	}
	defer out.abort()
	if result == nil {
		result = &verdict.Report{}
	}
	if err := out.finish(o.writeVerdicts(out, result, diags, source)); err != nil {
		return &policyError{err}
	}
	return nil
}

// showDiagnostics shows all errors, but only the first warnings: there may be many about a large set of policies, and
// they are about the policies, not about the plan.
func (o *checkOptions) showDiagnostics(diags diag.List, source report.SourceText) {
	const most = 10
	var shown diag.List
	warnings := 0
	for _, d := range diags {
		if d.Severity == diag.Warning {
			if warnings++; o.Quiet || warnings > most {
				continue
			}
		}
		shown = append(shown, d)
	}
	o.streams.showDiagnostics(shown, o.Color, source)
	if more := warnings - most; more > 0 && !o.Quiet {
		o.streams.warn(fmt.Sprintf("%d more warnings about the policies; 'planfmt validate' shows all of them", more))
	}
}

// writeVerdicts writes what the policies say, in the format.
func (o *checkOptions) writeVerdicts(w io.Writer, result *verdict.Report, diags diag.List, source report.SourceText) error {
	terminal := o.streams.OutTTY && isStandardOutput(o.Output)
	return planfmt.WriteVerdicts(w, result, diags, o.Format, planfmt.VerdictLayout{
		Layout: planfmt.Layout{
			Width: cmp.Or(o.Width, o.streams.Columns), Color: o.Color == colorAlways || o.Color == colorAuto && terminal, Terminal: terminal,
			Title: o.Title, Markdown: o.Markdown,
		},
		NoBoxes: o.Color == colorNever, Source: source, Version: buildVersion().module,
	})
}

// sourceText returns the texts of files and of values for inputs, by the names that diagnostics have for them.
func sourceText(files policy.Files, inputs policy.InputValues) report.SourceText {
	texts := map[string][]byte{}
	for _, f := range slices.Concat(files.Policies, files.Tests) {
		texts[f.Name] = f.Text
	}
	return func(file string) []byte {
		if text, ok := texts[file]; ok {
			return text
		}
		return inputs.Text(file)
	}
}

// errFailed says that a mandatory policy has failed, and errUndecided that nobody can decide yet on one. Both
// have been shown.
var (
	errFailed    = errors.New("a policy has failed")
	errUndecided = errors.New("a policy is undecided")
)

// outcome returns what came out as an error, or nil if nothing failed.
func (o *checkOptions) outcome(r *verdict.Report, diags diag.List) error {
	if r == nil || diags.HasErrors() {
		return errPolicies
	}
	switch c := r.Conclusion(); {
	case c == verdict.Fail:
		return errFailed
	case c == verdict.Undecided && r.OnUnknown == verdict.UnknownFails:
		return errUndecided
	}
	return nil
}

// readAssumptions reads files of assumptions. A directory stands for the files *.assume.hcl in it.
func readAssumptions(paths []string) ([]planvalue.AssumptionFile, error) {
	var all []planvalue.AssumptionFile
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%s: %w", plans.SpellName(path), trimName(err))
		}
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && name != path:
				return fs.SkipDir
			case d.IsDir(), name != path && !strings.HasSuffix(name, ".assume.hcl"):
				return nil
			}
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			defer f.Close()
			text, err := io.ReadAll(io.LimitReader(f, planvalue.MaxAssumptions+1))
			all = append(all, planvalue.AssumptionFile{Name: name, Text: text})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
