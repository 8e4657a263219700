package view

import (
	"bytes"
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// page is what the right pane shows: lines, of which some are folded. It is never changed: the methods that fold
// return another one. It shares the lines with that.
type page struct {
	lines []doc.Line
	folds []fold  // sorted by where they open
	shut  []bool  // of folds
	shown []int32 // the lines that are not in a fold that is shut
	memo  *memo
}

// fold is a part of a page that can be hidden.
type fold struct {
	open, end int32 // the line that stands for it, and the one behind it
	level     int32 // how many others it is in
	tail      bool  // line end is the closing bracket, and moves up when the fold is shut
	unchanged bool  // it has only what does not change
}

// memo keeps rows of lines. It is only for speed.
type memo struct {
	width int
	ruler ruler
	query string
	rows  map[int32][]row
}

// memoSize is how many lines have their rows kept at most.
const memoSize = 2000

// newPage returns a page with these lines.
func newPage(lines iter.Seq[doc.Line]) *page {
	p := &page{memo: &memo{}}
	for l := range lines {
		if l.Kind == doc.ParagraphLine {
			for _, text := range sinks.Wrap(l.Text, 0) {
				part := l
				part.Text = text
				p.lines = append(p.lines, part)
			}
			continue
		}
		l.Text = l.Text.Clone()
		p.lines = append(p.lines, l)
	}
	for n := len(p.lines); n > 0 && len(p.lines[n-1].Text.Bytes) == 0 && p.lines[n-1].Kind == doc.BodyLine; n-- {
		p.lines = p.lines[:n-1]
	}
	p.findFolds()
	p.shut = make([]bool, len(p.folds))
	for i, f := range p.folds {
		p.shut[i] = f.unchanged
	}
	p.show()
	return p
}

// findFolds finds the folds that the lines announce, and those that blocks are: a line and the deeper ones
// below it.
func (p *page) findFolds() {
	var blocks, parts []int32 // lines that may open a fold
	end := func(stack []int32, closes func(*doc.Line) bool, at int32, unchanged bool) []int32 {
		for len(stack) > 0 && closes(&p.lines[stack[len(stack)-1]]) {
			open := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if at > open+1 && (unchanged || p.lines[open+1].Depth > p.lines[open].Depth) {
				f := fold{open: open, end: at, unchanged: unchanged}
				f.tail = !unchanged && int(at) < len(p.lines) && p.lines[at].Depth == p.lines[open].Depth && isClosing(p.lines[at].Text.Bytes)
				p.folds = append(p.folds, f)
			}
		}
		return stack
	}
	at := int32(0)
	for ; int(at) < len(p.lines); at++ {
		l := &p.lines[at]
		parts = end(parts, func(o *doc.Line) bool { return o.Fold >= l.Fold }, at, true)
		if l.Kind == doc.BodyLine && len(l.Text.Bytes) > 0 {
			blocks = end(blocks, func(o *doc.Line) bool { return o.Depth >= l.Depth || o.Fold > l.Fold }, at, false)
			if !l.OpensFold {
				blocks = append(blocks, at)
			}
		}
		if l.OpensFold {
			parts = append(parts, at)
		}
	}
	all := func(*doc.Line) bool { return true }
	end(parts, all, at, true)
	end(blocks, all, at, false)
	sort.SliceStable(p.folds, func(i, j int) bool {
		a, b := p.folds[i], p.folds[j]
		return a.open < b.open || a.open == b.open && a.end > b.end
	})
	var around []int32
	for i := range p.folds {
		f := &p.folds[i]
		for len(around) > 0 && around[len(around)-1] <= f.open {
			around = around[:len(around)-1]
		}
		f.level = int32(len(around))
		around = append(around, f.end)
	}
}

// isClosing reports whether a line has nothing but brackets that close something.
func isClosing(text []byte) bool {
	return len(text) > 0 && len(bytes.Trim(text, ")]},\" ")) == 0
}

// show works out which lines are shown.
func (p *page) show() {
	p.shown = p.shown[:0:0]
	next := 0
	for at := int32(0); int(at) < len(p.lines); {
		p.shown = append(p.shown, at)
		for next < len(p.folds) && p.folds[next].open < at {
			next++
		}
		to := at + 1
		for ; next < len(p.folds) && p.folds[next].open == at; next++ {
			if f := &p.folds[next]; p.shut[next] {
				to = max(to, f.nextLine())
			}
		}
		at = to
	}
}

// nextLine returns the line at which the page goes on if the fold is shut.
func (f *fold) nextLine() int32 {
	if f.tail {
		return f.end + 1
	}
	return f.end
}

// shutting returns the page with other folds shut.
func (p *page) shutting(shut func(i int, f *fold) bool) *page {
	out := *p
	out.shut = make([]bool, len(p.shut))
	for i := range p.folds {
		out.shut[i] = shut(i, &p.folds[i])
	}
	out.show()
	return &out
}

// foldAt returns the fold that a line opens, or else the innermost one that it is in, or -1. Of two that open at the
// line, it is the outer one.
func (p *page) foldAt(line int32) int {
	best := -1
	for i := range p.folds {
		f := &p.folds[i]
		if f.open > line {
			break
		}
		if f.open == line {
			return i
		}
		if line < f.nextLine() {
			best = i
		}
	}
	return best
}

// toggle shuts or opens the fold at a line.
func (p *page) toggle(line int32) (out *page, ok bool) {
	at := p.foldAt(line)
	if at < 0 {
		return p, false
	}
	return p.shutting(func(i int, _ *fold) bool { return p.shut[i] != (i == at) }), true
}

// reveal opens all folds that a line is in.
func (p *page) reveal(line int32) *page {
	if slices.Contains(p.shown, line) {
		return p
	}
	return p.shutting(func(i int, f *fold) bool { return p.shut[i] && !(f.open < line && line < f.nextLine()) })
}

// level returns the number of levels of blocks that are open: a fold that is deeper is shut.
func (p *page) level() (open, most int32) {
	open, most = -1, 0
	for i, f := range p.folds {
		if f.unchanged {
			continue
		}
		most = max(most, f.level+1)
		if p.shut[i] && (open < 0 || f.level < open) {
			open = f.level
		}
	}
	if open < 0 {
		open = most
	}
	return open, most
}

// atLevel shuts the blocks that are in so many others or more, and opens the others.
func (p *page) atLevel(n int32) *page {
	return p.shutting(func(i int, f *fold) bool { return f.unchanged && p.shut[i] || !f.unchanged && f.level >= n })
}

// index returns where a line is among those that are shown, or the one that stands for it.
func (p *page) index(line int32) int {
	i, ok := slices.BinarySearch(p.shown, line)
	if !ok {
		i--
	}
	return max(i, 0)
}

// mark is what stands in front of a line: whether it opens a fold, and whether that is shut.
func (p *page) mark(line int32) string {
	i, ok := sort.Find(len(p.folds), func(i int) int { return int(line - p.folds[i].open) })
	if !ok {
		return " "
	}
	for ; i < len(p.folds) && p.folds[i].open == line; i++ {
		if p.shut[i] {
			return "▸"
		}
	}
	return "▾"
}

// compose puts a line together, with what is behind it if it is the line of a block that is shut.
func (p *page) compose(c *sinks.Composer, line int32) sinks.SafeLine {
	l := p.lines[line]
	i, ok := sort.Find(len(p.folds), func(i int) int { return int(line - p.folds[i].open) })
	for ; ok && i < len(p.folds) && p.folds[i].open == line; i++ {
		f := &p.folds[i]
		if !p.shut[i] || f.unchanged {
			continue
		}
		l.Text = l.Text.Clone()
		l.Text.Add(doc.Hidden, " … ")
		if f.tail {
			for role, part := range p.lines[f.end].Text.Pieces() {
				l.Text.Add(role, string(bytes.TrimLeft(part, " ")))
			}
		}
		break
	}
	return c.Compose(l)
}

// rows returns what a line looks like.
func (p *page) rows(line int32, width int, r ruler, query string) []row {
	m := p.memo
	if m.width != width || m.ruler != r || m.query != query || len(m.rows) > memoSize {
		*m = memo{width: width, ruler: r, query: query}
	}
	shut := p.mark(line) == "▸"
	key := line * 2
	if shut {
		key++
	}
	if all, ok := m.rows[key]; ok {
		return all
	}
	var all []row
	if p.lines[line].Kind == doc.RuleLine {
		all = []row{{}}
		all[0].add(r, piece{text: strings.Repeat("─", width), role: doc.Divider})
	} else {
		all = wrapLine(r, p.compose(&sinks.Composer{}, line), p.lines[line].Gutter.Sign, width, newMatcher(query))
	}
	if m.rows == nil {
		m.rows = map[int32][]row{}
	}
	m.rows[key] = all
	return all
}

// matches returns the lines that have what is searched for, whether they are shown or not.
func (p *page) matches(m *matcher) []int32 {
	if m == nil {
		return nil
	}
	var c sinks.Composer
	var all []int32
	for i := range p.lines {
		if p.lines[i].Kind != doc.RuleLine && m.isIn(c.Compose(p.lines[i]).Text()) {
			all = append(all, int32(i))
		}
	}
	return all
}

// has reports whether any line has what is searched for.
func (p *page) has(m *matcher) bool {
	var c sinks.Composer
	for i := range p.lines {
		if m.isIn(c.Compose(p.lines[i]).Text()) {
			return true
		}
	}
	return false
}

// text returns the page as plain text, with all that is shown.
func (p *page) text() string {
	var b bytes.Buffer
	var c sinks.Composer
	for _, line := range p.shown {
		b.Write(bytes.TrimRight(p.compose(&c, line).Text(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
