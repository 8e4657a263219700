package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/plans"
)

// queryOptions are the parsed arguments of `planfmt query`.
type queryOptions struct {
	streams *streams

	documentOptions
	schemaOptions
	secretOptions
	layoutOptions
	targetOptions
	declarationOptions // only the directory of the configuration
	MaxSteps           int
	Expr               string
	Format             string // of planfmt.QueryFormats
	Type               bool   // print the static type, and do not read the plan
	query              planfmt.Query
}

const queryHelp = `Evaluate an expression over a plan, and print the result.

FILE is a binary plan file, a state file, or the output of 'terraform show
-json'. Without FILE, or if FILE is -, planfmt reads standard input. EXPR is an
expression as in a Terraform configuration, and can use these names:

  resources  all resources of the plan, also those that do not change. Each has
             address, module, type, name, index, deposed, mode, provider, action,
             actions, reason, before, after, attrs, prior_attrs, replace_paths,
             cause and moved_from
  drift      what has changed outside of Terraform, with the same attributes
  deferred   the changes that are left for later, with the same attributes
  outputs    the outputs by name, with action, sensitive, before and after
  variables  the values of the variables of the root module by name
  plan       kind, mode, applyable, complete, errored, terraform_version,
             format_version, product, timestamp and counts

The values in before and after have the types of the provider's schema, and an
attribute that is not set is null. Where there is no object, before a create and
after a delete, all attributes are null. attrs is another name for after, and
prior_attrs for before. 'planfmt functions' lists the functions.

Errors in the expression that can be found without the plan are reported before
it is read. A value that is known only after apply is neither null nor left out:
it is (known after apply), and in JSON an object with the member $unknown.
Sensitive values, and what is computed from them, are replaced, but an expression
can read them, and which resources it selects is shown. docs/query.md in
planfmt's repository has more.

Exit status: 0 on success, 1 on error. The environment and the other statuses
are those of 'planfmt show'.`

const queryExample = `  # what is destroyed?
  planfmt query plan.json '[for r in resources : r.address if r.action == "delete"]'

  # the same for a shell
  planfmt query -f raw plan.json '[for r in resources : r.address if r.action == "delete"]'

  # how many resources change?
  planfmt query plan.json 'plan.counts'

  # which type does an expression have?
  planfmt query --type '[for r in resources : { address = r.address, from = r.before }]'`

func newCmdQuery(f *factory, runF func(context.Context, *queryOptions) error) *cobra.Command {
	opts := &queryOptions{streams: f.streams}
	format := otherFormats(planfmt.QueryFormats()).choice()
	cmd := &cobra.Command{
		Use:               "query [flags] [FILE] EXPR",
		Short:             "Evaluate an expression over a plan",
		Long:              queryHelp,
		Example:           queryExample,
		Args:              maxArgs(2),
		ValidArgsFunction: completeInput("tfplan", "json", "json.gz", "tfstate"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args, format.value); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&format, "format", "f", "write the result in this format: "+format.list())
	flags.BoolVar(&opts.Type, "type", false, "print the type that the result has, without reading a plan or schemas; values of resources are of type any")
	opts.schemaOptions.addFlags(cmd)
	opts.addUnpacked(flags)
	addStepsFlag(flags, &opts.MaxSteps)
	opts.addConfig(cmd)
	opts.addProduct(cmd)
	opts.addOutput(flags)
	opts.addCopies(flags, " (default)")
	opts.addStrict(flags)
	opts.addRequireExact(flags)
	opts.addSecrets(flags)
	opts.addQuiet(flags, "do not warn of what may be wrong with the expression, nor of missing schemas, and show no progress; problems are still reported")
	completeChoice(cmd, "format", &format)
	return cmd
}

// resolve parses the expression, and sets the options that follow from the flags and the environment.
func (o *queryOptions) resolve(f *factory, cmd *cobra.Command, args []string, format string) error {
	if len(args) == 0 {
		return usage(cmd, errors.New("no expression: pass an EXPR, such as "+exampleExpression))
	}
	o.Expr = args[len(args)-1]
	o.Format = format
	o.Color = colorAuto.resolve(f.getenv)
	query, diags := planfmt.NewQuery(expressionName, o.Expr)
	if diags.HasErrors() && isFile(o.Expr) {
		return usage(cmd, misplacedFile(cmd.CommandPath(), args))
	}
	if err := reportExpression(o.streams, diags, o.Expr, o.Color, o.Quiet); err != nil {
		return err
	}
	o.query = query
	if o.Type {
		return nil
	}
	if err := resolveInput(f, cmd, args[:len(args)-1], &o.documentOptions, &o.layoutOptions, &o.secretOptions, &o.schemaOptions); err != nil {
		return err
	}
	o.Targets = []target{{File: string(o.output)}}
	if err := o.secretOptions.check(o.isOnlyForPeople(o.streams, o.Targets)); err != nil {
		return usage(cmd, err)
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
	out, err := openOutput(o.streams, outputPlan{})
	if err != nil {
		return err
	}
	defer out.abort()
	_, err = fmt.Fprintln(out, o.query.Type().String())
	return out.finish(err)
}

func runQuery(ctx context.Context, opts *queryOptions) error {
	if opts.Type {
		return opts.printType()
	}
	library := planfmt.Options{Input: opts.input(), MaxSteps: opts.MaxSteps, Warn: func(w planfmt.Warning) { opts.streams.warn(w.Text + howToShow(w)) }}
	opts.secretOptions.apply(&library)
	opts.declarationOptions.apply(&library)
	if err := opts.schemaOptions.apply(opts.streams, &library); err != nil {
		return err
	}
	in, inName, err := openInput(opts.streams, opts.File)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := openOutput(opts.streams, outputPlan{Name: opts.Targets[0].File, In: in, Inputs: opts.inputs()})
	if err != nil {
		return err
	}
	defer out.abort()
	var line *progressLine
	if opts.Progress {
		line = opts.streams.startProgress(in)
		defer line.end()
		library.Progress = line.set
	}
	res, err := opts.query.Run(ctx, out, in, library, opts.Format)
	line.end()
	if err == nil {
		err = out.commit()
	}
	if diags, ok := errors.AsType[diag.List](err); ok {
		return reportExpression(opts.streams, diags, opts.Expr, opts.Color, opts.Quiet)
	}
	if raw, ok := errors.AsType[*report.RawError](err); ok {
		return raw
	}
	if err := out.failure(err, inName); err != nil || res == nil {
		return err
	}
	for _, p := range res.Problems {
		opts.streams.warn(p.Error())
	}
	if len(res.Problems) > 0 {
		return errProblems
	}
	return nil
}
