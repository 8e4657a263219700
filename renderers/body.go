package renderers

import (
	"strconv"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/plans"
)

// member is a member of a container on its way into the body.
type member struct {
	diff  *computed.Diff
	opts  computed.RenderHumanOpts // for the value
	key   string
	spell keySpelling
	label string // of a block in a map: drawn behind the key, with the blank before it
	sep   string // between the key and the value
	width int    // of the widest key, 0 if keys are not aligned
	plain bool   // it is known that the key has nothing to escape
	comma bool   // there is a comma after the value
	// paragraph is a number. An empty line goes between members with different ones,
	// and before the first one if its number is not 0.
	paragraph int
}

// isHidden reports whether the member is only counted.
func (m *member) isHidden() bool {
	if m.diff.Muted {
		return !m.opts.ShowMuted
	}
	return m.diff.Action == plans.NoOp && !m.opts.ShowUnchanged
}

// keySpelling says how the key of a member is written.
type keySpelling uint8

const (
	noKey     keySpelling = iota
	nameKey               // a name, quoted only if it is not an identifier
	quotedKey             // the key of a map
)

// isPlain reports whether a key has nothing to escape.
func (s keySpelling) isPlain(key string) bool {
	if s == quotedKey {
		return isPlain(key)
	}
	return hclname.Valid(key)
}

// writeKey writes the key.
func (m *member) writeKey(w *doc.Writer) {
	switch {
	case m.spell == noKey:
	case !m.plain && !m.spell.isPlain(m.key):
		w.Text(doc.Key, strconv.Quote(m.key))
	case m.spell == quotedKey:
		w.Text(doc.Key, `"`)
		w.Text(doc.Key, m.key)
		w.Text(doc.Key, `"`)
	default:
		w.Text(doc.Key, m.key)
	}
}

// writeAlignedKey writes the key with its label, and what follows it.
func (m *member) writeAlignedKey(w *doc.Writer) {
	m.writeKey(w)
	if m.label != "" {
		w.Text(doc.Type, m.label)
	}
	if m.width > 0 {
		w.Align(m.width)
	}
	if m.sep != "" {
		w.Text(doc.Plain, m.sep)
	}
}

// isBare reports whether the key, if there is one, is written as it is, without a label.
func (m *member) isBare() bool {
	return m.label == "" && (m.plain || m.spell == noKey)
}

// appendKey appends the key as it is, and what follows it.
func (m *member) appendKey(text []byte) []byte {
	if m.spell == noKey {
		return text
	}
	n := utf8.RuneCountInString(m.key) // as the Writer aligns
	if m.spell == quotedKey {
		text = append(append(append(text, '"'), m.key...), '"')
		n += len(`""`)
	} else {
		text = append(text, m.key...)
	}
	for ; n < m.width; n++ {
		text = append(text, ' ')
	}
	return append(text, m.sep...)
}

// align sets the width to that of the widest key as it is written, in bytes. Hidden
// members count, too. rest has more of them, or is nil.
func (m *member) align(members []computed.Member, rest *computed.Unchanged) {
	m.plain = true
	for i := range members {
		n, plain := m.spell.width(members[i].Key)
		m.plain = m.plain && plain
		m.width = max(m.width, n)
	}
	m.width = rest.MaxWidth(m.width)
}

// width returns the width of a key as it is written, in bytes, and whether it has nothing
// to escape.
func (s keySpelling) width(key string) (n int, plain bool) {
	switch n, plain = len(key), s.isPlain(key); {
	case !plain:
		n = len(strconv.Quote(key))
	case s == quotedKey:
		n += len(`""`)
	}
	return n, plain
}

// NameWidth returns the width of an attribute's name as it is written, in bytes.
func NameWidth(name string) int {
	n, _ := nameKey.width(name)
	return n
}

// KeyWidth returns the width of the key of a map as it is written, in bytes.
func KeyWidth(key string) int {
	n, _ := quotedKey.width(key)
	return n
}

// countPlace says where the hidden members are counted.
type countPlace uint8

const (
	countAtEnd   countPlace = iota
	countInPlace            // where they would be
	countApart              // at the end, after an empty line
)

// body writes the lines between the brackets of a container. It hides and counts the
// members that do not change, unless their options say otherwise. If these ask for folds,
// the hidden members are in a fold.
type body struct {
	w     *doc.Writer
	opts  computed.RenderHumanOpts // for the container
	noun  string                   // what a member is called
	name  string                   // the member that is shown even if it does not change, besides the important ones; empty for none
	count countPlace

	hidden    hiddenMembers // since the last count
	muted     hiddenMembers // likewise
	cut       int           // members that are missing because a fold is full
	paragraph int           // of the last member
}

// hiddenMembers are members that are counted, and may be shown in a fold.
type hiddenMembers struct {
	count int
	fold  []member // the first ones; empty if they are not shown in a fold
}

// isOneLine reports whether it is one member that does not change, and takes a line.
func (h *hiddenMembers) isOneLine() bool {
	if h.count != 1 || len(h.fold) != 1 || h.fold[0].diff.Muted {
		return false
	}
	_, ok := h.fold[0].diff.Renderer.(*primitive)
	return ok
}

// foldSize is how much a fold contains, see [doc.Writer.FoldSize]: about as much as anybody
// reads. The value that is written last may take more, if it has members or lines of its own.
const foldSize = 1000

// isFull reports whether what is being written is in a fold that takes no more.
func isFull(w *doc.Writer) bool { return w.FoldSize() >= foldSize }

// add writes a member, with the warnings above it, or counts it. It returns false if
// nobody wants more members.
func (b *body) add(m *member) bool {
	if m.isHidden() {
		h := &b.hidden
		if m.diff.Muted {
			h = &b.muted
		}
		h.count++
		if b.opts.FoldUnchanged && len(h.fold) < foldSize {
			h.fold = append(h.fold, *m)
		}
		return true
	}
	if b.count == countInPlace {
		b.addCount()
	}
	return b.write(m)
}

// write writes a member. It returns false if nobody wants more members.
func (b *body) write(m *member) bool {
	if isFull(b.w) {
		b.cut++
		return true
	}
	if m.paragraph != b.paragraph {
		b.w.Empty()
		b.paragraph = m.paragraph
	}
	scalar, isScalar := m.diff.Renderer.(*primitive)
	if isScalar && b.w.IsDirect() && m.isBare() {
		text := m.appendKey(b.w.BeginDirect(actionGutter(m.diff.Action, b.opts)))
		text = scalar.append(text, m.diff, m.opts)
		if m.comma {
			text = append(text, ',')
		}
		b.w.EndDirect(text)
		return !b.w.Done()
	}
	if !isScalar {
		for _, line := range m.diff.WarningsHuman(b.opts) {
			b.w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}, Path: m.diff.Path}, line...)
		}
	}
	b.w.Begin(doc.Entry{Gutter: actionGutter(m.diff.Action, b.opts), Path: m.diff.Path})
	m.writeAlignedKey(b.w)
	if isScalar { // most are: it is cheaper not to copy the diff
		scalar.write(b.w, m.diff, m.opts)
	} else {
		m.diff.RenderHuman(b.w, m.opts)
	}
	if m.comma {
		b.w.Text(doc.Plain, ",")
		if m.opts.ShowRefinements && !isScalar {
			writeRefinement(b.w, m.diff.Renderer.Content().After.Refinement)
		}
	}
	b.w.End()
	return !b.w.Done()
}

// end writes what is below the last member.
func (b *body) end() {
	b.addCut()
	if b.count == countApart && (b.hidden.count > 0 || b.muted.count > 0) {
		b.w.Empty()
	}
	b.addCount()
}

// addCount adds the numbers of hidden members, if there are any.
func (b *body) addCount() {
	b.addHidden(&b.muted, "muted change")
	b.addHidden(&b.hidden, "unchanged "+b.noun)
}

// addHidden adds the number of hidden members, and the fold with them.
func (b *body) addHidden(h *hiddenMembers, noun string) {
	if h.count == 0 {
		return
	}
	entry, count := remark(b.opts), HiddenCount(h.count, noun)
	if h.isOneLine() && b.count == countInPlace && b.opts.FoldMore { // the number would take as much room
		m := h.fold[0]
		h.count, h.fold = 0, h.fold[:0]
		m.opts.ShowUnchanged = true
		b.write(&m)
		return
	}
	if len(h.fold) == 0 || isFull(b.w) {
		b.w.Line(entry, count)
	} else {
		b.w.Fold(entry, count, func() {
			b.paragraph, b.cut = h.fold[0].paragraph, h.count-len(h.fold)
			for i := range h.fold {
				m := &h.fold[i]
				if m.diff.Muted {
					m.opts.ShowMuted = true
				} else {
					m.opts.ShowUnchanged = true
				}
				if !b.write(m) {
					return
				}
			}
			b.addCut()
		})
	}
	h.count, h.fold = 0, h.fold[:0]
}

// addCut adds the number of members that are missing.
func (b *body) addCut() {
	writeCut(b.w, b.opts, b.cut)
	b.cut = 0
}

// remark is the entry of a line about what is not shown in a value.
func remark(opts computed.RenderHumanOpts) doc.Entry {
	return doc.Entry{Gutter: doc.Gutter{Kind: blankGutter(opts)}}
}

// writeCut writes how much is missing in a fold, if something is.
func writeCut(w *doc.Writer, opts computed.RenderHumanOpts, n int) {
	if n > 0 {
		w.Line(remark(opts), doc.Span{Role: doc.Hidden, Text: "# (" + strconv.Itoa(n) + " more not shown)"})
	}
}

// HiddenCount returns the remark that some things are not shown.
func HiddenCount(n int, noun string) doc.Span {
	if n > 1 {
		noun += "s"
	}
	return doc.Span{Role: doc.Hidden, Text: "# (" + strconv.Itoa(n) + " " + noun + " hidden)"}
}
