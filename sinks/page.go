package sinks

import (
	"cmp"
	"io"
	"iter"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/doc"
)

// DefaultWidth is the number of columns of a page where no terminal says
// otherwise.
const DefaultWidth = 78

// chunk is how many bytes a page collects before it writes.
const chunk = 32 << 10

// prepared is how many bytes [page.Prepare] collects. The lines beyond them are put
// together when they are written, so that a huge resource is never in memory as text.
// The lines before these are laid out twice.
const prepared = 1 << 20

// page is a document of [Text] or [ANSI].
type page struct {
	w        io.Writer
	width    int
	codes    []string // by role, the code that begins its style; nil for plain text
	links    bool     // see [ANSI.Links]
	rule     doc.Line
	encoders sync.Pool // of *encoder
}

func newPage(w io.Writer, width int, escapeRunnerCommands bool, codes []string) *page {
	p := &page{w: w, width: cmp.Or(width, DefaultWidth), codes: codes}
	if p.width > 1 {
		p.rule.Text.Add(doc.Divider, strings.Repeat("─", p.width-1))
	}
	p.encoders.New = func() any {
		return &encoder{page: p, lines: Composer{EscapeRunnerCommands: escapeRunnerCommands, plain: codes == nil}}
	}
	return p
}

// Write writes the lines.
func (p *page) Write(lines iter.Seq[doc.Line]) error { return p.writeFrom(lines, 0) }

// writeFrom writes the lines from one of them on.
func (p *page) writeFrom(lines iter.Seq[doc.Line], first int) error {
	e := p.encoder()
	defer p.encoders.Put(e)
	i := 0
	for l := range lines {
		if i++; i <= first {
			continue
		}
		e.add(&l)
		if len(e.pending) >= chunk {
			if err := p.flush(e.pending); err != nil {
				return err
			}
			e.pending = e.pending[:0]
		}
	}
	return p.flush(e.pending)
}

// Prepare puts lines together, to be written later.
func (p *page) Prepare(lines iter.Seq[doc.Line]) func() error {
	write, _ := p.PrepareAll(lines)
	return write
}

// PrepareAll is like Prepare, and reports whether it has put all of the lines together.
func (p *page) PrepareAll(lines iter.Seq[doc.Line]) (write func() error, all bool) {
	e := p.encoder()
	done := 0
	for l := range lines {
		if len(e.pending) >= prepared {
			return func() error {
				err := p.flush(e.pending)
				if err == nil {
					err = p.writeFrom(lines, done)
				}
				return err
			}, false
		}
		e.add(&l)
		done++
	}
	return func() error {
		defer p.encoders.Put(e)
		return p.flush(e.pending)
	}, true
}

// Close has nothing to add.
func (p *page) Close() error { return nil }

func (p *page) flush(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	n, err := p.w.Write(text)
	if err == nil && n != len(text) {
		err = io.ErrShortWrite
	}
	return err
}

// encoder puts lines of a page together. It is for one goroutine at a time.
type encoder struct {
	*page
	lines   Composer
	pending []byte
}

// encoder returns an encoder with nothing in it.
func (p *page) encoder() *encoder {
	e := p.encoders.Get().(*encoder)
	e.pending = e.pending[:0]
	return e
}

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

// add adds a line, which may be a paragraph.
func (e *encoder) add(l *doc.Line) {
	switch l.Kind {
	case doc.ParagraphLine:
		for _, text := range wrap(l.Text, e.textWidth(), e.styleWidth) {
			e.addLine(&doc.Line{Text: text})
		}
	case doc.RuleLine:
		e.addLine(&e.rule)
	default:
		e.addLine(l)
	}
}

func (e *encoder) addLine(l *doc.Line) {
	if e.codes == nil {
		e.pending = append(e.lines.appendTo(e.pending, l), '\n')
		return
	}
	line := e.lines.compose(l)
	done, start := 0, 0 // the text up to done is written, a run begins at start
	for _, r := range line.Runs {
		if address := e.address(r.Link); address != "" && start < r.End {
			e.pending = append(append(append(append(e.pending, line.Bytes[done:start]...), beginLink...), address...), endLink...)
			e.addStyled(e.code(r.Role), line.Bytes[start:r.End])
			e.pending = append(append(e.pending, beginLink...), endLink...)
			done = r.End
		} else if code := e.code(r.Role); code != "" && start < r.End {
			e.pending = append(e.pending, line.Bytes[done:start]...)
			e.addStyled(code, line.Bytes[start:r.End])
			done = r.End
		}
		start = r.End
	}
	e.pending = append(append(e.pending, line.Bytes[done:]...), '\n')
}

// addStyled adds text in the style that a code begins, if there is one.
func (e *encoder) addStyled(code string, text []byte) {
	if code == "" {
		e.pending = append(e.pending, text...)
		return
	}
	e.pending = append(append(append(e.pending, code...), text...), reset...)
}

// address returns the address of a link, or an empty text if it is not to be written.
func (p *page) address(l *doc.Link) string {
	if l == nil || !p.links || len(l.Address) > maxAddress || !IsLink(l.Address) && !isFileLink(l.Address) {
		return ""
	}
	return l.Address
}

// maxAddress is how long an address may be: some terminals ignore longer ones.
const maxAddress = 2083
