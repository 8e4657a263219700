package differ

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// heredoc compares two texts line by line. At least one of them has several lines.
func (s scope) heredoc(before, after computed.Literal, action plans.Action) computed.DiffRenderer {
	switch action {
	case plans.Delete:
		return renderers.Heredoc(before, after, []renderers.TextRun{{Text: drawnText(before)}}, "")
	case plans.Update:
		runs := s.alignLines(before, after)
		return renderers.Heredoc(before, after, runs, whitespaceNote(runs, before, after))
	}
	return renderers.Heredoc(before, after, []renderers.TextRun{{Text: drawnText(after)}}, "")
}

// drawnText returns a text without the white space around it. A string of one line
// stays as it is, and a null becomes the word.
func drawnText(l computed.Literal) string {
	switch {
	case l.Kind != computed.StringLiteral:
		return "null"
	case !strings.Contains(l.Text, "\n"):
		return l.Text
	}
	return strings.TrimSpace(l.Text)
}

// alignLines aligns the lines of two texts like the elements of two lists. It only has
// to align those between the lines that both texts start with and end with.
func (s scope) alignLines(before, after computed.Literal) []renderers.TextRun {
	was, is := drawnText(before), drawnText(after)
	head := commonStart(was, is)
	tail := commonEnd(was[head:], is[head:])
	a := listAligner{rules: s.rules}
	a.rules.PairTexts = false // a line is never updated
	r := textRuns{was: was, is: is, before: before, after: after}
	if !a.pairLines(&r, head, tail) {
		a.pairLines(&r, head, 0)
	}
	return r.runs
}

// commonStart returns the length of the lines that two texts start with. It may miss the
// last line of a text.
func commonStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.LastIndexByte(a[:n], '\n') + 1
}

// commonEnd returns the length of the lines that two texts end with. It may miss the
// first line of a text.
func commonEnd(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	end := a[len(a)-n:]
	feed := strings.IndexByte(end, '\n')
	if feed < 0 {
		return 0
	}
	return len(end) - feed - 1
}

// pairLines aligns the lines of the texts, which start and end with so many equal bytes.
// The walk along the texts takes the next line that is like the common one. So it
// may take a line before the common end for the first one of that end. Then pairLines
// reports false, and the lines of the end have to be aligned, too.
func (a *listAligner) pairLines(r *textRuns, head, tail int) bool {
	middle := func(text string) []string {
		text = text[head : len(text)-tail]
		if tail > 0 {
			text = text[:len(text)-1] // the line feed
		}
		return strings.Split(text, "\n")
	}
	was, is := middle(r.was), middle(r.is)
	numbers := newLineNumbers(len(was) + len(is) + 1)
	before, after := numbers.numberAll(was), numbers.numberAll(is)
	next := int32(-1)
	if tail > 0 {
		first, _, _ := strings.Cut(r.was[len(r.was)-tail:], "\n")
		next = numbers.number(first)
	}
	var pairs []pair
	if len(was) == len(is) && !a.rules.AlignLists && !numbers.areAllIn(before, after, r.was[:head], r.was[len(r.was)-tail:]) {
		pairs = pairIndexes(len(was))
	} else {
		var all bool
		if pairs, all = a.pairCommon(before, after, next); !all {
			return false
		}
	}
	r.keep(head)
	for _, p := range pairs {
		switch {
		case p.before >= 0 && p.after >= 0 && before[p.before] == after[p.after]:
			r.keep(len(was[p.before]) + 1)
			continue
		case p.before >= 0:
			r.delete(len(was[p.before]) + 1)
		}
		if p.after >= 0 {
			r.create(len(is[p.after]) + 1)
		}
	}
	if tail > 0 {
		r.keep(tail + 1)
	}
	return true
}

// textRuns collects the lines of two texts, in order.
type textRuns struct {
	was, is       string
	before, after computed.Literal
	i, j          int // where the next lines begin
	runs          []renderers.TextRun
	start         int // where the last run begins, in the text that it is from
}

// keep adds lines that do not change. n is their length with the line feeds.
func (r *textRuns) keep(n int) {
	r.add(renderers.TextRun{}, r.was, r.i, n)
	r.i, r.j = r.i+n, r.j+n
}

func (r *textRuns) delete(n int) {
	r.add(renderers.TextRun{Action: plans.Delete, Null: r.before.Kind != computed.StringLiteral}, r.was, r.i, n)
	r.i += n
}

func (r *textRuns) create(n int) {
	r.add(renderers.TextRun{Action: plans.Create, Null: r.after.Kind != computed.StringLiteral}, r.is, r.j, n)
	r.j += n
}

func (r *textRuns) add(run renderers.TextRun, text string, from, n int) {
	if n == 0 {
		return
	}
	end := min(from+n-1, len(text))
	if last := len(r.runs) - 1; last >= 0 && r.runs[last].Action == run.Action && r.start+len(r.runs[last].Text)+1 == from {
		r.runs[last].Text = text[r.start:end]
		return
	}
	run.Text, r.start = text[from:end], from
	r.runs = append(r.runs, run)
}

// lineNumbers gives equal lines equal numbers, from 0 on.
type lineNumbers struct {
	seed  maphash.Seed
	table []int32 // by hash: the number of a line plus 1; 0 for none
	lines []string
}

// newLineNumbers returns numbers for at most n lines.
func newLineNumbers(n int) *lineNumbers {
	return &lineNumbers{seed: maphash.MakeSeed(), table: make([]int32, 2<<bits.Len(uint(n))), lines: make([]string, 0, n)}
}

func (l *lineNumbers) numberAll(lines []string) []int32 {
	out := make([]int32, len(lines))
	for i, line := range lines {
		out[i] = l.number(line)
	}
	return out
}

func (l *lineNumbers) number(line string) int32 {
	n, slot := l.find(line)
	if n < 0 {
		l.lines = append(l.lines, line)
		n = int32(len(l.lines) - 1)
		l.table[slot] = n + 1
	}
	return n
}

// find returns the number of a line, or -1 and where in the table it belongs.
func (l *lineNumbers) find(line string) (n int32, slot int) {
	mask := len(l.table) - 1
	for slot = int(maphash.String(l.seed, line)) & mask; ; slot = (slot + 1) & mask {
		n := l.table[slot] - 1
		if n < 0 || l.lines[n] == line {
			return n, slot
		}
	}
}

// areAllIn reports whether all lines with these numbers are among others, or are lines
// of the texts.
func (l *lineNumbers) areAllIn(numbers, others []int32, texts ...string) bool {
	in := make([]bool, len(l.lines))
	for _, n := range others {
		in[n] = true
	}
	isMissing := func(n int32) bool { return !in[n] }
	if !slices.ContainsFunc(numbers, isMissing) {
		return true
	}
	for _, text := range texts {
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			if n, _ := l.find(line); n >= 0 && text != "" {
				in[n] = true
			}
		}
	}
	return !slices.ContainsFunc(numbers, isMissing)
}

// whitespaceNote says what changes if no line does: the white space around the text,
// which is not drawn.
func whitespaceNote(runs []renderers.TextRun, before, after computed.Literal) string {
	if before.Kind != after.Kind { // a null reads as the word
		return ""
	}
	for _, r := range runs {
		if r.Action != plans.NoOp {
			return ""
		}
	}
	start, end := margins(before.Text)
	newStart, newEnd := margins(after.Text)
	note := "whitespace changes"
	if start != newStart {
		note += " at the start: " + strconv.Quote(start) + " -> " + strconv.Quote(newStart)
		if end != newEnd {
			note += ","
		}
	}
	if end != newEnd {
		note += " at the end: " + strconv.Quote(end) + " -> " + strconv.Quote(newEnd)
	}
	return note
}

// margins returns the white space before and after a text. If there is nothing else,
// all of it is before the text.
func margins(s string) (start, end string) {
	body := strings.TrimLeftFunc(s, unicode.IsSpace)
	start = s[:len(s)-len(body)]
	return start, body[len(strings.TrimRightFunc(body, unicode.IsSpace)):]
}
