package review

import (
	"cmp"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/plans"
)

// Class is what happens to a resource, as far as a review is concerned. Every resource is in
// exactly one class. They count up from the most important one.
type Class uint8

// The classes.
const (
	Unknown Class = iota // an action that planfmt does not know, or a change that it cannot read
	Replace              // in either order, also if the old object is forgotten
	Delete
	Forget
	Update
	Create
	Import // and nothing else; a resource that is imported and updated is in Update
	Move   // and nothing else
	Read
	Drift    // has changed already, outside of the product
	Deferred // is left for a later plan
	Unchanged
	Stored // is in a state
)

var classes = enum.New[Class]("class", []string{
	Unknown:   "unknown",
	Replace:   "replace",
	Delete:    "delete",
	Forget:    "forget",
	Update:    "update",
	Create:    "create",
	Import:    "import",
	Move:      "move",
	Read:      "read",
	Drift:     "drift",
	Deferred:  "deferred",
	Unchanged: "unchanged",
	Stored:    "stored",
}...)

// String returns the name of the class.
func (c Class) String() string { return classes.String(c) }

// MarshalText returns the name of the class.
func (c Class) MarshalText() ([]byte, error) { return classes.Marshal(c) }

// UnmarshalText sets the class by its name. If there is no such name, the error lists the
// valid ones.
func (c *Class) UnmarshalText(text []byte) error { return classes.Unmarshal(text, c) }

// ClassOf returns the class of a resource.
func ClassOf(r *computed.Resource) Class {
	switch r.Section {
	case computed.DriftSection:
		return Drift
	case computed.DeferredSection:
		return Deferred
	case computed.StateSection:
		return Stored
	}
	switch r.Action {
	case plans.DeleteThenCreate, plans.CreateThenDelete, plans.CreateThenForget, plans.ForgetThenCreate:
		return Replace
	case plans.Delete:
		return Delete
	case plans.Forget:
		return Forget
	case plans.Update:
		return Update
	case plans.Create:
		return Create
	case plans.Read:
		return Read
	case plans.NoOp:
		switch {
		case r.Importing != nil:
			return Import
		case r.Moved():
			return Move
		case r.Err == nil:
			return Unchanged
		}
	}
	return Unknown
}

// Place is where a resource stands in the order of importance.
type Place struct {
	Class   Class
	Address string
	Deposed string // as in plans.Header
	// Number is the caller's own, by which it finds the resource again. It does not count in
	// the order.
	Number int
}

// PlaceOf returns the place of a resource.
func PlaceOf(r *computed.Resource) Place {
	return Place{Class: ClassOf(r), Address: r.Address, Deposed: r.Deposed}
}

// Compare puts places in order: by class, then by module and address.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Class, q.Class), plans.CompareAddresses(p.Address, q.Address), strings.Compare(p.Deposed, q.Deposed))
}
