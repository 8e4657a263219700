package report

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// failureMarker returns the marker of a comment that is not about a plan, but about a failure, or about what became of one: what the comment
// before remembers of a plan, and the run.
func (l *MarkdownLayout) failureMarker(limit int) string {
	m := Marker{ID: l.CommentID}
	if l.Previous != nil {
		m = *l.Previous
	}
	m.setRun(l)
	return l.Flavour.Hide(m.text(limit/4 - len(l.Flavour.Hide(""))))
}

// failureParts says what has happened, and in which run.
func (m *LogMarkdown) failureParts() []logPart {
	if m.layout.Failure == "" {
		return nil
	}
	in := sinks.InText
	text := in.Bold(in.Words(m.layout.Failure)) + " There is nothing to review.\n"
	if links := m.layout.links(); links != "" {
		text += "\n" + links + "\n"
	}
	return []logPart{{text: text, what: "run"}}
}

// isOnlyText reports whether a log cannot be read because it is text, which is shown as such.
func (r *recordedRun) isOnlyText() bool {
	wrong, ok := errors.AsType[*plans.WrongLogError](r.err)
	return r.Run == nil && ok && wrong.IsText
}

// unreadable says why the log or the plan cannot be read. text is what stands above it.
func (m *LogMarkdown) unreadable(text string, err error) logPart {
	const most = 4000
	message := tail{limit: most}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		message.add(line)
	}
	lines, _ := message.lines(most)
	opening, closing := m.layout.Flavour.Fence("", lines)
	return logPart{text: text + "\n" + opening + string(lines) + closing, short: text, what: "error"}
}

// Event keeps what is not in the form of a log, if that may say why there is no plan.
func (m *LogMarkdown) Event(e *jsonlog.Event, _ *jsonlog.Run) error {
	if m.layout.Failure != "" && e.Type == jsonlog.Text {
		m.text.add(e.Text)
	}
	return nil
}

// Hide hides secrets in what is kept.
func (m *LogMarkdown) Hide(s *jsonlog.Secrets) {
	m.logRecord.Hide(s)
	for i := range m.text.all {
		m.text.all[i] = s.Hide(m.text.all[i])
	}
}

// textPart returns the end of the text. It takes at most half of the comment, and less if there is no room for that.
func (m *LogMarkdown) textPart() []logPart {
	if strings.TrimSpace(strings.Join(m.text.all, "")) == "" {
		return nil
	}
	hasErrors := false
	for i := range m.runs {
		hasErrors = hasErrors || m.runs[i].Run != nil && m.runs[i].Errors > 0
	}
	block := func(limit int) string {
		lines, isCut := m.text.lines(limit)
		summary := func(in sinks.Inline) string {
			if isCut {
				return in.Words("The end of the output")
			}
			return in.Words("Output")
		}
		return m.layout.block(summary, !hasErrors, "", lines)
	}
	return []logPart{{rank: 4, what: "text", text: block(m.limit / 2), short: block(m.limit / 10)}}
}

// tail keeps the last lines of a text.
type tail struct {
	limit int // how many bytes are kept, about
	all   []string
	size  int
	isCut bool // there was more
}

// add adds a line. Codes for colours are left out.
func (t *tail) add(line string) {
	line = strings.TrimRight(jsonlog.StripColour(line), "\r")
	if len(line) > t.limit {
		line, t.isCut = endOf(line, t.limit), true
	}
	t.all = append(t.all, strings.Clone(line))
	t.size += len(line) + 1
	for len(t.all) > 1 && t.size > t.limit {
		t.size -= len(t.all[0]) + 1
		t.all, t.isCut = t.all[1:], true
	}
}

// endOf returns the end of a text that is too long.
func endOf(text string, limit int) string {
	text = text[len(text)-limit:]
	for i := range min(len(text), utf8.UTFMax) {
		if utf8.RuneStart(text[i]) {
			return "…" + text[i:]
		}
	}
	return "…" + text
}

// lines returns the last lines as they stand in a fence: as many as a limit allows, or a part of the last one.
func (t *tail) lines(limit int) (lines []byte, isCut bool) {
	isCut = t.isCut
	all := bytes.TrimRight(plainLines(func(w *doc.Writer) {
		for _, line := range t.all {
			w.Heading(doc.Span{Text: line})
		}
	}), "\n")
	if len(all) > limit {
		isCut = true
		all = []byte(endOf(string(all), limit))
		if _, rest, ok := bytes.Cut(all, []byte("\n")); ok {
			all = rest
		}
	}
	return append(bytes.TrimLeft(all, "\n"), '\n'), isCut
}
