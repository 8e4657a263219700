package differ

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// compareSecrets compares values that are sensitive in a plan. Nothing of them goes further.
func (w *plannedWalk) compareSecrets(t *twoPlans, k comparer) {
	open := *t
	for _, c := range []*values.Change{&open.old, &open.new} {
		c.BeforeSensitive, c.AfterSensitive = values.Flags{}, values.Flags{}
	}
	a, b := open.old.Unknown.Any(), open.new.Unknown.Any()
	same := false
	equal := func(a, b values.Value) bool { return w.isEqual(a, b, k, t.names()) }
	switch {
	case !a && !b:
		same = open.isPlannedSame(equal)
	default:
		inner := plannedWalk{inherited: w.redactedScope(), opts: w.opts, trials: w.trials}
		inner.compare(&open, k)
		kind := computed.MarkDiffers
		for _, d := range inner.found {
			kind = min(kind, d.Kind)
		}
		if kind < computed.MarkDiffers {
			w.addSecret(t, kind)
			return
		}
		same = true
	}
	on, onNew := t.old.Sensitive(), t.new.Sensitive()
	switch {
	case !same:
		w.addSecret(t, w.differs())
	case !t.old.After.IsNull() && !t.new.After.IsNull() && on.After != onNew.After:
		w.addSecret(t, computed.MarkDiffers)
	}
}

func (w *plannedWalk) addSecret(t *twoPlans, kind computed.DifferenceKind) {
	w.found = append(w.found, computed.Difference{Path: t.new.Path, Kind: kind, Sensitive: true})
}

// add adds a difference, with what the plans would do to the value. If it is not clear that both
// plans hide the same parts of it, all of it is hidden.
func (w *plannedWalk) add(t *twoPlans, k comparer, kind computed.DifferenceKind) {
	if w.redacted || t.marksDiffer() {
		w.addSecret(t, kind)
		return
	}
	d := computed.Difference{Path: t.new.Path, Kind: kind}
	s := w.drawnScope()
	draw := func(c *values.Change) computed.Diff {
		if !hasValue(c) && !c.IsUnknown() && !c.BeforeExplicit && !c.AfterExplicit {
			return computed.Diff{}
		}
		return s.compare(c, k)
	}
	d.Old, d.New = draw(&t.old), draw(&t.new)
	if isLongText(t.old.After) && isLongText(t.new.After) && !t.old.IsUnknown() && !t.new.IsUnknown() {
		result := t.new
		result.Before, result.BeforeExplicit, result.BeforeSensitive = t.old.After, t.old.AfterExplicit, t.old.AfterSensitive
		result.ReplacePaths = plans.PathSet{}
		if diff := s.compare(&result, k); diff.Action == plans.Update && diff.Content().Kind != computed.KindSensitive {
			d.Result = diff
		}
	}
	w.found = append(w.found, d)
}

// isLongText reports whether a value is a text of several lines, or a document in a string.
func isLongText(v values.Value) bool {
	if v.Kind() != values.String {
		return false
	}
	text := v.SharedText()
	for i := range len(text) {
		if text[i] == '\n' {
			return true
		}
	}
	return v.Begins('{') || v.Begins('[')
}

// marksDiffer reports whether a part of the values is sensitive, and not in the same way in both
// plans.
func (t *twoPlans) marksDiffer() bool {
	a, b := &t.old, &t.new
	if !a.BeforeSensitive.Any() && !a.AfterSensitive.Any() && !b.BeforeSensitive.Any() && !b.AfterSensitive.Any() {
		return false
	}
	return !a.BeforeSensitive.Equal(b.BeforeSensitive) || !a.AfterSensitive.Equal(b.AfterSensitive)
}
