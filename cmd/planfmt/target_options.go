package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// targetOptions say in which formats the output is written, and where to.
type targetOptions struct {
	Targets []target

	formats formats
	format  choice
	output  fileName
}

// addFormat adds the flag for formats.
func (o *targetOptions) addFormat(cmd *cobra.Command, all formats) {
	o.formats, o.format = all, all.choice()
	cmd.Flags().VarP(&targetList{&o.Targets, &o.format}, "format", "f", "write in this format, and to =FILE if given; repeatable: "+o.format.list()+" (default "+o.format.value+")")
	completeChoice(cmd, "format", &o.format)
}

// addOutput adds the flag for the output.
func (o *targetOptions) addOutput(flags *pflag.FlagSet) {
	flags.VarP(&o.output, "output", "o", "write to FILE instead of standard output, either completely or not at all")
}

// checkMany returns an error if --output does not say what is written to the file when several plans are shown.
func (o *targetOptions) checkMany() error {
	if len(o.Targets) > 1 && !isStandardOutput(string(o.output)) {
		return errors.New("--output cannot be used with several formats: write each to a file, as in --format json=FILE")
	}
	return nil
}

// resolve sets the targets. format is that of a command which has no flag for it.
func (o *targetOptions) resolve(format string) (err error) {
	if format == "" {
		format = o.formats[0].Name
	}
	o.Targets, err = resolveTargets(o.Targets, string(o.output), format)
	return err
}

// check finds flags that none of the formats obeys.
func (o *targetOptions) check(flags *pflag.FlagSet) error { return o.formats.check(flags, o.Targets) }
