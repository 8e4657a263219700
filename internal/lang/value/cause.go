package value

import (
	"cmp"
	"slices"

	"github.com/planfmt/planfmt/plans"
)

// Cause is a place at which something is unknown. Causes are compared as
// pointers: one place has one Cause.
type Cause struct {
	// Address is the object that the unknown value is from, or empty.
	Address string
	// Path leads to it in the object.
	Path plans.Path
	// Reason says why it is not known: "known after apply".
	Reason string
	// Label says what the value is in a few words, which stand in its place in texts: "not in the plan". It is
	// empty for a value that is known after apply.
	Label string
	// NoSchema means that a schema of the object would say more.
	NoSchema bool
	// References are what the configuration computes it from, if that is known.
	References []string
}

// Causes returns why the value and its parts are unknown, each cause once, in
// the order of the parts.
func (v Value) Causes() []*Cause {
	if v.m == nil || v.m.isLeaf() {
		return v.OwnCauses()
	}
	var all []*Cause
	seen := map[*Cause]bool{}
	v.m.any(func(m *meta) bool {
		for _, c := range m.causes {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		}
		return false
	})
	return all
}

// OwnCauses returns why the value itself is unknown, without the causes of its parts.
func (v Value) OwnCauses() []*Cause {
	if v.m == nil {
		return nil
	}
	return v.m.causes
}

// WithCauses returns an unknown value with more causes. Of a set, the causes are those of its
// elements, too.
func (v Value) WithCauses(causes ...*Cause) Value {
	if len(causes) == 0 {
		return v
	}
	return v.withMeta(func(m *meta) { m.causes = Union(m.causes, causes) })
}

// Union returns the causes of two lists, each once. It does not change the lists.
func Union(have, more []*Cause) []*Cause {
	if len(have)+len(more) > 32 {
		all := make([]*Cause, 0, len(have)+len(more))
		seen := make(map[*Cause]bool, len(have)+len(more))
		for _, causes := range [...][]*Cause{have, more} {
			for _, c := range causes {
				if !seen[c] {
					seen[c] = true
					all = append(all, c)
				}
			}
		}
		return all
	}
	all := slices.Clip(have)
	for i, c := range more {
		if len(have) == 0 && len(all) == i && !slices.Contains(more[:i], c) {
			all = more[: i+1 : i+1] // so far, it is a part of the other list
		} else if !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// UnknownText returns what stands in the place of a value in texts for people, if these are the causes why it is not known.
func UnknownText(causes []*Cause) string {
	const later = "known after apply"
	label := later
	for i, c := range causes {
		own := cmp.Or(c.Label, later)
		if i > 0 && own != label {
			return "(unknown)"
		}
		label = own
	}
	return "(" + label + ")"
}
