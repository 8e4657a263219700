package computed

import (
	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/plans"
)

// Difference is a value to which two plans would do something different: the old one, which
// has been approved, and the new one.
type Difference struct {
	Path plans.Path
	Kind DifferenceKind
	// Old and New are what the two plans would do to the value. A Renderer is nil if there is
	// no such value in that plan.
	Old, New Diff
	// Result compares what the value would be after the old plan with what it would be after
	// the new one, for texts of several lines and documents in strings. For all other values,
	// its Renderer is nil.
	Result Diff
	// Sensitive says that the value is sensitive in one of the plans at least. Then nothing
	// else is known of it.
	Sensitive bool
}

// DifferenceKind says what a [Difference] means.
type DifferenceKind uint8

// The kinds. The first two count: the new plan would not do what has been approved.
const (
	// PlannedDiffers says that the new plan would set another value, or change another value.
	PlannedDiffers DifferenceKind = iota
	// ContradictsKnown says that the value, which was known only after apply in the old plan,
	// contradicts what was known of it.
	ContradictsKnown
	// ResolvedValue says that the value was known only after apply in the old plan, and is
	// known in the new one.
	ResolvedValue
	// DestroyedDiffers says that an object which both plans destroy has another value.
	DestroyedDiffers
	// MarkDiffers says that only one of the plans calls the value sensitive. The plans would
	// do the same to it.
	MarkDiffers
)

var differenceKinds = enum.New[DifferenceKind]("kind of difference", []string{
	PlannedDiffers:   "differs",
	ContradictsKnown: "contradicts",
	ResolvedValue:    "resolved",
	DestroyedDiffers: "destroyed",
	MarkDiffers:      "mark",
}...)

// String returns the name of the kind.
func (k DifferenceKind) String() string { return differenceKinds.String(k) }

// MarshalText returns the name of the kind.
func (k DifferenceKind) MarshalText() ([]byte, error) { return differenceKinds.Marshal(k) }

// UnmarshalText sets the kind by its name. If there is no such name, the error lists the
// valid ones.
func (k *DifferenceKind) UnmarshalText(text []byte) error { return differenceKinds.Unmarshal(text, k) }

// Counts reports whether such a difference makes the plans different.
func (k DifferenceKind) Counts() bool { return k <= ContradictsKnown }
