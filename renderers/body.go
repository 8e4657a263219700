package renderers

import (
	"iter"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// member is a member of a container on its way into the body.
type member struct {
	diff  computed.Diff
	opts  computed.RenderHumanOpts // for the value
	key   string                   // as it is drawn; empty if the member has none
	label string                   // of a block: what is drawn behind the key
	sep   string                   // behind the key
	width int                      // of the widest key, 0 if keys are not aligned
	comma bool                     // after the value
	// paragraph is a number. An empty line goes between members with different ones,
	// and before the first one if its number is not 0.
	paragraph int
}

// layout says how the members of a container are laid out.
type layout struct {
	noun  string // what one of them is called
	count countPlace
}

// countPlace says where the hidden members are counted.
type countPlace uint8

const (
	countAtEnd   countPlace = iota
	countInPlace            // where they would be
	countApart              // at the end, after an empty line
)

// body collects the lines between the brackets of a container.
type body struct {
	opts  computed.RenderHumanOpts // for the container
	nodes []doc.Node

	// Entries and the spans of their keys are made several at a time.
	entries []doc.Entry
	keys    []doc.Span
}

// layOut adds the members. It hides and counts those that do not change, unless their
// options say otherwise.
func (b *body) layOut(l layout, members iter.Seq[member]) {
	hidden, paragraph := 0, 0
	for m := range members {
		if m.diff.Action == plans.NoOp && !m.opts.ShowUnchanged {
			hidden++
			continue
		}
		if l.count == countInPlace {
			b.addCount(hidden, l.noun)
			hidden = 0
		}
		if m.paragraph != paragraph {
			b.nodes = append(b.nodes, doc.Empty{})
			paragraph = m.paragraph
		}
		b.add(m)
	}
	if l.count == countApart && hidden > 0 {
		b.nodes = append(b.nodes, doc.Empty{})
	}
	b.addCount(hidden, l.noun)
}

// add adds the warnings of a member and the member itself.
func (b *body) add(m member) {
	if lines := m.diff.WarningsHuman(b.opts); len(lines) > 0 {
		b.nodes = append(b.nodes, doc.Comments{Gutter: doc.NoteGutter, Lines: lines, Path: m.diff.Path})
	}
	e := b.newEntry()
	e.Gutter, e.Path, e.Value = actionGutter(m.diff.Action, b.opts), m.diff.Path, m.diff.RenderHuman(m.opts)
	e.Key, e.Sep, e.Width = b.newKey(m), m.sep, m.width
	if m.comma {
		e.Value = e.Value.Append(plainSpan(","))
	}
	b.nodes = append(b.nodes, e)
}

// newEntry returns an empty entry.
func (b *body) newEntry() *doc.Entry {
	if len(b.entries) == 0 {
		b.entries = make([]doc.Entry, batch(len(b.nodes)))
	}
	e := &b.entries[0]
	b.entries = b.entries[1:]
	return e
}

// newKey returns the key of a member.
func (b *body) newKey(m member) []doc.Span {
	switch {
	case m.key == "":
		return nil
	case m.label != "":
		return []doc.Span{{Role: doc.Key, Text: m.key}, {Role: doc.Type, Text: m.label}}
	}
	if len(b.keys) == 0 {
		b.keys = make([]doc.Span, batch(len(b.nodes)))
	}
	key := b.keys[:1:1]
	key[0] = doc.Span{Role: doc.Key, Text: m.key}
	b.keys = b.keys[1:]
	return key
}

// batch is how many entries are made at a time in a body with n nodes.
func batch(n int) int { return min(max(n, 1), 32) }

// addCount adds the number of hidden members, if there are any.
func (b *body) addCount(n int, noun string) {
	if n == 0 {
		return
	}
	if n > 1 {
		noun += "s"
	}
	b.nodes = append(b.nodes, doc.Comments{
		Gutter: blankGutter(b.opts),
		Lines:  []doc.Text{{{Role: doc.Hidden, Text: "# (" + strconv.Itoa(n) + " unchanged " + noun + " hidden)"}}},
	})
}

// spellKeys returns the keys of members as they are drawn, and the width of the widest.
// Hidden members count, too.
func spellKeys(members []computed.Member, spell func(string) string) (keys []string, width int) {
	keys = make([]string, len(members))
	for i, m := range members {
		keys[i] = spell(m.Key)
		width = max(width, len(keys[i]))
	}
	return keys, width
}
