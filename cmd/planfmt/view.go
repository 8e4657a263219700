package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/view"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// viewOptions are the parsed arguments of `planfmt view`.
type viewOptions struct {
	*showOptions

	Ask   bool
	Mouse bool
	Theme view.Theme
	// AskTerminal lets the terminal say whether its background is light.
	AskTerminal bool
	Terminal    view.Terminal
	Ignore      []string // the rules of --ignore
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
for has rules as those of --only, rules as those of --hide after an exclamation
mark, and a condition as that of --where after the word where:
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

  # ask, and apply what has been shown
  planfmt view --ask tfplan && terraform apply tfplan`

// viewFlags are the flags of `planfmt view`: some of those of `planfmt show`, and its own.
type viewFlags struct {
	*showFlags
	ask, mouse bool
	background choice
}

func newViewFlags(shared *showFlags) *viewFlags {
	return &viewFlags{showFlags: shared, background: choice{value: backgroundAuto, names: backgrounds()}}
}

func newCmdView(f *factory) *cobra.Command {
	opts := &showOptions{streams: f.streams}
	flags := newViewFlags(newShowFlags(opts))
	cmd := &cobra.Command{
		Use:     "view [flags] [FILE]",
		Short:   "Look at a plan or a state in a full-screen view",
		Long:    viewHelp,
		Example: viewExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return &usageError{cmd.CommandPath(), fmt.Errorf("unexpected argument %q: planfmt view shows a single plan; planfmt show writes several plans as one report", args[1])}
			}
			return nil
		},
		ValidArgsFunction: completeInput("tfplan", "json", "json.gz", "tfstate"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return flags.run(f, cmd, opts, args)
		},
	}
	flags.add(cmd, opts)
	return cmd
}

// showInteractive is `planfmt show --interactive`.
func showInteractive(f *factory, cmd *cobra.Command, flags *showFlags, opts *showOptions, args []string) error {
	known := newCmdView(f).Flags()
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "interactive" && known.Lookup(flag.Name) == nil {
			err = fmt.Errorf("--interactive and --%s cannot be used together", flag.Name)
		}
	})
	if err == nil && len(args) > 1 {
		err = errors.New("--interactive can be used with a single plan only; without it, planfmt show writes several plans as one report")
	}
	if err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	opts.Targets = nil
	return newViewFlags(flags).run(f, cmd, opts, args)
}

// add adds the flags, in the order of the help.
func (v *viewFlags) add(cmd *cobra.Command, opts *showOptions) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&v.ask, "ask", false, "ask whether the plan is to be applied: the exit status is 0 only if the answer is yes")
	v.shared.addSchemas(cmd, opts)
	flags.Var(&v.mode, "mode", "how the plan was made: "+v.mode.list())
	v.shared.addProduct(cmd)
	v.shared.color.add(cmd, "")
	flags.Var(&v.background, "background", "the background of the terminal: "+v.background.list())
	flags.BoolVar(&v.mouse, "mouse", false, "use the mouse, too; to select text, hold Shift in most terminals")
	flags.Var(&v.drift, "drift", "which changes made outside of Terraform to show: "+v.drift.list()+"; relevant: those on which the plan depends; auto is all")
	flags.BoolVar(&opts.ShowUnchanged, "show-unchanged", false, "also list resources that do not change")
	addRuleFlags(cmd, flags, &opts.Rules)
	addKeyFlag(flags, &opts.KeyFile)
	flags.BoolVar(&opts.NoHazards, "no-hazards", false, "do not point out hazards, such as databases that are destroyed")
	addStepsFlag(flags, &opts.MaxSteps)
	v.judging.addPolicies(flags, "add what the policies in DIR and its subdirectories say, as 'planfmt check' does, or those in a single file; repeatable")
	v.judging.addOverride(flags)
	v.judging.inputs.add(flags)
	v.judging.addAssume(flags)
	flags.BoolVar(&v.readable, "readable", true, "compare values by what they mean to people: match the elements of lists by their names, and look into policies and YAML in strings")
	flags.Var((*nameList)(&opts.MatchBy), "match-by", "match the elements of lists by the first of these attributes that identifies all of them (default name,id,key)")
	addRefinements(flags, opts)
	v.declared.add(cmd, opts, "")
	v.shared.addCopies(cmd, " (default)")
	flags.BoolVar(&opts.Strict, "strict", false, strictHelp)
	flags.BoolVar(&opts.RequireExact, "require-exact", false, requireExactHelp)
	addSecrets(flags, opts)
	flags.BoolVar(&opts.Quiet, "quiet", false, "do not report which types were shown without their schemas, nor that the project's schemas were used, and show no progress; problems are still reported")
	completeChoices(cmd, map[string]choice{"mode": v.mode, "drift": v.drift, "background": v.background})
}

// viewedFormat is the name of the format whose needs the view has, and whose options.
const viewedFormat = "html"

// resolve sets the options that follow from the flags and the environment. args are the files.
func (v *viewFlags) resolve(f *factory, cmd *cobra.Command, opts *viewOptions, args []string) error {
	flags := cmd.Flags()
	if err := v.shared.resolve(f, cmd, opts.showOptions, args); err != nil {
		return err
	}
	opts.Targets = []target{{Format: viewedFormat}}
	if err := v.declared.resolve(f, opts.showOptions); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	if err := v.resolveComparison(flags, opts.showOptions); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	if err := opts.resolveWhere(); err != nil {
		return err
	}
	if err := v.judging.resolveOptional(f, flags); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	opts.Judging = v.judging.judgingOptions
	opts.RulesFile = f.streams.findRules(&opts.Rules, opts.Targets)
	if err := opts.checkSecrets(); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	if ignore, ok := flags.Lookup("ignore").Value.(*ruleFlag); ok {
		opts.Ignore = ignore.all
	}
	opts.Ask, opts.Mouse = v.ask, v.mouse
	opts.Theme, opts.AskTerminal = f.theme(opts.Color, v.background.value), v.background.value == backgroundAuto
	return nil
}

// run views a plan.
func (v *viewFlags) run(f *factory, cmd *cobra.Command, shown *showOptions, args []string) error {
	opts := &viewOptions{showOptions: shown}
	terminal, end, err := f.openTerminal()
	if err != nil {
		return err
	}
	defer end()
	if err := v.resolve(f, cmd, opts, args); err != nil {
		return err
	}
	opts.Terminal = terminal
	return runView(cmd.Context(), opts)
}

// errNotApproved says that the answer was not yes, which is not an error of planfmt's.
var errNotApproved = errors.New("not approved")

func runView(ctx context.Context, opts *viewOptions) error {
	library, err := opts.prepare()
	if err != nil {
		return err
	}
	library.Needs = opts.needs()
	in, inName, err := opts.streams.openInput(opts.File)
	if err != nil {
		return err
	}
	defer in.Close()
	var line *progressLine
	if opts.Progress {
		line = opts.streams.startProgress(in)
		defer line.end()
		library.Progress = line.set
	}
	// What has been read is kept, so that the values that are looked at later are those of the same document.
	document := newReading(in)
	plan, err := planfmt.Open(ctx, document, library)
	line.end()
	if err := opts.judgingFailure(err); err != nil {
		return err
	}
	if err != nil {
		return opts.failure(err, nil, plans.SpellName(inName)+": ")
	}
	defer plan.Close()
	opts.report(plan)

	v := view.Options{
		Plan: plan, Dialect: plan.Dialect(), Title: inName, Theme: opts.Theme, AskTerminal: opts.AskTerminal, Mouse: opts.Mouse, Terminal: opts.Terminal,
		Refinements: opts.Refinements, ShowSource: opts.ShowSource,
		Parse: func(text string) (rules.Set, *planfmt.Where, error) { return parseFilter(text, opts.Ignore) },
	}
	if opts.File != "-" {
		v.Title = filepath.Base(inName)
	}
	if library.Verdicts != nil {
		v.Policies = library.Verdicts.SourceText()
	}
	if !opts.Ask {
		_, err = runScreen(ctx, v)
		return err
	}
	sum, err := document.finish()
	if err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(inName), err)
	}
	approval, err := newApproval(plan, opts.File, document, sum)
	if err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(inName), err)
	}
	v.Ask = &view.Ask{Notes: approval.notes(), Refuse: approval.refuse}
	approved, err := runScreen(ctx, v)
	switch {
	case err != nil:
		return err
	case !approved:
		return fmt.Errorf("%s: %w", plans.SpellName(inName), errNotApproved)
	case !opts.Quiet:
		opts.streams.warn(fmt.Sprintf("%s: approved %s", plans.SpellName(inName), plan.Summary().Hash.Text)) // there is one, or yes would not count
	}
	return nil
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
	needs.MaskCopies = o.MaskCopies != planfmt.Never
	needs.Readable = o.Readable != planfmt.Never
	return needs
}

// report says on standard error what show says after the plan. It can be read once the view has gone.
func (o *viewOptions) report(plan *planfmt.Opened) {
	sums := []computed.Summary{plan.Summary()}
	o.reportJudging(judgingDiagnostics(sums))
	if o.Quiet {
		return
	}
	var use rulesUse
	use.add(sums)
	reportRules(o.streams, o.RulesFile, use)
	reportBundle(o.streams, o.Bundle, plan.Types())
	reportGuesses(o.streams, plan.Types())
}
