package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/plans"
)

// queryOptions are the parsed arguments of `planfmt query`.
type queryOptions struct {
	showOptions

	Expr   string
	Format string // of planfmt.QueryFormats
	Type   bool   // print the static type, and do not read the plan
	Output string
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

func newCmdQuery(f *factory) *cobra.Command {
	opts := &queryOptions{showOptions: showOptions{streams: f.streams}}
	shared := newDocumentFlags()
	format := infoChoice(planfmt.QueryFormats())
	cmd := &cobra.Command{
		Use:               "query [flags] [FILE] EXPR",
		Short:             "Evaluate an expression over a plan",
		Long:              queryHelp,
		Example:           queryExample,
		Args:              maxArgs(2),
		ValidArgsFunction: completeInput("tfplan", "json", "json.gz", "tfstate"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &usageError{cmd.CommandPath(), errors.New("no expression: pass an EXPR, such as " + exampleExpression)}
			}
			opts.Expr = args[len(args)-1]
			opts.Format = format.value
			opts.Color = colorAuto.resolve(f.getenv)
			query, diags := planfmt.NewQuery(expressionName, opts.Expr)
			if diags.HasErrors() && isFile(opts.Expr) {
				return &usageError{cmd.CommandPath(), misplacedFile(cmd.CommandPath(), args)}
			}
			if err := opts.reportExpression(diags, opts.Expr); err != nil {
				return err
			}
			if opts.Type {
				return opts.printType(query)
			}
			if err := shared.resolve(f, cmd, &opts.showOptions, args[:len(args)-1]); err != nil {
				return err
			}
			opts.Output = string(shared.output)
			opts.Targets = []target{{File: opts.Output}}
			if err := opts.checkSecrets(); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			return runQuery(cmd.Context(), opts, query)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&format, "format", "f", "write the result in this format: "+format.list())
	flags.BoolVar(&opts.Type, "type", false, "print the type that the result has, without reading a plan or schemas; values of resources are of type any")
	shared.addSchemas(cmd, &opts.showOptions)
	addStepsFlag(flags, &opts.MaxSteps)
	shared.addConfig(cmd, &opts.showOptions)
	shared.addProduct(cmd)
	shared.addOutput(cmd)
	shared.addCopies(cmd, " (default)")
	flags.BoolVar(&opts.Strict, "strict", false, strictHelp)
	flags.BoolVar(&opts.RequireExact, "require-exact", false, requireExactHelp)
	addSecrets(flags, &opts.showOptions)
	flags.BoolVar(&opts.Quiet, "quiet", false, "do not warn of what may be wrong with the expression, nor of missing schemas, and show no progress; problems are still reported")
	completeChoices(cmd, map[string]choice{"format": format})
	return cmd
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

// errExpression says that an expression from the command line has errors, which have been shown.
var errExpression = errors.New("the expression has errors")

// reportExpression shows what is wrong with an expression from the command line. It returns an error if there is
// more than warnings.
func (o *showOptions) reportExpression(diags diag.List, text string) error {
	if o.Quiet {
		diags = slices.DeleteFunc(slices.Clone(diags), func(d *diag.Diagnostic) bool { return d.Severity == diag.Warning })
	}
	o.streams.showDiagnostics(diags, o.Color, func(string) []byte { return []byte(text) })
	if diags.HasErrors() {
		return errExpression
	}
	return nil
}

func (o *queryOptions) printType(query planfmt.Query) error {
	out, err := o.streams.openOutput(outputPlan{})
	if err != nil {
		return err
	}
	defer out.abort()
	_, err = fmt.Fprintln(out, query.Type().String())
	return out.finish(err)
}

func runQuery(ctx context.Context, opts *queryOptions, query planfmt.Query) error {
	library, err := opts.prepare()
	if err != nil {
		return err
	}
	in, inName, err := opts.streams.openInput(opts.File)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := opts.streams.openOutput(outputPlan{Name: opts.Output, In: in, Inputs: opts.inputs()})
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
	res, err := query.Run(ctx, out, in, library, opts.Format)
	line.end()
	if err == nil {
		err = out.commit()
	}
	if diags, ok := errors.AsType[diag.List](err); ok {
		return opts.reportExpression(diags, opts.Expr)
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
