package markdown

import (
	"fmt"
	"iter"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// Drawing is lines that go into a fence: a change as the human report draws it, with the signs
// in column 0.
type Drawing struct {
	Class   review.Class
	text    []byte // each line ends with a line feed
	ends    []int  // of the lines, in text
	context []bool // of the lines: it only shows what does not change, or is empty
	// total is the number of lines, of which text may have only the first ones.
	total   int
	Dropped bool   // there is no text, to save memory
	Follows bool   // it is of a resource that changes like another one
	title   string // a line that comes before it, with a line feed; empty for none
}

// drop drops the text.
func (d *Drawing) drop() { *d = Drawing{Class: d.Class, Dropped: true, Follows: d.Follows} }

// Draw puts lines together for a fence.
func (m *Paper) Draw(class review.Class, lines iter.Seq[doc.Line]) *Drawing {
	c := m.Opts.Flavour.FenceComposer()
	if class == review.Stored {
		c.Margin = nil // there are no signs
	}
	return draw(class, lines, c, m.Limit)
}

// draw puts lines together. Those beyond a size are only counted.
func draw(class review.Class, lines iter.Seq[doc.Line], c sinks.Composer, limit int) *Drawing {
	d := &Drawing{Class: class}
	var g lineGroups
	filled := 0 // the lines up to the last one that is not empty
	full := false
	for l := range lines {
		text := c.Compose(l).Text()
		if len(text) == 0 && d.total == 0 {
			continue
		}
		d.total++
		if len(text) > 0 {
			filled = d.total
		}
		if full = full || len(d.text)+len(text) >= limit; full {
			continue
		}
		d.text = append(append(d.text, text...), '\n')
		d.ends = append(d.ends, len(d.text))
		g.add(&l)
	}
	d.total = filled
	if d.total < len(d.ends) {
		d.ends = d.ends[:d.total]
		d.text = d.text[:d.end(d.total)]
	}
	d.context = g.context()[:len(d.ends)]
	return d
}

// end returns the end of the first n lines.
func (d *Drawing) end(n int) int {
	if n == 0 {
		return 0
	}
	return d.ends[n-1]
}

// line returns a line with its line feed.
func (d *Drawing) line(i int) []byte { return d.text[d.end(i):d.ends[i]] }

// lineGroups finds out which lines are only context. The lines of a value that takes several
// make a group with the one that opens it, those that continue it, and the one that closes it.
// These are needed if any line between them is.
type lineGroups struct {
	groups []int // of the lines
	needed []bool
	open   []openLine
	last   doc.Line // that is not empty
}

// openLine is a line that others, which stand deeper, may belong to.
type openLine struct {
	depth, group int
	path         plans.Path
}

// add adds a line.
func (g *lineGroups) add(l *doc.Line) {
	n := len(g.groups)
	if len(l.Text.Bytes) == 0 && l.Gutter.Kind == doc.Raw {
		g.groups, g.needed = append(g.groups, n), append(g.needed, false)
		return
	}
	for len(g.open) > 0 && g.open[len(g.open)-1].depth > l.Depth {
		g.open = g.open[:len(g.open)-1]
	}
	group := n
	if last := len(g.open) - 1; last >= 0 && g.open[last].depth == l.Depth {
		if l.Gutter.Kind == doc.Blank && !isCount(l) && (g.last.Depth > l.Depth || g.endsEmpty(l)) {
			group = g.open[last].group
		}
		g.open = g.open[:last]
	}
	g.groups, g.needed = append(g.groups, group), append(g.needed, false)
	g.open = append(g.open, openLine{l.Depth, group, l.Path})
	if l.Gutter.Kind != doc.Blank {
		for _, o := range g.open {
			g.needed[o.group] = true
		}
	}
	g.last = doc.Line{Depth: l.Depth, Path: l.Path, Gutter: l.Gutter}
}

// endsEmpty reports whether a line closes the value that the last line, at the same depth, has
// opened. The lines of a heredoc stand below the value that they belong to.
func (g *lineGroups) endsEmpty(l *doc.Line) bool {
	last := len(g.open) - 1
	return g.last.Gutter.Kind == doc.Signed && g.open[last].path.Equal(l.Path) && (last == 0 || !g.open[last-1].path.Equal(l.Path))
}

// isCount reports whether a line counts what is hidden.
func isCount(l *doc.Line) bool { return len(l.Text.Runs) > 0 && l.Text.Runs[0].Role == doc.Hidden }

// context says of each line whether it is only context.
func (g *lineGroups) context() []bool {
	all := make([]bool, len(g.groups))
	for i, group := range g.groups {
		all[i] = !g.needed[group]
	}
	return all
}

// extract is what a fence shows of a drawing.
type extract struct {
	of    *Drawing
	slim  bool // without the context
	lines int  // so many of the remaining lines
}

// whole returns the extract with all lines that there are.
func (d *Drawing) whole(slim bool) extract {
	e := extract{of: d, slim: slim, lines: len(d.ends)}
	if slim {
		e.lines -= d.contextLines()
	}
	return e
}

// contextLines counts the lines that are only context.
func (d *Drawing) contextLines() (n int) {
	for _, c := range d.context {
		if c {
			n++
		}
	}
	return n
}

// rest returns a line that says what is left out, with a line feed. It is empty if nothing is.
func (e extract) rest() string {
	unchanged := 0
	if e.slim {
		unchanged = e.of.contextLines()
	}
	cut := e.of.total - e.lines - unchanged
	switch {
	case cut > 0:
		return fmt.Sprintf("  … %s left out\n", wording.CountOf(e.of.total-e.lines, "line", "lines"))
	case unchanged > 0:
		return fmt.Sprintf("  … %s left out\n", wording.CountOf(unchanged, "unchanged line", "unchanged lines"))
	}
	return ""
}

// size is the size of the text, in bytes.
func (e extract) size() int {
	n := len(e.of.title) + len(e.rest())
	if !e.slim {
		return n + e.of.end(e.lines)
	}
	left := e.lines
	for i := range e.of.ends {
		if left == 0 {
			break
		}
		if !e.of.context[i] {
			n += len(e.of.line(i))
			left--
		}
	}
	return n
}

// appendTo appends the text, which ends with a line feed.
func (e extract) appendTo(out []byte) []byte {
	out = append(out, e.of.title...)
	if !e.slim {
		return append(append(out, e.of.text[:e.of.end(e.lines)]...), e.rest()...)
	}
	left := e.lines
	for i := range e.of.ends {
		if left == 0 {
			break
		}
		if !e.of.context[i] {
			out = append(out, e.of.line(i)...)
			left--
		}
	}
	return append(out, e.rest()...)
}

// cut returns an extract with as many lines as have room in so many bytes. ok is false if that
// are only a few.
func (d *Drawing) cut(slim bool, room int) (e extract, ok bool) {
	const few = 8
	room -= len(d.title) + len(fmt.Sprintf("  … %d lines left out\n", d.total))
	e = extract{of: d, slim: slim}
	for i := range d.ends {
		if slim && d.context[i] {
			continue
		}
		if room -= len(d.line(i)); room < 0 {
			break
		}
		e.lines++
	}
	return e, e.lines >= few
}
