package report

import (
	"bytes"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// failureMarker returns the marker of a comment that is not about a plan, but about a failure, or about what became of one: what the comment
// before remembers of a plan, and the run.
func failureMarker(l *layout.Markdown, limit int) string {
	m := marker.Marker{ID: l.CommentID}
	if l.Previous != nil {
		m = *l.Previous
	}
	m.SetRun(l.Run, l.Sealed)
	return l.Flavour.Hide(m.Text(limit/4 - len(l.Flavour.Hide(""))))
}

// failureParts says what has happened, and in which run.
func (m *LogMarkdown) failureParts() []markdown.Part {
	if m.layout.Failure == "" {
		return nil
	}
	in := sinks.InText
	text := in.Bold(in.Words(m.layout.Failure)) + " There is nothing to review.\n"
	if links := markdown.Links(&m.layout); links != "" {
		text += "\n" + links + "\n"
	}
	return []markdown.Part{{Text: text, What: "run"}}
}

// unreadable says why the log or the plan cannot be read. text is what stands above it.
func (m *LogMarkdown) unreadable(text string, err error) markdown.Part {
	const most = 4000
	message := tail{limit: most}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		message.add(line)
	}
	lines, _ := message.lines(most)
	opening, closing := m.layout.Flavour.Fence("", lines)
	return markdown.Part{Text: text + "\n" + opening + string(lines) + closing, Short: text, What: "error"}
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
	m.Record.Hide(s)
	for i := range m.text.all {
		m.text.all[i] = s.Hide(m.text.all[i])
	}
}

// textPart returns the end of the text. It takes at most half of the comment, and less if there is no room for that.
func (m *LogMarkdown) textPart() []markdown.Part {
	if strings.TrimSpace(strings.Join(m.text.all, "")) == "" {
		return nil
	}
	hasErrors := false
	for i := range m.Runs {
		hasErrors = hasErrors || m.Runs[i].Run != nil && m.Runs[i].Errors > 0
	}
	block := func(limit int) string {
		lines, isCut := m.text.lines(limit)
		summary := func(in sinks.Inline) string {
			if isCut {
				return in.Words("The end of the output")
			}
			return in.Words("Output")
		}
		return markdown.Block(&m.layout, summary, !hasErrors, "", lines)
	}
	return []markdown.Part{{Rank: 4, What: "text", Text: block(m.limit / 2), Short: block(m.limit / 10)}}
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
		line, t.isCut = wording.EndOf(line, t.limit), true
	}
	t.all = append(t.all, strings.Clone(line))
	t.size += len(line) + 1
	for len(t.all) > 1 && t.size > t.limit {
		t.size -= len(t.all[0]) + 1
		t.all, t.isCut = t.all[1:], true
	}
}

// lines returns the last lines as they stand in a fence: as many as a limit allows, or a part of the last one.
func (t *tail) lines(limit int) (lines []byte, isCut bool) {
	isCut = t.isCut
	all := bytes.TrimRight(markdown.PlainLines(func(w *doc.Writer) {
		for _, line := range t.all {
			w.Heading(doc.Span{Text: line})
		}
	}), "\n")
	if len(all) > limit {
		isCut = true
		all = []byte(wording.EndOf(string(all), limit))
		if _, rest, ok := bytes.Cut(all, []byte("\n")); ok {
			all = rest
		}
	}
	return append(bytes.TrimLeft(all, "\n"), '\n'), isCut
}
