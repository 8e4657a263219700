package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// outcomeOptions are the parsed arguments of `planfmt outcome`.
type outcomeOptions struct {
	streams *terminal.Streams

	options.Document // File is the plan
	options.SchemaSources
	options.Secrets
	options.Layout
	options.Outputs
	options.Report
	Log   flagvalue.FileName // "-" for standard input; empty for none
	State flagvalue.FileName // likewise
}

const outcomeHelp = `Say what became of a plan: what was done, what failed and why, what was not reached,
and what is not as planned.

PLAN is a binary plan file, or the output of 'terraform show -json PLAN'. What
happened is in the log of the run (--log), which 'terraform apply -json PLAN' prints,
in the state after it (--state), which is a state file, the output of 'terraform show
-json' or of 'terraform state pull', or in both. One of the two may be -, which is
standard input. The log has the errors, and says what was not reached; the state has
the values: those that the plan knew and that have become others, and those that
were known only after apply.

For each resource that the plan touches, planfmt says one of these:
  as planned        the log says that it is done, or the state has what was planned
  failed            there was an error, or the object is tainted
  half done         a replacement has destroyed the old object and not created the
                    new one, or the other way round
  interrupted       it was under way when the log ended
  done differently  a value that the plan knew is another one, or log and state
                    contradict each other
  not reached       it was not begun: it is left to do
  unclear           neither the log nor the state says

Sensitive values are hidden, and so are texts of the log with copies of them.
Outputs and actions are not compared. docs/outcome.md in planfmt's repository has
more.

Exit status: 0 if all was done as planned and the run succeeded, 2 if not, 1 on
error. The other statuses and the environment are those of 'planfmt show'.`

const outcomeExample = `  # what happened, and what is left to do?
  planfmt outcome tfplan --log apply.jsonl --state terraform.tfstate

  # in a pipeline: print it, and write a comment
  planfmt outcome tfplan --log apply.jsonl -f human -f markdown=comment.md`

func newCmdOutcome(f *command.Factory, runF func(context.Context, *outcomeOptions) error) *cobra.Command {
	opts := &outcomeOptions{streams: f.Streams}
	cmd := &cobra.Command{
		Use:               "outcome [flags] PLAN --log FILE --state FILE",
		Short:             "Say what became of a plan that was applied",
		Long:              outcomeHelp,
		Example:           outcomeExample,
		Args:              command.MaxArgs(1),
		ValidArgsFunction: flagvalue.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	all := options.OtherFormats(planfmt.OutcomeFormats())
	flagvalue.Input.In(flags).Var(&opts.Log, "log", "the log of the run, which 'terraform apply -json' prints")
	flagvalue.Input.In(flags).Var(&opts.State, "state", "the state after the run")
	opts.SchemaSources.AddFlags(cmd)
	opts.AddUnpacked(flags)
	opts.AddProduct(cmd)
	opts.AddColor(cmd, "")
	opts.AddWidth(flags)
	opts.AddFormat(cmd, all)
	opts.AddLimit(flags, all, "resources")
	opts.AddPager(flags)
	opts.AddOutput(flags)
	opts.MarkdownText.AddFlags(cmd, all)
	_ = flags.MarkHidden("collapse")
	opts.AddStrict(flags)
	opts.AddQuiet(flags, "do not report what is odd about the documents; errors are still reported")
	return cmd
}

// resolve sets the options that follow from the flags and the environment. args are the plan.
func (o *outcomeOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) error {
	if err := checkOutcomeInputs(args, string(o.Log), string(o.State)); err != nil {
		return command.Usage(cmd, err)
	}
	if err := options.ResolveInput(f, cmd, args, &o.Document, &o.Layout, &o.Secrets, &o.SchemaSources); err != nil {
		return err
	}
	o.StartPager(f, false)
	if err := o.Outputs.Resolve(""); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.Report.Resolve(cmd.Flags()); err != nil {
		return command.Usage(cmd, err)
	}
	return o.checkOutputs(cmd)
}

func (o *outcomeOptions) checkOutputs(cmd *cobra.Command) error {
	if err := o.Outputs.Check(cmd.Flags()); err != nil {
		return command.Usage(cmd, err)
	}
	return nil
}

func runOutcome(ctx context.Context, opts *outcomeOptions) error {
	library := planfmt.Options{Input: opts.Input(), Warn: opts.WarnUnlessQuiet(opts.streams)}
	opts.Secrets.Apply(&library)
	if err := opts.SchemaSources.Apply(opts.streams, &library); err != nil {
		return err
	}
	in, docs, err := openOutcome(opts.streams, opts.File, string(opts.Log), string(opts.State))
	if err != nil {
		return err
	}
	defer docs.close()
	outs, err := output.OpenAll(opts.streams, opts.Targets, output.Plan{Inputs: append(docs.files, opts.SchemaSources.Files()...), Drain: true, Pager: opts.streams.Pager.Load()})
	if err != nil {
		return err
	}
	defer outs.Abort()
	targets := make([]planfmt.Target, len(outs))
	buffers := make([]*bufio.Writer, len(outs))
	for i, out := range outs {
		buffers[i] = bufio.NewWriterSize(out, 64<<10)
		l := opts.Layout.Layout(opts.streams, opts.Targets[i])
		opts.Report.Layout(&l)
		targets[i] = planfmt.Target{W: buffers[i], Format: opts.Targets[i].Format, Layout: l}
	}
	res, err := planfmt.Outcome(ctx, in, library, targets...)
	for _, b := range buffers {
		if err == nil {
			err = b.Flush()
		}
	}
	if err == nil {
		err = outs.Commit()
	}
	where, err := docs.where(err)
	if err := outs.Failure("planfmt outcome", err, where); err != nil {
		return err
	}
	if res != nil && !res.AsPlanned {
		return command.ErrRefused
	}
	return nil
}

// outcomeDocuments are the documents that say what became of a plan.
type outcomeDocuments struct {
	opened []io.Closer
	files  []string // without standard input
	names  [3]string
}

// openOutcome opens the plan, and the log and the state unless they are empty.
func openOutcome(streams *terminal.Streams, plan, log, state string) (in planfmt.OutcomeInput, d *outcomeDocuments, err error) {
	d = &outcomeDocuments{}
	for i, to := range [...]*io.Reader{&in.Plan, &in.Log, &in.State} {
		file := [...]string{plan, log, state}[i]
		if file == "" {
			continue
		}
		r, name, err := terminal.OpenInput(streams, file)
		if err != nil {
			d.close()
			return in, nil, err
		}
		d.opened = append(d.opened, r)
		if *to, d.names[i] = r, name; file != "-" {
			d.files = append(d.files, file)
		}
	}
	return in, d, nil
}

func (d *outcomeDocuments) close() {
	for _, f := range d.opened {
		_ = f.Close() // nothing was written
	}
}

// where returns the name of the document in which an error is, as messages begin with it, and the error in it.
func (d *outcomeDocuments) where(err error) (string, error) {
	name := ""
	if plan, ok := errors.AsType[*planfmt.PlanError](err); ok {
		name, err = d.names[0], plan.Err
		if plan.Which == planfmt.NewPlan {
			name = d.names[2]
		}
	} else if log, ok := errors.AsType[*planfmt.LogError](err); ok {
		name, err = d.names[1], log.Err
	}
	if name != "" {
		name = plans.SpellName(name) + ": "
	}
	return name, err
}

// checkOutcomeInputs checks the names of the documents.
func checkOutcomeInputs(plan []string, log, state string) error {
	inputs := append([]string{log, state}, plan...)
	streams := slices.DeleteFunc(inputs, func(name string) bool { return name != "-" })
	switch {
	case len(plan) == 0:
		return errors.New("no plan: pass the plan file that was applied")
	case log == "" && state == "":
		return errors.New("--log or --state is needed: the log of the run, or the state after it")
	case len(streams) > 1:
		return errors.New("only one of the documents can be standard input")
	}
	return nil
}
