package plans

// Sides holds the answers to a yes-or-no question about the two sides of a change,
// such as "is it sensitive?".
type Sides struct{ Before, After bool }

// Any reports whether the answer is yes for a side.
func (s Sides) Any() bool { return s.Before || s.After }
