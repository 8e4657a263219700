package compare

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/meaning"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Meaning is what the facts about a document are found by.
type Meaning struct {
	Table *table.Table
	// Drift returns both sides of what happened to an object outside of the product, which do not exist if nothing did.
	Drift func(*source.Resource) (before, after leaf.Side)
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
		c.reader = meaning.NewReader(c.Meaning.Table)
	}
	change := meaning.Change{Type: r.Type, Action: r.Action}
	change.Before, change.After = c.Mark().Sides(in)
	change.DriftBefore, change.DriftAfter = c.Meaning.Drift(r)
	found := c.reader.Facts(change)
	out.Facts, out.KnownMeaning = append(out.Facts, found.Facts...), found.Known
}

// Sides returns both sides of a loaded resource for package meaning. What a format hides is hidden in them: what the document, the schema or a
// name marks as sensitive, its partner on the other side, and copies of it. They are valid as long as the loaded values are.
func (m *Marker) Sides(in *Loaded) (before, after leaf.Side) {
	clear(m.hidden)
	m.before, m.after = nil, nil
	if in.MayHide() {
		change := in.Change
		change.RelevantAttributes = plans.PathFilter{}
		m.differ.Resource(change, plans.Update, in.Schema.Block)
	}
	var isCopy func(string) bool
	if copied := m.copied(); copied.set != nil {
		isCopy = copied.isIn
	}
	before = leaf.NewSide(leaf.Source{Value: in.Before, Sensitive: m.hiddenIn(in.BeforeSensitive, in.Before, m.before), IsCopy: isCopy})
	after = leaf.NewSide(leaf.Source{Value: in.After, Unknown: in.Unknown, Sensitive: m.hiddenIn(in.AfterSensitive, in.After, m.after), IsCopy: isCopy})
	return before, after
}

// hiddenIn adds marks for hidden values to those of a side.
func (m *Marker) hiddenIn(own values.Flags, v values.Value, absent []plans.Path) values.Flags {
	if len(m.hidden) == 0 && len(absent) == 0 {
		return own
	}
	return own.Mark(v, func(v values.Value) bool { return m.hidden[v] }).MarkPaths(absent)
}
