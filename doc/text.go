package doc

import (
	"iter"
	"slices"
)

// Text is the text of a line, with the role of each piece of it.
type Text struct {
	Bytes []byte
	Runs  []Run // in order; the last one ends where Bytes does
}

// Run is a piece of a text in one role. It begins where the one before it ends.
type Run struct {
	End  int // the index in Bytes behind its last byte
	Role Role
	Link *Link // nil for none
}

// NewText returns the text of spans.
func NewText(spans ...Span) Text {
	var t Text
	for _, s := range spans {
		t.AddSpan(s)
	}
	return t
}

// Add adds a piece at the end. Pieces next to each other in the same role become one.
func (t *Text) Add(role Role, text string) {
	t.Bytes = append(t.Bytes, text...)
	t.mark(role, nil)
}

// AddSpan is like Add, for a piece that may have a link.
func (t *Text) AddSpan(s Span) {
	t.Bytes = append(t.Bytes, s.Text...)
	t.mark(s.Role, s.Link)
}

// mark makes a run of the bytes behind the last one.
func (t *Text) mark(role Role, link *Link) {
	if n := len(t.Runs); n > 0 && t.Runs[n-1].Role == role && t.Runs[n-1].Link == link {
		t.Runs[n-1].End = len(t.Bytes)
		return
	}
	t.Runs = append(t.Runs, Run{len(t.Bytes), role, link})
}

// Append adds another text at the end.
func (t *Text) Append(other Text) {
	pos := 0
	for _, r := range other.Runs {
		t.Bytes = append(t.Bytes, other.Bytes[pos:r.End]...)
		t.mark(r.Role, r.Link)
		pos = r.End
	}
}

// Spans returns the pieces of the text, each with its role and its link.
func (t Text) Spans() []Span {
	if len(t.Runs) == 0 {
		return nil
	}
	all, text, pos := make([]Span, len(t.Runs)), string(t.Bytes), 0
	for i, r := range t.Runs {
		all[i] = Span{r.Role, text[pos:r.End], r.Link}
		pos = r.End
	}
	return all
}

// Clone returns a copy, which stays valid when the next line is written.
func (t Text) Clone() Text { return Text{slices.Clone(t.Bytes), slices.Clone(t.Runs)} }

// Pieces yields the text piece by piece, each with its role.
func (t Text) Pieces() iter.Seq2[Role, []byte] {
	return func(yield func(Role, []byte) bool) {
		pos := 0
		for _, r := range t.Runs {
			if !yield(r.Role, t.Bytes[pos:r.End]) {
				return
			}
			pos = r.End
		}
	}
}

// truncate drops all but the first n bytes, which take the first so many runs.
func (t *Text) truncate(n, runs int) {
	t.Bytes, t.Runs = t.Bytes[:n], t.Runs[:runs]
	if runs > 0 {
		t.Runs[runs-1].End = n
	}
}
