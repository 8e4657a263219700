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
	codes    []string         // by role, the code that begins its style; nil for plain text
	links    bool             // see [ANSI.Links]
	rule     func() *doc.Line // made when the first one is written: that of a page that wraps nothing is long
	encoders sync.Pool        // of *encoder
}

func newPage(w io.Writer, width int, escapeRunnerCommands bool, codes []string) *page {
	p := &page{w: w, width: cmp.Or(width, DefaultWidth), codes: codes}
	p.rule = sync.OnceValue(func() *doc.Line {
		l := &doc.Line{}
		if p.width > 1 {
			l.Text.Add(doc.Divider, strings.Repeat("─", p.width-1))
		}
		return l
	})
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
	e := p.encoder()
	for l := range lines {
		if e.isFull() {
			return e.writeWith(lines)
		}
		e.add(&l)
		e.count++
	}
	return e.write
}

// PrepareAll is like Prepare, for the lines that a function writes, and reports whether it has put all of them together.
func (p *page) PrepareAll(write func(*doc.Writer)) (_ func() error, all bool) {
	e := p.encoder()
	if p.codes != nil {
		for l := range doc.Lines(write) {
			if e.isFull() {
				return e.writeWith(doc.Lines(write)), false
			}
			e.add(&l)
			e.count++
		}
		return e.write, true
	}
	e.pending = e.direct.Append(e.pending, e, write)
	if e.isFull() { // there may be more
		return e.writeWith(doc.Lines(write)), false
	}
	return e.write, true
}

// isFull reports whether Prepare has collected enough.
func (e *encoder) isFull() bool { return len(e.pending) >= prepared }

// write writes what is pending. Then the encoder is for others.
func (e *encoder) write() error {
	defer e.encoders.Put(e)
	return e.flush(e.pending)
}

// writeWith returns a function that writes what is pending, and then the lines after these.
func (e *encoder) writeWith(lines iter.Seq[doc.Line]) func() error {
	return func() error {
		err := e.flush(e.pending)
		if err == nil {
			err = e.writeFrom(lines, e.count)
		}
		return err
	}
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
	count   int // of the lines that are pending
	direct  doc.Direct
}

// encoder returns an encoder with nothing in it.
func (p *page) encoder() *encoder {
	e := p.encoders.Get().(*encoder)
	e.pending, e.count = e.pending[:0], 0
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
		e.addLine(e.rule())
	default:
		e.addLine(l)
	}
}

// BeginLine appends what stands before the text of a line, see [doc.Notation].
func (e *encoder) BeginLine(text []byte, l *doc.Line) []byte { return e.lines.appendGutter(text, l) }

// EndLine makes the line safe, or adds the paragraph or the rule that it is.
func (e *encoder) EndLine(text []byte, line, own int, l *doc.Line) (_ []byte, more bool) {
	if l.Kind == doc.ParagraphLine || l.Kind == doc.RuleLine {
		e.pending = text[:line]
		e.add(&doc.Line{Kind: l.Kind, Text: doc.NewText(doc.Span{Text: string(text[own:])})})
		text = e.pending
	} else {
		text = append(e.lines.appendEnd(text, line, own), '\n')
	}
	e.count++
	return text, len(text) < prepared
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
