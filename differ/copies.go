package differ

import (
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// A string that is the same as a sensitive one is dropped like a sensitive value, wherever it
// stands: in a list, in JSON in a string, in an output. So is all of a text of which it is a part, because what differs in the
// rest may tell of it. It is never dropped where it
// forces the replacement, since people have to know why their resource is destroyed.

// Copies says which strings are copies of a sensitive one.
type Copies interface {
	// Has reports whether a string is one.
	Has(text string) bool
	// HasIn reports whether a string is one, or has one as a part or in a JSON document.
	HasIn(text string) bool
	// PartsOf yields where there are copies in a text that is not JSON.
	PartsOf(text string) iter.Seq2[int, int]
}

// findCopies returns the sides on which a string is a copy.
func (s inherited) findCopies(c *values.Change) plans.Sides {
	return s.findSides(c, func(v values.Value) bool {
		switch v.Kind() {
		case values.String:
			return s.copies.Has(v.SharedText())
		case values.Number: // in YAML, it may be spelled as a secret is
			return s.yaml && s.copies.Has(v.Text())
		}
		return false
	})
}

// findCopiesIn returns the sides on which there is a copy in a string that is compared as a
// text. All of it has to be hidden.
func (s inherited) findCopiesIn(c *values.Change) plans.Sides {
	return s.findSides(c, func(v values.Value) bool { return v.Kind() == values.String && s.hasCopyIn(v.SharedText()) })
}

// findSides returns the sides on which a value is a copy, given what one is. There are none where copies are shown.
func (s inherited) findSides(c *values.Change, is func(values.Value) bool) plans.Sides {
	if s.copies == nil || s.forces || c.Replaces() {
		return plans.Sides{}
	}
	on := plans.Sides{Before: is(c.Before)}
	if on.After = on.Before && c.Before.SameText(c.After); !on.After {
		on.After = is(c.After)
	}
	return on
}

func (s inherited) hasCopyIn(text string) bool {
	return s.copies.HasIn(text) || slices.ContainsFunc(s.around, func(part string) bool { return strings.Contains(text, part) })
}

// findCopiesInNames returns the sides on which the name of a member of a document in a string has a copy. Names are not hidden, so
// the string has to be.
func (s inherited) findCopiesInNames(c *values.Change, before, after values.Value) plans.Sides {
	if s.copies == nil || s.forces || c.Replaces() {
		return plans.Sides{}
	}
	return plans.Sides{Before: s.hasCopyInNames(before), After: s.hasCopyInNames(after)}
}

func (s inherited) hasCopyInNames(v values.Value) bool {
	for _, e := range v.Elems() {
		if s.hasCopyInNames(e) {
			return true
		}
	}
	for _, m := range v.Members() {
		if s.hasCopyIn(m.Name) || s.hasCopyInNames(m.Value) {
			return true
		}
	}
	return false
}

// partsOf returns the copies in the texts of documents. What a document has may be spelled in a way that they are not seen in its
// parts: in YAML, a line feed in a string may stand for a space.
func (s inherited) partsOf(texts ...string) []string {
	if s.copies == nil {
		return nil
	}
	var all []string
	for _, text := range texts {
		for start, end := range s.copies.PartsOf(text) {
			if part := text[start:end]; !slices.Contains(all, part) {
				all = append(all, part)
			}
		}
	}
	return all
}

// newCopy returns the diff of a string that is a copy on some side. It has the text of neither.
func (s inherited) newCopy(c *values.Change, on plans.Sides) computed.Diff {
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
func (s inherited) tellSecrets(c *values.Change, on plans.Sides) {
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
func (s inherited) tellHidden(c *values.Change, k comparer, a plans.Action, on plans.Sides) {
	if s.onHidden == nil || s.redacted {
		return
	}
	s.onHidden(newHidden(c, k, a, on))
}

func newHidden(c *values.Change, k comparer, a plans.Action, on plans.Sides) Hidden {
	return Hidden{Before: c.Before, After: c.After, On: on, Path: c.Path, Action: a, Block: k.traits().form == blockForm}
}
