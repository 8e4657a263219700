package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/subject/log"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// LogHTML writes a page for a browser: how the runs ended, their errors and warnings, what was planned, how long everything took, and the
// outputs. It writes everything at the end.
type LogHTML struct {
	w    io.Writer
	opts layout.Options
	log.Record
}

// NewLogHTML returns a LogHTML that writes to w.
func NewLogHTML(w io.Writer, opts layout.Options) (*LogHTML, error) {
	return &LogHTML{w: w, opts: opts}, nil
}

// Close writes the page.
func (h *LogHTML) Close() error {
	if len(h.Runs) == 1 {
		r := &h.Runs[0]
		sheet := html.NewSheet(&h.opts, runHeadline(r)...)
		addRun(sheet, r, &h.opts)
		return sheet.Finish(h.w)
	}
	sheet := html.NewSheet(&h.opts, doc.Span{Role: roleOfEnd(h.Status()), Text: wording.CountOf(len(h.Runs), "run", "runs") + "."})
	runs := content.TableItem{Columns: []string{"Log", "How it ended"}}
	for i := range h.Runs {
		r := &h.Runs[i]
		runs.Rows = append(runs.Rows, []doc.Span{{Text: nameOfRun(r, i)}, {Text: wording.SpanText(runHeadline(r))}})
	}
	if len(runs.Rows) > 0 {
		sheet.Table(&runs)
	}
	for i := range h.Runs {
		r := &h.Runs[i]
		sheet.Begin(nameOfRun(r, i), 0)
		sheet.Lines(func(w *doc.Writer) { w.Heading(runHeadline(r)...) })
		sheet.Close()
		addRun(sheet, r, &h.opts)
	}
	return sheet.Finish(h.w)
}

// nameOfRun names one of several runs.
func nameOfRun(r *log.Run, i int) string {
	if name := r.Label(); name != "" {
		return name
	}
	return "Run " + strconv.Itoa(i+1)
}

// roleOfEnd is the role of a sentence that says how a run ended.
func roleOfEnd(e jsonlog.End) doc.Role {
	if e == jsonlog.Succeeded {
		return doc.Good
	}
	return doc.Danger
}

// runHeadline says how a run ended.
func runHeadline(r *log.Run) []doc.Span {
	if r.Run == nil {
		return []doc.Span{{Role: doc.Danger, Text: "The log cannot be read."}, {Text: " " + r.Err.Error()}}
	}
	title, rest := wording.EndText(r.Run)
	return []doc.Span{{Role: roleOfEnd(r.Status()), Text: title}, {Text: strings.TrimRight(" "+rest, " ")}}
}

// addRun adds everything about a run but how it ended.
func addRun(s *html.Sheet, r *log.Run, opts *layout.Options) {
	if r.Run == nil {
		return
	}
	c := &content.Contents{}
	c.Headline(nil, r.Facts(func(version string) string { return version }))
	if r.End() == jsonlog.BrokeOff {
		c.Notice(doc.Span{Text: wording.Capital(wording.BrokenOffText(r.Run)) + "."})
	}
	if r.Err != nil {
		c.Notice(doc.Span{Text: wording.Capital(r.Err.Error())})
	}
	c.Sections = r.Sections(false)
	s.Add(c, opts)
}
