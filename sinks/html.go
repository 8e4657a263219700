package sinks

import (
	"strconv"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// HTML puts a piece of an HTML document together. Names of elements and attributes can only be constants of the
// program; all other text is escaped, both for HTML and as a [Composer] does it. The zero HTML
// is empty. It is for one goroutine.
type HTML struct {
	buf   []byte
	lines Composer
	folds int          // that are open
	open  []signedLine // the entries with a sign in which the next line may be
}

// signedLine is a line with a sign, at a depth.
type signedLine struct {
	depth int
	path  plans.Path
	sign  doc.Sign
}

// markup is text that is written as it is. No other package can convert a string to it, so
// that only constants can be passed where it is wanted.
type markup string

// Bytes returns what has been written. The slice is valid until the next call of a method.
func (h *HTML) Bytes() []byte { return h.buf }

// Len returns how many bytes have been written.
func (h *HTML) Len() int { return len(h.buf) }

// Reset forgets what has been written.
func (h *HTML) Reset() {
	const kept = 1 << 20 // so that a huge body does not stay in memory
	if h.buf = h.buf[:0]; cap(h.buf) > kept {
		h.buf = nil
	}
}

// Append writes what another HTML has written.
func (h *HTML) Append(fragment []byte) { h.buf = append(h.buf, fragment...) }

// Style writes an element for a style sheet of the program. Its text must not end the element.
func (h *HTML) Style(text string) { h.asset("style", text) }

// Script writes an element for a script of the program. Its text must not end the element.
func (h *HTML) Script(text string) { h.asset("script", text) }

func (h *HTML) asset(element markup, text string) {
	h.raw("<" + element + ">")
	h.buf = append(h.buf, text...)
	h.raw("</" + element + ">\n")
}

// Text writes text.
func (h *HTML) Text(text string) *HTML {
	h.escape([]byte(Escape(text)))
	return h
}

// Number writes a number.
func (h *HTML) Number(n int) { h.buf = strconv.AppendInt(h.buf, int64(n), 10) }

// Attr writes an attribute, with a blank before it. The name must be one of an attribute whose
// value is text, not a URL or a script.
func (h *HTML) Attr(name markup, value string) {
	h.raw(" " + name + `="`)
	h.Text(value)
	h.raw(`"`)
}

// Fragment writes the attribute href, with a link to the element of this document that has an
// id.
func (h *HTML) Fragment(id string) {
	h.raw(` href="#`)
	for _, c := range []byte(Escape(id)) {
		if isUnreserved(c) {
			h.buf = append(h.buf, c)
		} else {
			h.buf = append(h.buf, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&0xf])
		}
	}
	h.raw(`"`)
}

// isUnreserved reports whether a character can stand for itself in the fragment of a URL, for
// every browser and every program that finds links in text.
func isUnreserved(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// Spans writes text with its roles.
func (h *HTML) Spans(text doc.Text) { h.Linked(text, nil) }

// Linked is like Spans, but makes links of addresses. id returns the id of the element that an
// address stands for, or "" if there is none.
func (h *HTML) Linked(text doc.Text, id func(address string) string) {
	// Browsers obey no commands, but a page may be written to the log of a CI runner.
	h.lines.EscapeRunnerCommands = true
	for role, piece := range h.lines.Compose(doc.Line{Text: text}).Runs() {
		if role == doc.Address && id != nil {
			if target := id(string(piece)); target != "" {
				h.link(target, piece)
				continue
			}
		}
		h.run(role, piece)
	}
}

func (h *HTML) link(id string, text []byte) {
	h.raw(`<a class="addr"`)
	h.Fragment(id)
	h.raw(">")
	h.escape(text)
	h.raw("</a>")
}

// run writes a piece of safe text in one role.
func (h *HTML) run(role doc.Role, text []byte) {
	if len(text) == 0 {
		return
	}
	if role == doc.Changed {
		h.raw("<mark>")
		h.escape(text)
		h.raw("</mark>")
		return
	}
	class := htmlClass(role)
	if class == "" {
		h.escape(text)
		return
	}
	h.raw(`<span class="`)
	h.raw(class)
	h.raw(`">`)
	h.escape(text)
	h.raw("</span>")
}

// Sign writes a sign, which screen readers read as a word.
func (h *HTML) Sign(s doc.Sign) {
	if s == doc.NoSign {
		return
	}
	h.raw(`<b class="s ` + htmlTone(s) + `" role="img" aria-label="` + signWord(s) + `">`)
	h.signText(s)
	h.raw("</b>")
}

func (h *HTML) signText(s doc.Sign) {
	for _, span := range s.Spans() {
		h.escape([]byte(span.Text))
	}
}

// signWord returns a sign as a word.
func signWord(s doc.Sign) markup {
	switch s {
	case doc.NoSign:
		return "unchanged"
	case doc.Create:
		return "added"
	case doc.Update:
		return "changed"
	case doc.Delete:
		return "removed"
	case doc.Read:
		return "read"
	case doc.DeleteThenCreate:
		return "replaced, destroyed first"
	case doc.CreateThenDelete:
		return "replaced, created first"
	case doc.Forget:
		return "forgotten"
	case doc.CreateThenForget:
		return "replaced, created first, the old object forgotten"
	case doc.ForgetThenCreate:
		return "replaced, the old object forgotten"
	case doc.Hazard:
		return "hazard"
	case doc.Unrecognised:
		return "unrecognised"
	}
	return "unrecognised"
}

// htmlTone is the class of a sign, and of what it stands beside.
func htmlTone(s doc.Sign) markup {
	switch s {
	case doc.NoSign:
		return "none"
	case doc.Create:
		return "add"
	case doc.Update:
		return "mod"
	case doc.Delete, doc.Forget:
		return "del"
	case doc.Read:
		return "read"
	case doc.DeleteThenCreate, doc.CreateThenDelete, doc.CreateThenForget, doc.ForgetThenCreate:
		return "rep"
	case doc.Hazard:
		return "del"
	case doc.Unrecognised:
		return "odd"
	}
	return "odd"
}

// maxIndent is the number of the last of the classes i0, i1, … of lines, by which lines are
// indented that do not fit. Each stands for two columns.
const maxIndent = 30

var indentClasses = [maxIndent + 1]markup{
	"i0", "i1", "i2", "i3", "i4", "i5", "i6", "i7", "i8", "i9", "i10", "i11", "i12", "i13", "i14", "i15", "i16",
	"i17", "i18", "i19", "i20", "i21", "i22", "i23", "i24", "i25", "i26", "i27", "i28", "i29", "i30",
}

// Line writes a line of a body as an element. Its sign stands in a column of its own, which is
// not copied with the text, and the indentation is part of the text. A fold is an element that
// can be expanded. [HTML.EndLines] must follow the last line.
func (h *HTML) Line(l *doc.Line) {
	h.closeFolds(l.Fold)
	if !l.OpensFold {
		h.line(l, "div")
		return
	}
	h.raw(`<details class="f"><summary>`)
	h.line(l, "span")
	h.raw("</summary>\n")
	h.folds++
}

// EndLines ends a body.
func (h *HTML) EndLines() {
	h.closeFolds(0)
	h.open = h.open[:0]
}

// closeFolds closes all folds but the outermost ones, of which n stay open.
func (h *HTML) closeFolds(n int) {
	for ; h.folds > n; h.folds-- {
		h.raw("</details>\n")
	}
}

func (h *HTML) line(l *doc.Line, element markup) {
	sign := doc.NoSign
	if l.Gutter.Kind == doc.Signed {
		sign = l.Gutter.Sign
	}
	indent := max(textColumn(l)-signColumns(l.Gutter.Kind), 0)
	h.raw("<")
	h.raw(element)
	h.raw(` class="l `)
	h.raw(indentClasses[min(indent/2, maxIndent)])
	if tone := h.tone(l, sign); tone != "" {
		h.raw(" ")
		h.raw(tone)
	}
	h.raw(`"`)
	h.weight(l.Text.Runs)
	h.raw(">")
	if sign != doc.NoSign {
		h.raw(`<b class="s `)
		h.raw(htmlTone(sign))
		h.raw(`">`)
		h.signText(sign)
		h.raw("</b>")
	}
	if len(l.Text.Bytes) > 0 {
		h.spaces(indent)
	}
	h.Spans(l.Text)
	h.raw("</")
	h.raw(element)
	h.raw(">\n")
}

// signColumns returns how many columns of what stands before a text are for the sign. A note
// stands where the text of the lines around it does.
func signColumns(kind doc.GutterKind) int {
	switch kind {
	case doc.Signed, doc.Blank:
		return 4
	case doc.NoteGutter:
		return 2
	}
	return 0
}

// weight writes an attribute if a line matters more than others, or less.
func (h *HTML) weight(runs []doc.Run) {
	known := true
	for _, r := range runs {
		switch r.Role {
		case doc.Forces:
			h.raw(" data-forces")
			return
		case doc.UnknownArrow, doc.Unknown:
			known = false
		}
	}
	if !known {
		h.raw(" data-unknown")
	}
}

// tone returns the class of a line: that of its sign or, if it belongs to a value that comes or
// goes, that of the value.
func (h *HTML) tone(l *doc.Line, sign doc.Sign) markup {
	for len(h.open) > 0 && h.open[len(h.open)-1].depth > l.Depth {
		h.open = h.open[:len(h.open)-1]
	}
	if sign != doc.NoSign {
		for len(h.open) > 0 && h.open[len(h.open)-1].depth == l.Depth {
			h.open = h.open[:len(h.open)-1]
		}
		h.open = append(h.open, signedLine{l.Depth, l.Path, sign})
		return htmlTone(sign)
	}
	n := len(h.open)
	if n == 0 || l.Path.IsEmpty() {
		return ""
	}
	e := &h.open[n-1]
	if e.sign != doc.Create && e.sign != doc.Delete || !e.path.Equal(l.Path) {
		return ""
	}
	if n > 1 && h.open[n-2].path.Equal(l.Path) {
		return "" // the lines of a text, each with a sign of its own
	}
	return htmlTone(e.sign)
}

func (h *HTML) spaces(n int) {
	for range n {
		h.buf = append(h.buf, ' ')
	}
}

// escape writes safe text, with the characters that HTML gives a meaning, in text or in a value
// between quotes, as references.
func (h *HTML) escape(text []byte) {
	done := 0
	for i, c := range text {
		if !htmlMeans[c] {
			continue
		}
		h.buf = append(append(h.buf, text[done:i]...), htmlReference(c)...)
		done = i + 1
	}
	h.buf = append(h.buf, text[done:]...)
}

// htmlMeans says which characters have a meaning.
var htmlMeans = [256]bool{'&': true, '<': true, '>': true, '"': true, '\'': true}

func htmlReference(c byte) markup {
	switch c {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '"':
		return "&#34;"
	}
	return "&#39;"
}

// htmlClass returns the class of a role, or "" if it has none.
func htmlClass(r doc.Role) markup {
	if int(r) < len(htmlClasses) {
		return htmlClasses[r]
	}
	return ""
}

// htmlClasses are short, because a page has very many of them. Keys look like plain text, so they
// have none.
var htmlClasses = [...]markup{
	doc.Type:          "ty",
	doc.String:        "st",
	doc.Number:        "nu",
	doc.Bool:          "bo",
	doc.Null:          "nl",
	doc.NullNote:      "nn",
	doc.Arrow:         "ar",
	doc.UnknownArrow:  "ua",
	doc.Unknown:       "un",
	doc.Sensitive:     "se",
	doc.WriteOnly:     "wo",
	doc.Forces:        "fo",
	doc.Comment:       "co",
	doc.Hidden:        "hi",
	doc.Warning:       "wa",
	doc.Alert:         "al",
	doc.Bold:          "b",
	doc.Danger:        "da",
	doc.Good:          "go",
	doc.Note:          "no",
	doc.Caution:       "ca",
	doc.StrongCaution: "sc",
	doc.SignCreate:    "sa",
	doc.SignUpdate:    "su",
	doc.SignDelete:    "sd",
	doc.SignRead:      "sr",
	doc.Divider:       "di",
	doc.Address:       "ad",
	doc.Name:          "co",
}
