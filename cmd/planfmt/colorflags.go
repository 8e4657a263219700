package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// colorFlags are the flags that say when to use colour.
type colorFlags struct {
	color choice
	none  bool
}

func newColorFlags() colorFlags {
	return colorFlags{color: choice{value: string(colorAuto), names: colorChoices()}}
}

// add adds the flags. besides ends the help text of --no-color: it says what else that does.
func (c *colorFlags) add(cmd *cobra.Command, besides string) {
	flags := cmd.Flags()
	flags.Var(&c.color, "color", "when to use colour: "+c.color.list())
	flags.BoolVar(&c.none, "no-color", false, "same as --color never"+besides)
	completeChoices(cmd, map[string]choice{"color": c.color})
}

// resolve returns when to use colour. It does not ask the environment.
func (c *colorFlags) resolve(cmd *cobra.Command) (colorChoice, error) {
	if !c.none {
		return colorChoice(c.color.value), nil
	}
	if c.color.value != string(colorNever) && cmd.Flags().Changed("color") {
		return "", &usageError{cmd.CommandPath(), fmt.Errorf("--no-color and --color %s cannot be used together", c.color.value)}
	}
	return colorNever, nil
}
