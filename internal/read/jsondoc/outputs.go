package jsondoc

import (
	"slices"

	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// bookmark reads a member of a plan that is elsewhere.
func (h *Header) bookmark(s *Scanner, name string) (read bool, err error) {
	if s.Next() != values.String {
		return false, nil
	}
	text, err := s.Text()
	switch {
	case !safeWord().MatchString(text): // it may be anything
	case name == "run_id":
		h.run = text
	default:
		h.host = text
	}
	return true, err
}

var safeWord = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9.:-]{0,99}$`)

// outputsStart is how the output of `terraform output -json` begins.
var outputsStart = lazy.Regexp(`^\s*\{\s*"[^"]*"\s*:\s*\{\s*"(sensitive"\s*:\s*(true|false)|type"\s*:\s*["\[]|value"\s*:)`)

// otherOutputs are the documents of other commands, by members that all of them have.
var otherOutputs = []struct {
	members    []string
	what, hint string
}{
	{[]string{"valid", "diagnostics"}, "the output of `terraform validate -json`", "`planfmt log` shows it"},
	{[]string{"function_signatures"}, "the output of `terraform metadata functions -json`", hintShow},
	{[]string{"terraform_version", "platform", "provider_selections"}, "the output of `terraform version -json`", hintShow},
	{[]string{"format_version", "modules"}, "the output of `terraform modules -json`", hintShow},
	{[]string{"format_version", "resource", "diagnostics"}, "the output of `terraform state show -json`", "`terraform show -json` prints the whole state, which planfmt shows"},
}

// otherOutput says what the document is if another command prints it, or a product writes it that keeps the plan elsewhere. If not, it is nil.
func (h *Header) otherOutput() error {
	reject := func(what, hint string) error {
		return &plans.InputError{Kind: plans.InputNotPlan, Msg: "this is " + what + ", not a plan", Hint: hint}
	}
	if h.Has("remote_plan_format") {
		where := "HCP Terraform or Terraform Enterprise"
		if h.host != "" {
			where += " at " + h.host
		}
		if h.run != "" {
			where += ", in the run " + h.run
		}
		return &plans.InputError{
			Kind: plans.InputNotPlan, Msg: "this is not a plan, but says where the plan is: in " + where,
			Hint: "where you are logged in to it, run `terraform show -json FILE`, and pass the output",
		}
	}
	for _, o := range otherOutputs {
		if !slices.ContainsFunc(o.members, func(name string) bool { return !h.Has(name) }) {
			return reject(o.what, o.hint)
		}
	}
	if h.outputs {
		return reject("the output of `terraform output -json`", "the outputs of a plan are in the output of `terraform show -json FILE`")
	}
	return nil
}
