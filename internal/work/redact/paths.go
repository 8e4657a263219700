package redact

import (
	"strconv"

	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// What else an entry says about the parts of hidden values: that they are unknown, and that they force the replacement.

// unknown replaces what flags of unknown values say about the parts of hidden values: names and
// lengths.
func (e *redactedEntry) unknown(tree, v values.Value, f values.Flags) {
	if tree.Kind() < values.Array {
		return
	}
	if e.isReplaced(v) || f.Covers(v) && !hasParts(v) {
		start, end, ok := tree.Span()
		if !ok {
			return
		}
		isAny := values.UnknownFlags(tree).Any() && !e.isSame(v)
		text := string(values.AppendString(nil, copies.StandIn(1)))
		switch {
		case tree.Kind() == values.Array && isAny:
			text = "[true]"
		case tree.Kind() == values.Array:
			text = "[]"
		case isAny:
			text = "{" + text + ":true}"
		default:
			text = "{}"
		}
		e.edits.replace(start, end, []byte(text))
		return
	}
	for i, part := range tree.Elems() {
		e.unknown(part, v.Elem(i), f.At(plans.Index(i)))
	}
	for _, m := range tree.Members() {
		e.unknown(m.Value, v.Get(m.Name), f.At(plans.Key(m.Name)))
	}
}

// isSame reports whether a value is replaced that does not change.
func (e *redactedEntry) isSame(v values.Value) bool {
	start, _, ok := v.Span()
	return ok && e.hidden[start].same
}

// hasParts reports whether a list or an object is hidden part by part.
func hasParts(v values.Value) bool { return v.Kind() >= values.Array && v.Len() > 0 }

// paths replaces the steps of replace paths that lead into hidden values. The name of an attribute stays, since it is not a secret, and
// so does a step that leads to a value on the other side that everybody can see.
func (e *redactedEntry) paths(before, after values.Flags) {
	for _, path := range e.object.Get(e.fields.replacePaths).Elems() {
		was := track{value: e.verdict.Before, flags: before}
		is := track{value: e.verdict.After, flags: after}
		for i, step := range path.Elems() {
			was.isBelow = was.isBelow || e.isHidden(was)
			is.isBelow = is.isBelow || e.isHidden(is)
			isName := i == 0 && e.fields.hasAttributes && !e.verdict.Everything && step.Kind() == values.String
			next := is.step(step)
			seen := was.step(step).isSeen() || next.isSeen()
			if (was.isBelow || is.isBelow) && !isName && !seen || step.Kind() >= values.Array && (was.flags.Any() || is.flags.Any()) {
				e.step(step)
			}
			was, is = was.step(step), next
		}
	}
}

// track is where a path leads to on one side.
type track struct {
	value   values.Value
	flags   values.Flags
	isBelow bool // in a hidden value
}

func (t track) isSeen() bool { return !t.isBelow && t.value.Kind() != values.Absent }

// step returns where a step leads to.
func (t track) step(v values.Value) track {
	next := plans.Index(-1)
	switch v.Kind() {
	case values.String:
		next = plans.Key(v.Text())
		t.value = t.value.Get(v.Text())
	case values.Number:
		i := indexOf(v)
		next = plans.Index(i)
		t.value = t.value.Elem(i)
	default:
		t.value = values.Value{}
	}
	t.flags = t.flags.At(next)
	return t
}

func (e *redactedEntry) isHidden(t track) bool {
	return e.isReplaced(t.value) || t.flags.Covers(t.value) && !hasParts(t.value)
}

// step replaces a step of a path.
func (e *redactedEntry) step(v values.Value) {
	start, end, ok := v.Span()
	if !ok {
		return
	}
	switch v.Kind() {
	case values.Number:
		e.edits.replace(start, end, []byte("0"))
	case values.Array:
		e.edits.replace(start, end, []byte("[]"))
	case values.Object:
		e.edits.replace(start, end, []byte("{}"))
	case values.String:
		e.edits.replace(start, end, values.AppendString(nil, copies.StandIn(1)))
	}
}

// indexOf returns the index that a number spells, or -1.
func indexOf(v values.Value) int {
	f, err := strconv.ParseFloat(v.Text(), 64)
	if err != nil || f < 0 || f >= 1<<31 || f != float64(int(f)) {
		return -1
	}
	return int(f)
}
