package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
)

// explainFlag is the flag --explain, with or without the address of an object.
type explainFlag struct {
	on   *bool
	only *string
}

func (f explainFlag) String() string { return "" }

func (f explainFlag) Type() string { return "ADDRESS" }

func (f explainFlag) Set(s string) error {
	*f.on = true
	switch {
	case s == explainAll:
		*f.only = ""
	case s == "":
		return errors.New("the address is empty")
	default:
		*f.only = s
	}
	return nil
}

// explainAll is the value of --explain without one. It is the address of no object.
const explainAll = " "

// addExplain adds the flag for explanations.
func (o *checkOptions) addExplain(cmd *cobra.Command) {
	flags := cmd.Flags()
	flagvalue.Policies.In(flags).Var(explainFlag{&o.Explain, &o.Explained}, "explain", "for text and json: say how verdicts come about, of those that are neither pass nor skipped, or with =ADDRESS of all on this resource (=plan: on the whole plan)")
	flags.Lookup("explain").NoOptDefVal = explainAll
	flagvalue.CompleteFlag(cmd, "explain", cobra.NoFileCompletions)
}

var _ pflag.Value = explainFlag{}
