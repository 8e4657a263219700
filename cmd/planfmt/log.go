package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/runlog"
)

// logOptions are the parsed arguments of `planfmt log`.
type logOptions struct {
	streams  *terminal.Streams
	patience *terminal.Patience

	options.Document // but for File
	options.SchemaSources
	options.Layout
	options.Outputs
	options.MarkdownText
	Files []string           // "-" for standard input
	Tee   flagvalue.FileName // empty for none
	Plan  flagvalue.FileName // that is applied; empty for none
	Live  bool               // a terminal may show what is under way

	noLive bool
}

const logHelp = `Show the machine-readable log of a run: what 'terraform plan -json',
'terraform apply -json', 'terraform query -json' and others print, and those of
OpenTofu.

Without FILE, or if FILE is -, planfmt reads standard input, and shows each line
as it arrives. On a terminal, the last lines of the screen show what is under
way, for how long, and how much of the plan is done. Otherwise, planfmt prints
the lines that the program itself prints without -json. A log does not have the
values of the plan, so planned changes are only listed. Several FILEs are shown
one after the other.

Formats: human, the default, is described above. markdown is a comment for a
pull request, after an apply: how it ended, errors, what took longest, outputs.
json is a summary for programs, as docs/schema/log-1.0.json describes it. -f can
be repeated if all formats but one name a file, as in -f json=summary.json.

Secrets: the value of an output that the log marks as sensitive is never shown,
and is hidden where it occurs in other text. planfmt cannot recognise other
secrets, such as those in messages of providers. --tee keeps the log as it is,
in a file that only you can read.

With --plan, the plan that is applied, each step of it that has ended has a line
with how far the run has come, as in [37/112], and so has each minute in which
nothing ends. In the end, planfmt says what has failed, what was not reached, and
why, as 'planfmt outcome' does. Texts with copies of sensitive values of the plan
are hidden.

Lines that are not part of the log, such as those of programs that run
Terraform, are printed as they are, with unsafe characters escaped. If Terraform
is interrupted with Ctrl-C, planfmt follows the log to its end; after a second
interrupt, it stops at once.

Exit status: 0 if the run succeeded; 1 if any line is an error, a test
failed, the log breaks off before its end, or on any other error; 2 if the run
succeeded, but did not do what --plan says. With several runs, the worst counts. So with 'terraform apply -json | planfmt log', no
'set -o pipefail' is needed to notice that the apply failed. If a signal ends
planfmt, the status is 128 plus the signal's number, so 130 for SIGINT.

Environment:
  NO_COLOR, CLICOLOR_FORCE, TERM=dumb
                    checked by --color auto, in this order
  CI, GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION, BUILDKITE, GITLAB_CI
                    say that a CI runner reads the output: nothing is updated in
                    place, and text that a runner would obey is escaped`

const logExample = `  # watch an apply
  terraform apply -json -auto-approve | planfmt log

  # in a pipeline: print the log, keep it, and write a comment
  terraform apply -json tfplan | planfmt log --tee apply.jsonl -f human -f markdown=comment.md

  # how far has the plan come, and what became of it?
  terraform apply -json tfplan | planfmt log --plan tfplan

  # find out what took longest
  planfmt log apply.jsonl -f json -o summary.json
  jq '.runs[0].operations[:5]' summary.json`

func newCmdLog(f *command.Factory, runF func(context.Context, *logOptions) error) *cobra.Command {
	opts := &logOptions{streams: f.Streams, patience: &f.Patience}
	cmd := &cobra.Command{
		Use:     "log [flags] [FILE]...",
		Short:   "Show the machine-readable log of a run, live or later",
		Long:    logHelp,
		Example: logExample,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"jsonl", "json", "log", "ndjson"}, cobra.ShellCompDirectiveFilterFileExt
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
	all := options.OtherFormats(runlog.Formats())
	opts.AddFormat(cmd, all)
	opts.AddOutput(flags)
	flagvalue.Look.In(flags).Var(&opts.Tee, "tee", "also write the log as it is to FILE, which only you can read")
	flagvalue.Input.In(flags).Var(&opts.Plan, "plan", "the plan that is applied: show how far it has come, and what became of it")
	flagvalue.Look.In(flags).BoolVar(&opts.noLive, "no-live", false, "do not show on the terminal what is under way, and print every line instead")
	opts.AddColor(cmd, "; as in Terraform, this also leaves out the boxes around diagnostics")
	opts.AddWidth(flags)
	opts.MarkdownText.AddFlags(cmd, all)
	_ = flags.MarkHidden("collapse")
	opts.SchemaSources.AddFlags(cmd)
	opts.AddUnpacked(flags)
	opts.AddQuiet(flags, "do not report lines of the log that are not shown; problems are still reported")
	return cmd
}

// resolve sets the options that follow from the flags and the environment. args are the logs.
func (o *logOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) (err error) {
	if o.Files, err = logFiles(f, args); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.Outputs.Resolve(""); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.MarkdownText.Resolve(cmd.Flags()); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.Outputs.Check(cmd.Flags()); err != nil {
		return command.Usage(cmd, err)
	}
	if o.Tee != "" && (len(o.Files) > 1 || output.IsStandardOutput(string(o.Tee))) {
		return command.Usage(cmd, errors.New("--tee keeps a single log, in a file"))
	}
	if slices.ContainsFunc(o.Targets, func(t output.Target) bool { return o.Tee != "" && t.File == string(o.Tee) }) {
		return command.Usage(cmd, fmt.Errorf("%s: the log and a format would both be written to it", plans.SpellName(string(o.Tee))))
	}
	if o.Plan != "" && len(o.Files) > 1 {
		return command.Usage(cmd, errors.New("--plan is the plan of a single log"))
	}
	if o.Plan == "-" {
		return command.Usage(cmd, errors.New("--plan has to be a file: standard input is for the log"))
	}
	if err := o.Layout.Resolve(f, cmd); err != nil {
		return err
	}
	o.SchemaSources.Resolve(f)
	o.Live = !o.noLive && !o.Runner && f.Getenv("TERM") != "dumb"
	return nil
}

// logFiles returns the logs that the arguments name.
func logFiles(f *command.Factory, args []string) ([]string, error) {
	if len(args) == 0 {
		if f.Streams.InTTY {
			return nil, errors.New("no input: pass a FILE, or pipe a log in: terraform apply -json | planfmt log")
		}
		return []string{"-"}, nil
	}
	stdin := 0
	for _, name := range args {
		switch name {
		case "-":
			stdin++
		case "":
			return nil, errors.New("the file name is empty")
		}
	}
	if stdin > 1 {
		return nil, errors.New("standard input can be read only once")
	}
	return args, nil
}

func runLog(ctx context.Context, opts *logOptions) error {
	var ins []runlog.Input
	var first io.Reader
	for _, file := range opts.Files {
		if file != "-" {
			// A log that cannot be opened does not hide the others.
			in, err := files.OpenRegular(file)
			if err == nil {
				defer in.Close()
				first = cmp.Or(first, io.Reader(in))
			}
			var log io.ReadCloser = in
			if err == nil && !isRegular(in) {
				log = opts.patience.Follow(in) // as in planfmt log <(terraform apply -json)
			}
			ins = append(ins, runlog.Input{Name: file, Open: func() (io.ReadCloser, error) { return log, err }})
			continue
		}
		in, name, err := terminal.OpenInput(opts.streams, file)
		if err != nil {
			return err
		}
		first = cmp.Or(first, io.Reader(in))
		if !isRegular(in) {
			in = opts.patience.Follow(in)
		}
		ins = append(ins, runlog.Input{Name: name, Open: func() (io.ReadCloser, error) { return in, nil }})
	}
	outs, err := output.OpenAll(opts.streams, opts.Targets, output.Plan{In: first, Inputs: opts.inputs(), Drain: true})
	if err != nil {
		return err
	}
	defer outs.Abort()
	library := runlog.Options{MaxUnpacked: opts.MaxUnpacked}
	if opts.Tee != "" {
		f, err := createPrivate(string(opts.Tee), output.Plan{In: first, Inputs: opts.inputs()})
		if err != nil {
			return err
		}
		defer f.Close()
		library.Tee = f
	}
	var planErr error
	if opts.Plan != "" {
		var closePlan func()
		if library.Plan, closePlan, planErr = opts.openPlan(ctx); planErr != nil {
			// Whoever writes the log would be killed if nobody read it.
			opts.streams.Warn("the log is shown without the plan, which cannot be read")
		} else {
			defer closePlan()
		}
	}
	var screen *terminal.LiveScreen
	if opts.Live && !isRegular(first) {
		screen = opts.startScreen()
	}
	if screen != nil {
		defer screen.End()
		var progress func() runlog.Progress
		if library.Plan != nil {
			progress = library.Plan.Progress
		}
		library.Watch = screen.WatchWith(progress)
	}
	warn := func(text string) {
		screen.Above(func() { opts.streams.Warn(text) })
	}
	if !opts.Quiet {
		library.Warn = func(w planfmt.Warning) { warn(w.Text) }
	}
	var targets []runlog.Target
	for i, t := range opts.Targets {
		w := io.Writer(outs[i])
		layout := opts.layout(t)
		if screen != nil && t.IsTerminal(opts.streams) {
			w = screen.Writer(w)
			layout.OnlyResults = true
		}
		targets = append(targets, runlog.Target{W: w, Format: t.Format, Layout: layout})
	}
	res, err := runlog.ShowAll(ctx, ins, library, targets...)
	screen.End()
	if err == nil {
		err = outs.Commit()
	}
	switch {
	case err == nil, outs.Stopped():
	case errors.Is(err, context.Canceled):
		return err
	case outs.Failed() != nil:
		out := outs.Failed()
		return fmt.Errorf("%s: %w", plans.SpellName(out.Name), files.TrimName(out.Err))
	default:
		return files.TrimName(err)
	}
	if err := opts.outcome(res); err != nil || planErr != nil {
		return cmp.Or(planErr, err)
	}
	if library.Plan != nil && res != nil && !res.AsPlanned {
		return command.ErrRefused
	}
	return nil
}

// openPlan reads the plan that is applied. The file stays open until close is called.
func (o *logOptions) openPlan(ctx context.Context) (_ *runlog.Plan, close func(), err error) {
	in, name, err := terminal.OpenInput(o.streams, string(o.Plan))
	if err != nil {
		return nil, nil, err
	}
	library := planfmt.Options{Input: o.Input(), Warn: o.WarnUnlessQuiet(o.streams)}
	var plan *runlog.Plan
	if err = o.SchemaSources.Apply(o.streams, &library); err == nil {
		plan, err = runlog.OpenPlan(ctx, in, library)
	}
	if inPlan, ok := errors.AsType[*planfmt.PlanError](err); ok {
		err = fmt.Errorf("%s: %w", plans.SpellName(name), inPlan.Err)
	}
	if err != nil {
		in.Close()
		return nil, nil, err
	}
	return plan, func() {
		plan.Close()
		in.Close()
	}, nil
}

// outcome reports what went wrong, apart from what the log itself says.
func (o *logOptions) outcome(res *runlog.Result) error {
	if res == nil {
		return nil
	}
	for _, run := range res.Runs {
		if run.End() == jsonlog.BrokeOff {
			o.streams.Warn(wording.BrokenOffText(run))
		}
	}
	for i, err := range res.Errors {
		err = files.TrimName(err)
		if len(o.Files) == 1 {
			name := o.Files[0]
			if name == "-" {
				name = "standard input"
			}
			err = fmt.Errorf("%s: %w", plans.SpellName(name), err)
		}
		if i+1 == len(res.Errors) {
			return err
		}
		o.streams.Warn(err.Error())
	}
	if res.Failed() {
		return command.ErrRunFailed
	}
	return nil
}

// inputs returns the names of the files that are read.
func (o *logOptions) inputs() []string {
	all := append(slices.Clone(o.Files), o.SchemaSources.Files()...)
	if o.Plan != "" {
		all = append(all, string(o.Plan))
	}
	return slices.DeleteFunc(all, func(name string) bool { return name == "-" })
}

// layout returns the layout for a target.
func (o *logOptions) layout(t output.Target) runlog.Layout {
	base := o.Layout.Layout(o.streams, t)
	l := runlog.Layout{NoBoxes: o.NoColor}
	l.Width, l.Color, l.Terminal, l.Runner = base.Width, base.Color, base.Terminal, base.Runner
	l.Title, l.Markdown = o.Title, o.Markdown
	return l
}

// startScreen begins to show what is under way, if standard output is a terminal and one of the targets.
func (o *logOptions) startScreen() *terminal.LiveScreen {
	i := slices.IndexFunc(o.Targets, func(t output.Target) bool { return t.IsTerminal(o.streams) && t.Format == "human" })
	if i < 0 {
		return nil
	}
	return terminal.StartScreen(o.streams, o.layout(o.Targets[i]).Color)
}

// isRegular reports whether an input is a regular file.
func isRegular(in any) bool {
	f, ok := in.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// createPrivate creates a file that only its owner can read. What was in it is lost. It is
// written directly, so that it has everything up to the end, even if that is sudden.
func createPrivate(name string, p output.Plan) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		err = errors.New("is a directory")
	} else if err == nil {
		err = p.CheckOverwrite(info)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), files.TrimName(err))
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil && info != nil && info.Mode().IsRegular() {
		// Before anything is written, others lose the right to read it.
		err = errors.Join(f.Chmod(0o600), f.Truncate(0))
	}
	if err != nil {
		if f != nil {
			f.Close()
		}
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), files.TrimName(err))
	}
	return f, nil
}
