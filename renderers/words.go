package renderers

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// Range is a piece of a text. From and To are indexes of bytes; the byte at To is not part of it.
type Range struct{ From, To int32 }

// Words are the pieces of a text that are on one side only, in order, if the text is similar on
// both sides. No piece is empty or touches the next one, none goes beyond a line, and none begins
// or ends within a character. They have the role [doc.Changed].
type Words struct{ Before, After []Range }

// IsEmpty reports whether no piece of the text is marked.
func (w *Words) IsEmpty() bool { return len(w.Before) == 0 && len(w.After) == 0 }

type changedString struct {
	primitive
	words Words
}

// ChangedString is [String] for a string that is updated to another one. words has the
// pieces of both that differ.
func ChangedString(before, after computed.Literal, words Words) computed.DiffRenderer {
	return &changedString{newString(before, after), words}
}

func (r *changedString) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	if d.Action != plans.Update {
		r.primitive.RenderHuman(w, d, opts)
		return
	}
	writeQuotedWords(w, r.before, r.words.Before)
	w.Text(doc.Arrow, " -> ")
	writeQuotedWords(w, r.after, r.words.After)
	writeSuffixes(w, &d, opts)
}

// writeQuotedWords writes a string between quotes, as writeQuoted does. To escape its pieces
// is the same as to escape all of it, since they begin and end between characters.
func writeQuotedWords(w *doc.Writer, s string, changed []Range) {
	var escape func(string) string
	if !isPlain(s) {
		escape = func(piece string) string {
			quoted := strconv.Quote(piece)
			return quoted[1 : len(quoted)-1]
		}
	}
	w.Text(doc.String, `"`)
	pieces{ranges: changed}.write(w, doc.String, s, escape)
	w.Text(doc.String, `"`)
}

type changedHeredoc struct {
	heredoc
	words Words
}

// ChangedHeredoc is [Heredoc] with the pieces that differ in lines that are similar. The
// ranges are in the [HeredocText] of each side.
func ChangedHeredoc(before, after computed.Literal, runs []TextRun, note string, words Words) computed.DiffRenderer {
	return &changedHeredoc{heredoc{before: before, after: after, runs: runs, note: note}, words}
}

func (r *changedHeredoc) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	r.render(w, d, opts, r.words)
}

// pieces are the changed pieces of a part of a text.
type pieces struct {
	pos    int32 // of the part in the text
	ranges []Range
}

// write writes the part. escape may be nil.
func (p pieces) write(w *doc.Writer, role doc.Role, part string, escape func(string) string) {
	add := func(role doc.Role, piece string) {
		if escape != nil {
			piece = escape(piece)
		}
		w.Text(role, piece)
	}
	done := int32(0)
	for _, r := range p.ranges {
		from, to := r.From-p.pos, r.To-p.pos
		if done < from {
			add(role, part[done:from])
		}
		add(doc.Changed, part[from:to])
		done = to
	}
	if len(p.ranges) == 0 || int(done) < len(part) {
		add(role, part[done:])
	}
}

// cutRanges returns the ranges before a position, and the others.
func cutRanges(ranges []Range, pos int32) (before, rest []Range) {
	n := 0
	for n < len(ranges) && ranges[n].From < pos {
		n++
	}
	return ranges[:n], ranges[n:]
}
