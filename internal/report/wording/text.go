// Package wording has the words of reports: each function says one fact, such as why something is replaced or how a run ended, in a word, a
// sentence or a line. It knows no layout and no format. What a name of a document may look like in a report for a model is here, too: see
// [QuotedName].
package wording

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
)

func FirstLineOf(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// Clipped cuts a text that has more bytes than that.
func Clipped(text string, most int) string { return ClippedWith(text, most, "…") }

// ClippedWith is Clipped for a text that ends with a mark if it is cut.
func ClippedWith(text string, most int, mark string) string {
	if len(text) <= most {
		return text
	}
	end := max(most-len(mark), 0)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + mark
}

// InLine returns a text without line breaks.
func InLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// PlainText returns a text without codes for colours, and without carriage returns at the
// ends of its lines.
func PlainText(text string) string {
	return strings.ReplaceAll(jsonlog.StripColour(text), "\r\n", "\n")
}

// EndOf returns the end of a text that is too long.
func EndOf(text string, limit int) string {
	text = text[len(text)-limit:]
	for i := range min(len(text), utf8.UTFMax) {
		if utf8.RuneStart(text[i]) {
			return "…" + text[i:]
		}
	}
	return "…" + text
}

// ShortText cuts a text off that is far too long for a headline.
func ShortText(text string) string {
	const most = 300
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Elided says what changes in a value apart from its parts, or is empty.
func Elided(notes []computed.Note) string {
	for _, n := range notes {
		switch n {
		case computed.NoteReordered:
			return "reordered"
		case computed.NoteFormatting:
			return "formatting"
		}
	}
	return ""
}

// WholeWord says after its name what happens to an element as a whole.
func WholeWord(a plans.Action) string {
	if a == plans.Delete {
		return " removed"
	}
	return " added"
}

func InModule(module string) string {
	if module == "" {
		return ""
	}
	return module + ".a"
}

// MaxSources is how many places are shown at which several resources are declared.
const MaxSources = 3

// SourceWords says where resources are declared. text returns how a place is written.
func SourceWords(sources []plans.Position, text func(plans.Position) string) string {
	var all []string
	for _, p := range sources[:min(len(sources), MaxSources)] {
		all = append(all, text(p))
	}
	words := strings.Join(all, ", ")
	if more := len(sources) - len(all); more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// FailureWords says what apply does if an action fails, unless it does what it has always done.
func FailureWords(f plans.OnFailure) string {
	switch f {
	case "", plans.HaltOnFailure:
		return ""
	case plans.TaintOnFailure:
		return "the resource is tainted if it fails"
	case plans.ContinueOnFailure:
		return "apply continues if it fails"
	}
	return "if it fails: " + string(f)
}

// WithDeposed returns an address and, if it is that of a deposed object, the key of that.
func WithDeposed(address, deposed string) string {
	if deposed == "" {
		return address
	}
	return address + " (deposed object " + deposed + ")"
}

func Label(path string) doc.Text { return doc.NewText(doc.Span{Role: doc.Key, Text: path}) }

// AddGap adds a blank behind a label, if there is one.
func AddGap(text *doc.Text) {
	if len(text.Bytes) > 0 {
		text.Add(doc.Plain, " ")
	}
}

// AddSign adds a blank and the sign of an action.
func AddSign(text *doc.Text, a plans.Action) {
	AddGap(text)
	if a == plans.Create || a == plans.Delete {
		text.Add(SignRole(a), SignText(a))
	}
}

func SignRole(a plans.Action) doc.Role { return doc.ActionSign(a).Spans()[0].Role }

func SignText(a plans.Action) string { return doc.ActionSign(a).Spans()[0].Text }

func AddLiteral(text *doc.Text, l computed.Literal) {
	switch l.Kind {
	case computed.StringLiteral:
		text.Add(doc.String, strconv.Quote(l.Text))
	case computed.NumberLiteral, computed.SpelledLiteral:
		text.Add(doc.Number, l.Text)
	case computed.BoolLiteral:
		text.Add(doc.Bool, l.Text)
	default:
		text.Add(doc.Null, "null")
	}
}

func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Capital returns a text with a capital letter first.
func Capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

func CountOf(n int, one, many string) string { return fmt.Sprintf("%d %s", n, Plural(n, one, many)) }

// FewPaths joins paths, of which only the first are named if there are many.
func FewPaths(paths []string) string {
	text := strings.Join(paths[:min(maxOwnPaths, len(paths))], ", ")
	if len(paths) > maxOwnPaths {
		text += fmt.Sprintf(" and %d more", len(paths)-maxOwnPaths)
	}
	return text
}

// maxOwnPaths is how many paths are named without their values.
const maxOwnPaths = 4

func PhraseSpans(p dialect.Phrase) []doc.Span {
	spans := make([]doc.Span, 0, len(p))
	for _, piece := range p {
		spans = append(spans, doc.Span{Role: ToneRole(piece.Tone), Text: piece.Text})
	}
	return spans
}

func ToneRole(t dialect.Tone) doc.Role {
	switch t {
	case dialect.Strong:
		return doc.Bold
	case dialect.Danger:
		return doc.Danger
	case dialect.Good:
		return doc.Good
	case dialect.Notice:
		return doc.Note
	case dialect.Caution:
		return doc.Caution
	case dialect.StrongCaution:
		return doc.StrongCaution
	}
	return doc.Plain
}

func SpanText(spans []doc.Span) string { return string(doc.NewText(spans...).Bytes) }
