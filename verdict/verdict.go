// Package verdict has the results of policies that judge a plan or the mocks of
// a test: outcomes, with the reasons that may be shown. They contain values of the
// plan only as text in which sensitive parts have already been replaced.
package verdict

import (
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/plans"
)

// Outcome is what a policy says about a target. Outcomes are ordered: the
// greater one is the worse one.
type Outcome uint8

// The outcomes.
const (
	// Skipped means that the policy does not apply: another operation, or its
	// filter is false.
	Skipped Outcome = iota
	// Pass means that the conditions hold, whatever the unknown values will be.
	Pass
	// Undecided means that the verdict depends on values that are not known yet.
	Undecided
	// Fail means that a condition does not hold, whatever the unknown values will be.
	Fail
	// Error means that the policy could not be evaluated.
	Error
)

var outcomes = enum.New[Outcome]("outcome", "skipped", "pass", "undecided", "fail", "error")

// String returns the name of the outcome.
func (o Outcome) String() string { return outcomes.String(o) }

// MarshalText returns the name of the outcome.
func (o Outcome) MarshalText() ([]byte, error) { return outcomes.Marshal(o) }

// UnmarshalText sets the outcome by its name. If there is no such name, the error lists
// all of them.
func (o *Outcome) UnmarshalText(text []byte) error { return outcomes.Unmarshal(text, o) }

// Level is how much a failure matters.
type Level uint8

// The enforcement levels.
const (
	// Mandatory policies must not fail.
	Mandatory Level = iota
	// MandatoryOverridable policies must not fail, unless somebody who may do so
	// overrides them.
	MandatoryOverridable
	// Advisory policies warn only.
	Advisory
)

var levels = enum.New[Level]("enforcement level", "mandatory", "mandatory_overridable", "advisory")

// String returns the name of the enforcement level.
func (l Level) String() string { return levels.String(l) }

// MarshalText returns the name of the enforcement level.
func (l Level) MarshalText() ([]byte, error) { return levels.Marshal(l) }

// UnmarshalText sets the enforcement level by its name. If there is no such name, the error lists
// all of them.
func (l *Level) UnmarshalText(text []byte) error { return levels.Unmarshal(text, l) }

// OnUnknown is how the user treats a mandatory policy that is undecided, and a plan that is not complete.
type OnUnknown uint8

// The ways to treat what nobody can decide yet.
const (
	// UnknownWarns means that it does not pass, which is a warning.
	UnknownWarns OnUnknown = iota
	// UnknownFails means that it does not pass, which is a failure.
	UnknownFails
	// UnknownPasses means that it is let through.
	UnknownPasses
)

var onUnknowns = enum.New[OnUnknown]("treatment of unknown values", "warn", "fail", "pass")

// String returns the name of the treatment.
func (o OnUnknown) String() string { return onUnknowns.String(o) }

// MarshalText returns the name of the treatment.
func (o OnUnknown) MarshalText() ([]byte, error) { return onUnknowns.Marshal(o) }

// UnmarshalText sets the treatment by its name. If there is no such name, the error lists
// all of them.
func (o *OnUnknown) UnmarshalText(text []byte) error { return onUnknowns.Unmarshal(text, o) }

// Policy is what a report says about a policy.
type Policy struct {
	// Name is kind.label1.label2: resource_policy.aws_ebs_volume.encrypted.
	Name string
	// Label is the last label, by which people call the policy: encrypted.
	Label string
	// Set is the name of the set that the policy is from: "builtin:hazards", or
	// the directory as the user gave it.
	Set string
	// Range is the head of the policy's block.
	Range diag.Range
}

// IsCalled reports whether a name means the policy: it is all of its name, or its label. A label with dots might be all of another's name, so it is
// no name by itself.
func (p *Policy) IsCalled(name string) bool { return name == p.Name || name == p.ShortName() }

// ShortName is the label if that is a name by itself, or else all of the name.
func (p *Policy) ShortName() string {
	if p.Label == "" || strings.Contains(p.Label, ".") {
		return p.Name
	}
	return p.Label
}

// Cause is a value on which a verdict waits.
type Cause struct {
	// Address is the object that the value is from, or empty.
	Address string
	// Path leads to the value in the object.
	Path plans.Path
	// Reason says why it is not known: "known after apply".
	Reason string
	// References are what the configuration computes it from, if that is known.
	References []string
	// NoSchema means that a schema of the object would say more.
	NoSchema bool
}

// Condition is the outcome of one enforce block.
type Condition struct {
	Outcome Outcome
	Range   diag.Range
	// Failing is the part of the condition because of which it is false: the only operand of && that is, for example. It is zero
	// if that is the whole condition.
	Failing diag.Range
	// Message is the block's error_message or info_message, or what went wrong.
	Message, Info string
	// Values are the values of the parts of the condition, for people.
	Values []Shown
}

// Shown is a part of an expression with its value as text.
type Shown struct {
	Range diag.Range
	Text  string
}

// Result is what one policy says about one target.
type Result struct {
	Policy    *Policy
	Level     Level
	Address   string
	Mock      string // in tests: kind.label1.label2
	Operation string // create, update, delete, no-op or replace; empty for modules and providers
	Outcome   Outcome
	// Message is what to show first: the error_message of the first block that
	// failed, or what went wrong.
	Message    string
	Conditions []Condition
	Causes     []Cause
	// Diagnostics say what went wrong if the outcome is Error, and which facts
	// contradict each other.
	Diagnostics diag.List
	// Exception is why the failure is accepted, or nil.
	Exception *Exception
}
