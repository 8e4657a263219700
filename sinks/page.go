package sinks

import (
	"cmp"
	"io"
	"iter"
	"strings"

	"github.com/planfmt/planfmt/doc"
)

// DefaultWidth is the number of columns of a page where no terminal says
// otherwise.
const DefaultWidth = 78

// chunk is how many bytes a page collects before it writes.
const chunk = 32 << 10

// page is a document of [Text] or [ANSI].
type page struct {
	w       io.Writer
	lines   Composer
	width   int
	codes   []string // by role, the code that begins its style; nil for plain text
	rule    doc.Line
	pending []byte
}

func newPage(w io.Writer, width int, escapeRunnerCommands bool, codes []string) *page {
	p := &page{w: w, lines: Composer{EscapeRunnerCommands: escapeRunnerCommands}, width: cmp.Or(width, DefaultWidth), codes: codes}
	if p.width > 1 {
		p.rule.Spans = []doc.Span{{Role: doc.Divider, Text: strings.Repeat("─", p.width-1)}}
	}
	return p
}

// Write writes the lines.
func (p *page) Write(lines iter.Seq[doc.Line]) error {
	for l := range lines {
		switch l.Kind {
		case doc.ParagraphLine:
			for _, text := range wrap(l.Spans, p.textWidth(), p.styleWidth) {
				p.add(doc.Line{Spans: text})
			}
		case doc.RuleLine:
			p.add(p.rule)
		default:
			p.add(l)
		}
		if len(p.pending) >= chunk {
			if err := p.flush(); err != nil {
				return err
			}
		}
	}
	return p.flush()
}

// Close has nothing to add.
func (p *page) Close() error { return nil }

// textWidth is how long a line of a paragraph may be, 0 for any length.
func (p *page) textWidth() int {
	if p.width <= 2 {
		return 0
	}
	return p.width - 1
}

// styleWidth returns the number of characters in the codes before and after text
// of a role.
func (p *page) styleWidth(r doc.Role) (before, after int) {
	if code := p.code(r); code != "" {
		return len(code), len(reset)
	}
	return 0, 0
}

func (p *page) code(r doc.Role) string {
	if int(r) < len(p.codes) {
		return p.codes[r]
	}
	return ""
}

func (p *page) add(l doc.Line) {
	line := p.lines.Compose(l)
	if p.codes == nil {
		p.pending = append(append(p.pending, line.Text()...), '\n')
		return
	}
	for role, text := range line.Runs() {
		if code := p.code(role); code != "" && len(text) > 0 {
			p.pending = append(append(append(p.pending, code...), text...), reset...)
		} else {
			p.pending = append(p.pending, text...)
		}
	}
	p.pending = append(p.pending, '\n')
}

func (p *page) flush() error {
	if len(p.pending) == 0 {
		return nil
	}
	n, err := p.w.Write(p.pending)
	if err == nil && n != len(p.pending) {
		err = io.ErrShortWrite
	}
	p.pending = p.pending[:0]
	return err
}
