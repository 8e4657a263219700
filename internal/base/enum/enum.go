// Package enum gives enumerations their text. [Names] has the names of the
// values, and each enumeration uses it in its String, MarshalText and
// UnmarshalText. So all of them behave alike, and an unknown name is an error
// that lists the valid ones.
package enum

import (
	"fmt"
	"slices"

	"github.com/planfmt/planfmt/failure"
)

// Names are the names of an enumeration's values, which count up from 0.
type Names[E ~uint8] struct {
	what  string
	names []string
}

// New returns the Names of an enumeration. what is the enumeration's own name
// for messages, such as "kind". The names are in the order of the values. No
// two are equal.
func New[E ~uint8](what string, names ...string) Names[E] { return Names[E]{what, names} }

// String returns the name of a value, or the number if there is no such value.
func (n Names[E]) String(e E) string {
	if int(e) < len(n.names) {
		return n.names[e]
	}
	return fmt.Sprintf("%s(%d)", n.what, uint8(e))
}

// Marshal returns the name for MarshalText. If there is no such value, that is
// an error.
func (n Names[E]) Marshal(e E) ([]byte, error) {
	if int(e) < len(n.names) {
		return []byte(n.names[e]), nil
	}
	return nil, fmt.Errorf("there is no %s", n.String(e))
}

// Unmarshal sets e to the value with the name. If there is none, it leaves e as
// it is and returns an error that lists the names.
func (n Names[E]) Unmarshal(text []byte, e *E) error {
	v, err := n.Parse(string(text))
	if err == nil {
		*e = v
	}
	return err
}

// All returns the names of all values, in order.
func (n Names[E]) All() []string { return slices.Clone(n.names) }

// Parse returns the value with the name, or an error that lists the names.
func (n Names[E]) Parse(name string) (E, error) {
	for i, s := range n.names {
		if s == name {
			return E(i), nil
		}
	}
	return 0, &failure.UnknownName{What: n.what, Name: name, Valid: n.names}
}

// Find returns the one of all with a name; if that is empty, the first. what they are is for the error, which lists the names.
func Find[T any](what string, all []T, nameOf func(*T) string, name string) (found T, err error) {
	var names []string
	for i := range all {
		n := nameOf(&all[i])
		if n == name || name == "" {
			return all[i], nil
		}
		names = append(names, n)
	}
	return found, &failure.UnknownName{What: what, Name: name, Valid: names}
}
