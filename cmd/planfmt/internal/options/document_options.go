package options

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// Document say which document is read, and how.
type Document struct {
	File         string // "-" for standard input
	Mode         plans.Mode
	Product      string // empty or auto: the one that made the document
	MaxUnpacked  int64  // of documents in gzip
	MaxResources int    // that are kept; 0 for any number
	Strict       bool
	Quiet        bool
	AllowState   bool // a state is judged like a plan that changes nothing
	Progress     bool // standard error may show how far the work has come

	mode, product flagvalue.Choice
}

// AddUnpacked adds the flag for the limit of what documents in gzip unpack to.
func (o *Document) AddUnpacked(flags *pflag.FlagSet) {
	flagvalue.AddUnpackedFlag(flags, &o.MaxUnpacked)
}

// AddLimits adds the flags for the limits of plans and states.
func (o *Document) AddLimits(flags *pflag.FlagSet) {
	o.AddUnpacked(flags)
	flagvalue.AddResourcesFlag(flags, &o.MaxResources)
}

// AddMode adds the flag for the plan's mode under a name.
func (o *Document) AddMode(cmd *cobra.Command, name string) {
	o.mode = flagvalue.Choice{Value: "auto", Names: plans.Modes()}
	flagvalue.Input.In(cmd.Flags()).Var(&o.mode, name, "how the plan was made: "+o.mode.List())
	flagvalue.CompleteChoice(cmd, name, &o.mode)
}

// AddProduct adds the flag for the product.
func (o *Document) AddProduct(cmd *cobra.Command) {
	o.product = flagvalue.Choice{Value: "auto", Names: planfmt.Products(), Also: map[string]string{"tofu": "opentofu"}}
	flagvalue.Input.In(cmd.Flags()).Var(&o.product, "product", "whose output to match: "+o.product.List())
	flagvalue.CompleteChoice(cmd, "product", &o.product)
}

// AddAllowState adds the flag for those who judge states on purpose.
func (o *Document) AddAllowState(flags *pflag.FlagSet) {
	flagvalue.Input.In(flags).BoolVar(&o.AllowState, "allow-state", false, "judge a state like a plan that changes nothing; otherwise, a state is an error where the exit status, policies or facts depend on it")
}

// AddStrict adds the flag for documents with mistakes.
func (o *Document) AddStrict(flags *pflag.FlagSet) {
	flagvalue.Input.In(flags).BoolVar(&o.Strict, "strict", false, "reject a document that is not valid JSON, even if the mistake is in a part that is not needed")
}

// AddQuiet adds the flag for less text on standard error.
func (o *Document) AddQuiet(flags *pflag.FlagSet, help string) {
	flagvalue.Messages.In(flags).BoolVar(&o.Quiet, "quiet", false, help)
}

// Resolve sets the options that follow from the flags and the environment. args are the arguments from FILE on.
func (o *Document) Resolve(f *command.Factory, cmd *cobra.Command, args []string) (err error) {
	if o.File, err = command.InputArgument(f, cmd, args); err != nil {
		return err
	}
	if o.mode.Value != "" {
		if o.Mode, err = plans.ParseMode(o.mode.Value); err != nil {
			return command.Usage(cmd, err)
		}
	}
	o.Product = o.product.Value
	o.Progress = f.Streams.ShowsProgress(f.Getenv, o.Quiet)
	return nil
}

// Input returns what the library has to know about documents.
func (o *Document) Input() planfmt.Input {
	in := planfmt.Input{Mode: o.Mode, Product: o.Product, Strict: o.Strict, TempDir: os.TempDir(), MaxUnpacked: o.MaxUnpacked, MaxResources: o.MaxResources}
	if o.AllowState {
		in.States = planfmt.ChoiceAlways
	}
	return in
}

// WarnUnlessQuiet returns what writes warnings of the library.
func (o *Document) WarnUnlessQuiet(s *terminal.Streams) func(planfmt.Warning) {
	return func(w planfmt.Warning) {
		if !o.Quiet {
			s.Warn(w.Text)
		}
	}
}
