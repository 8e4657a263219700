package differ

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// A string that is the same as a sensitive one is dropped like a sensitive value, wherever it
// stands as a whole: in a list, in JSON in a string, in an output. It is never dropped where it
// forces the replacement, since people have to know why their resource is destroyed.

// Copies says which strings are copies of a sensitive one.
type Copies interface {
	// Has reports whether a string is one.
	Has(text string) bool
	// HasIn reports whether a string is one, or a JSON document in which there is one.
	HasIn(text string) bool
}

// findCopies returns the sides on which a string is a copy.
func (s scope) findCopies(c *values.Change) plans.Sides {
	if s.copies == nil || s.forces || c.Replaces() {
		return plans.Sides{}
	}
	is := func(v values.Value) bool {
		switch v.Kind() {
		case values.String:
			return s.copies.Has(v.SharedText())
		case values.Number: // in YAML, it may be spelled as a secret is
			return s.yaml && s.copies.Has(v.Text())
		}
		return false
	}
	on := plans.Sides{Before: is(c.Before)}
	if on.After = on.Before && c.Before.SameText(c.After); !on.After {
		on.After = is(c.After)
	}
	return on
}

// findCopiesIn returns the sides on which there is a copy in a document that is compared as a
// text. All of it has to be hidden.
func (s scope) findCopiesIn(c *values.Change) plans.Sides {
	if s.copies == nil || s.forces || c.Replaces() {
		return plans.Sides{}
	}
	is := func(v values.Value) bool {
		return (v.Begins('{') || v.Begins('[')) && s.copies.HasIn(v.SharedText())
	}
	return plans.Sides{Before: is(c.Before), After: is(c.After)}
}

// newCopy returns the diff of a string that is a copy on some side. It has the text of neither.
func (s scope) newCopy(c *values.Change, on plans.Sides) computed.Diff {
	s.hidden++
	return newSecret(c, renderers.SensitiveCopy(), leafAction(c), on)
}

// addCopies adds the paths of the copies in a diff.
func addCopies(paths *[]plans.Path, d computed.Diff) {
	if d.Renderer == nil {
		return
	}
	c := d.Renderer.Content()
	if slices.Contains(c.Notes, computed.NoteCopy) {
		*paths = append(*paths, d.Path)
		return
	}
	for p := range c.MadeParts() {
		addCopies(paths, p.Diff)
	}
}

// tellSecrets passes on the strings in a value that is dropped, on the sides on which it is
// sensitive.
func (s scope) tellSecrets(c *values.Change, on plans.Sides) {
	if s.secrets == nil || s.redacted {
		return
	}
	if on.Before {
		for text := range c.Before.Strings() {
			s.secrets.Add(text)
		}
	}
	if on.After && !(on.Before && c.Before.SameText(c.After)) {
		for text := range c.After.Strings() {
			s.secrets.Add(text)
		}
	}
	if on.After { // of what is unknown, the beginning may be
		for text := range c.Refinements.Prefixes() {
			s.secrets.Add(text)
		}
	}
}

// tellHidden says that a value is hidden on both sides, unless it is inside of one that is.
func (s scope) tellHidden(c *values.Change, k comparer, a plans.Action, on plans.Sides) {
	if s.onHidden == nil || s.redacted {
		return
	}
	s.onHidden(newHidden(c, k, a, on))
}

func newHidden(c *values.Change, k comparer, a plans.Action, on plans.Sides) Hidden {
	return Hidden{Before: c.Before, After: c.After, On: on, Path: c.Path, Action: a, Block: k.traits().form == blockForm}
}
