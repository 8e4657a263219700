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
	key   string
	spell func(string) string // returns the key as it is drawn; nil if the member has none
	label string              // of a block: what is drawn behind the key
	sep   string              // behind the key
	width int                 // of the widest key, 0 if keys are not aligned
	comma bool                // after the value
	// paragraph is a number. An empty line goes between members with different ones,
	// and before the first one if its number is not 0.
	paragraph int
}

// isHidden reports whether the member is only counted.
func (m *member) isHidden() bool { return m.diff.Action == plans.NoOp && !m.opts.ShowUnchanged }

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

// members are the members of a container, with the way in which they are laid out.
type members struct {
	layout
	all iter.Seq[member]
}

// bodyNodes yields what is between the brackets of a container, and renders its members
// on the way. opts is for the container.
func bodyNodes(opts computed.RenderHumanOpts, parts ...members) iter.Seq[doc.Node] {
	return func(yield func(doc.Node) bool) {
		b := body{opts: opts, yield: yield}
		for _, m := range parts {
			b.layOut(m)
		}
	}
}

// body yields the lines between the brackets of a container.
type body struct {
	opts  computed.RenderHumanOpts // for the container
	yield func(doc.Node) bool
	done  bool // nobody wants more nodes

	// The entry that is yielded, and the spans of its key.
	entry doc.Entry
	key   [2]doc.Span
}

func (b *body) add(n doc.Node) { b.done = b.done || !b.yield(n) }

// layOut adds the members. It hides and counts those that do not change, unless their
// options say otherwise.
func (b *body) layOut(l members) {
	hidden, paragraph := 0, 0
	for m := range l.all {
		if b.done {
			return
		}
		if m.isHidden() {
			hidden++
			continue
		}
		if l.count == countInPlace {
			b.addCount(hidden, l.noun)
			hidden = 0
		}
		if m.paragraph != paragraph {
			b.add(doc.Empty{})
			paragraph = m.paragraph
		}
		b.addMember(m)
	}
	if l.count == countApart && hidden > 0 {
		b.add(doc.Empty{})
	}
	b.addCount(hidden, l.noun)
}

// addMember adds the warnings of a member and the member itself.
func (b *body) addMember(m member) {
	if lines := m.diff.WarningsHuman(b.opts); len(lines) > 0 {
		b.add(doc.Comments{Gutter: doc.NoteGutter, Lines: lines, Path: m.diff.Path})
	}
	b.entry = doc.Entry{
		Gutter: actionGutter(m.diff.Action, b.opts),
		Key:    b.spellKey(m),
		Width:  m.width,
		Sep:    m.sep,
		Value:  m.diff.RenderHuman(m.opts),
		Path:   m.diff.Path,
	}
	if m.comma {
		b.entry.Value = b.entry.Value.Append(plainSpan(","))
	}
	b.add(&b.entry)
}

// spellKey returns the key of a member, which is valid until that of the next one.
func (b *body) spellKey(m member) []doc.Span {
	if m.spell == nil {
		return nil
	}
	key := append(b.key[:0], doc.Span{Role: doc.Key, Text: m.spell(m.key)})
	if m.label != "" {
		key = append(key, doc.Span{Role: doc.Type, Text: m.label})
	}
	return key
}

// addCount adds the number of hidden members, if there are any.
func (b *body) addCount(n int, noun string) {
	if n == 0 {
		return
	}
	if n > 1 {
		noun += "s"
	}
	b.add(doc.Comments{
		Gutter: blankGutter(b.opts),
		Lines:  []doc.Text{{{Role: doc.Hidden, Text: "# (" + strconv.Itoa(n) + " unchanged " + noun + " hidden)"}}},
	})
}

// keyWidth returns the width of the widest key as it is drawn. Hidden members count,
// too. length returns that of one key.
func keyWidth(members []computed.Member, length func(string) int) int {
	width := 0
	for _, m := range members {
		width = max(width, length(m.Key))
	}
	return width
}
