package options

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
)

// Outputs say in which formats the output is written, and where to.
type Outputs struct {
	Targets []output.Target

	known  Formats
	format flagvalue.Choice
	Output flagvalue.FileName
}

// AddFormat adds the flag for formats.
func (o *Outputs) AddFormat(cmd *cobra.Command, all Formats) {
	o.known, o.format = all, all.Choice()
	flagvalue.Look.In(cmd.Flags()).VarP(&output.TargetList{Targets: &o.Targets, Names: &o.format}, "format", "f", "write in this format, and to =FILE if given; repeatable: "+o.format.List()+" (default "+o.format.Value+")")
	flagvalue.CompleteChoice(cmd, "format", &o.format)
}

// Allow sets the formats of a command that has no flag for them, or one of its own.
func (o *Outputs) Allow(all Formats) { o.known = all }

// AddOutput adds the flag for the output.
func (o *Outputs) AddOutput(flags *pflag.FlagSet) {
	flagvalue.Look.In(flags).VarP(&o.Output, "output", "o", "write to FILE instead of standard output, either completely or not at all")
}

// CheckMany returns an error if --output does not say what is written to the file when several plans are shown.
func (o *Outputs) CheckMany() error {
	if len(o.Targets) > 1 && !output.IsStandardOutput(string(o.Output)) {
		return errors.New("--output cannot be used with several formats: write each to a file, as in --format json=FILE")
	}
	return nil
}

// Resolve sets the targets. format is that of a command which has no flag for it.
func (o *Outputs) Resolve(format string) (err error) {
	if format == "" {
		format = o.known[0].Name
	}
	o.Targets, err = output.ResolveTargets(o.Targets, string(o.Output), format)
	return err
}

// Check finds flags that none of the formats obeys.
func (o *Outputs) Check(flags *pflag.FlagSet) error { return o.known.check(flags, o.Targets) }
