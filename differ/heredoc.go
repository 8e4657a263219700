package differ

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// heredoc compares two texts line by line. At least one of them has several lines.
func (s inherited) heredoc(before, after computed.Literal, action plans.Action) computed.DiffRenderer {
	if action != plans.Update {
		return renderers.Heredoc(before, after, nil, "")
	}
	runs := s.alignLines(renderers.HeredocText(before), renderers.HeredocText(after))
	note := whitespaceNote(runs, before, after)
	if s.words && before.Kind == after.Kind {
		if words := lineWords(renderers.HeredocText(before), renderers.HeredocText(after), runs); !words.IsEmpty() {
			return renderers.ChangedHeredoc(before, after, runs, note, words)
		}
	}
	return renderers.Heredoc(before, after, runs, note)
}

// whitespaceNote says what changes if no line does: the white space around the text,
// which is not drawn.
func whitespaceNote(runs []renderers.TextRun, before, after computed.Literal) string {
	if before.Kind != after.Kind { // a null reads as the word
		return ""
	}
	for _, r := range runs {
		if r.Action != plans.NoOp {
			return ""
		}
	}
	start, end := margins(before.Text)
	newStart, newEnd := margins(after.Text)
	note := "whitespace changes"
	if start != newStart {
		note += " at the start: " + strconv.Quote(start) + " -> " + strconv.Quote(newStart)
		if end != newEnd {
			note += ","
		}
	}
	if end != newEnd {
		note += " at the end: " + strconv.Quote(end) + " -> " + strconv.Quote(newEnd)
	}
	return note
}

// margins returns the white space before and after a text. If there is nothing else,
// all of it is before the text.
func margins(s string) (start, end string) {
	body := strings.TrimLeftFunc(s, unicode.IsSpace)
	start = s[:len(s)-len(body)]
	return start, body[len(strings.TrimRightFunc(body, unicode.IsSpace)):]
}
