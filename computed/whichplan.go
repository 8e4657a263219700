package computed

import "github.com/planfmt/planfmt/internal/base/enum"

// WhichPlan says which of two plans something is about.
type WhichPlan uint8

// The plans: the old one has been approved, the new one is to be applied.
const (
	OldPlan WhichPlan = iota
	NewPlan
)

var whichPlans = enum.New[WhichPlan]("plan", []string{
	OldPlan: "old",
	NewPlan: "new",
}...)

// String returns the name of the plan.
func (w WhichPlan) String() string { return whichPlans.String(w) }

// MarshalText returns the name of the plan.
func (w WhichPlan) MarshalText() ([]byte, error) { return whichPlans.Marshal(w) }

// UnmarshalText sets the plan by its name. If there is no such name, the error lists the valid
// ones.
func (w *WhichPlan) UnmarshalText(text []byte) error { return whichPlans.Unmarshal(text, w) }

// PlanError is an error in one of two plans, or of two states.
type PlanError struct {
	Which WhichPlan
	Err   error
	State bool // it is in a state that is compared with another one
}

func (e *PlanError) Error() string {
	what := "plan"
	if e.State {
		what = "state"
	}
	return "the " + e.Which.String() + " " + what + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *PlanError) Unwrap() error { return e.Err }
