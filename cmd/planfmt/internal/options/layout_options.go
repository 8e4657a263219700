package options

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// Layout say what text looks like, and who reads it.
type Layout struct {
	Color terminal.ColorChoice
	// NoColor says that the command line asks for no colour, whatever the environment does.
	NoColor      bool
	Width        int // 0 for the terminal's
	InAutomation bool
	Runner       bool // a CI runner may read the output

	color   flagvalue.Choice
	noColor bool
	noPager bool
}

// AddColor adds the flags for colour. besides ends the help text of --no-color: it says what else that does.
func (o *Layout) AddColor(cmd *cobra.Command, besides string) {
	o.color = flagvalue.Choice{Value: string(terminal.ColorAuto), Names: terminal.ColorChoices()}
	flags := cmd.Flags()
	flagvalue.Look.In(flags).Var(&o.color, "color", "when to use colour: "+o.color.List())
	flagvalue.Look.In(flags).BoolVar(&o.noColor, "no-color", false, "same as --color never"+besides)
	flagvalue.CompleteChoice(cmd, "color", &o.color)
}

// AddWidth adds the flag for the width.
func (o *Layout) AddWidth(flags *pflag.FlagSet) {
	flagvalue.Look.In(flags).Var((*flagvalue.Columns)(&o.Width), "width", "wrap text at N columns (default: the width of the terminal, or 78)")
}

// AddPager adds the flag for the pager.
func (o *Layout) AddPager(flags *pflag.FlagSet) {
	flagvalue.Look.In(flags).BoolVar(&o.noPager, "no-pager", false, "on a terminal, do not show the output with a pager")
}

// Resolve sets the options that follow from the flags and the environment.
func (o *Layout) Resolve(f *command.Factory, cmd *cobra.Command) error {
	o.Color = terminal.ColorChoice(cmp.Or(o.color.Value, string(terminal.ColorAuto)))
	if o.noColor {
		if o.Color != terminal.ColorNever && cmd.Flags().Changed("color") {
			return command.Usage(cmd, fmt.Errorf("--no-color and --color %s cannot be used together", o.Color))
		}
		o.Color = terminal.ColorNever
	}
	o.NoColor = o.Color == terminal.ColorNever
	o.Color = o.Color.Resolve(f.Getenv)
	o.InAutomation = f.Getenv("TF_IN_AUTOMATION") != ""
	o.Runner = f.Getenv.OnRunner()
	return nil
}

// StartPager makes standard output go to a pager, if it is a terminal. Secrets are for the terminal only, not for
// another program.
func (o *Layout) StartPager(f *command.Factory, showsSecrets bool) {
	if o.noPager || showsSecrets {
		f.Streams.Pager.Store(nil)
		return
	}
	f.Streams.Pager.Store(terminal.NewPager(f.Streams, f.Getenv, f.LookupEnv))
}

// IsOnlyForPeople reports whether all targets are a terminal that only people read.
func (o *Layout) IsOnlyForPeople(s *terminal.Streams, targets []output.Target) bool {
	for _, t := range targets {
		if !t.IsTerminal(s) {
			return false
		}
	}
	return !o.Runner
}

// Layout returns the layout for a target.
func (o *Layout) Layout(s *terminal.Streams, t output.Target) planfmt.Layout {
	onTerminal := t.IsTerminal(s)
	l := planfmt.Layout{
		Width:        o.Width,
		Color:        o.Color == terminal.ColorAlways || o.Color == terminal.ColorAuto && onTerminal,
		Terminal:     onTerminal,
		InAutomation: o.InAutomation,
		Runner:       o.Runner,
	}
	if l.Width == 0 && onTerminal {
		l.Width = s.Columns
	}
	return l
}
