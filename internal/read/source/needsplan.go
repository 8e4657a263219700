package source

import "github.com/planfmt/planfmt/plans"

// NeedsPlan returns the error for a state where only a plan has an answer. Nobody passes a state there on purpose: the hint says how it came.
func NeedsPlan(msg string) error {
	return &plans.InputError{Kind: plans.InputState, Msg: msg, Hint: "a plan is needed: `terraform show -json` prints the state unless it is given the name of a plan file"}
}
