package differ

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// maxTrials is how many pairs of elements of sets are compared to find those that have become
// known, at most, in all of a resource. Beyond that, the elements are paired in their order.
const maxTrials = 10_000

// compareSets compares what two plans would do to a set: which elements it would add, and which it
// would remove. If anything in a set is sensitive, all of it is.
func (w *plannedWalk) compareSets(t *twoPlans, k, elem comparer) {
	for _, f := range [...]values.Flags{t.old.BeforeSensitive, t.old.AfterSensitive, t.new.BeforeSensitive, t.new.AfterSensitive} {
		if f.Any() {
			hidden := *t
			for _, c := range []*values.Change{&hidden.old, &hidden.new} {
				c.BeforeSensitive, c.AfterSensitive = values.AllFlags(), values.AllFlags()
			}
			w.compareSecrets(&hidden, k)
			return
		}
	}
	removedA, addedA := w.setChange(t.old, elem, t.names())
	removedB, addedB := w.setChange(t.new, elem, t.names())
	removedA, removedB = cancel(removedA, removedB)
	addedA, addedB = cancel(addedA, addedB)
	a, b := values.SliceChange{Change: t.old}, values.SliceChange{Change: t.new}
	w.pairElements(removedA, removedB, func(i, j int) {
		part := twoPlans{old: noElement(a, max(i, 0)), new: noElement(b, max(j, i, 0))}
		if i >= 0 {
			part.old = a.GetChild(i, -1)
		}
		if j >= 0 {
			part.new = b.GetChild(j, -1)
		}
		w.compare(&part, elem)
	})
	w.pairElements(addedA, addedB, func(i, j int) {
		part := twoPlans{old: noElement(a, max(i, 0)), new: noElement(b, max(j, i, 0))}
		if i >= 0 {
			part.old = a.GetChild(-1, i)
		}
		if j >= 0 {
			part.new = b.GetChild(-1, j)
		}
		if (a.After.Len() == 0) != (b.After.Len() == 0) && part.anyUnknown() { // unknown elements may be the same, but there is one at least
			w.add(&part, elem, w.differs())
		} else {
			w.compare(&part, elem)
		}
	})
}

// setElementKey is an element of a set, and its text in canonical form.
type setElementKey struct {
	index   int
	text    string
	unknown bool // a part is known only after apply
}

// setChange returns the elements that a plan would remove from a set, and those that it would add.
func (w *plannedWalk) setChange(c values.Change, elem comparer, names string) (removed, added []setElementKey) {
	for i, v := range c.Before.Elems() {
		removed = append(removed, setElementKey{index: i, text: string(w.appendCanonical(nil, v, values.Flags{}, elem, names))})
	}
	for i, v := range c.After.Elems() {
		unknown := c.Unknown.At(plans.Index(i))
		added = append(added, setElementKey{i, string(w.appendCanonical(nil, v, unknown, elem, names)), unknown.Any()})
	}
	return cancel(removed, added)
}

// cancel drops the elements that are in both lists.
func cancel(a, b []setElementKey) (restA, restB []setElementKey) {
	left := map[string][]int{}
	for i, e := range a {
		left[e.text] = append(left[e.text], i)
	}
	dropped := make([]bool, len(a))
	for _, e := range b {
		if same := left[e.text]; len(same) > 0 {
			dropped[same[0]] = true
			left[e.text] = same[1:]
		} else {
			restB = append(restB, e)
		}
	}
	for i, e := range a {
		if !dropped[i] {
			restA = append(restA, e)
		}
	}
	return restA, restB
}

// pairElements calls compare with the indexes of elements: of those that have become known, of
// others, and of those that only one plan has, with -1 for the other.
func (w *plannedWalk) pairElements(a, b []setElementKey, compare func(i, j int)) {
	paired := make([]bool, len(b))
	var rest []setElementKey
	for _, e := range a {
		partner := -1
		for j := 0; j < len(b) && partner < 0 && e.unknown; j++ {
			if !paired[j] && w.becomes(func() { compare(e.index, b[j].index) }) {
				partner = j
			}
		}
		if partner < 0 {
			rest = append(rest, e)
			continue
		}
		paired[partner] = true
		compare(e.index, b[partner].index)
	}
	for j, other := range b {
		if paired[j] {
			continue
		}
		if len(rest) > 0 {
			compare(rest[0].index, other.index)
			rest = rest[1:]
		} else {
			compare(-1, other.index)
		}
	}
	for _, e := range rest {
		compare(e.index, -1)
	}
}

// becomes reports whether a comparison finds nothing but values that have become known.
func (w *plannedWalk) becomes(compare func()) bool {
	if *w.trials--; *w.trials < 0 {
		return false
	}
	kept, redacted := w.found, w.redacted
	w.found, w.redacted = nil, true // nothing is drawn
	compare()
	fits := !slices.ContainsFunc(w.found, func(d computed.Difference) bool { return d.Kind.Counts() })
	w.found, w.redacted = kept, redacted
	return fits
}

// isEqual reports whether two values are the same, whatever the order of sets in them.
func (w *plannedWalk) isEqual(a, b values.Value, k comparer, names string) bool {
	if a.SameText(b) {
		return true
	}
	return bytes.Equal(w.appendCanonical(nil, a, values.Flags{}, k, names), w.appendCanonical(nil, b, values.Flags{}, k, names))
}

// isSameLeaf reports whether two values are the same, as the hash of a plan defines it: numbers
// are compared by what they are worth.
func isSameLeaf(a, b values.Value) bool { return planhash.Same(a, b) }

// appendCanonical appends a value in a form that is the same for values that are the same: the
// elements of sets are sorted, numbers are spelled in one way, and attributes that are null are
// left out.
func (w *plannedWalk) appendCanonical(b []byte, v values.Value, unknown values.Flags, k comparer, names string) []byte {
	if unknown.All() {
		return append(b, '?')
	}
	switch v.Kind() {
	case values.Number:
		return planhash.AppendNumber(b, v.Source())
	case values.String:
		return strconv.AppendQuote(b, v.SharedText())
	case values.Array:
		return w.appendElements(b, v, unknown, k, names)
	case values.Object:
		b = append(b, '{')
		seen := 0
		for _, m := range v.Members() {
			inner, isAttribute := w.memberOf(k, m.Name)
			part := unknown.At(plans.Key(m.Name))
			if isAttribute && m.Value.IsNull() && !part.Any() {
				continue
			}
			seen++
			b = strconv.AppendQuote(b, m.Name)
			b = append(w.appendCanonical(append(b, ':'), m.Value, part, inner, withName(names, m.Name)), ',')
		}
		for step, part := range unknown.Parts() { // a value that is unknown need not be there
			if name, ok := step.Key(); ok && part.Any() && v.Get(name).Kind() == values.Absent {
				b = append(append(strconv.AppendQuote(b, name), ':'), "?,"...)
			}
		}
		return append(b, '}')
	case values.Absent, values.Null:
		return append(b, "null"...)
	}
	return append(b, v.Source()...)
}

func (w *plannedWalk) appendElements(b []byte, v values.Value, unknown values.Flags, k comparer, names string) []byte {
	var texts [][]byte
	isSet := false
	for i, e := range v.Elems() {
		var inner comparer
		inner, isSet = w.elementOf(k, i, func() string { return names })
		texts = append(texts, w.appendCanonical(nil, e, unknown.At(plans.Index(i)), inner, names))
	}
	if isSet {
		sorted.Stable(texts, bytes.Compare)
	}
	b = append(b, '[')
	for _, t := range texts {
		b = append(append(b, t...), ',')
	}
	return append(b, ']')
}

// isSubset reports whether all of the names are among sorted others.
func isSubset(names, of []string) bool {
	for _, n := range names {
		if _, ok := slices.BinarySearch(of, n); !ok {
			return false
		}
	}
	return true
}

// unite returns the names of two sorted lists, sorted, each once.
func unite(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// withName appends a name to a path without indexes.
func withName(names, name string) string {
	if names == "" {
		return name
	}
	return names + "." + name
}
