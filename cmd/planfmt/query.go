package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/subject/query"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
)

// queryOptions are the parsed arguments of `planfmt query`.
type queryOptions struct {
	streams *terminal.Streams

	options.Document
	options.SchemaSources
	options.Secrets
	options.Layout
	options.Outputs
	options.Places // only the directory of the configuration
	options.Annotations
	MaxSteps   int
	Expr       string
	Format     string // of planfmt.QueryFormats
	Type       bool   // print the static type, and do not read the plan
	ExitStatus bool   // false, null and unknown results are not 0
	query      planfmt.Query
	result     *policy.Value // nil for a list that has been written an element at a time
}

const queryHelp = `Evaluate an expression over a plan, and print the result.

FILE is a binary plan file, a state file, or the output of 'terraform show
-json'. Without FILE, or if FILE is -, planfmt reads standard input. EXPR is an
expression as in a Terraform configuration; FILE and EXPR may change places. It
can use these names:

  resources  all resources of the plan, also those that do not change. Each has
             address, module, type, name, index, deposed, mode, provider, action,
             actions, reason, before, after, attrs, prior_attrs, unknown, drift,
             replace_paths, cause, impact, annotations, importing and
             moved_from
  drift      what has changed outside of Terraform, with the same attributes
  deferred   the changes that are left for later, with the same attributes
  outputs    the outputs by name, with action, sensitive, before and after
  variables  the values of the variables of the root module by name
  checks     the results of checks, with address, kind, status and instances
  plan       kind, mode, applyable, complete, errored, terraform_version,
             format_version, product, timestamp, counts and annotations

Annotations are what other programs say: errors, warnings, notes, cost and owners.
They are unknown without --annotate.

The values in before and after have the types of the provider's schema, and an
attribute that is not set is null. Where there is no object, before a create and
after a destroy, all attributes are null. attrs is another name for after, and
prior_attrs for before. 'planfmt functions' lists the functions.

Errors in the expression that can be found without the plan are reported before
it is read. A value that is known only after apply is neither null nor left out:
it is (known after apply), and in JSON an object with the member $unknown.
Sensitive values, and what is computed from them, are replaced, but an expression
can read them, and which resources it selects is shown. docs/query.md in
planfmt's repository has more.

Exit status: 0 on success, 1 on error. With --exit-status, 2 if the result is
false or null, and 3 if it is not known yet. The environment and the other statuses
are those of 'planfmt show'.`

const queryExample = `  # what is destroyed, by replacements, too?
  planfmt query plan.json '[for r in resources : r.address if contains(r.actions, "delete")]'

  # the same for a shell
  planfmt query -f raw plan.json '[for r in resources : r.address if contains(r.actions, "delete")]'

  # how many resources change?
  planfmt query plan.json 'plan.counts'

  # which type does an expression have?
  planfmt query --type '[for r in resources : { address = r.address, from = r.before }]'`

func newCmdQuery(f *command.Factory, runF func(context.Context, *queryOptions) error) *cobra.Command {
	opts := &queryOptions{streams: f.Streams}
	format := options.OtherFormats(planfmt.QueryFormats()).Choice()
	cmd := &cobra.Command{
		Use:     "query [flags] [FILE] EXPR",
		Short:   "Evaluate an expression over a plan",
		Long:    queryHelp,
		Example: queryExample,
		Args:    command.MaxArgs(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 && isFile(args[0]) {
				return flagvalue.CompleteExpression(planfmt.CompleteQuery)(cmd, args, text)
			}
			return flagvalue.CompleteInput(cmd, args, text)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args, format.Value); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.Messages.In(flags).BoolVar(&opts.ExitStatus, "exit-status", false, "exit with 2 if the result is false or null, and with 3 if it is not known yet")
	flagvalue.AddFormat(cmd, &format, "write the result in this format")
	flagvalue.Input.In(flags).BoolVar(&opts.Type, "type", false, "print the type that the result has, without reading a plan or schemas; values of resources are of type any")
	opts.SchemaSources.AddFlags(cmd)
	opts.AddLimits(flags)
	flagvalue.AddStepsFlag(flags, &opts.MaxSteps)
	opts.AddConfig(cmd)
	opts.AddAnnotationsForExpressions(cmd, &opts.Places)
	opts.AddProduct(cmd)
	opts.AddOutput(flags)
	opts.AddCopies(flags, " (default)")
	opts.AddStrict(flags)
	flags.Lookup("strict").Usage += "; and an expression that asks a resource for an attribute that it does not have"
	opts.AddRequireExact(flags)
	opts.AddSecrets(flags)
	opts.AddQuiet(flags, "show no progress, and no warnings about the expression or missing schemas; problems are still reported")
	return cmd
}

// resolve parses the expression, and sets the options that follow from the flags and the environment.
func (o *queryOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string, format string) error {
	if len(args) == 0 {
		return command.Usage(cmd, errors.New("no expression: pass an EXPR, such as "+exampleExpression))
	}
	if len(args) == 2 && isFile(args[1]) && !isFile(args[0]) {
		args = []string{args[1], args[0]} // no expression is the name of a file, unless somebody means to
	}
	o.Expr = args[len(args)-1]
	o.Format = format
	o.Color = terminal.ColorAuto.Resolve(f.Getenv)
	query, diags := planfmt.NewQuery(expressionName, o.Expr)
	query.Seen = func(v policy.Value) { o.result = &v }
	if diags.HasErrors() && isFile(o.Expr) {
		return command.Usage(cmd, misplacedFile(cmd.CommandPath(), args))
	}
	if err := options.ReportExpression(o.streams, diags, o.Expr, o.Color, o.Quiet); err != nil {
		return err
	}
	o.query = query
	if o.Type {
		return nil
	}
	if err := options.ResolveInput(f, cmd, args[:len(args)-1], &o.Document, &o.Layout, &o.Secrets, &o.SchemaSources); err != nil {
		return err
	}
	if err := o.ResolveAnnotations(f, o.File, &o.Places); err != nil {
		return command.Usage(cmd, err)
	}
	o.Targets = []output.Target{{File: string(o.Output)}}
	if err := o.Secrets.Check(o.IsOnlyForPeople(o.streams, o.Targets)); err != nil {
		return command.Usage(cmd, err)
	}
	return nil
}

// expressionName is the name of the file that an expression from the command line is in.
const expressionName = "EXPR"

// exampleExpression shows what an expression looks like, for a shell.
const exampleExpression = "'[for r in resources : r.address]'"

// isFile reports whether there is a file of that name, which is not a directory.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// misplacedFile says what is wrong with the arguments of a command, of which the last is a file and no expression.
func misplacedFile(command string, args []string) error {
	name := plans.SpellName(args[len(args)-1])
	if len(args) == 1 {
		return fmt.Errorf("no expression: %s is a file; pass an EXPR after it, as in %s %s %s", name, command, name, exampleExpression)
	}
	return fmt.Errorf("%s is a file, and no expression: FILE comes first, and EXPR after it, as in %s %s %s", name, command, name, exampleExpression)
}

func (o *queryOptions) printType() error {
	out, err := output.Open(o.streams, output.Plan{})
	if err != nil {
		return err
	}
	defer out.Abort()
	_, err = fmt.Fprintln(out, o.query.Type().String())
	return out.Finish(err)
}

func runQuery(ctx context.Context, opts *queryOptions) error {
	if opts.Type {
		return opts.printType()
	}
	library := planfmt.Options{Input: opts.Input(), MaxSteps: opts.MaxSteps, Warn: warnAndHelp(opts.streams)}
	opts.Secrets.Apply(&library)
	opts.Places.Apply(&library)
	if err := opts.SchemaSources.Apply(opts.streams, &library); err != nil {
		return err
	}
	if err := opts.Require(opts.streams, opts.Quiet, &library); err != nil {
		return err
	}
	var res *planfmt.Result
	var failed error
	err := convert(opts.streams, &opts.Document, output.Plan{Name: opts.Targets[0].File, Inputs: slices.Concat(opts.SchemaSources.Files(), opts.AnnotationFiles()), Drain: opts.ExitStatus}, &library, func(out io.Writer, in io.Reader) error {
		res, failed = opts.query.Run(ctx, out, in, library, opts.Format)
		return failed
	})
	if diags, ok := errors.AsType[diag.List](failed); ok {
		return options.ReportExpression(opts.streams, diags, opts.Expr, opts.Color, opts.Quiet)
	}
	if unfit, ok := errors.AsType[*query.FormError](failed); ok {
		return unfit
	}
	if err != nil || res == nil {
		return err
	}
	for _, p := range res.Problems {
		opts.streams.Warn(p.Error())
	}
	if len(res.Problems) > 0 {
		return command.ErrProblems
	}
	if opts.ExitStatus {
		return truth(opts.result)
	}
	return nil
}

// truth returns the error that stands for the result of a query in the exit status: it is neither false nor null, it is one of these, or
// nobody knows. A list that has been written an element at a time is not a value here, and counts as neither.
func truth(v *policy.Value) error {
	switch {
	case v == nil:
		return nil
	case !v.IsKnown():
		if _, listed := v.Members(); listed {
			return nil
		}
		return command.ErrUndecided
	case v.IsNull(), v.IsFalse():
		return command.ErrChanges
	}
	return nil
}
