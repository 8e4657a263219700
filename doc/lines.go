package doc

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/plans"
)

// Lines lays out nodes that stand at a depth, in order. The cost is linear in
// what it yields. The spans of a line are valid until the next one is asked for.
func Lines(nodes []Node, depth int) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		l := layout{yield: yield}
		l.nodes(nodes, depth)
	}
}

// ValueLines lays out a value alone: its first line stands in column 0, the
// others where they would stand at depth 0.
func ValueLines(v Value) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		l := layout{yield: yield}
		l.entry(&Entry{Value: v}, 0)
	}
}

type layout struct {
	yield func(Line) bool
	done  bool
	shift int // columns by which all lines but the first of a Shifted node move
	first bool

	subject *Subject
	path    plans.Path // of the value around the nodes

	spans []Span // of the last entry, for reuse
}

func (l *layout) nodes(nodes []Node, depth int) {
	for _, n := range nodes {
		if l.done {
			return
		}
		l.node(n, depth)
	}
}

func (l *layout) block(b Block, depth int) {
	if b.Nodes == nil {
		return
	}
	for n := range b.Nodes {
		if l.node(n, depth); l.done {
			return
		}
	}
}

func (l *layout) node(n Node, depth int) {
	switch n := n.(type) {
	case *Entry:
		l.entry(n, depth)
	case Entry:
		l.entry(&n, depth)
	case Comments:
		path := n.Path
		if len(path) == 0 {
			path = l.path
		}
		for _, t := range n.Lines {
			l.emit(Line{Depth: depth, Pad: n.Pad, Gutter: Gutter{Kind: n.Gutter}, Spans: t, Path: path})
		}
	case Empty:
		l.emit(Line{Path: l.path})
	case Shifted:
		outer, wasFirst := l.shift, l.first
		l.shift, l.first = outer+n.Pad, true
		l.node(n.Node, depth)
		l.shift, l.first = outer, wasFirst && l.first
	case Group:
		outer := l.subject
		l.subject = n.Subject
		l.nodes(n.Nodes, depth)
		l.subject = outer
	case Heading:
		l.emit(Line{Kind: HeadingLine, Spans: n.Text})
	case Paragraph:
		l.emit(Line{Kind: ParagraphLine, Spans: n.Text})
	case Rule:
		l.emit(Line{Kind: RuleLine})
	}
}

func (l *layout) entry(e *Entry, depth int) {
	outer := l.path
	if len(e.Path) > 0 {
		l.path = e.Path
	}
	line := Line{Depth: depth, Pad: e.Pad, Gutter: e.Gutter, Spans: l.spans[:0], Path: l.path}
	if len(e.Key) > 0 || e.Sep != "" {
		line.Spans = append(line.Spans, e.Key...)
		if pad := e.Width - width(e.Key); pad > 0 {
			line.Spans = append(line.Spans, Span{Plain, blanks(pad)})
		}
		if e.Sep != "" {
			line.Spans = append(line.Spans, Span{Plain, e.Sep})
		}
	}
	line.Spans = append(line.Spans, e.Value.Text...)
	l.spans = line.Spans
	l.emit(line)
	for _, b := range e.Value.Blocks {
		l.block(b, depth+1)
		l.emit(Line{Depth: depth, Gutter: Gutter{Kind: b.Close}, Spans: b.After, Path: l.path})
	}
	l.path = outer
}

func (l *layout) emit(line Line) {
	line.Subject = l.subject
	if l.first {
		l.first = false
	} else {
		line.Pad += l.shift
	}
	if !l.done && !l.yield(line) {
		l.done = true
	}
}

func width(spans []Span) int {
	n := 0
	for _, s := range spans {
		n += utf8.RuneCountInString(s.Text)
	}
	return n
}

// blanks returns n blanks.
func blanks(n int) string {
	const many = "                                "
	if n <= len(many) {
		return many[:n]
	}
	return strings.Repeat(" ", n)
}
