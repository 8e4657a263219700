package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// showOptions is a command line of `planfmt show`, understood.
type showOptions struct {
	streams *streams
	show    showFunc

	File    string   // "-" for standard input
	Schemas []string // the flags', then the environment's
	Bundle  string   // of the project's schemas, empty for none
	Cache   string   // the directory of the user's, empty for none
	Limits  schema.Limits
	Mode    planfmt.Mode
	Product string
	Color   colorChoice
	Width   int      // 0 for the terminal's
	Output  fileName // empty or "-" for standard output

	DetailedExitCode bool
	InAutomation     bool
	Runner           bool // a CI runner may read what is printed

	ExplainSchemas bool
	RequireExact   bool
	NoKnownFacts   bool
	Quiet          bool

	ShowUnmarked []string
	Force        bool // let ShowUnmarked write to what is no terminal
}

const showHelp = `Show a plan or a state as 'terraform show' does.

FILE is the output of 'terraform show -json PLAN', or that of 'terraform show
-json' alone, which is a state, or a state file (terraform.tfstate, version 4);
which of them it is it says itself. Without FILE, or if it is -, it is read
from standard input.

The provider schemas say which parts of a resource are blocks and which are
attributes, and what types they have; plans and states do not. They are looked for
in the files of --schemas, in .planfmt/schemas.json.gz of the working directory
or, in a repository, the nearest one above it, and in the user's cache; 'planfmt schemas' fills
these two. With them the output is exact. A type that none of them has is drawn
by what is known of its provider, and by what the document itself gives away.

Secrets: what the document marks as sensitive is hidden, and what the provider
schemas call sensitive. Plans made before Terraform 0.15 have no marks, and those
of state files may be incomplete. Where such a document has a type whose schema
is missing, values whose names are known as those of secrets, or look like it,
are hidden too. A line on standard error counts them, and --show-unmarked shows
them: all, or those that a TYPE-GLOB:PATH such as 'aws_db_*:password' names. It is
refused where the output does not go to a terminal, or where that is a CI
runner's, unless --force is given.

Mode: the JSON does not say how the plan was made. --mode auto takes it for
refresh-only if the prior state has managed resources and there is no change
of any resource, else for normal. What cannot be told from the JSON: a destroy
plan without anything to destroy, and a refresh-only plan of an empty state.
Say --mode destroy or --mode refresh-only then; only the words about there
being no changes, and the note on drift, depend on it.

Exit status: 0, or 1 for an error. With --detailed-exitcode, 0 means that there
is nothing to do and 2 that there is something: a change of a resource, be it
a read, an import, a move or deferred, a change of an output, or an action to
invoke. Drift counts only in a refresh-only plan, where recording it is all
there is to do, and a state has nothing to do. If parts could not be rendered,
the rest is shown and the status is 1. 70 means a mistake in planfmt: please
report it. A signal ends it with 128 and the signal's number, 130 for SIGINT.
Running out of memory ends it by SIGABRT; on Windows the status is 2 then.

Environment: PLANFMT_SCHEMAS lists further schema files, as PATH does; the
cache is in XDG_CACHE_HOME or where the system has caches;
NO_COLOR, CLICOLOR_FORCE and TERM=dumb are heeded by --color auto, in this
order; TF_IN_AUTOMATION leaves out hints on what to run next, as in Terraform. What a
CI runner would take for a command is always spelled out, but on a terminal;
there too if CI, GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION, BUILDKITE or
GITLAB_CI is set, since some runners give their jobs a terminal.`

const showExample = `  # what 'terraform show tfplan' prints, from the JSON
  terraform show -json tfplan | planfmt show

  # exactly, whatever the providers
  terraform providers schema -json > schemas.json
  planfmt show plan.json --schemas schemas.json

  # in a pipeline: a coloured log, and a status that says if there are changes
  planfmt show plan.json --color always --detailed-exitcode

  # a state, with or without Terraform
  terraform show -json | planfmt show
  planfmt show terraform.tfstate

  # to a file, which is written whole or not at all
  planfmt show plan.json -o plan.txt`

func newCmdShow(f *factory, runF func(context.Context, *showOptions) error) *cobra.Command {
	opts := &showOptions{streams: f.streams, show: f.show, Product: "auto"}
	var noColor, noCache bool
	mode := choice{value: "auto", names: planfmt.Modes()}
	product := choice{value: "auto", names: planfmt.Products()}
	color := choice{value: "auto", names: colorChoices()}
	cmd := &cobra.Command{
		Use:     "show [flags] [FILE]",
		Short:   "Show a plan or a state",
		Long:    showHelp,
		Example: showExample,
		Args:    maxArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{"json", "tfstate"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.File = "-"
			if len(args) > 0 {
				opts.File = args[0]
			} else if f.streams.InTTY {
				return &usageError{cmd.CommandPath(), errors.New(
					"no plan: name a FILE, or pipe one in: terraform show -json PLAN | planfmt show")}
			}
			if noColor && color.value != string(colorNever) && cmd.Flags().Changed("color") {
				return &usageError{cmd.CommandPath(), fmt.Errorf("--no-color contradicts --color %s", color.value)}
			}
			var err error
			if opts.Mode, err = planfmt.ParseMode(mode.value); err != nil {
				return err
			}
			opts.Product = product.value
			opts.Color = colorChoice(color.value)
			if noColor {
				opts.Color = colorNever
			}
			opts.Color = opts.Color.heed(f.getenv)
			opts.Schemas = append(opts.Schemas, f.schemaFiles()...)
			if !noCache {
				opts.Bundle, opts.Cache = f.streams.findBundle(), f.cacheDir()
			}
			opts.InAutomation = f.getenv("TF_IN_AUTOMATION") != ""
			opts.Runner = f.onRunner()
			if len(opts.ShowUnmarked) > 0 && !opts.Force && (!opts.toTerminal() || opts.Runner) {
				return &usageError{cmd.CommandPath(), errors.New(
					"--show-unmarked may show secrets, and the output does not go to a terminal, or to that of a CI runner: add --force if it is to be written all the same")}
			}
			if runF != nil {
				return runF(cmd.Context(), opts)
			}
			return runShow(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&opts.Schemas, "schemas", nil, "`FILE` of provider schemas, as 'terraform providers schema -json' prints them, plain or gzip; repeatable")
	addLimitFlags(flags, &opts.Limits)
	flags.BoolVar(&noCache, "no-cache", false, "use neither the project's schemas nor the user's cache")
	flags.Var(&mode, "mode", "how the plan was made: "+mode.list())
	flags.Var(&product, "product", "whose output to match: "+product.list())
	flags.Var(&color, "color", "colour: "+color.list())
	flags.BoolVar(&noColor, "no-color", false, "the same as --color never; -no-color too")
	flags.Var((*columns)(&opts.Width), "width", "columns to wrap to (default: the terminal's, 78 without one)")
	flags.BoolVar(&opts.DetailedExitCode, "detailed-exitcode", false, "exit with 2 if there are changes, with 0 only if there are none")
	flags.VarP(&opts.Output, "output", "o", "write to `FILE` in place of standard output, whole or not at all")
	flags.BoolVar(&opts.ExplainSchemas, "explain-schemas", false, "say on standard error, for each type, where its schema is from and why its keys were read as they were")
	flags.BoolVar(&opts.RequireExact, "require-exact", false, "fail, and name the types, where a provider's own schema is missing")
	flags.StringArrayVar(&opts.ShowUnmarked, "show-unmarked", nil, "show values that were hidden only because of their names; with =`TYPE-GLOB:PATH` those that it names; repeatable")
	flags.Lookup("show-unmarked").NoOptDefVal = allUnmarked
	flags.BoolVar(&opts.Force, "force", false, "let --show-unmarked write to what is no terminal")
	flags.BoolVar(&opts.Quiet, "quiet", false, "do not say on standard error which types were drawn without their schemas; problems are reported all the same")
	flags.BoolVar(&opts.NoKnownFacts, "no-known-facts", false, "do without what is known of providers, to see what a plan alone tells")
	if err := flags.MarkHidden("no-known-facts"); err != nil {
		f.streams.complain(err.Error())
	}
	for name, c := range map[string]choice{"mode": mode, "product": product, "color": color} {
		complete := cobra.FixedCompletions(c.names, cobra.ShellCompDirectiveNoFileComp)
		if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
			f.streams.complain(err.Error())
		}
	}
	return cmd
}

func runShow(ctx context.Context, opts *showOptions) error {
	layers, err := opts.streams.layers(opts.Bundle, opts.Cache, opts.Limits)
	if err != nil {
		return err
	}
	in, inName, err := openInput(opts)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := opts.streams.openOutput(outputPlan{
		Name: string(opts.Output), In: in, Inputs: opts.inputs(), Drain: opts.DetailedExitCode,
	})
	if err != nil {
		return err
	}
	defer out.abort()

	res, err := showBuffered(ctx, opts, layers, out, in)
	if err == nil {
		err = out.commit()
	}
	switch schemaErr := (*planfmt.SchemaError)(nil); {
	case err == nil:
	case errors.Is(err, context.Canceled):
		return err
	case out.closed():
	case out.err != nil:
		return fmt.Errorf("%s: %w", plans.SpellName(out.name), bare(out.err))
	case errors.As(err, &schemaErr):
		return err
	default:
		return fmt.Errorf("%s: %w", plans.SpellName(inName), bare(err))
	}
	if res == nil {
		return nil
	}
	for _, p := range res.Problems {
		opts.streams.complain(p.Error())
	}
	if opts.ExplainSchemas {
		explainSchemas(opts.streams, res.Types)
	} else if !opts.Quiet {
		confessGuesses(opts.streams, res.Types)
	}
	switch {
	case len(res.Problems) > 0:
		return errProblems
	case opts.DetailedExitCode && res.Changes:
		return errChanges
	}
	return nil
}

// showBuffered makes few, large writes of many small ones.
func showBuffered(ctx context.Context, opts *showOptions, layers []schema.Layer, w io.Writer, r io.Reader) (*planfmt.Result, error) {
	buffered := bufio.NewWriterSize(w, 64<<10)
	res, err := opts.show(ctx, buffered, r, opts.library(layers))
	if err == nil {
		err = buffered.Flush()
	}
	return res, err
}

// allUnmarked is what --show-unmarked stands for without a value.
const allUnmarked = "*:*"

// toTerminal reports whether a terminal shows what is written.
func (o *showOptions) toTerminal() bool { return o.streams.OutTTY && o.Output == "" }

// library turns the command line's options into the library's.
func (o *showOptions) library(layers []schema.Layer) planfmt.Options {
	terminal := o.toTerminal()
	opts := planfmt.Options{
		Layers:       layers,
		SchemaLimits: o.Limits,
		Mode:         o.Mode,
		Product:      o.Product,
		Width:        o.Width,
		Color:        o.Color == colorAlways || o.Color == colorAuto && terminal,
		Terminal:     terminal,
		InAutomation: o.InAutomation,
		Runner:       o.Runner,
		RequireExact: o.RequireExact,
		NoKnownFacts: o.NoKnownFacts,
		ShowUnmarked: o.ShowUnmarked,
		TempDir:      os.TempDir(),
		Warn:         o.streams.complain,
	}
	if o.Width == 0 && terminal {
		opts.Width = o.streams.Columns
	}
	for _, name := range o.Schemas {
		opts.Schemas = append(opts.Schemas, schemaFile(name))
	}
	return opts
}

// inputs are the files that are read, but for the plan.
func (o *showOptions) inputs() []string {
	names := slices.Clone(o.Schemas)
	if o.Bundle != "" {
		names = append(names, o.Bundle)
	}
	return names
}

// openInput opens the plan. A file keeps its being one, so that the reader
// may seek.
func openInput(opts *showOptions) (in io.ReadCloser, name string, err error) {
	if opts.File == "-" {
		if f, ok := opts.streams.In.(*os.File); ok {
			return keptOpen{f}, "standard input", nil
		}
		return io.NopCloser(opts.streams.In), "standard input", nil
	}
	f, err := openFile(opts.File)
	return f, opts.File, err
}

// keptOpen is a file that others go on using. It stays one that can be read
// again, as standard input can where it is redirected from a file.
type keptOpen struct{ *os.File }

// Close leaves the file open.
func (keptOpen) Close() error { return nil }

// colorChoice is what --color says.
type colorChoice string

const (
	colorAuto   colorChoice = "auto"
	colorAlways colorChoice = "always"
	colorNever  colorChoice = "never"
)

func colorChoices() []string {
	return []string{string(colorAuto), string(colorAlways), string(colorNever)}
}

// heed lets the environment decide what the command line leaves open.
func (c colorChoice) heed(getenv func(string) string) colorChoice {
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

// columns is a flag whose value is a width, 0 for the default.
type columns int

func (c *columns) String() string { return "" }

func (c *columns) Type() string { return "N" }

func (c *columns) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return fmt.Errorf("%q is not a number of columns", s)
	}
	*c = columns(n)
	return nil
}

// choice is a flag whose value is one of a few names.
type choice struct {
	value string
	names []string
}

func (c *choice) String() string { return c.value }

func (c *choice) Type() string { return "NAME" }

func (c *choice) list() string { return strings.Join(c.names, ", ") }

// Set refuses a name that is none, and says which there are.
func (c *choice) Set(s string) error {
	if !slices.Contains(c.names, s) {
		return fmt.Errorf("unknown name %q: want one of %s", s, c.list())
	}
	c.value = s
	return nil
}
