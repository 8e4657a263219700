package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/schema"
)

// documentFlags are the flags of commands that compare the values of a document, as far as they
// are no fields of the options.
type documentFlags struct {
	noCache, noBundle        bool
	maskCopies, noMaskCopies bool
	noPager                  bool
	color                    colorFlags
	product                  choice
	output                   fileName
}

func newDocumentFlags() *documentFlags {
	return &documentFlags{
		product: choice{value: "auto", names: planfmt.Products(), also: map[string]string{"tofu": "opentofu"}},
		color:   newColorFlags(),
	}
}

// addSchemas adds the flags for schemas.
func (d *documentFlags) addSchemas(cmd *cobra.Command, opts *showOptions) {
	(&schemaFlags{&opts.Schemas, &opts.Limits, &d.noBundle, &d.noCache}).add(cmd)
	addUnpackedFlag(cmd.Flags(), &opts.MaxUnpacked)
}

// schemaFlags are where the values of the flags for schemas go.
type schemaFlags struct {
	files             *[]string
	limits            *schema.Limits
	noBundle, noCache *bool
}

// add adds the flags.
func (s *schemaFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&wordList{s.files, "FILE"}, "schemas", "read provider schemas from FILE, the output of 'terraform providers schema -json', plain or gzipped; repeatable")
	addLimitFlags(flags, s.limits)
	flags.BoolVar(s.noBundle, "no-bundle", false, "do not use the project's .planfmt/schemas.json.gz")
	flags.BoolVar(s.noCache, "no-cache", false, "do not use the schemas in your cache")
	completeSchemaFiles(cmd)
}

// addLayout adds the flags for the layout.
func (d *documentFlags) addLayout(cmd *cobra.Command, opts *showOptions) {
	d.addProduct(cmd)
	flags := cmd.Flags()
	d.color.add(cmd, "")
	flags.Var((*columns)(&opts.Width), "width", "wrap text at N columns (default: the width of the terminal, or 78)")
}

// addProduct adds the flag for the product.
func (d *documentFlags) addProduct(cmd *cobra.Command) {
	cmd.Flags().Var(&d.product, "product", "whose output to match: "+d.product.list())
	completeChoices(cmd, map[string]choice{"product": d.product})
}

// addPager adds the flag for the pager.
func (d *documentFlags) addPager(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&d.noPager, "no-pager", false, "on a terminal, do not show the output with a pager")
}

// addOutput adds the flag for the output.
func (d *documentFlags) addOutput(cmd *cobra.Command) {
	cmd.Flags().VarP(&d.output, "output", "o", "write to FILE instead of standard output, either completely or not at all")
}

// addConfig adds the flag for the configuration, for commands that evaluate expressions over values.
func (d *documentFlags) addConfig(cmd *cobra.Command, opts *showOptions) {
	cmd.Flags().Var(&word{&opts.Declarations.ConfigDir, "DIR"}, "config", "for plans in JSON: read the configuration in DIR, to find out more about unknown values; binary plans contain their configuration")
	_ = cmd.MarkFlagDirname("config")
}

// addRefinements adds the flag for what is known of unknown values.
func addRefinements(flags *pflag.FlagSet, opts *showOptions) {
	flags.BoolVar(&opts.Refinements, "refinements", false, "for binary plans: say what is already known about values that are known only after apply, such as \"not null\"")
}

// addUnmarked adds the flag that shows what is hidden only because of its name.
func addUnmarked(flags *pflag.FlagSet, opts *showOptions) {
	flags.Var(&wordList{&opts.ShowUnmarked, "TYPE-GLOB:PATH"}, "show-unmarked", "show values that are hidden only because of their names: all of them, or those that =TYPE-GLOB:PATH matches; repeatable")
	flags.Lookup("show-unmarked").NoOptDefVal = allUnmarked
}

// addSecrets adds the flags that show secrets.
func addSecrets(flags *pflag.FlagSet, opts *showOptions) {
	addUnmarked(flags, opts)
	flags.BoolVar(&opts.ShowSensitive, "show-sensitive", false, "show sensitive values, and all that --show-unmarked shows")
	flags.BoolVar(&opts.Force, "force", false, "allow --show-sensitive and --show-unmarked when the output does not go to a terminal, or in CI")
}

// addCopies adds the flags for copies of sensitive values. byDefault ends the help text: it says
// which formats hide them without a flag.
func (d *documentFlags) addCopies(cmd *cobra.Command, byDefault string) {
	flags := cmd.Flags()
	flags.BoolVar(&d.maskCopies, "mask-copies", false, "hide strings that are the same as a sensitive one elsewhere"+byDefault)
	flags.BoolVar(&d.noMaskCopies, "no-mask-copies", false, "show strings that are the same as a sensitive one elsewhere")
}

// resolveCopies returns what is done with copies of sensitive values.
func (d *documentFlags) resolveCopies(opts *showOptions) (planfmt.Choice, error) {
	switch {
	case d.maskCopies && d.noMaskCopies:
		return planfmt.AutoChoice, errors.New("--mask-copies and --no-mask-copies cannot be used together")
	case d.maskCopies && opts.ShowSensitive:
		return planfmt.AutoChoice, errors.New("--mask-copies has no effect with --show-sensitive, which shows all sensitive values")
	case d.maskCopies:
		return planfmt.Always, nil
	case d.noMaskCopies:
		return planfmt.Never, nil
	}
	return planfmt.AutoChoice, nil
}

// completeChoices completes the values of flags.
func completeChoices(cmd *cobra.Command, choices map[string]choice) {
	for name, c := range choices {
		completeFlag(cmd, name, cobra.FixedCompletions(c.descriptions(), cobra.ShellCompDirectiveNoFileComp))
	}
}

// resolve sets the options that follow from the flags and the environment. args are the
// arguments from FILE on.
func (d *documentFlags) resolve(f *factory, cmd *cobra.Command, opts *showOptions, args []string) (err error) {
	if opts.File, err = f.inputArgument(cmd, args); err != nil {
		return err
	}
	if opts.Color, err = d.color.resolve(cmd); err != nil {
		return err
	}
	if opts.MaskCopies, err = d.resolveCopies(opts); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	opts.Product = d.product.value
	opts.Color = opts.Color.resolve(f.getenv)
	opts.Schemas = append(opts.Schemas, f.schemaFiles()...)
	if !d.noBundle {
		opts.Bundle = f.streams.findBundle()
	}
	if !d.noCache {
		opts.Cache = f.cacheDir()
	}
	opts.InAutomation = f.getenv("TF_IN_AUTOMATION") != ""
	opts.Runner = f.onRunner()
	opts.Progress = f.showsProgress(opts.Quiet)
	// Secrets are for the terminal only, not for another program.
	f.streams.pager.Store(f.pagerFor(d.noPager || opts.ShowSensitive || len(opts.ShowUnmarked) > 0))
	return nil
}
