package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/verdict"
)

// checkOptions are the parsed arguments of `planfmt check`.
type checkOptions struct {
	streams *terminal.Streams

	options.Document
	options.SchemaSources
	options.Secrets
	options.Layout
	options.Outputs
	options.MarkdownText
	options.Places // only the directory of the configuration
	options.Policies
	options.Facts
	options.Annotations
	OnUnknown verdict.OnUnknown
	MustMatch bool
	// WarningsFail makes warnings about the policies errors.
	WarningsFail bool
	Jobs         flagvalue.JobCount
	Explain      bool
	Explained    string             // the address of an object; empty for what is neither passed nor skipped
	Draft        flagvalue.FileName // a file of exceptions to write; empty for none
}

const checkHelp = `Judge a plan by Terraform policy files (*.policy.hcl) and by conditions over the
whole plan (--assert), offline.

PLAN is a binary plan file, or the output of 'terraform show -json PLAN'.
Without PLAN, or if PLAN is -, planfmt reads standard input. A state is an error:
'terraform show -json' prints one unless it is given the name of a plan file.
With --allow-state, it is judged like a plan that changes nothing.

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
not_null, prefix, prefix_exact, suffix, min, min_exclusive, max, max_exclusive,
min_length and max_length. It is an error if the plan or the schema contradicts
an assumption, or if no value can meet it. The end of a prefix may combine with
what follows it, such as an accent; that of prefix_exact does not.

--on-unknown says how to treat a mandatory policy that is undecided, or a plan
that is not complete: with warn, as a warning; with fail, as a failure; with
pass, not at all. With auto, the default, it is warn if standard output is a
terminal and CI is not set, and fail otherwise.

--exceptions names a file with failures that are accepted until a day: shown and
counted, but not failures for the exit status. --write-exceptions drafts it.

Exit status: 0 if nothing failed (advisory policies may), 1 if a mandatory
policy failed or a policy had an error, 2 if something is wrong with the
policies, the plan or the command line, if --require-match finds a policy that
matches nothing, or if there is a warning, with --warnings-fail, 3 if
--on-unknown is fail and a mandatory policy is undecided or the plan is not
complete. 2 comes before 1, and 1 before 3.

Environment:
  CI                --on-unknown is fail by default
  TFPOLICY_INPUT_NAME
                    sets the input NAME, unless --input does
The environment for schemas is that of 'planfmt show'.`

const checkExample = `  planfmt check tfplan --policies policies/
  planfmt check plan.json --policies policies/ --schemas schemas.json --config .
  planfmt check plan.json --assert 'plan.counts.destroy <= 5'
  planfmt check plan.json --annotate infracost.json --assert 'plan.annotations.cost.difference <= 500'`

func newCmdCheck(f *command.Factory, runF func(context.Context, *checkOptions) error) *cobra.Command {
	opts := &checkOptions{streams: f.Streams}
	all := options.OtherFormats(planfmt.VerdictFormats())
	format := all.Choice()
	unknown := flagvalue.Choice{Value: "auto", Names: []string{"auto", verdict.UnknownWarns.String(), verdict.UnknownFails.String(), verdict.UnknownPasses.String()}}
	cmd := &cobra.Command{
		Use:               "check [flags] [PLAN]",
		Short:             "Judge a plan by policies",
		Long:              checkHelp,
		Example:           checkExample,
		Args:              command.MaxArgs(1),
		ValidArgsFunction: flagvalue.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Targets = []output.Target{{Format: format.Value, File: string(opts.Output)}}
			if output.IsStandardOutput(opts.Targets[0].File) {
				opts.Targets[0].File = ""
			}
			if err := opts.resolve(f, cmd, args, unknown.Value); err != nil {
				return command.PolicyFailure(err)
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	opts.AddPolicies(flags, "judge by the policy files in DIR and its subdirectories, or by a single file; repeatable")
	opts.AddAssertions(cmd)
	opts.Allow(all)
	flagvalue.AddFormat(cmd, &format, "how to write the verdicts")
	opts.AddOutput(flags)
	opts.MarkdownText.AddFlags(cmd, all)
	flagvalue.Policies.In(flags).Var(&unknown, "on-unknown", "how to treat a mandatory policy that is undecided: "+unknown.List())
	opts.AddOverride(flags)
	opts.AddFacts(flags)
	opts.AddExceptions(cmd)
	flagvalue.Policies.In(flags).Var(&opts.Draft, "write-exceptions", "draft a new FILE of exceptions for the mandatory policies that fail now")
	opts.addExplain(cmd)
	flagvalue.Policies.In(flags).BoolVar(&opts.MustMatch, "require-match", false, "exit with 2 if a policy matches nothing in the plan")
	flagvalue.Policies.In(flags).BoolVar(&opts.WarningsFail, "warnings-fail", false, "treat warnings about the policies as errors: exit with 2")
	opts.Values.Add(flags)
	opts.SchemaSources.AddFlags(cmd)
	opts.AddLimits(flags)
	opts.AddAllowState(flags)
	flagvalue.AddStepsFlag(flags, &opts.MaxSteps)
	flagvalue.Limits.In(flags).Var(&opts.Jobs, "jobs", "how many resources are judged at the same time (default: one for each CPU); the verdicts are the same")
	opts.AddConfig(cmd)
	opts.AddAnnotationsForExpressions(cmd, &opts.Places)
	opts.AddProviderVersions(flags)
	opts.AddAssume(flags)
	opts.AddCopies(flags, " (default)")
	opts.AddProduct(cmd)
	opts.AddColor(cmd, "")
	opts.AddWidth(flags)
	opts.AddStrict(flags)
	opts.AddQuiet(flags, "show no progress and no warnings; errors are still reported")
	flagvalue.CompleteChoice(cmd, "on-unknown", &unknown)
	return cmd
}

// resolve sets the options that follow from the flags and the environment.
func (o *checkOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string, onUnknown string) error {
	if err := options.ResolveInput(f, cmd, args, &o.Document, &o.Layout, &o.Secrets, &o.SchemaSources); err != nil {
		return err
	}
	if len(o.Paths)+len(o.Asserted)+len(o.AssertIn) == 0 {
		return command.Usage(cmd, errors.New("no policies: pass --policies DIR, --policies builtin:hazards or --assert EXPR"))
	}
	if err := o.Outputs.Check(cmd.Flags()); err != nil {
		return command.Usage(cmd, err)
	}
	if err := cmp.Or(o.CheckFacts(), o.MarkdownText.Resolve(cmd.Flags())); err != nil {
		return command.Usage(cmd, err)
	}
	if format := o.Targets[0].Format; o.Explain && format != "text" && format != "json" {
		return command.Usage(cmd, fmt.Errorf("--explain has no effect on the format %s; valid formats: text, json", format))
	}
	if o.Draft != "" && output.IsStandardOutput(string(o.Draft)) {
		return command.Usage(cmd, errors.New("--write-exceptions: want the name of a new file: standard output is for the report"))
	}
	if onUnknown != "auto" {
		if err := o.OnUnknown.UnmarshalText([]byte(onUnknown)); err != nil {
			return command.Usage(cmd, err)
		}
	} else if ci := f.Getenv("CI"); !f.Streams.OutTTY || ci != "" && ci != "false" {
		o.OnUnknown = verdict.UnknownFails
	}
	if err := o.ResolveAnnotations(f, o.File, &o.Places); err != nil {
		return command.Usage(cmd, err)
	}
	return o.Policies.Resolve(f)
}

func runCheck(ctx context.Context, opts *checkOptions) error {
	written, err := opts.judge(ctx)
	if err != nil && !written && !errors.Is(err, context.Canceled) {
		_ = opts.writeFacts(nil, nil) // those of an earlier run would be wrong; err matters more
	}
	return err
}

// judge judges the plan, and writes the report and the facts, unless written is false.
func (o *checkOptions) judge(ctx context.Context) (written bool, err error) {
	if err := o.Read(); err != nil {
		return false, command.PolicyFailure(err)
	}
	o.Judging.Explain, o.Judging.ExplainOnly = o.Explain, o.Explained
	library := planfmt.Options{Policies: &o.Judging}
	library.Input, library.MaxSteps = o.Input(), o.MaxSteps
	library.Warn = o.WarnUnlessQuiet(o.streams)
	o.Secrets.Apply(&library)
	o.Places.Apply(&library)
	if err := o.SchemaSources.Apply(o.streams, &library); err != nil {
		return false, command.PolicyFailure(err)
	}
	if err := o.Require(o.streams, o.Quiet, &library); err != nil {
		return false, command.PolicyFailure(err)
	}
	lines, err := o.beginLines()
	if err != nil {
		return false, err
	}
	defer lines.Abort()
	library.Workers = int(o.Jobs)
	result, err := o.check(ctx, library)
	diags, static := errors.AsType[diag.List](err)
	if err != nil && !static {
		return false, err
	}
	diags = append(o.Warnings, diags...)
	if result != nil {
		result.OnUnknown = o.OnUnknown
		diags = append(diags, result.Diagnostics...)
		result.Diagnostics = nil
		if o.MustMatch {
			for _, p := range result.Unmatched {
				diags = append(diags, &diag.Diagnostic{
					Summary: "Policy matches nothing", Detail: "Nothing in the plan is of the type that " + p.Name + " judges.", Subject: p.Range,
				})
			}
		}
	}
	if o.WarningsFail {
		diags = diags.WarningsAsErrors()
	}
	if err := cmp.Or(o.writeReport(lines, result, diags), o.writeFacts(result, diags)); err != nil {
		return true, err
	}
	if result != nil && !diags.HasErrors() {
		if !o.Quiet {
			options.HintSchemas(o.streams, result)
		}
		if o.Explained != "" && len(result.Explanations) == 0 && !o.Quiet {
			o.streams.Warn("nothing to explain: no policy is about " + plans.SpellName(o.Explained))
		}
		if o.Draft != "" {
			if err := o.DraftExceptions(o.streams, string(o.Draft), o.Quiet, result); err != nil {
				return true, command.PolicyFailure(err)
			}
		}
	}
	return true, o.outcome(result, diags)
}

// check opens the plan and judges it.
func (o *checkOptions) check(ctx context.Context, library planfmt.Options) (*verdict.Report, error) {
	in, inName, err := terminal.OpenInput(o.streams, o.File)
	if errors.Is(err, files.ErrDirectory) {
		err = fmt.Errorf("%w; pass a plan file, or the output of 'terraform show -json PLAN'", err)
	}
	if err != nil {
		return nil, command.PolicyFailure(err)
	}
	defer in.Close()
	var line *terminal.ProgressLine
	if o.Progress {
		line = o.streams.StartProgress(in)
		defer line.End()
		library.Progress = line.Set
	}
	result, err := planfmt.Check(ctx, in, library)
	if _, static := errors.AsType[diag.List](err); err == nil || static || errors.Is(err, context.Canceled) {
		return result, err
	}
	if _, ok := errors.AsType[*planfmt.PanicError](err); ok {
		return nil, err
	}
	if errors.Is(err, planfmt.ErrNoPolicies) {
		return nil, command.PolicyFailure(o.ErrNoPolicies())
	}
	_, ofSchema := errors.AsType[*planfmt.SchemaError](err)
	if ofSchema {
		return nil, command.PolicyFailure(err)
	}
	if option, ok := errors.AsType[*planfmt.OptionError](err); ok {
		return nil, command.PolicyFailure(output.OptionFlagError(option))
	}
	return nil, command.PolicyFailure(fmt.Errorf("%s: %w", plans.SpellName(inName), files.TrimName(err)))
}

// writeReport writes what the policies say. result is nil if there are static errors. If there are errors, every
// report says so but the text, for which standard error does: then an earlier report stays as it is.
func (o *checkOptions) writeReport(lines *verdictLines, result *verdict.Report, diags diag.List) error {
	if lines != nil {
		return lines.end(result, diags)
	}
	source := o.Judging.SourceText()
	if o.Targets[0].Format != "json" {
		o.showDiagnostics(diags, source)
	}
	if o.Targets[0].Format == "text" && diags.HasErrors() {
		return nil
	}
	out, err := output.Open(o.streams, o.destination())
	if err != nil {
		return command.PolicyFailure(err)
	}
	defer out.Abort()
	if result == nil {
		result = &verdict.Report{}
	}
	if err := out.Finish(o.writeVerdicts(out, result, diags, source)); err != nil {
		return command.PolicyFailure(err)
	}
	return nil
}

// destination says where the report goes.
func (o *checkOptions) destination() output.Plan {
	return output.Plan{Name: o.Targets[0].File, Inputs: o.inputs()}
}

// inputs returns the names of the files that are read.
func (o *checkOptions) inputs() []string {
	return slices.Concat(o.SchemaSources.Files(), o.Policies.Files(), o.AnnotationFiles(), []string{o.File})
}

// showDiagnostics shows all errors, but only the first warnings: there may be many about a large set of policies, and
// they are about the policies, not about the plan.
func (o *checkOptions) showDiagnostics(diags diag.List, source layout.SourceText) {
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
	options.ShowDiagnostics(o.streams, shown, o.Color, source)
	if more := warnings - most; more > 0 && !o.Quiet {
		o.streams.Warn(fmt.Sprintf("%d more warnings about the policies; 'planfmt validate' shows all of them", more))
	}
}

// writeVerdicts writes what the policies say, in the format.
func (o *checkOptions) writeVerdicts(w io.Writer, result *verdict.Report, diags diag.List, source layout.SourceText) error {
	onTerminal := o.Targets[0].IsTerminal(o.streams)
	return planfmt.WriteVerdicts(w, result, diags, o.Targets[0].Format, planfmt.VerdictLayout{
		Layout: planfmt.Layout{
			Width: cmp.Or(o.Width, o.streams.Columns), Color: o.Color == terminal.ColorAlways || o.Color == terminal.ColorAuto && onTerminal, Terminal: onTerminal,
			Title: o.Title, Markdown: o.Markdown,
		},
		NoBoxes: o.Color == terminal.ColorNever, Source: source, Version: buildVersion().module,
	})
}

// writeFacts writes what the next steps of a job ask for.
func (o *checkOptions) writeFacts(r *verdict.Report, diags diag.List) error {
	if r == nil || diags.HasErrors() {
		o.AddWrongPolicies()
	} else {
		o.AddVerdict(r)
	}
	if err := o.WriteFacts(o.streams, o.inputs()); err != nil {
		return command.PolicyFailure(err)
	}
	return nil
}

// outcome returns what came out as an error, or nil if nothing failed.
func (o *checkOptions) outcome(r *verdict.Report, diags diag.List) error {
	if r == nil || diags.HasErrors() {
		return command.ErrPolicies
	}
	switch c := r.Conclusion(); {
	case c == verdict.Fail:
		return command.ErrFailed
	case c == verdict.Undecided && r.OnUnknown == verdict.UnknownFails:
		return command.ErrUndecided
	}
	return nil
}
