package report

import (
	"bytes"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// breakText breaks a text into lines of at most so many characters, as a sink will write them: behind a blank where that wastes little, else
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
	var line []doc.Span // a character each, without blanks in front that are too many
	begin := min(lead, width/2)
	skip := lead - begin
	cut := func(at int) {
		lines = append(lines, joinSpans(trimBlanks(line[:at], begin)))
		rest := line[at:]
		for len(rest) > 0 && rest[0].Text == " " {
			rest = rest[1:]
		}
		line = nil
		for _, r := range indent {
			line = append(line, doc.Span{Role: doc.Plain, Text: string(r)})
		}
		begin = len(line)
		line = append(line, rest...)
	}
	for _, s := range t.Spans() {
		for _, r := range s.Text {
			s.Text = string(r)
			if skip > 0 {
				skip--
				continue
			}
			if len(line) != begin || r != ' ' || len(lines) == 0 {
				line = append(line, s)
			}
			if len(line) > width {
				cut(breakPlace(line, width, begin))
			}
		}
	}
	if len(line) > begin || len(lines) == 0 {
		lines = append(lines, joinSpans(trimBlanks(line, begin)))
	}
	// What now begins a line may be a command of a CI runner, which the sink makes longer.
	for i := 0; i < len(lines); i++ {
		if l := sinks.Escaped(lines[i], sink); textWidth(l) > width && textWidth(l) > textWidth(lines[i]) {
			lines = slices.Replace(lines, i, i+1, breakText(l, width, sink)...)
		}
	}
	return lines
}

// breakPlace returns where a line that is too long by a character is broken. It never returns a place before begin.
func breakPlace(line []doc.Span, width, begin int) int {
	for i := width; i > max(width/2, begin); i-- {
		if line[i].Text == " " || line[i-1].Text == " " {
			return i
		}
	}
	for i := width; i > max(width*3/4, begin); i-- {
		if strings.Contains(".,:;/[(-_=", line[i-1].Text) {
			return i
		}
	}
	return max(width, begin+1)
}

// trimBlanks leaves out blanks at the end, but not those of the indentation.
func trimBlanks(line []doc.Span, begin int) []doc.Span {
	for len(line) > begin && line[len(line)-1].Text == " " {
		line = line[:len(line)-1]
	}
	return line
}

func joinSpans(all []doc.Span) (t doc.Text) {
	for _, s := range all {
		t.AddSpan(s)
	}
	return t
}

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
