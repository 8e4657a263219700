package text

import (
	"bytes"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	columns "github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/sinks"
)

// breakText breaks a text into lines of at most so many columns, as a sink will write them: behind a blank where that wastes little, else
// behind a sign such as a dot, else wherever the line is full. Lines behind the first one are indented by two more than that, or by as
// much as there is room for.
func breakText(t doc.Text, width int, sink sinks.Sink) []doc.Text {
	width = max(width, 1)
	if t = sinks.Escaped(t, sink); textWidth(t) <= width {
		return []doc.Text{t}
	}
	lead := len(t.Bytes) - len(bytes.TrimLeft(t.Bytes, " "))
	indent := strings.Repeat(" ", min(lead+2, width/2))
	var lines []doc.Text
	line := unbroken{begin: min(lead, width/2)}
	skip := lead - line.begin
	for _, s := range t.Spans() {
		for _, r := range s.Text {
			s.Text = string(r)
			if skip > 0 {
				skip--
				continue
			}
			if len(line.clusters) != line.begin || r != ' ' || len(lines) == 0 {
				line.add(s)
			}
			for line.columns > width {
				lines = append(lines, line.cut(width, indent))
			}
		}
	}
	if len(line.clusters) > line.begin || len(lines) == 0 {
		lines = append(lines, line.upTo(len(line.clusters)))
	}
	// What now begins a line may be a command of a CI runner, which the sink makes longer.
	for i := 0; i < len(lines); i++ {
		if l := sinks.Escaped(lines[i], sink); textWidth(l) > width && textWidth(l) > textWidth(lines[i]) {
			lines = slices.Replace(lines, i, i+1, breakText(l, width, sink)...)
		}
	}
	return lines
}

// unbroken is a line that grows until it has to be broken.
type unbroken struct {
	clusters []cluster
	begin    int // clusters of the indentation, which are blanks
	columns  int
}

// cluster is a character with those that combine with it. These may have roles of their own.
type cluster struct {
	spans   []doc.Span
	text    string
	columns int
}

// add adds a character. One that takes no columns of its own belongs to the one before.
func (l *unbroken) add(s doc.Span) {
	n := columns.Of(s.Text)
	if at := len(l.clusters) - 1; n == 0 && at >= l.begin {
		last := &l.clusters[at]
		last.spans = append(last.spans, s)
		last.text += s.Text
		n = columns.Of(last.text) - last.columns
		last.columns += n
	} else {
		l.clusters = append(l.clusters, cluster{[]doc.Span{s}, s.Text, n})
	}
	l.columns += n
}

// cut cuts off what fits into a width, and returns it.
func (l *unbroken) cut(width int, indent string) doc.Text {
	at := l.breakPlace(width)
	text := l.upTo(at)
	rest := l.clusters[at:]
	for len(rest) > 0 && rest[0].isBlank() {
		rest = rest[1:]
	}
	*l = unbroken{}
	for _, r := range indent {
		l.add(doc.Span{Role: doc.Plain, Text: string(r)})
	}
	l.begin = len(indent)
	for _, c := range rest {
		l.clusters = append(l.clusters, c)
		l.columns += c.columns
	}
	return text
}

// breakPlace returns where the line is broken, so that what is in front of that is no wider than a width. It never returns a place in the
// indentation.
func (l *unbroken) breakPlace(width int) int {
	full, used := len(l.clusters), l.columns
	for used > width && full > l.begin+1 {
		full--
		used -= l.clusters[full].columns
	}
	for i, n := full, used; i > l.begin && n > width/2; i-- {
		if i < len(l.clusters) && l.clusters[i].isBlank() || l.clusters[i-1].isBlank() {
			return i
		}
		n -= l.clusters[i-1].columns
	}
	for i, n := full, used; i > l.begin && n > width*3/4; i-- {
		if strings.Contains(".,:;/[(-_=", l.clusters[i-1].text) {
			return i
		}
		n -= l.clusters[i-1].columns
	}
	return full
}

// upTo returns the line up to a cluster, without blanks at the end, but with the indentation.
func (l *unbroken) upTo(at int) (t doc.Text) {
	for at > l.begin && l.clusters[at-1].isBlank() {
		at--
	}
	for _, c := range l.clusters[:at] {
		for _, s := range c.spans {
			t.AddSpan(s)
		}
	}
	return t
}

func (c cluster) isBlank() bool { return c.text == " " }

// breaksFrom is the width from which on a sheet breaks words: nobody reads syllables.
const breaksFrom = 24

// broken breaks a text into lines that have room beside a margin.
func (s *sheet) broken(t doc.Text, margin int) []doc.Text {
	if s.sink == nil {
		return []doc.Text{t}
	}
	return breakText(t, s.width-margin, s.sink)
}

// brokenAll does so with texts that have no margin.
func (s *sheet) brokenAll(all []doc.Text) (lines []doc.Text) {
	for _, t := range all {
		lines = append(lines, s.broken(t, 0)...)
	}
	return lines
}

// truncated returns a text without its end, with an ellipsis in place of it, if there is too little room beside a margin.
func (s *sheet) truncated(t doc.Text, margin int) doc.Text {
	lines := s.broken(t, margin)
	if len(lines) == 1 {
		return lines[0]
	}
	first := s.broken(t, margin+2)[0]
	first.Add(doc.Hidden, " …")
	return first
}
