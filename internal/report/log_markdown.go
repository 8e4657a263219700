package report

import (
	"io"
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/subject/log"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// LogMarkdown writes a comment for a pull request: how the runs ended, their errors and
// warnings, what was planned, what took longest, and the outputs. It is never longer than its
// limit. It writes everything at the end.
type LogMarkdown struct {
	w      io.Writer
	layout layout.Markdown
	top    markdown.Top
	limit  int
	text   tail // of what is not in the form of a log; only for a failure
	log.Record
}

// NewLogMarkdown returns a LogMarkdown that writes to w. The errors are those of [NewMarkdown].
func NewLogMarkdown(w io.Writer, opts layout.Options) (*LogMarkdown, error) {
	layout := opts.Markdown
	top, limit, err := markdown.Begin(&layout, opts.Title)
	if err != nil {
		return nil, err
	}
	if layout.Failure != "" && layout.Remember {
		top.Comment = failureMarker(&layout, limit)
	}
	return &LogMarkdown{w: w, layout: layout, top: top, limit: limit, text: tail{limit: limit}}, nil
}

// Close writes the comment.
func (m *LogMarkdown) Close() error {
	parts := m.failureParts()
	for i := range m.Runs {
		parts = append(parts, m.runParts(&m.Runs[i])...)
	}
	parts = append(parts, m.textPart()...)
	return paper.WriteAll(m.w, markdown.FitParts(m.top, m.limit, parts))
}

// runParts returns the parts about a run.
func (m *LogMarkdown) runParts(r *log.Run) []markdown.Part {
	if m.layout.Failure != "" && r.IsOnlyText() {
		return nil
	}
	parts := []markdown.Part{m.headline(r)}
	if r.Run == nil {
		return parts
	}
	return append(parts, markdown.SectionParts(&m.layout, nil, r.Sections(true))...)
}

// headline says how a run ended.
func (m *LogMarkdown) headline(r *log.Run) markdown.Part {
	in := sinks.InText
	var text string
	if name := r.Label(); len(m.Runs) > 1 && name != "" {
		text = "\n" + sinks.Heading(3, in.Code(wording.ShortText(name)))
	}
	switch {
	case r.Run == nil && m.layout.Failure != "":
		return m.unreadable(text, r.Err)
	case r.Run == nil:
		return markdown.Part{Text: text + in.Bold("The log cannot be read.") + " " + in.Words(wording.ShortText(r.Err.Error())) + "\n", What: "run"}
	case m.layout.Failure != "" && len(m.Runs) == 1 && r.End() == jsonlog.HasFailed:
		text = "" // the comment has begun with it
	default:
		title, rest := wording.EndText(r.Run)
		text += in.Bold(in.Words(title))
		if rest != "" {
			text += " " + in.Words(wording.ShortText(rest))
		}
		if m.layout.Failure != "" {
			text = "\n" + text
		}
	}
	facts := r.Facts(func(version string) string { return in.Code(wording.ShortText(version)) })
	if len(facts) > 0 {
		text += "\n" + wording.Capital(strings.Join(facts, ", ")) + "."
	}
	text += "\n"
	if r.End() == jsonlog.BrokeOff {
		text += "\n" + in.Words(wording.Capital(wording.ShortText(wording.BrokenOffText(r.Run)))+".") + "\n"
	}
	return markdown.Part{Text: text, What: "run"}
}
