package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/showing"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/view"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// viewOptions are the parsed arguments of `planfmt view`.
type viewOptions struct {
	showing.Showing

	Ask   bool
	Mouse bool
	Theme view.Theme
	// AskTerminal lets the terminal say whether its background is light.
	AskTerminal bool
	Terminal    view.Terminal

	background flagvalue.Choice
	close      func() // puts the terminal back
}

const viewHelp = `Look at a plan or a state in a full-screen view.

On the left are the resources, as a tree of modules, with what happens to them:
what is replaced and destroyed comes first. On the right is what changes in the
selected one. The keys / and f search and filter, w says why a resource is
replaced, ? lists all keys, and q quits. docs/view.md in planfmt's repository
has more.

FILE is a binary plan file, a state file, or the output of 'terraform show
-json'. If FILE is -, or without FILE, planfmt reads standard input; keys then
come from the terminal. 'planfmt show --interactive FILE' is the same as
'planfmt view FILE'.

The view shows what 'planfmt show -f html' shows: values are compared by what
they mean to people, and copies of secrets are hidden. The filter that f asks
for is made of rules as for --only, rules as for --hide with an exclamation mark
before each, and a condition as for --where after the word where:
!action=read where type != "aws_instance". It takes the place of these flags.

With --ask, planfmt asks whether the plan is to be applied, and its exit status
says what the answer was. It does not apply anything itself. Only the word yes
counts, typed at a terminal. It does not count if the plan is errored,
incomplete or without changes, if parts of it cannot be shown, if a mandatory
policy of --policies fails, or if the file has changed since planfmt read it.
The question has the numbers of the whole plan, whatever the filter, and the
hash that 'planfmt hash' prints. Pass the plan file itself: if planfmt reads
JSON, or a plan from standard input, it cannot check that what is applied then
is the same plan.

Exit status: 0 on success, 1 on error. With --ask, 0 means yes, and every other
status means no: 1 for any other answer, or for none. The other statuses are
those of 'planfmt show'.

Environment:
  TERM, COLORTERM, COLORFGBG, NO_COLOR
                    what the terminal can do, and whether its background is
                    light
The environment for schemas is that of 'planfmt show'.`

const viewExample = `  # look at a plan
  planfmt view tfplan

  # ask whether to apply, and apply what has been shown
  planfmt view --ask tfplan && terraform apply tfplan`

func newCmdView(f *command.Factory, runF func(context.Context, *viewOptions) error) *cobra.Command {
	opts := &viewOptions{Showing: showing.Showing{Streams: f.Streams, Command: "planfmt show"}}
	cmd := &cobra.Command{
		Use:     "view [flags] [FILE]",
		Short:   "Look at a plan or a state in a full-screen view",
		Long:    viewHelp,
		Example: viewExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.Usage(cmd, fmt.Errorf("unexpected argument %q: planfmt view shows a single plan; planfmt show writes several plans as one report", args[1]))
			}
			return nil
		},
		ValidArgsFunction: flagvalue.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.open(f, cmd, args); err != nil {
				return err
			}
			defer opts.close()
			return runF(cmd.Context(), opts)
		},
	}
	opts.addFlags(cmd)
	return cmd
}

// addFlags adds the flags, in the order of the help.
func (o *viewOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.Contents.In(flags).BoolVar(&o.Ask, "ask", false, "ask whether the plan is to be applied: the exit status is 0 only if the answer is yes")
	o.addShared(cmd)
}

// addShared adds the flags of the view that `planfmt approve` has, too.
func (o *viewOptions) addShared(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.SchemaSources.AddFlags(cmd)
	o.AddLimits(flags)
	o.AddMode(cmd, "mode")
	o.AddProduct(cmd)
	o.AddColor(cmd, "")
	o.background = flagvalue.Choice{Value: backgroundAuto, Names: backgrounds()}
	flagvalue.Look.In(flags).Var(&o.background, "background", "the background of the terminal: "+o.background.List())
	flagvalue.CompleteChoice(cmd, "background", &o.background)
	flagvalue.Look.In(flags).BoolVar(&o.Mouse, "mouse", false, "also use the mouse; in most terminals, hold Shift to select text")
	o.AddDrift(cmd, nil)
	o.AddUnchanged(flags, nil)
	o.AddRules(cmd)
	options.AddKeyFlag(flags, &o.KeyFile)
	o.AddHazards(flags, nil)
	o.Policies.AddFlags(cmd, nil)
	o.AddReadable(flags, nil, true)
	o.AddRefinements(flags, nil)
	o.Places.AddFlags(cmd, nil)
	o.AddAnnotations(cmd)
	o.AddCopies(flags, " (default)")
	o.AddStrict(flags)
	o.AddRequireExact(flags)
	o.AddSecrets(flags)
	o.AddQuiet(flags, "show no progress, and do not report missing schemas or the use of the project's schemas; problems are still reported")
}

// viewedFormat is the name of the format whose needs the view has, and whose options.
const viewedFormat = "html"

// open opens the terminal, and sets the options that follow from the flags and the environment. Unless there is an
// error, the caller must call close.
func (o *viewOptions) open(f *command.Factory, cmd *cobra.Command, args []string) error {
	var err error
	if o.Terminal, o.close, err = openViewTerminal(f); err != nil {
		return err
	}
	if err := o.resolve(f, cmd, args); err != nil {
		o.close()
		return err
	}
	return nil
}

// resolve sets the options that follow from the flags and the environment. args are the files.
func (o *viewOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) error {
	if err := o.ResolveInput(f, cmd, args); err != nil {
		return err
	}
	o.Targets = []output.Target{{Format: viewedFormat}}
	if err := o.Places.Resolve(f, o.File, false); err != nil {
		return command.Usage(cmd, err)
	}
	if err := o.ResolveChanges(f, cmd); err != nil {
		return err
	}
	background := cmp.Or(o.background.Value, backgroundAuto)
	o.Theme, o.AskTerminal = themeFor(f, o.Color, background), background == backgroundAuto
	return nil
}

// errNotApproved says that the answer was not yes, which is not an error of planfmt's.
var errNotApproved = errors.New("not approved")

func runView(ctx context.Context, opts *viewOptions) error {
	library, err := opts.prepare()
	if err != nil {
		return err
	}
	d, err := opts.read(ctx, &library, opts.File)
	if err != nil {
		return err
	}
	defer d.close()
	if !opts.Ask {
		_, err = runScreen(ctx, opts.screen(d, &library))
		if err == nil && d.lacks {
			err = command.ErrProblems
		}
		return err
	}
	judge, err := d.judge()
	if err != nil {
		return err
	}
	if err := opts.ask(ctx, d, &library, judge); err != nil {
		return err
	}
	if !opts.Quiet {
		opts.Streams.Warn(fmt.Sprintf("%s: approved %s", plans.SpellName(d.name), d.plan.Summary().Hash.Text)) // there is one, or yes would not count
	}
	return nil
}

// prepare returns the options for the library.
func (o *viewOptions) prepare() (planfmt.Options, error) {
	library, err := o.Prepare()
	library.Needs = o.needs()
	return library, err
}

// viewed is a document that has been read, to be looked at.
type viewed struct {
	plan     *planfmt.OpenPlan
	file     string // "-" for standard input
	name     string // for messages
	document *reading
	in       io.Closer
	lacks    bool // a report that belongs to it could not be read
}

func (d *viewed) close() {
	d.plan.Close()
	d.in.Close()
}

// read reads a document, and says on standard error what there is to say about it. The caller must close it.
func (o *viewOptions) read(ctx context.Context, library *planfmt.Options, file string) (_ *viewed, err error) {
	in, inName, err := terminal.OpenInput(o.Streams, file)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			in.Close()
		}
	}()
	var line *terminal.ProgressLine
	if o.Progress {
		line = o.Streams.StartProgress(in)
		defer line.End()
		library.Progress = line.Set
	}
	// What has been read is kept, so that the values that are looked at later are those of the same document.
	document := newReading(in)
	plan, err := planfmt.Open(ctx, document, *library)
	line.End()
	if err := o.Policies.Failure(o.Streams, o.Color, err); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, output.All(nil).Failure(o.Command, err, plans.SpellName(inName)+": ")
	}
	var unmatched options.Unmatched
	unmatched.Add([]computed.Summary{plan.Summary()})
	if err := o.ReportUnmatched(o.Streams, &unmatched, o.Quiet); err != nil {
		plan.Close()
		return nil, fmt.Errorf("%s: %w", plans.SpellName(inName), err)
	}
	return &viewed{plan, file, inName, document, in, o.report(plan)}, nil
}

// screen returns what the view shows of a document.
func (o *viewOptions) screen(d *viewed, library *planfmt.Options) view.Options {
	v := view.Options{
		Plan: d.plan, Dialect: d.plan.Dialect(), Title: d.name, Theme: o.Theme, AskTerminal: o.AskTerminal, Mouse: o.Mouse, Terminal: o.Terminal,
		Refinements: o.Refinements, ShowSource: o.ShowSource,
		Parse: func(text string) (rules.Set, *planfmt.Where, error) { return parseFilter(text, o.Ignore) },
	}
	if d.file != "-" {
		v.Title = filepath.Base(d.name)
	}
	if library.Policies != nil {
		v.Policies = library.Policies.SourceText()
	}
	return v
}

// judge reads the rest of the document, and returns what decides whether a yes counts for it.
func (d *viewed) judge() (*judge, error) {
	sum, err := d.document.finish()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(d.name), err)
	}
	a, err := newJudge(d.plan, d.file, d.document, sum)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(d.name), err)
	}
	a.lacks = d.lacks
	return a, nil
}

// ask shows the view with the question. It returns an error unless the answer is yes.
func (o *viewOptions) ask(ctx context.Context, d *viewed, library *planfmt.Options, a *judge) error {
	v := o.screen(d, library)
	v.Ask = &view.Ask{Notes: a.notes(), Refuse: a.refuse}
	approved, err := runScreen(ctx, v)
	if err == nil && !approved {
		err = fmt.Errorf("%s: %w", plans.SpellName(d.name), errNotApproved)
	}
	return err
}

// runScreen shows the view. ctrl-c ends it as an interrupt ends other commands.
func runScreen(ctx context.Context, v view.Options) (approved bool, err error) {
	approved, err = view.Run(ctx, v)
	if errors.Is(err, view.ErrInterrupted) {
		err = context.Canceled
	}
	return approved, err
}

// needs returns what the view shows: what the format has.
func (o *viewOptions) needs() (needs planfmt.Needs) {
	all := planfmt.Formats()
	i := slices.IndexFunc(all, func(f planfmt.Format) bool { return f.Name == viewedFormat })
	needs = all[i].Needs
	needs.NoOps = true      // if ShowUnchanged asks for them
	needs.References = true // for what is known of unknown values
	needs.Hazards = !o.NoHazards
	needs.Verdicts = true
	needs.Hash, needs.HashAnyway = o.Ask, o.Ask
	needs.MaskCopies = o.MaskCopies != planfmt.ChoiceNever
	needs.Readable = o.Readable != planfmt.ChoiceNever
	return needs
}

// report says on standard error what show says after the plan, and reports whether an annotation could not be read. It can be read once the
// view has gone.
func (o *viewOptions) report(plan *planfmt.OpenPlan) (lacks bool) {
	sums := []computed.Summary{plan.Summary()}
	o.Say(options.JudgingDiagnostics(sums))
	lacks = o.Annotations.Report(o.Streams, "", sums)
	if o.Quiet {
		return lacks
	}
	var use options.RulesUse
	use.Add(sums)
	options.ReportRules(o.Streams, o.RulesFile, use)
	showing.ReportBundle(o.Streams, o.Bundle, plan.Types())
	showing.ReportGuesses(o.Streams, plan.Types())
	return lacks
}
