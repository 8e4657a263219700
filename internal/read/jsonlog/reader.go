package jsonlog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/internal/base/utf"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// DefaultMaxLine is how many bytes a line may have if [Reader.MaxLine] does not say so. A line
// with the plan of a test has the schemas of its providers, which may be tens of megabytes.
const DefaultMaxLine = 64 << 20

// mostParts is how many events a line may have.
const mostParts = 1000

// Reader reads a log. It returns each event as soon as its line has been read. It is for one
// goroutine.
type Reader struct {
	// MaxLine is how many bytes a line may have. Longer ones are Broken. 0 stands for
	// DefaultMaxLine.
	MaxLine int
	// MaxUnpacked is how many bytes a log in gzip may unpack to; 0 stands for
	// [jsondoc.DefaultMaxUnpacked].
	MaxUnpacked int64
	// Secrets are the strings that the log itself shows to be sensitive. They are hidden in the
	// texts of all events that follow.
	Secrets Secrets

	raw     *bufio.Reader
	in      *bufio.Reader // of the text; nil before the first line
	line    int64         // the number of the last line
	unit    string        // that the last line names
	buf     []byte        // the last line
	pending []Event
	parser  values.Parser
	ended   bool // there are no more lines
	tooLong bool // so has the last line more than MaxLine bytes
	seen    bool // there was a line of a log
	torn    bool // a line of the log has no end: what follows may be the rest of it
	told    bool // so it has been told that this is withheld
}

const bufferSize = 64 << 10

// NewReader returns a Reader that reads from r, which may be compressed with gzip, and may be
// UTF-16, as PowerShell writes it.
func NewReader(r io.Reader) *Reader {
	return &Reader{raw: bufio.NewReaderSize(r, bufferSize)}
}

// zipStart is how a zip file begins. Its bytes are nothing to pass on: a binary plan has secrets.
const zipStart = "PK\x03\x04"

// begin finds out how the text is encoded. It waits for no more than the first few bytes.
func (r *Reader) begin() error {
	text := r.raw
	head, _ := text.Peek(2)
	if string(head) == zipStart[:2] { // a short first line of a live log must not wait for more
		head, _ = text.Peek(len(zipStart))
	}
	switch string(head) {
	case zipStart:
		return &plans.WrongLogError{Msg: "this is a zip file, as binary plans are, not a log", Hint: "to show a plan, use `planfmt show`"}
	case "\x1f\x8b":
		gz, err := gzip.NewReader(text)
		if err != nil {
			return fmt.Errorf("the input looks like gzip data but is not: %w", err)
		}
		text = bufio.NewReaderSize(jsondoc.LimitUnpacked(gz, r.MaxUnpacked), bufferSize)
	}
	r.in = bufio.NewReaderSize(utf.Reader(text), bufferSize)
	return nil
}

const hintJSON = "a log is what `terraform plan -json`, `terraform apply -json` and the like print"

// Next returns the next event. At the end of the log, the error is io.EOF; if there was no
// line of a log, it is a *plans.WrongLogError. Half a character of UTF-16 is a
// *utf.Error. All other errors are those of the reader below, or of gzip.
func (r *Reader) Next() (Event, error) {
	for {
		if len(r.pending) > 0 {
			e := r.pending[0]
			r.pending = r.pending[1:]
			r.Secrets.hide(&e)
			return e, nil
		}
		if r.ended {
			if !r.seen {
				return Event{}, r.rejectInput()
			}
			return Event{}, io.EOF
		}
		if r.in == nil {
			if err := r.begin(); err != nil {
				return Event{}, err
			}
		}
		if err := r.readLine(); err != nil {
			return Event{}, err
		}
		if r.ended && len(r.buf) == 0 {
			continue
		}
		if err := r.decodeLine(); err != nil {
			return Event{}, err
		}
	}
}

func (r *Reader) rejectInput() error {
	if r.line == 0 {
		return &plans.WrongLogError{Msg: "the input is empty", Hint: hintJSON, IsText: true}
	}
	return &plans.WrongLogError{Msg: "the input has no line of a machine-readable log", Hint: hintJSON, IsText: true}
}

func (r *Reader) maxLine() int {
	if r.MaxLine > 0 {
		return r.MaxLine
	}
	return DefaultMaxLine
}

// readLine reads a line, without its end. Of a line that is too long, it keeps nothing.
func (r *Reader) readLine() error {
	const keep = 1 << 20
	if cap(r.buf) > keep {
		r.buf = nil
	}
	r.buf, r.tooLong = r.buf[:0], false
	n := 0
	var full [][]byte // parts of a long line, which is put together when its length is known
	for {
		piece, err := r.in.ReadSlice('\n')
		n += len(piece)
		switch {
		case r.tooLong:
		case n > r.maxLine()+1:
			head := r.buf
			if len(full) > 0 {
				head = full[0]
			}
			r.buf, r.tooLong = bytes.Clone(head[:min(len(head), 4096)]), true
			full = nil
		default:
			if len(r.buf)+len(piece) > keep {
				full = append(full, r.buf)
				r.buf = make([]byte, 0, keep)
			}
			r.buf = append(r.buf, piece...)
		}
		switch {
		case err == nil:
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			r.ended = true
		default:
			return err
		}
		break
	}
	if n > 0 {
		r.line++
	}
	if len(full) > 0 {
		r.buf = slices.Concat(append(full, r.buf)...)
	}
	if !r.tooLong {
		r.buf = bytes.TrimSuffix(bytes.TrimSuffix(r.buf, []byte("\n")), []byte("\r"))
	}
	return nil
}

// decodeLine turns the last line into events.
func (r *Reader) decodeLine() error {
	line := r.buf
	r.unit = ""
	switch {
	case r.tooLong:
		r.seen = r.seen || looksLikeLog(line)
		r.broken(fmt.Sprintf("it has more than %d bytes", r.maxLine()), false)
		return nil
	case opensDocument(line):
		return r.decodeDocument()
	}
	return r.decodeParts(line)
}

// decodeParts adds the events of a line.
func (r *Reader) decodeParts(line []byte) error {
	for {
		rest, err := r.decodePart(line)
		if err != nil || len(rest) == 0 {
			return err
		}
		if line = rest; len(r.pending) >= mostParts {
			r.broken("it has too many parts", false)
			return nil
		}
	}
}

// logStart is how each line of a log begins.
var logStart = []byte(`{"@`)

// looksLikeLog reports whether text that is not valid JSON may be a part of a line of a log.
func looksLikeLog(text []byte) bool {
	trimmed := bytes.TrimLeft(text, " \t")
	return bytes.Contains(text, logStart) || bytes.Contains(text, []byte(`"@level"`)) ||
		len(trimmed) > 0 && trimmed[0] == '{' && (bytes.Contains(text, []byte(`"@`)) || bytes.Contains(text, []byte(`"sensitive"`)))
}

// timestamp is what some CI systems put before each line.
var timestamp = lazy.Regexp(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d) $`)

// decodePart adds the events of the first part of a line, and returns what is left of the
// line. Programs that write to the same file or pipe may put something before or behind a line
// of the log.
func (r *Reader) decodePart(line []byte) (rest []byte, err error) {
	text := line
	start := 0
	for start < len(text) && (text[start] == ' ' || text[start] == '\t') {
		start++
	}
	if start == len(text) || text[start] != '{' {
		if i := bytes.Index(text, logStart); i >= 0 {
			before, at := text[:i], time.Time{}
			if unit, document, ok := jsondoc.CutUnit(text); ok && len(document) == len(text)-i {
				r.unit = unit
			} else if timestamp().Match(before) {
				at, _ = time.Parse(time.RFC3339Nano, string(bytes.TrimSpace(before)))
			} else {
				r.text(before)
			}
			n := len(r.pending)
			rest, err := r.decodePart(text[i:])
			if n < len(r.pending) && r.pending[n].Time.IsZero() {
				r.pending[n].Time = at
			}
			return rest, err
		}
		r.text(text)
		return nil, nil
	}
	end := objectEnd(text, start)
	if end < 0 {
		if looksLikeLog(text) {
			r.seen = true
			r.broken("it has no end", true)
		} else {
			r.text(text)
		}
		return nil, nil
	}
	object, rest := text[start:end], text[end:]
	if len(bytes.TrimSpace(rest)) == 0 {
		rest = nil
	}
	return rest, r.object(object)
}

// objectEnd returns where the object ends that begins at a position, or -1.
func objectEnd(text []byte, start int) int {
	depth := 0
	for i := start; i < len(text); {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}

// object adds the event for an object.
func (r *Reader) object(text []byte) error {
	r.parser.Names = values.Unique
	v, err := r.parser.Parse(text)
	unclear := err != nil // a name stands twice, or there is invalid UTF-8
	if unclear {
		r.parser.Names = values.LastWins
		v, err = r.parser.Parse(text)
	}
	if err != nil {
		if looksLikeLog(text) {
			r.seen = true
			r.broken(err.Error(), false)
		} else {
			r.text(text)
		}
		return nil
	}
	switch {
	case isLogObject(v):
		r.seen = true
		r.torn = false
		r.add(decode(v, unclear, &r.Secrets))
	case v.Get("valid").Kind() == values.Bool && v.Get("diagnostics").Kind() == values.Array:
		r.seen = true
		r.add(decodeValidation(v))
	case isDocument(v):
		if !r.seen {
			return &plans.WrongLogError{Msg: "this is " + documentName(v) + ", not a log", Hint: "to show it, use `planfmt show`"}
		}
		r.broken("it is "+documentName(v)+", which is not part of a log", false)
	default:
		r.text(text)
	}
	return nil
}

// isLogObject reports whether an object is a line of a log.
func isLogObject(v values.Value) bool {
	level, message := v.Get("@level"), v.Get("@message")
	return level.Kind() == values.String || message.Kind() == values.String && v.Get("type").Kind() == values.String
}

// isDocument reports whether an object is a plan, a state or schemas. These hold secrets.
func isDocument(v values.Value) bool { return documentName(v) != "" }

func documentName(v values.Value) string {
	has := func(name string) bool { return v.Get(name).Kind() != values.Absent }
	versioned := has("format_version")
	switch {
	case versioned && (has("planned_values") || has("resource_changes")):
		return "a plan"
	case versioned && has("values"), has("lineage") && has("serial"):
		return "a state"
	case versioned && has("provider_schemas"):
		return "a set of provider schemas"
	}
	return ""
}

// opensDocument reports whether a document begins with a line and goes on behind it. A line of a
// log that has no end is none.
func opensDocument(line []byte) bool {
	text := bytes.TrimLeft(line, " \t")
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	first := bytes.TrimLeft(text[1:], " \t\r")
	return (len(first) == 0 || first[0] == '"') && objectEnd(text, 0) < 0 && !looksLikeLog(text)
}

// documentMembers stand in plans, states and schemas, and tell them from other text even if they
// are cut off.
var documentMembers = [][]byte{[]byte(`"format_version"`), []byte(`"lineage"`), []byte(`"terraform_version"`)}

// decodeDocument reads a document that is spread over several lines, as `terraform validate
// -json` prints it. If it is none, its lines are text.
func (r *Reader) decodeDocument() error {
	first := r.line
	lines := [][]byte{bytes.Clone(r.buf)}
	size, whole := len(r.buf), false
	for !r.ended && !whole && size <= r.maxLine() {
		if err := r.readLine(); err != nil {
			return err
		}
		if r.ended && len(r.buf) == 0 || r.tooLong {
			break
		}
		lines = append(lines, bytes.Clone(r.buf))
		size += len(r.buf) + 1
		whole = bytes.HasPrefix(r.buf, []byte("}"))
		if bytes.HasPrefix(r.buf, logStart) {
			break
		}
	}
	text := bytes.Join(lines, []byte("\n"))
	end := -1
	if whole || r.ended {
		end = objectEnd(text, 0)
	}
	if end >= 0 && len(bytes.TrimSpace(text[end:])) == 0 {
		err := r.object(text[:end])
		if len(r.pending) > 0 {
			r.pending[0].Line = first
		}
		return err
	}
	last, tooLong := r.line, r.tooLong
	isDocument := slices.ContainsFunc(documentMembers, func(m []byte) bool { return bytes.Contains(text, m) })
	switch stopped := r.ended || tooLong || size > r.maxLine(); {
	case !isDocument || whole || !stopped:
	case !r.seen && !r.ended:
		return &plans.WrongLogError{Msg: "this is a plan, a state or another document, not a log", Hint: hintJSON}
	default:
		r.seen = true
		r.broken("the document has no end", true)
		return nil
	}
	for i, line := range lines {
		r.line = first + int64(i)
		if err := r.decodeParts(line); err != nil {
			return err
		}
	}
	r.line = last
	if tooLong {
		return r.decodeLine()
	}
	return nil
}

func (r *Reader) add(e Event) {
	e.Line, e.Unit = r.line, r.unit
	r.pending = append(r.pending, e)
}

// text adds a line that is not one of the log. It withholds what may be a part of one: another program that writes to the same
// file may tear a line apart, and what is sensitive in the rest shows only in front of it.
func (r *Reader) text(line []byte) {
	switch {
	case r.torn:
		if !r.told && len(bytes.TrimSpace(line)) > 0 {
			r.told = true
			r.add(Event{Type: Broken, Text: "what comes before the next line of the log may be the rest of one that another program has torn apart"})
		}
	case isRest(line):
		r.seen = true
		r.broken("it has no beginning", true)
	default:
		r.add(Event{Type: Text, Text: string(line)})
	}
}

// isRest reports whether a text is what is left of a line of a log: it has the names of members that only these have, or ends
// more objects than it begins.
func isRest(text []byte) bool {
	if text = bytes.TrimSpace(text); bytes.HasSuffix(text, []byte("}}")) && bytes.Count(text, []byte("}")) > bytes.Count(text, []byte("{")) {
		return true
	}
	for _, name := range [...]string{`"@level"`, `"@message"`, `"@module"`, `"@timestamp"`, `"sensitive"`} {
		if bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return false
}

// broken adds a line that cannot be read. If it breaks off, what comes next may be the rest of it.
func (r *Reader) broken(why string, breaksOff bool) {
	if breaksOff {
		r.torn, r.told = true, false
	}
	r.add(Event{Type: Broken, Text: why, BreaksOff: breaksOff})
}
