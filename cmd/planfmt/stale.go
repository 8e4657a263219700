package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/internal/know/lockfile"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// staleOptions are the parsed arguments of `planfmt stale`.
type staleOptions struct {
	streams *terminal.Streams

	options.Document // of both; File is the plan
	options.SchemaSources
	options.Secrets
	State    string // "-" for standard input
	MaxAge   time.Duration
	LockFile flagvalue.FileName

	now func() time.Time
}

const staleHelp = `Find out whether a plan still fits the state that it is to be applied to.

PLAN is a binary plan file, or the output of 'terraform show -json PLAN'. STATE is a
state file, what 'terraform state pull' prints, or the output of 'terraform show
-json'. Without STATE, planfmt reads the state from standard input.

A plan is stale if

- the state is another one (lineage), or has changed since (serial). Binary plan
  files, state files and 'terraform state pull' say which state it is; Terraform
  itself rejects such a plan;
- the state was written by a later version of Terraform;
- a resource that the plan touches has changed since: it has other values, is gone,
  exists now, or is tainted. planfmt names the attributes, but not their values;
- with --lock-file, a provider is locked at another version than the plan was made
  with. Only binary plan files say which;
- with --max-age, the plan is older.

Each reason is a line on standard output. A plan that is stale by serial only, with
no resource named, may do what it was made for, but Terraform rejects it all the
same: make it again, and compare the two with 'planfmt diff'.

Exit status: 0 if the plan is fresh, 2 if it is stale, 1 on error. The other statuses
and the environment are those of 'planfmt show'.`

const staleExample = `  # does the plan still fit the state?
  terraform state pull | planfmt stale tfplan

  # a state file, and not older than four hours
  planfmt stale tfplan terraform.tfstate --max-age 4h`

func newCmdStale(f *command.Factory, runF func(context.Context, *staleOptions) error) *cobra.Command {
	opts := &staleOptions{streams: f.Streams, now: time.Now}
	cmd := &cobra.Command{
		Use:     "stale [flags] PLAN [STATE]",
		Short:   "Find out whether a plan still fits the state",
		Long:    staleHelp,
		Example: staleExample,
		Args:    command.MaxArgs(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			return flagvalue.CompleteInput(cmd, args[min(len(args), 1):], text)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.Contents.In(flags).Var((*flagvalue.Age)(&opts.MaxAge), "max-age", "the plan is stale if it is older, such as 4h or 30m")
	flagvalue.CompleteFlag(cmd, "max-age", cobra.NoFileCompletions)
	flagvalue.Contents.In(flags).Var(&opts.LockFile, "lock-file", "the plan is stale if FILE, the dependency lock file, locks other versions of its providers")
	opts.SchemaSources.AddFlags(cmd)
	opts.AddUnpacked(flags)
	opts.AddProduct(cmd)
	opts.AddStrict(flags)
	opts.AddQuiet(flags, "do not report what cannot be compared; reasons and errors are still reported")
	return cmd
}

// resolve sets the options that follow from the flags and the environment. args are the plan and the state.
func (o *staleOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return command.Usage(cmd, errors.New("no plan: pass the plan file, and the state unless it is on standard input"))
	case len(args) == 1 && args[0] == "-", len(args) == 2 && args[0] == "-" && args[1] == "-":
		return command.Usage(cmd, errors.New("only one of the documents can be standard input: pass the plan as a file"))
	case len(args) == 1 && f.Streams.InTTY:
		return command.Usage(cmd, errors.New("no state: pass a state file, or pipe the state in: terraform state pull | planfmt stale PLAN"))
	}
	o.State = "-"
	if len(args) == 2 {
		o.State = args[1]
	}
	if err := o.Document.Resolve(f, cmd, args[:1]); err != nil {
		return err
	}
	if err := o.Secrets.Resolve(cmd); err != nil {
		return err
	}
	o.SchemaSources.Resolve(f)
	return nil
}

func runStale(ctx context.Context, opts *staleOptions) error {
	library := planfmt.Options{Input: opts.Input()}
	opts.Secrets.Apply(&library)
	if err := opts.SchemaSources.Apply(opts.streams, &library); err != nil {
		return err
	}
	terms := planfmt.StaleTerms{Now: opts.now(), MaxAge: opts.MaxAge}
	if opts.LockFile != "" {
		text, err := options.ReadSmall(string(opts.LockFile), maxLockFile)
		if err != nil {
			return err
		}
		if terms.Locked, err = lockfile.Parse(plans.SpellName(string(opts.LockFile)), text); err != nil {
			return err
		}
	}
	plan, planName, err := terminal.OpenInput(opts.streams, opts.File)
	if err != nil {
		return err
	}
	defer plan.Close()
	state, stateName, err := terminal.OpenInput(opts.streams, opts.State)
	if err != nil {
		return err
	}
	defer state.Close()
	out, err := output.Open(opts.streams, output.Plan{Drain: true})
	if err != nil {
		return err
	}
	defer out.Abort()
	found, err := planfmt.Stale(ctx, plan, state, library, terms)
	if in, ok := errors.AsType[*planfmt.PlanError](err); ok {
		name := planName
		if in.Which == planfmt.NewPlan {
			name = stateName
		}
		return fmt.Errorf("%s: %w", plans.SpellName(name), in.Err)
	}
	if err != nil {
		return err
	}
	if !opts.Quiet {
		for _, text := range found.Warnings {
			opts.streams.Warn(text)
		}
	}
	name := plans.SpellName(planName)
	if len(found.Reasons) == 0 {
		_, err = io.WriteString(out, sinks.Escape(name+": fresh")+"\n")
		return out.Finish(err)
	}
	for _, reason := range found.Reasons {
		if _, err := io.WriteString(out, sinks.Escape(name+": stale: "+reason)+"\n"); err != nil {
			return out.Finish(err)
		}
	}
	if err := out.Finish(nil); err != nil {
		return err
	}
	return command.ErrRefused
}

// maxLockFile is how many bytes of a lock file are read.
const maxLockFile = 16 << 20
