package computed

import (
	"iter"
	"slices"

	"github.com/planfmt/planfmt/plans"
)

// Leaf is a value in which there are no others, with what is known of it on both sides. See [Diff.Leaves].
type Leaf struct {
	// Path is that of the Diff. Two leaves may have the same: where an element of a list is removed and another one takes its place,
	// one is deleted and the other one created.
	Path plans.Path
	Kind Kind
	// Action is NoOp, Create, Update or Delete.
	Action plans.Action
	// Before and After are the two sides, see [Diff.Sides]. A side that is sensitive, unknown or missing has no literal.
	Before, After Side
	// Muted says that rules mute the change, or that of a value around it.
	Muted bool
	// Replace says that the value forces the replacement of its resource, or changes in a value that does.
	Replace bool
	// OneSide says that the leaf is in a value that is unknown on the other side, or of another type there. Of that value there is a leaf
	// of its own, which comes before.
	OneSide bool
	// Notes are those of the Diff, and NoteMismatch if a value around it contradicts its schema.
	Notes []Note
	// Diff is the value itself. Its parts, if it has any, are other leaves, or do not change.
	Diff Diff
}

// IsSensitive reports whether the value is sensitive on a side. Then nothing else is known of it, unless the caller has asked to see it.
func (l *Leaf) IsSensitive() bool {
	return l.Kind == KindSensitive || l.Before.Sensitive || l.After.Sensitive
}

// IsUnknown reports whether the value is known only after apply.
func (l *Leaf) IsUnknown() bool { return l.After.State == KnownAfterApply }

// Leaves yields all leaves of the value, those that do not change as well, in order of display:
//
//   - each scalar; each value that is sensitive, unknown or write-only;
//   - what was in a value that becomes unknown, and what is in a value that changes its type, with OneSide;
//   - each list, map, object, block or document that has no leaves, such as an empty list;
//   - such a value, after its leaves, if more changes than these say: if it is created, deleted or marked although none of them is, if elements
//     come in another order, or if a document is written differently.
//
// A value without a renderer has no leaves. Leaves makes the parts that do not change, see [Unchanged].
//
// Formats in which values stand in each other, as in their document, walk along [Content] instead: a leaf does not know which values it is in.
// So do json, whose document is that tree; compact and markdown, which write one line for several leaves; and what looks for a value in its
// place, such as rules, renames and digests. Policies and queries do not see a Diff: they judge typed values, unchanged and unknown ones included.
func (d Diff) Leaves() iter.Seq[Leaf] {
	return func(yield func(Leaf) bool) {
		w := leafWalk{yield: yield}
		w.walk(&Part{Role: PartValue, Diff: d}, leafPlace{})
	}
}

// ChangedLeaves yields the leaves that change or force a replacement, see [Diff.Leaves]. It makes no parts.
func (d Diff) ChangedLeaves() iter.Seq[Leaf] {
	return func(yield func(Leaf) bool) {
		w := leafWalk{yield: yield, onlyChanged: true}
		w.walk(&Part{Role: PartValue, Diff: d}, leafPlace{})
	}
}

// Sides returns what is known of a value on both sides. A scalar has a literal, also one that becomes unknown or a value of another type,
// and one that the caller has asked to see although it is sensitive. A sensitive value has none.
func (d Diff) Sides() (before, after Side) {
	c := d.Content()
	before, after = c.Before, c.After
	switch c.Kind {
	case KindSensitive:
		before, after = Side{Presence: before.Presence}, Side{Presence: after.Presence}
	case KindMismatch, KindUnknown, KindTypeChange:
	default:
		return before, after
	}
	for p := range c.Children() {
		b, a := p.Diff.Sides()
		if p.Role != PartAfter {
			before.Literal, before.Sensitive = b.Literal, before.Sensitive || b.Sensitive
		}
		if p.Role != PartBefore {
			after.Literal, after.Sensitive = a.Literal, after.Sensitive || a.Sensitive
		}
		if p.Role == PartValue {
			after.Refinement = a.Refinement
		}
	}
	return before, after
}

// leafPlace is what a leaf has from the values around it.
type leafPlace struct {
	muted, replace, mismatch, oneSide bool
	sensitive                         plans.Sides // and shown
}

// leafWalk yields leaves.
type leafWalk struct {
	yield       func(Leaf) bool
	onlyChanged bool
	leaves      int // that have been yielded
	changed     int // of these
	stopped     bool
}

// walk yields the leaves of a part.
func (w *leafWalk) walk(p *Part, in leafPlace) {
	d := &p.Diff
	if d.Renderer == nil || w.stopped {
		return
	}
	marked := d.Replace || p.Forces
	changes := d.Action != plans.NoOp || marked
	if w.onlyChanged && !changes && !in.oneSide {
		return
	}
	c := d.Content()
	outer := in
	in.muted = in.muted || d.Muted
	in.replace = in.replace || marked
	leaves, changed := w.leaves, w.changed
	parts := c.Children()
	wants := hasLeaves
	switch c.Kind {
	case KindSensitive, KindMismatch:
		in.mismatch = in.mismatch || c.Kind == KindMismatch
		in.sensitive.Before, in.sensitive.After = in.sensitive.Before || c.Before.Sensitive, in.sensitive.After || c.After.Sensitive
		wants = isNoScalar
	case KindUnknown, KindTypeChange:
		w.add(p, c, outer, marked)
		in.oneSide = true
	default:
		if w.onlyChanged && !in.oneSide {
			parts = c.MadeParts()
		}
		wants = isValue
	}
	for part := range parts {
		if wants(part.Diff) {
			w.walk(&part, in)
		}
		if w.stopped {
			return
		}
	}
	if c.Kind != KindUnknown && c.Kind != KindTypeChange &&
		(w.leaves == leaves || changes && w.changed == changed || c.Kind != KindMismatch && slices.ContainsFunc(c.Notes, isAboutWhole)) {
		w.add(p, c, outer, marked)
	}
}

func isValue(d Diff) bool { return d.Renderer != nil }

// isNoScalar reports whether a value has a leaf of its own although the value around it is the same: of a scalar, [Diff.Sides] has the literals.
func isNoScalar(d Diff) bool { return d.Renderer != nil && d.Renderer.Content().Kind != KindScalar }

// isAboutWhole reports whether a note is about a change that is in no part.
func isAboutWhole(n Note) bool {
	return n == NoteReordered || n == NoteFormatting || n == NoteWhitespace
}

// hasLeaves reports whether there are values in a value, or could be.
func hasLeaves(d Diff) bool {
	if d.Renderer == nil {
		return false
	}
	switch c := d.Renderer.Content(); c.Kind {
	case KindScalar, KindWriteOnly:
		return false
	case KindSensitive, KindUnknown:
		return c.Parts != nil
	}
	return true
}

// add yields the leaf of a value.
func (w *leafWalk) add(p *Part, c Content, in leafPlace, marked bool) {
	if w.stopped {
		return
	}
	d := p.Diff
	changes := d.Action != plans.NoOp
	l := Leaf{
		Path: d.Path, Kind: c.Kind, Action: d.Action, Notes: c.Notes, OneSide: in.oneSide, Diff: d,
		Muted: changes && (in.muted || d.Muted), Replace: marked || in.replace && changes,
	}
	l.Before, l.After = d.Sides()
	l.Before.Sensitive, l.After.Sensitive = l.Before.Sensitive || in.sensitive.Before, l.After.Sensitive || in.sensitive.After
	if in.mismatch && !slices.Contains(l.Notes, NoteMismatch) {
		l.Notes = append(slices.Clip(l.Notes), NoteMismatch)
	}
	w.leaves++
	if changes || marked {
		w.changed++
	}
	w.stopped = !w.yield(l)
}
