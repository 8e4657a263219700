package fact

import "github.com/planfmt/planfmt/internal/base/enum"

// Kind says what sort of thing a fact says.
type Kind uint8

// The kinds, in the order in which the facts of one severity are listed.
const (
	Loses Kind = iota
	Opens
	Grants
	Exposes
	UndoesDrift
	Interrupts
	Changes
	Revokes
	Closes
	Hides
	Protects
	Image
	Scales
	Routine
)

var kinds = enum.New[Kind]("kind of fact",
	"loses", "opens", "grants", "exposes", "undoes_drift", "interrupts", "changes", "revokes", "closes", "hides", "protects", "image", "scales", "routine")

// String returns the name of the kind, as documents have it.
func (k Kind) String() string { return kinds.String(k) }

// Certainty says whether a fact holds.
type Certainty uint8

// The certainties. A possible fact holds for some of the values that are not known yet; whether a hidden one holds is for a hidden value to say.
const (
	Certain Certainty = iota
	Possible
	Hidden
)

var certainties = enum.New[Certainty]("certainty", "certain", "possible", "hidden")

// String returns the name of the certainty.
func (c Certainty) String() string { return certainties.String(c) }

// Severity says how much a fact matters.
type Severity uint8

// The severities, the worst first. NoSeverity stands for an entry of the table that does not say one.
const (
	NoSeverity Severity = iota
	Danger
	Caution
	Note
	NoMatter // of the kind Routine
)

var severities = enum.New[Severity]("severity", "", "danger", "caution", "note", "routine")

// String returns the name of the severity.
func (s Severity) String() string { return severities.String(s) }

// ParseSeverity returns the severity of a name.
func ParseSeverity(name string) (Severity, bool) {
	s, err := severities.Parse(name)
	return s, err == nil && s != NoSeverity
}

// AtMost returns the less severe of two.
func (s Severity) AtMost(most Severity) Severity { return max(s, most) }

// Change says how what comes or goes is related to what was there.
type Change uint8

// The changes.
const (
	NoChange Change = iota // it does not apply
	New
	Wider
	Changed
	Gone
	Same
	Undecided
)

var changes = enum.New[Change]("change", "", "new", "wider", "changed", "gone", "same", "undecided")

// String returns the name of the change.
func (c Change) String() string { return changes.String(c) }
