package options

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
)

// Secrets say what is hidden.
type Secrets struct {
	MaskCopies    planfmt.Choice // of strings that are sensitive elsewhere
	MaskNames     bool           // hide values because of their names
	ShowUnmarked  []string
	ShowSensitive bool
	Force         bool // allow these two if the output is not a terminal

	maskCopies, noMaskCopies bool
}

// allUnmarked is the value of --show-unmarked if none is given.
const allUnmarked = "*:*"

// AddCopies adds the flags that say what is hidden besides what is marked: copies of sensitive values, and values with the names of secrets. byDefault ends the help text: it says which formats hide
// them without a flag.
func (o *Secrets) AddCopies(flags *pflag.FlagSet, byDefault string) {
	flagvalue.Secrets.In(flags).BoolVar(&o.maskCopies, "mask-copies", false, "hide strings that are the same as a sensitive one elsewhere"+byDefault)
	flagvalue.Secrets.In(flags).BoolVar(&o.noMaskCopies, "no-mask-copies", false, "show strings that are the same as a sensitive one elsewhere")
	flagvalue.Secrets.In(flags).BoolVar(&o.MaskNames, "mask-names", false, "hide values whose names suggest a secret, even if nothing marks them as sensitive")
}

// AddUnmarked adds the flags that show values that are hidden only because of their names.
func (o *Secrets) AddUnmarked(flags *pflag.FlagSet) {
	o.addShowUnmarked(flags)
	flagvalue.Secrets.In(flags).BoolVar(&o.Force, "force", false, "allow --show-unmarked when the output does not go to a terminal, or in CI")
}

// AddSecrets adds the flags that show secrets.
func (o *Secrets) AddSecrets(flags *pflag.FlagSet) {
	o.addShowUnmarked(flags)
	flagvalue.Secrets.In(flags).BoolVar(&o.ShowSensitive, "show-sensitive", false, "show sensitive values, and all that --show-unmarked shows")
	flagvalue.Secrets.In(flags).BoolVar(&o.Force, "force", false, "allow --show-sensitive and --show-unmarked when the output does not go to a terminal, or in CI")
}

func (o *Secrets) addShowUnmarked(flags *pflag.FlagSet) {
	flagvalue.Secrets.In(flags).Var(&flagvalue.WordList{Values: &o.ShowUnmarked, What: "TYPE-GLOB:PATH"}, "show-unmarked", "show values that are hidden only because of their names: all of them, or those that =TYPE-GLOB:PATH matches; repeatable")
	flags.Lookup("show-unmarked").NoOptDefVal = allUnmarked
}

// Resolve sets whether copies of sensitive values are hidden.
func (o *Secrets) Resolve(cmd *cobra.Command) error {
	switch {
	case o.maskCopies && o.noMaskCopies:
		return command.Usage(cmd, errors.New("--mask-copies and --no-mask-copies cannot be used together"))
	case o.maskCopies && o.ShowSensitive:
		return command.Usage(cmd, errors.New("--mask-copies has no effect with --show-sensitive, which shows all sensitive values"))
	case o.MaskNames && o.ShowSensitive:
		return command.Usage(cmd, errors.New("--mask-names has no effect with --show-sensitive, which shows all sensitive values"))
	case o.MaskNames && slices.Contains(o.ShowUnmarked, allUnmarked):
		return command.Usage(cmd, errors.New("--mask-names has no effect with --show-unmarked; for an exception, use --show-unmarked=TYPE-GLOB:PATH"))
	case o.maskCopies:
		o.MaskCopies = planfmt.ChoiceAlways
	case o.noMaskCopies:
		o.MaskCopies = planfmt.ChoiceNever
	}
	return nil
}

// ShowsSecrets reports whether values are shown that are hidden by default.
func (o *Secrets) ShowsSecrets() bool { return o.ShowSensitive || len(o.ShowUnmarked) > 0 }

// Check returns an error if secrets might go anywhere but to a terminal that only people read, unless --force
// allows it.
func (o *Secrets) Check(onlyToPeople bool) error {
	if o.Force || onlyToPeople {
		return nil
	}
	const where = "but the output does not go to a terminal alone, or a CI runner reads it: to show them anyway, add --force"
	switch {
	case o.ShowSensitive:
		return errors.New("--show-sensitive shows secrets, " + where)
	case len(o.ShowUnmarked) > 0:
		return errors.New("--show-unmarked may show secrets, " + where)
	}
	return nil
}

// Apply tells the library what to hide.
func (o *Secrets) Apply(library *planfmt.Options) {
	library.MaskNames = o.MaskNames
	library.MaskCopies, library.ShowUnmarked, library.ShowSensitive = o.MaskCopies, o.ShowUnmarked, o.ShowSensitive
}
