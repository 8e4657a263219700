package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/paper/text"
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
		addRun(sheet, r)
		return sheet.Finish(h.w)
	}
	sheet := html.NewSheet(&h.opts, doc.Span{Role: roleOfEnd(h.Status()), Text: wording.CountOf(len(h.Runs), "run", "runs") + "."})
	rows := make([][]string, len(h.Runs))
	for i := range h.Runs {
		r := &h.Runs[i]
		rows[i] = []string{nameOfRun(r, i), wording.SpanText(runHeadline(r))}
	}
	if len(rows) > 0 {
		sheet.Table([]string{"Log", "How it ended"}, rows)
	}
	for i := range h.Runs {
		r := &h.Runs[i]
		sheet.Begin(nameOfRun(r, i), 0)
		sheet.Lines(func(w *doc.Writer) { w.Heading(runHeadline(r)...) })
		sheet.Close()
		addRun(sheet, r)
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
func addRun(s *html.Sheet, r *log.Run) {
	if r.Run == nil {
		return
	}
	if facts := r.Facts(func(version string) string { return version }); len(facts) > 0 {
		s.About(facts)
	}
	if r.End() == jsonlog.BrokeOff {
		s.Notice(wording.Capital(wording.BrokenOffText(r.Run)) + ".")
	}
	if r.Err != nil {
		s.Notice(wording.Capital(r.Err.Error()))
	}
	addDiagnostics(s, r)
	if failed := wording.FailedTests(r.Run); len(failed) > 0 {
		rows := make([][]string, len(failed))
		for i, t := range failed {
			rows[i] = []string{t.Path, t.Run, t.Status}
		}
		s.Begin("Tests that did not pass", len(rows))
		s.Table([]string{"File", "Run", "Result"}, rows)
		s.Close()
	}
	if bad := wording.BadPolicies(r.Run); len(bad) > 0 {
		rows := make([][]string, len(bad))
		for i := range bad {
			rows[i] = []string{bad[i].Target, bad[i].Name, wording.PolicyResult(&bad[i])}
		}
		s.Begin("Policies that were not met", len(rows))
		s.Table(wording.PolicyColumns(), rows)
		s.Close()
	}
	if len(r.Found) > 0 {
		rows := make([][]string, len(r.Found))
		for i := range r.Found {
			f := &r.Found[i]
			rows[i] = []string{f.List, f.IdentityText(), f.DisplayName}
		}
		s.Begin("Found", len(rows))
		s.Table(wording.FoundColumns(), rows)
		s.Close()
	}
	words := r.Dialect().Words
	changes := func(title string, all []jsonlog.Change, drift bool) {
		if len(all) > 0 {
			s.Begin(title, len(all))
			var p text.Page
			human.AddHeadings(&p, &words, append([]jsonlog.Change(nil), all...), drift)
			s.Lines(p.Write)
			s.Close()
		}
	}
	changes("Changed outside of "+r.Dialect().Product, r.Drift, true)
	changes("Planned changes", r.Planned, false)
	if len(r.Invocations) > 0 {
		s.Begin("Planned actions", len(r.Invocations))
		var p text.Page
		human.AddInvocations(&p, &words, r.Invocations)
		s.Lines(p.Write)
		s.Close()
	}
	if all := wording.TimedOperations(r.Run); len(all) > 0 {
		rows := make([][]string, len(all))
		for i, o := range all {
			rows[i] = []string{o.Address, wording.OperationWords(o), wording.ShortDuration(o.Elapsed)}
		}
		s.Begin("Operations, the slowest first", len(rows))
		s.Table([]string{"Resource", "Operation", "Time"}, rows)
		s.Close()
	}
	if len(r.Outputs) > 0 {
		s.Begin("Outputs", len(r.Outputs))
		var p text.Page
		human.AddOutputValues(&p, r.Outputs)
		s.Lines(p.Write)
		s.Close()
	}
}

// addDiagnostics adds the errors and warnings of a run.
func addDiagnostics(s *html.Sheet, r *log.Run) {
	for _, kind := range []struct {
		title  string
		errors bool
	}{{"Errors", true}, {"Warnings", false}} {
		n := 0
		for i := range r.Diagnostics {
			d := &r.Diagnostics[i]
			if d.IsError() != kind.errors {
				continue
			}
			if n++; n == 1 {
				s.Begin(kind.title, 0)
				s.BeginRows()
			}
			s.Diagnostic(d)
		}
		if n > 0 {
			s.EndRows()
			s.Close()
		}
	}
	if r.Dropped > 0 {
		s.Notice(wording.CountOf(r.Dropped, "more error or warning", "more errors and warnings") + " in the log.")
	}
}
