package verdict

import (
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/enum"
)

// Exception is what somebody has accepted for a while: that a policy fails for some objects.
type Exception struct {
	// Policy and Address say which failures are excepted, as they are written in the file.
	Policy, Address string
	Reason          string
	// Owner is who asks for the exception, or empty.
	Owner string
	// Until is the last day on which it counts, such as "2026-11-28".
	Until string
	// Range is where it begins in its file.
	Range diag.Range
}

// Text says in a line until when a failure is excepted, by whom, and why.
func (x *Exception) Text() string {
	text := "Excepted until " + x.Until
	if x.Owner != "" {
		text += " by " + x.Owner
	}
	return text + ": " + x.Reason
}

// IdleException is an exception that excepts nothing.
type IdleException struct {
	*Exception
	Why Idleness
	// Hint says what may be meant, as a sentence, or is empty.
	Hint string
}

// Idleness is why an exception excepts nothing.
type Idleness uint8

// The reasons.
const (
	// Expired means that its last day is over.
	Expired Idleness = iota
	// Reasonless means that nobody has said why there is one.
	Reasonless
	// Unmatched means that nothing that it is about has failed.
	Unmatched
)

var idlenesses = enum.New[Idleness]("reason why an exception excepts nothing", "expired", "reasonless", "unmatched")

// String returns the name of the reason.
func (i Idleness) String() string { return idlenesses.String(i) }

// MarshalText returns the name of the reason.
func (i Idleness) MarshalText() ([]byte, error) { return idlenesses.Marshal(i) }

// UnmarshalText sets the reason by its name. If there is no such name, the error lists
// all of them.
func (i *Idleness) UnmarshalText(text []byte) error { return idlenesses.Unmarshal(text, i) }

// Text says in a line which exception excepts nothing, and why.
func (x *IdleException) Text() string {
	text := x.Policy + " for " + x.Address
	switch x.Why {
	case Expired:
		text += ": it has expired, on " + x.Until + "."
	case Reasonless:
		text += ": it has no reason, so it does not count."
	default:
		text += ": nothing that it covers has failed."
	}
	if x.Hint != "" {
		text += " " + x.Hint
	}
	return text
}
