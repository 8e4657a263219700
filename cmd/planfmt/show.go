package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/schema"
)

// showOptions are the parsed arguments of `planfmt show`.
type showOptions struct {
	streams *streams
	show    showFunc

	File    string   // "-" for standard input
	Plans   []plan   // to be shown together, in place of File; nil for one document as it is
	Schemas []string // from flags, then from the environment
	Bundle  string   // of the project; empty for none
	Cache   string   // the directory of the user's cache; empty for none
	Limits  schema.Limits
	Mode    plans.Mode
	Product string
	Targets []target
	Formats []planfmt.Format // in addition to those of the library
	Color   colorChoice
	Width   int // 0 for the terminal's

	Drift         rules.Drift
	ShowUnchanged bool
	Rules         ruleOptions
	RulesFile     string // empty for none
	Where         *planfmt.Where
	NoHazards     bool
	Judging       judgingOptions
	by            planfmt.Judging // what has been read of Judging

	KeyFile fileName // the key of the plan's hash; empty for none

	otherInputs []string // files that must not be overwritten

	Limit    *int // nil for the default; 0 for no limit
	GroupBy  report.GroupBy
	ShowHash bool
	Title    string
	Markdown report.MarkdownLayout

	Readable planfmt.Choice
	MatchBy  []string // nil for the default

	Refinements bool

	ShowSource   bool
	Links        linkChoice // of places in the configuration; empty if these are not shown
	Declarations planfmt.Declarations

	DetailedExitCode bool
	statusIsResult   bool // of another command: its status says what it has found
	InAutomation     bool
	Runner           bool // a CI runner may read the output

	ExplainSchemas bool
	RequireExact   bool
	Strict         bool
	MaxUnpacked    int64 // of documents in gzip
	MaxSteps       int   // of evaluations
	NoKnownFacts   bool
	Quiet          bool
	Progress       bool // standard error may show how far the work has come

	// into, if set, gets what would be written to standard output, and seen each document as soon as it has been read.
	into    *bytes.Buffer
	seen    func(name string, res *planfmt.Result)
	command string // whose options these are; empty for `planfmt show`

	MaskCopies    planfmt.Choice // of strings that are sensitive elsewhere
	ShowUnmarked  []string
	ShowSensitive bool
	Force         bool // allow these two if the output is not a terminal
}

// Help texts of flags that several commands have.
const (
	strictHelp       = "reject a document that is not valid JSON, even if the mistake is in a part that is not needed"
	requireExactHelp = "fail, and name the types, if a provider's own schema is missing"
)

func newCmdShow(f *factory, runF func(context.Context, *showOptions) error) *cobra.Command {
	opts := &showOptions{streams: f.streams, show: f.show, Product: "auto"}
	flags := newShowFlags(opts)
	cmd := &cobra.Command{
		Use:               "show [flags] [FILE...]",
		Short:             "Show a plan or a state",
		Long:              showHelp,
		Example:           showExample,
		ValidArgsFunction: completeInputs("json", "json.gz", "tfplan", "tfstate"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.interactive {
				return showInteractive(f, cmd, flags, opts, args)
			}
			if err := flags.resolve(f, cmd, opts, args); err != nil {
				return err
			}
			if runF != nil {
				return runF(cmd.Context(), opts)
			}
			return runShow(cmd.Context(), opts)
		},
	}
	flags.add(cmd, opts)
	return cmd
}

func runShow(ctx context.Context, opts *showOptions) error {
	if opts.Plans != nil {
		return runShowMany(ctx, opts)
	}
	library, err := opts.prepare()
	if err != nil {
		return err
	}
	in, inName, err := opts.streams.openInput(opts.File)
	if err != nil {
		return err
	}
	defer in.Close()
	outs, err := opts.openTargets(in)
	if err != nil {
		return err
	}
	defer outs.abort()

	var line *progressLine
	if opts.Progress {
		line = opts.streams.startProgress(in)
		defer line.end()
	}
	res, err := opts.showTargets(ctx, library, line, outs, in)
	line.end()
	if err := opts.judgingFailure(err); err != nil {
		return err
	}
	if err == nil {
		err = outs.commit()
	}
	if err := opts.failure(err, outs, plans.SpellName(inName)+": "); err != nil || res == nil {
		return err
	}
	if opts.seen != nil {
		opts.seen(plans.SpellName(inName), res)
	}
	for _, p := range res.Problems {
		opts.streams.warn(p.Error())
	}
	opts.reportJudging(judgingDiagnostics(res.Summaries))
	if opts.ExplainSchemas {
		explainSchemas(opts.streams, res.Types)
	} else if !opts.Quiet {
		var use rulesUse
		use.add(res.Summaries)
		reportRules(opts.streams, opts.RulesFile, use)
		reportBundle(opts.streams, opts.Bundle, res.Types)
		reportGuesses(opts.streams, res.Types)
	}
	switch {
	case len(res.Problems) > 0:
		return errProblems
	case opts.DetailedExitCode && res.Summary.Errored:
		return fmt.Errorf("%s: %w", plans.SpellName(inName), errErroredPlan)
	case opts.DetailedExitCode && res.Changes && !(opts.Rules.ExitCodeMuted && res.AllMuted):
		return errChanges
	}
	return nil
}

// prepare returns the options for the library, after it has read the files that they need.
func (o *showOptions) prepare() (library planfmt.Options, err error) {
	layers, err := o.streams.layers(o.Bundle, o.Cache, o.Limits)
	if err != nil {
		return library, err
	}
	library = o.library(layers)
	if library.HashKey, err = readKey(o.KeyFile); err != nil {
		return library, err
	}
	if o.Judging.Paths != nil {
		if o.by, err = o.Judging.read(); err != nil {
			if policies, ok := errors.AsType[*policyError](err); ok {
				err = policies.err // the status is that of show
			}
			return library, err
		}
		o.reportJudging(o.Judging.warnings)
		library.Verdicts = &o.by
	}
	library.FileRules, err = readRules(o.RulesFile)
	return library, err
}

// failure returns the error of the command, given that of the library or of an output. in stands
// before an error that is about the input.
func (o *showOptions) failure(err error, outs outputs, in string) error {
	var (
		schemaErr *planfmt.SchemaError
		optionErr *planfmt.OptionError
	)
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		return err
	case outs.closed():
	case outs.failed() != nil:
		out := outs.failed()
		return fmt.Errorf("%s: %w", plans.SpellName(out.name), trimName(out.err))
	case errors.As(err, &schemaErr):
		return err
	case errors.As(err, &optionErr): // the flag checks all options but --show-unmarked
		return &usageError{cmp.Or(o.command, "planfmt show"), optionFlagError(optionErr)}
	default:
		return fmt.Errorf("%s%w", in, trimName(err))
	}
	return nil
}

// optionFlagError returns the error of an option, with the flag if the message does not say it.
func optionFlagError(err *planfmt.OptionError) error {
	switch err.Field {
	case "Override":
		return fmt.Errorf("--override: %w", err.Err)
	case "ConfigDir":
		return fmt.Errorf("--config: %w", err.Err)
	case "LinkTemplate":
		return fmt.Errorf("--source-link: %w", err.Err)
	}
	return err.Err
}

// checkSecrets returns an error if secrets might go anywhere but to a terminal that only
// people read, unless --force allows it.
func (o *showOptions) checkSecrets() error {
	if o.Force || o.toTerminal() && !o.Runner {
		return nil
	}
	const where = "but the output does not only go to a terminal, or a CI runner reads it: to show them anyway, add --force"
	switch {
	case o.ShowSensitive:
		return errors.New("--show-sensitive shows secrets, " + where)
	case len(o.ShowUnmarked) > 0:
		return errors.New("--show-unmarked may show secrets, " + where)
	}
	return nil
}

// allUnmarked is the value of --show-unmarked if none is given.
const allUnmarked = "*:*"

// toTerminal reports whether all output goes to a terminal.
func (o *showOptions) toTerminal() bool {
	return !slices.ContainsFunc(o.Targets, func(t target) bool { return !o.isTerminal(t) })
}

// isTerminal reports whether a target is a terminal.
func (o *showOptions) isTerminal(t target) bool { return o.streams.OutTTY && t.File == "" }

// layout returns the layout for a target.
func (o *showOptions) layout(t target) planfmt.Layout {
	terminal := o.isTerminal(t)
	l := planfmt.Layout{
		Width:        o.Width,
		Color:        o.Color == colorAlways || o.Color == colorAuto && terminal,
		Terminal:     terminal,
		InAutomation: o.InAutomation,
		Runner:       o.Runner,
	}
	if l.Width == 0 && terminal {
		l.Width = o.streams.Columns
	}
	l.Links = o.linksTo(t)
	l.NoHazards = o.NoHazards
	l.GroupBy, l.ShowHash, l.Refinements, l.ShowSource, l.Title, l.Markdown = o.GroupBy, o.ShowHash, o.Refinements, o.ShowSource, o.Title, o.Markdown
	switch {
	case o.Limit != nil:
		l.Limit = *o.Limit
	case terminal:
		l.Limit = terminalLimit
	}
	return l
}

// warn writes a warning of the library, and which flag shows what it says was hidden. where stands
// before it.
func (o *showOptions) warn(w planfmt.Warning, where string) {
	text := where + w.Text
	if n := len(w.Masked); n > 0 && o.into == nil {
		them := "them"
		if n == 1 && w.Masked[0].Count == 1 {
			them = "it"
		}
		flag := "--show-unmarked"
		if w.Masked[0].Bundle != "" {
			flag = "--no-bundle"
		}
		text += ". To show " + them + ", use " + flag
	}
	o.streams.warn(text)
}

// library returns the options for the library.
func (o *showOptions) library(layers []schema.Layer) planfmt.Options {
	opts := planfmt.Options{
		Comparison: planfmt.Comparison{
			Layers:       layers,
			SchemaLimits: o.Limits,
			RequireExact: o.RequireExact,
			NoKnownFacts: o.NoKnownFacts,
			ShowUnmarked: o.ShowUnmarked, ShowSensitive: o.ShowSensitive,
			Readable: o.Readable, MatchBy: o.MatchBy,
			MaskCopies: o.MaskCopies,
		},
		Input: planfmt.Input{
			Mode:    o.Mode,
			Product: o.Product,
			Strict:  o.Strict,
			TempDir: os.TempDir(),

			MaxUnpacked: o.MaxUnpacked,
		},
		Selection: planfmt.Selection{Drift: o.Drift, ShowUnchanged: o.ShowUnchanged, Rules: o.Rules.Set, Where: o.Where},
		Warn:      func(w planfmt.Warning) { o.warn(w, "") },
		Formats:   o.Formats,
		MaxSteps:  o.MaxSteps,

		Declarations: o.Declarations,
	}
	for _, name := range o.Schemas {
		opts.Schemas = append(opts.Schemas, schemaFile(name))
	}
	return opts
}

// inputs returns the names of the input files, apart from a plan that is shown alone.
func (o *showOptions) inputs() []string {
	names := slices.Clone(o.Schemas)
	names = append(names, o.otherInputs...)
	for _, p := range o.by.Policies {
		names = append(names, p.Name)
	}
	for _, a := range o.by.Assumptions {
		names = append(names, a.Name)
	}
	if f := o.by.Inputs.File; f != nil {
		names = append(names, f.Name)
	}
	for _, name := range []string{o.Bundle, string(o.KeyFile), o.RulesFile} {
		if name != "" {
			names = append(names, name)
		}
	}
	for _, p := range o.Plans {
		if p.path != "-" {
			names = append(names, p.path)
		}
	}
	return names
}

// colorChoice is the value of --color.
type colorChoice string

const (
	colorAuto   colorChoice = "auto"
	colorAlways colorChoice = "always"
	colorNever  colorChoice = "never"
)

func colorChoices() []string {
	return []string{string(colorAuto), string(colorAlways), string(colorNever)}
}

// resolve lets the environment decide if the command line does not.
func (c colorChoice) resolve(getenv func(string) string) colorChoice {
	force := getenv("CLICOLOR_FORCE")
	switch {
	case c != colorAuto:
		return c
	case getenv("NO_COLOR") != "":
		return colorNever
	case force != "" && force != "0":
		return colorAlways
	case getenv("TERM") == "dumb":
		return colorNever
	}
	return c
}
