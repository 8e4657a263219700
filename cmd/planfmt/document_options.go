package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// documentOptions say which document is read, and how.
type documentOptions struct {
	File        string // "-" for standard input
	Mode        plans.Mode
	Product     string // empty or auto: the one that made the document
	MaxUnpacked int64  // of documents in gzip
	Strict      bool
	Quiet       bool
	Progress    bool // standard error may show how far the work has come

	mode, product choice
}

// addUnpacked adds the flag for the limit of what documents in gzip unpack to.
func (o *documentOptions) addUnpacked(flags *pflag.FlagSet) { addUnpackedFlag(flags, &o.MaxUnpacked) }

// addMode adds the flag for the plan's mode under a name.
func (o *documentOptions) addMode(cmd *cobra.Command, name string) {
	o.mode = choice{value: "auto", names: plans.Modes()}
	cmd.Flags().Var(&o.mode, name, "how the plan was made: "+o.mode.list())
	completeChoice(cmd, name, &o.mode)
}

// addProduct adds the flag for the product.
func (o *documentOptions) addProduct(cmd *cobra.Command) {
	o.product = choice{value: "auto", names: planfmt.Products(), also: map[string]string{"tofu": "opentofu"}}
	cmd.Flags().Var(&o.product, "product", "whose output to match: "+o.product.list())
	completeChoice(cmd, "product", &o.product)
}

// addStrict adds the flag for documents with mistakes.
func (o *documentOptions) addStrict(flags *pflag.FlagSet) {
	flags.BoolVar(&o.Strict, "strict", false, "reject a document that is not valid JSON, even if the mistake is in a part that is not needed")
}

// addQuiet adds the flag for less text on standard error.
func (o *documentOptions) addQuiet(flags *pflag.FlagSet, help string) {
	flags.BoolVar(&o.Quiet, "quiet", false, help)
}

// resolve sets the options that follow from the flags and the environment. args are the arguments from FILE on.
func (o *documentOptions) resolve(f *factory, cmd *cobra.Command, args []string) (err error) {
	if o.File, err = f.inputArgument(cmd, args); err != nil {
		return err
	}
	if o.mode.value != "" {
		if o.Mode, err = plans.ParseMode(o.mode.value); err != nil {
			return usage(cmd, err)
		}
	}
	o.Product = o.product.value
	o.Progress = f.showsProgress(o.Quiet)
	return nil
}

// input returns what the library has to know about documents.
func (o *documentOptions) input() planfmt.Input {
	return planfmt.Input{Mode: o.Mode, Product: o.Product, Strict: o.Strict, TempDir: os.TempDir(), MaxUnpacked: o.MaxUnpacked}
}
