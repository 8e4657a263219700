package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
)

// secretOptions say what is hidden.
type secretOptions struct {
	MaskCopies    planfmt.Choice // of strings that are sensitive elsewhere
	ShowUnmarked  []string
	ShowSensitive bool
	Force         bool // allow these two if the output is not a terminal

	maskCopies, noMaskCopies bool
}

// allUnmarked is the value of --show-unmarked if none is given.
const allUnmarked = "*:*"

// addCopies adds the flags for copies of sensitive values. byDefault ends the help text: it says which formats hide
// them without a flag.
func (o *secretOptions) addCopies(flags *pflag.FlagSet, byDefault string) {
	flags.BoolVar(&o.maskCopies, "mask-copies", false, "hide strings that are the same as a sensitive one elsewhere"+byDefault)
	flags.BoolVar(&o.noMaskCopies, "no-mask-copies", false, "show strings that are the same as a sensitive one elsewhere")
}

// addUnmarked adds the flags that show what is hidden only because of its name.
func (o *secretOptions) addUnmarked(flags *pflag.FlagSet) {
	o.addShowUnmarked(flags)
	flags.BoolVar(&o.Force, "force", false, "allow --show-unmarked when the output does not go to a terminal, or in CI")
}

// addSecrets adds the flags that show secrets.
func (o *secretOptions) addSecrets(flags *pflag.FlagSet) {
	o.addShowUnmarked(flags)
	flags.BoolVar(&o.ShowSensitive, "show-sensitive", false, "show sensitive values, and all that --show-unmarked shows")
	flags.BoolVar(&o.Force, "force", false, "allow --show-sensitive and --show-unmarked when the output does not go to a terminal, or in CI")
}

func (o *secretOptions) addShowUnmarked(flags *pflag.FlagSet) {
	flags.Var(&wordList{&o.ShowUnmarked, "TYPE-GLOB:PATH"}, "show-unmarked", "show values that are hidden only because of their names: all of them, or those that =TYPE-GLOB:PATH matches; repeatable")
	flags.Lookup("show-unmarked").NoOptDefVal = allUnmarked
}

// resolve sets what is done with copies of sensitive values.
func (o *secretOptions) resolve(cmd *cobra.Command) error {
	switch {
	case o.maskCopies && o.noMaskCopies:
		return usage(cmd, errors.New("--mask-copies and --no-mask-copies cannot be used together"))
	case o.maskCopies && o.ShowSensitive:
		return usage(cmd, errors.New("--mask-copies has no effect with --show-sensitive, which shows all sensitive values"))
	case o.maskCopies:
		o.MaskCopies = planfmt.Always
	case o.noMaskCopies:
		o.MaskCopies = planfmt.Never
	}
	return nil
}

// showsSecrets reports whether anything is shown that is hidden otherwise.
func (o *secretOptions) showsSecrets() bool { return o.ShowSensitive || len(o.ShowUnmarked) > 0 }

// check returns an error if secrets might go anywhere but to a terminal that only people read, unless --force
// allows it.
func (o *secretOptions) check(onlyToPeople bool) error {
	if o.Force || onlyToPeople {
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

// apply tells the library what to hide.
func (o *secretOptions) apply(library *planfmt.Options) {
	library.MaskCopies, library.ShowUnmarked, library.ShowSensitive = o.MaskCopies, o.ShowUnmarked, o.ShowSensitive
}
