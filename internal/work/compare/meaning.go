package compare

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// Meaning is what the facts about a document are found by.
type Meaning struct {
	// Table is the version of the table.
	Table string
	// NewReader returns a reader of facts, which is for one goroutine.
	NewReader func() FactReader
}

// FactReader finds the facts about the change of a resource, and reports whether it knows the type.
type FactReader interface {
	Facts(r *source.Resource, before, after leaf.Side) (all []computed.MeaningFact, isKnown bool)
}

// addFacts adds what a change means, or that it means nothing.
func (c *Comparer) addFacts(e Entry, in *Loaded, out *computed.Resource) {
	if !c.manner.Facts || c.Meaning == nil || e.Section != computed.ChangesSection {
		return
	}
	r := e.Resource
	out.Facts = []computed.MeaningFact{}
	if r.Action == plans.NoOp || r.Action == plans.Read {
		return
	}
	if c.reader == nil {
		c.reader = c.Meaning.NewReader()
	}
	before, after := c.Mark().Sides(in)
	found, isKnown := c.reader.Facts(r, before, after)
	out.Facts, out.KnownMeaning = append(out.Facts, found...), isKnown
}

// Sides returns both sides of a loaded resource for package meaning. What a format hides is hidden in them: what the document, the schema or a
// name marks as sensitive, its partner on the other side, and copies of it. They are valid as long as the loaded values are.
func (m *Marker) Sides(in *Loaded) (before, after leaf.Side) {
	m.findHidden(in, m.comparison(in))
	var isCopy func(string) bool // leaf looks for copies itself, in documents, too
	if c := m.copied(); c.set != nil {
		isCopy = c.isIn
	}
	before = leaf.NewSide(leaf.Source{Value: in.Before, Sensitive: m.marks(in.BeforeSensitive, in.Before, m.before, copied{}), IsCopy: isCopy})
	after = leaf.NewSide(leaf.Source{Value: in.After, Unknown: in.Unknown, Sensitive: m.marks(in.AfterSensitive, in.After, m.after, copied{}), IsCopy: isCopy})
	return before, after
}
