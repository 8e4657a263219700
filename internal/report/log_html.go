package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
)

// LogHTML writes a page for a browser: how the runs ended, their errors and warnings, what was planned, how long everything took, and the
// outputs. It writes everything at the end.
type LogHTML struct {
	w    io.Writer
	opts Options
	logRecord
}

// NewLogHTML returns a LogHTML that writes to w.
func NewLogHTML(w io.Writer, opts Options) (*LogHTML, error) {
	return &LogHTML{w: w, opts: opts}, nil
}

// Close writes the page.
func (h *LogHTML) Close() error {
	if len(h.runs) == 1 {
		r := &h.runs[0]
		sheet := newHTMLSheet(&h.opts, runHeadline(r)...)
		sheet.run(r)
		return sheet.writeTo(h.w)
	}
	sheet := newHTMLSheet(&h.opts, doc.Span{Role: roleOfEnd(h.status()), Text: countOf(len(h.runs), "run", "runs") + "."})
	rows := make([][]string, len(h.runs))
	for i := range h.runs {
		r := &h.runs[i]
		rows[i] = []string{nameOfRun(r, i), spanText(runHeadline(r))}
	}
	if len(rows) > 0 {
		sheet.table([]string{"Log", "How it ended"}, rows)
	}
	for i := range h.runs {
		r := &h.runs[i]
		sheet.begin(nameOfRun(r, i), 0)
		sheet.lines(func(w *doc.Writer) { w.Heading(runHeadline(r)...) })
		sheet.close()
		sheet.run(r)
	}
	return sheet.writeTo(h.w)
}

// nameOfRun names one of several runs.
func nameOfRun(r *recordedRun, i int) string {
	if name := r.label(); name != "" {
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
func runHeadline(r *recordedRun) []doc.Span {
	if r.Run == nil {
		return []doc.Span{{Role: doc.Danger, Text: "The log cannot be read."}, {Text: " " + r.err.Error()}}
	}
	title, rest := endText(r.Run)
	return []doc.Span{{Role: roleOfEnd(r.status()), Text: title}, {Text: strings.TrimRight(" "+rest, " ")}}
}

// run adds everything about a run but how it ended.
func (s *htmlSheet) run(r *recordedRun) {
	if r.Run == nil {
		return
	}
	if facts := r.facts(func(version string) string { return version }); len(facts) > 0 {
		s.about(facts)
	}
	if r.End() == jsonlog.BrokeOff {
		s.notice(capital(BrokenOffText(r.Run)) + ".")
	}
	if r.err != nil {
		s.notice(capital(r.err.Error()))
	}
	s.diagnostics(r)
	if failed := failedTests(r.Run); len(failed) > 0 {
		rows := make([][]string, len(failed))
		for i, t := range failed {
			rows[i] = []string{t.Path, t.Run, t.Status}
		}
		s.begin("Tests that did not pass", len(rows))
		s.table([]string{"File", "Run", "Result"}, rows)
		s.close()
	}
	if bad := badPolicies(r.Run); len(bad) > 0 {
		rows := make([][]string, len(bad))
		for i := range bad {
			rows[i] = []string{bad[i].Target, bad[i].Name, policyResult(&bad[i])}
		}
		s.begin("Policies that were not met", len(rows))
		s.table(policyColumns(), rows)
		s.close()
	}
	if len(r.Found) > 0 {
		rows := make([][]string, len(r.Found))
		for i := range r.Found {
			f := &r.Found[i]
			rows[i] = []string{f.List, f.IdentityText(), f.DisplayName}
		}
		s.begin("Found", len(rows))
		s.table(foundColumns(), rows)
		s.close()
	}
	words := r.Dialect().Words
	changes := func(title string, all []jsonlog.Change, drift bool) {
		if len(all) > 0 {
			s.begin(title, len(all))
			var p page
			addHeadings(&p, &words, append([]jsonlog.Change(nil), all...), drift)
			s.lines(p.write)
			s.close()
		}
	}
	changes("Changed outside of "+r.Dialect().Product, r.Drift, true)
	changes("Planned changes", r.Planned, false)
	if len(r.Invocations) > 0 {
		s.begin("Planned actions", len(r.Invocations))
		var p page
		addInvocations(&p, &words, r.Invocations)
		s.lines(p.write)
		s.close()
	}
	if all := timedOperations(r.Run); len(all) > 0 {
		rows := make([][]string, len(all))
		for i, o := range all {
			rows[i] = []string{o.Address, operationWords(o), ShortDuration(o.Elapsed)}
		}
		s.begin("Operations, the slowest first", len(rows))
		s.table([]string{"Resource", "Operation", "Time"}, rows)
		s.close()
	}
	if len(r.Outputs) > 0 {
		s.begin("Outputs", len(r.Outputs))
		var p page
		addOutputValues(&p, r.Outputs)
		s.lines(p.write)
		s.close()
	}
}

// diagnostics adds the errors and warnings of a run.
func (s *htmlSheet) diagnostics(r *recordedRun) {
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
				s.begin(kind.title, 0)
				s.beginRows()
			}
			s.diagnostic(d)
		}
		if n > 0 {
			s.endRows()
			s.close()
		}
	}
	if r.Dropped > 0 {
		s.notice(countOf(r.Dropped, "more error or warning", "more errors and warnings") + " in the log.")
	}
}
