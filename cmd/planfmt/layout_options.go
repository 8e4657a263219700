package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
)

// layoutOptions say what text looks like, and who reads it.
type layoutOptions struct {
	Color colorChoice
	// NoColor says that the command line asks for no colour, whatever the environment does.
	NoColor      bool
	Width        int // 0 for the terminal's
	InAutomation bool
	Runner       bool // a CI runner may read the output

	color   choice
	noColor bool
	noPager bool
}

// addColor adds the flags for colour. besides ends the help text of --no-color: it says what else that does.
func (o *layoutOptions) addColor(cmd *cobra.Command, besides string) {
	o.color = choice{value: string(colorAuto), names: colorChoices()}
	flags := cmd.Flags()
	flags.Var(&o.color, "color", "when to use colour: "+o.color.list())
	flags.BoolVar(&o.noColor, "no-color", false, "same as --color never"+besides)
	completeChoice(cmd, "color", &o.color)
}

// addWidth adds the flag for the width.
func (o *layoutOptions) addWidth(flags *pflag.FlagSet) {
	flags.Var((*columns)(&o.Width), "width", "wrap text at N columns (default: the width of the terminal, or 78)")
}

// addPager adds the flag for the pager.
func (o *layoutOptions) addPager(flags *pflag.FlagSet) {
	flags.BoolVar(&o.noPager, "no-pager", false, "on a terminal, do not show the output with a pager")
}

// resolve sets the options that follow from the flags and the environment.
func (o *layoutOptions) resolve(f *factory, cmd *cobra.Command) error {
	o.Color = colorChoice(cmp.Or(o.color.value, string(colorAuto)))
	if o.noColor {
		if o.Color != colorNever && cmd.Flags().Changed("color") {
			return usage(cmd, fmt.Errorf("--no-color and --color %s cannot be used together", o.Color))
		}
		o.Color = colorNever
	}
	o.NoColor = o.Color == colorNever
	o.Color = o.Color.resolve(f.getenv)
	o.InAutomation = f.getenv("TF_IN_AUTOMATION") != ""
	o.Runner = f.onRunner()
	return nil
}

// startPager makes standard output go to a pager, if it is a terminal. Secrets are for the terminal only, not for
// another program.
func (o *layoutOptions) startPager(f *factory, showsSecrets bool) {
	f.streams.pager.Store(f.pagerFor(o.noPager || showsSecrets))
}

// isOnlyForPeople reports whether all targets are a terminal that only people read.
func (o *layoutOptions) isOnlyForPeople(s *streams, targets []target) bool {
	for _, t := range targets {
		if !t.isTerminal(s) {
			return false
		}
	}
	return !o.Runner
}

// layout returns the layout for a target.
func (o *layoutOptions) layout(s *streams, t target) planfmt.Layout {
	terminal := t.isTerminal(s)
	l := planfmt.Layout{
		Width:        o.Width,
		Color:        o.Color == colorAlways || o.Color == colorAuto && terminal,
		Terminal:     terminal,
		InAutomation: o.InAutomation,
		Runner:       o.Runner,
	}
	if l.Width == 0 && terminal {
		l.Width = s.Columns
	}
	return l
}
