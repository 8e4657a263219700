package values

import (
	"iter"
	"math/big"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Refinement is what is already known about a value that is unknown. The zero Refinement
// says nothing.
type Refinement struct {
	NotNull bool
	Prefix  string // of a string
	Number  Range  // of a number
	Length  Range  // of the number of elements in a list, set or map
}

// Range is what is known about a number. The zero Range says nothing.
type Range struct{ Min, Max Bound }

// Bound is a bound of a [Range].
type Bound struct {
	Number   string // as in JSON; empty if there is no bound
	IsBeyond bool   // the number itself is not in the range
}

// IsEmpty reports whether no number is in the range.
func (r Range) IsEmpty() bool {
	if r.Min.Number == "" || r.Max.Number == "" {
		return false
	}
	order := compareNumbers(r.Min.Number, r.Max.Number)
	return order > 0 || order == 0 && (r.Min.IsBeyond || r.Max.IsBeyond)
}

// Contains reports whether a number is in the range. It is spelled as in JSON.
func (r Range) Contains(number string) bool {
	isBelow := func(a, b string, canEqual bool) bool {
		order := compareNumbers(a, b)
		return order < 0 || order == 0 && canEqual
	}
	return (r.Min.Number == "" || isBelow(r.Min.Number, number, !r.Min.IsBeyond)) &&
		(r.Max.Number == "" || isBelow(number, r.Max.Number, !r.Max.IsBeyond))
}

// compareNumbers compares numbers as go-cty does, with 512 bits.
func compareNumbers(a, b string) int {
	if a == b {
		return 0
	}
	x, _, err1 := big.ParseFloat(a, 10, 512, big.ToNearestEven)
	y, _, err2 := big.ParseFloat(b, 10, 512, big.ToNearestEven)
	if err1 != nil || err2 != nil {
		return strings.Compare(a, b)
	}
	return x.Cmp(y)
}

// Allows reports whether a value that was unknown may turn out to be this one. Absent counts as
// null. What is known about values of another kind does not count.
func (r Refinement) Allows(v Value) bool {
	switch v.Kind() {
	case Absent, Null:
		return !r.NotNull
	case String:
		return strings.HasPrefix(v.SharedText(), r.Prefix)
	case Number:
		return r.Number.Contains(v.SharedText())
	case Array, Object:
		return r.Length.Contains(strconv.Itoa(v.Len()))
	}
	return true
}

// Refinements are what is known about the unknown parts of a value. It is a tree, as
// [Flags] are. The zero Refinements say nothing.
type Refinements struct{ node *refined }

// refined is what is known about a part and the parts below it.
type refined struct {
	own   Refinement
	parts map[plans.Step]*refined
}

// Of returns what is known about the value itself.
func (r Refinements) Of() Refinement {
	if r.node == nil {
		return Refinement{}
	}
	return r.node.own
}

// At returns the refinements of a member or an element.
func (r Refinements) At(step plans.Step) Refinements {
	if r.node == nil {
		return r
	}
	return Refinements{r.node.parts[step]}
}

// IsEmpty reports whether they say nothing about any part.
func (r Refinements) IsEmpty() bool { return r.node == nil }

// Prefixes yields what is known of strings that are unknown, in no particular order.
func (r Refinements) Prefixes() iter.Seq[string] {
	return func(yield func(string) bool) {
		if r.node != nil {
			r.node.prefixes(yield)
		}
	}
}

func (r *refined) prefixes(yield func(string) bool) bool {
	if r.own.Prefix != "" && !yield(r.own.Prefix) {
		return false
	}
	for _, part := range r.parts {
		if !part.prefixes(yield) {
			return false
		}
	}
	return true
}

// Add says what is known about the part that the steps lead to.
func (r *Refinements) Add(steps []plans.Step, known Refinement) {
	if r.node == nil {
		r.node = &refined{}
	}
	at := r.node
	for _, step := range steps {
		next := at.parts[step]
		if next == nil {
			if at.parts == nil {
				at.parts = map[plans.Step]*refined{}
			}
			next = &refined{}
			at.parts[step] = next
		}
		at = next
	}
	at.own = known
}
