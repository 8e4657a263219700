package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// LogMarkdown writes a comment for a pull request: how the runs ended, their errors and
// warnings, what was planned, what took longest, and the outputs. It is never longer than its
// limit. It writes everything at the end.
type LogMarkdown struct {
	w      io.Writer
	layout MarkdownLayout
	top    reportTop
	limit  int
	text   tail // of what is not in the form of a log; only for a failure
	logRecord
}

// NewLogMarkdown returns a LogMarkdown that writes to w. The errors are those of [NewMarkdown].
func NewLogMarkdown(w io.Writer, opts Options) (*LogMarkdown, error) {
	layout := opts.MarkdownLayout
	top, limit, err := layout.begin(opts.Title)
	if err != nil {
		return nil, err
	}
	if layout.Failure != "" && layout.Remember {
		top.comment = layout.failureMarker(limit)
	}
	return &LogMarkdown{w: w, layout: layout, top: top, limit: limit, text: tail{limit: limit}}, nil
}

const (
	slowest   = 10  // how many operations are in the table
	mostDrawn = 200 // how many diagnostics are drawn
)

// Close writes the comment.
func (m *LogMarkdown) Close() error {
	parts := m.failureParts()
	for i := range m.runs {
		parts = append(parts, m.runParts(&m.runs[i])...)
	}
	parts = append(parts, m.textPart()...)
	return writeAll(m.w, fitParts(m.top, m.limit, parts))
}

// runParts returns the parts about a run.
func (m *LogMarkdown) runParts(r *recordedRun) []logPart {
	if m.layout.Failure != "" && r.isOnlyText() {
		return nil
	}
	parts := []logPart{m.headline(r)}
	if r.Run == nil {
		return parts
	}
	var warnings []logPart
	for i := range r.Diagnostics {
		if i >= mostDrawn {
			break
		}
		d := &r.Diagnostics[i]
		if d.IsError() {
			parts = append(parts, m.layout.diagnostic(d, 1))
		} else {
			warnings = append(warnings, m.layout.diagnostic(d, 3))
		}
	}
	if n := len(r.Diagnostics) + r.Dropped - mostDrawn; n > 0 {
		text := "\n" + sinks.InText.Words(countOf(n, "more error or warning", "more errors and warnings")+".") + "\n"
		parts = append(parts, logPart{rank: 2, text: text, what: "note"})
	}
	parts = append(parts, m.tests(r.Run)...)
	parts = append(parts, m.policies(r.Run)...)
	parts = append(parts, m.found(r.Run)...)
	parts = append(parts, warnings...)
	parts = append(parts, m.plannedChanges(r.Run)...)
	parts = append(parts, m.durations(r.Run)...)
	return append(parts, m.outputs(r.Run)...)
}

// headline says how a run ended.
func (m *LogMarkdown) headline(r *recordedRun) logPart {
	in := sinks.InText
	var text string
	if name := r.label(); len(m.runs) > 1 && name != "" {
		text = "\n" + sinks.Heading(3, in.Code(shortText(name)))
	}
	switch {
	case r.Run == nil && m.layout.Failure != "":
		return m.unreadable(text, r.err)
	case r.Run == nil:
		return logPart{text: text + in.Bold("The log cannot be read.") + " " + in.Words(shortText(r.err.Error())) + "\n", what: "run"}
	case m.layout.Failure != "" && len(m.runs) == 1 && r.End() == jsonlog.HasFailed:
		text = "" // the comment has begun with it
	default:
		title, rest := endText(r.Run)
		text += in.Bold(in.Words(title))
		if rest != "" {
			text += " " + in.Words(shortText(rest))
		}
		if m.layout.Failure != "" {
			text = "\n" + text
		}
	}
	facts := r.facts(func(version string) string { return in.Code(shortText(version)) })
	if len(facts) > 0 {
		text += "\n" + capital(strings.Join(facts, ", ")) + "."
	}
	text += "\n"
	if r.End() == jsonlog.BrokeOff {
		text += "\n" + in.Words(capital(shortText(BrokenOffText(r.Run)))+".") + "\n"
	}
	return logPart{text: text, what: "run"}
}

// facts are a few words about a run: how many errors it has, how long it took, and the program, whose version is spelled
// as spell does it.
func (r *recordedRun) facts(spell func(version string) string) (all []string) {
	if r.Errors > 0 {
		all = append(all, countOf(r.Errors, "error", "errors"))
	}
	if r.Warnings > 0 {
		all = append(all, countOf(r.Warnings, "warning", "warnings"))
	}
	if d, ok := r.Duration(); ok {
		all = append(all, "took "+ShortDuration(d))
	}
	if p := r.Program; p != nil && p.Version != "" {
		all = append(all, p.Dialect().Product+" "+spell(p.Version))
	}
	return all
}

// failedTests are the runs of tests that did not pass.
func failedTests(r *jsonlog.Run) (all []jsonlog.Test) {
	for _, t := range r.Tests {
		if t.Status != "pass" {
			all = append(all, t)
		}
	}
	return all
}

// timedOperations are the operations that changed something, and of which the log says how long they took, the slowest first.
func timedOperations(r *jsonlog.Run) []jsonlog.Operation {
	return slices.DeleteFunc(r.Slowest("apply", "action"), func(o jsonlog.Operation) bool { return !o.HasElapsed || !o.Changes() })
}

// operationWords says what an operation did.
func operationWords(o jsonlog.Operation) string {
	words := o.Action
	if words == "" && o.Kind == "action" {
		words = "invoke"
	}
	if o.Phase == jsonlog.Errored {
		words += ", failed"
	}
	if o.Phase == jsonlog.Errored && o.Continues {
		words += "; the run went on"
	}
	return words
}

// endText says how a run ended, and what it did.
func endText(r *jsonlog.Run) (title, rest string) {
	what := "Run"
	switch {
	case r.TestTotals != nil || r.TestsFound > 0:
		what = "Tests"
	case r.Applied != nil && r.Applied.Operation == "destroy":
		what = "Destroy"
	case r.Applied != nil || r.IsApplying():
		what = "Apply"
	case r.Validity != nil:
		what = "Validation"
	case r.PlanSummary != nil:
		what = "Plan"
	case isQuery(r):
		what = "Query"
	}
	switch {
	case r.End() == jsonlog.BrokeOff:
		return what + " incomplete.", doneText(r)
	case r.End() == jsonlog.HasFailed:
		return what + " failed.", doneText(r)
	case r.Applied != nil:
		return what + " complete!", appliedCounts(r.Applied)
	case r.TestTotals != nil:
		return what + " passed.", testCounts(r.TestTotals)
	case r.Validity != nil:
		return "Success!", "The configuration is valid."
	case r.PlanSummary != nil && r.PlanSummary.Totals == plans.Totals{} && len(r.Planned) == 0:
		return "No changes.", ""
	case r.PlanSummary != nil:
		totals := r.Dialect().Words.Totals(r.PlanSummary.Totals)
		return totals[0].Text, strings.TrimSpace(totals[1].Text)
	case isQuery(r):
		return "Query complete.", countOf(len(r.Found), "object", "objects") + " found."
	}
	return "Complete.", ""
}

func isQuery(r *jsonlog.Run) bool {
	return len(r.Found) > 0 || slices.ContainsFunc(r.Operations, func(o jsonlog.Operation) bool { return o.Kind == "list" })
}

// doneText says how far a run came that did not end well.
func doneText(r *jsonlog.Run) string {
	if r.TestTotals != nil {
		return testCounts(r.TestTotals)
	}
	if !r.IsApplying() {
		return ""
	}
	n, done := r.PlannedCount(), countOf(r.Done, "operation", "operations")+" done"
	if n > 0 {
		done = fmt.Sprintf("%d of %s done", r.Done, countOf(n, "operation", "operations"))
	}
	if n := r.Failed + r.Tolerated; n > 0 {
		done += ", " + strconv.Itoa(n) + " failed"
	}
	return done + "."
}

func testCounts(t *jsonlog.TestTotals) string {
	text := fmt.Sprintf("%d passed, %d failed", t.Passed, t.Failed+t.Errored)
	if t.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", t.Skipped)
	}
	return text + "."
}

func appliedCounts(s *jsonlog.Summary) string {
	var all []string
	add := func(n int, what string, always bool) {
		if n > 0 || always {
			all = append(all, strconv.Itoa(n)+" "+what)
		}
	}
	add(s.Import, "imported", false)
	add(s.Add, "added", s.Operation != "destroy")
	add(s.Change, "changed", s.Operation != "destroy")
	add(s.Destroy, "destroyed", true)
	add(s.Forget, "forgotten", false)
	text := "Resources: " + strings.Join(all, ", ") + "."
	if s.Invoke+s.InvokeFailed > 0 {
		text += " Actions: " + strconv.Itoa(s.Invoke) + " invoked"
		if s.InvokeFailed > 0 {
			text += ", " + strconv.Itoa(s.InvokeFailed) + " failed"
		}
		text += "."
	}
	return text
}

// tests returns the runs of tests that did not pass.
func (m *LogMarkdown) tests(r *jsonlog.Run) []logPart {
	failed := failedTests(r)
	return markdownTable(2, []string{"File", "Run", "Result"}, len(failed), func(i int) []string {
		t := failed[i]
		return []string{sinks.InCell.Code(shortText(t.Path)), sinks.InCell.Code(shortText(t.Run)), sinks.InCell.Words(shortText(t.Status))}
	})
}

// policies returns the results of policies that are not good.
func (m *LogMarkdown) policies(r *jsonlog.Run) []logPart {
	all := badPolicies(r)
	return markdownTable(2, policyColumns(), len(all), func(i int) []string {
		p := all[i]
		return []string{codeCell(p.Target), codeCell(p.Name), sinks.InCell.Words(shortText(policyResult(&p)))}
	})
}

// found returns what a query has found.
func (m *LogMarkdown) found(r *jsonlog.Run) []logPart {
	return markdownTable(4, foundColumns(), len(r.Found), func(i int) []string {
		f := &r.Found[i]
		return []string{codeCell(f.List), codeCell(f.IdentityText()), sinks.InCell.Words(shortText(f.DisplayName))}
	})
}

// codeCell is a cell with code, which may be empty.
func codeCell(text string) string {
	if text == "" {
		return ""
	}
	return sinks.InCell.Code(shortText(text))
}

// markdownTable returns a table with at most 50 rows, and how many more there are.
func markdownTable(rank int, titles []string, n int, row func(int) []string) []logPart {
	if n == 0 {
		return nil
	}
	var columns []sinks.Column
	for _, title := range titles {
		columns = append(columns, sinks.Column{Title: title})
	}
	const most = 50
	text := "\n" + sinks.TableHead(columns...)
	for i := range min(n, most) {
		text += sinks.TableRow(row(i)...)
	}
	if n > most {
		text += "\n" + strconv.Itoa(n-most) + " more\n"
	}
	return []logPart{{rank: rank, text: text, what: "table"}}
}

// plannedChanges returns the list of what was planned.
func (m *LogMarkdown) plannedChanges(r *jsonlog.Run) []logPart {
	if len(r.Planned)+len(r.Drift)+len(r.Invocations) == 0 {
		return nil
	}
	words := r.Dialect().Words
	const most = 500
	var parts []logPart
	add := func(n int, title string, lay func(p *page, n int)) {
		if n == 0 {
			return
		}
		var p page
		lay(&p, min(n, most))
		lines := plainLines(func(w *doc.Writer) {
			for _, write := range p.parts {
				write(w)
			}
			if n > most {
				w.Heading(doc.Span{Text: "  and " + strconv.Itoa(n-most) + " more"})
			}
		})
		summary := func(in sinks.Inline) string { return in.Words(title + ": " + strconv.Itoa(n)) }
		parts = append(parts, logPart{
			rank: 5, what: "list", text: m.layout.block(summary, !r.IsApplying() && r.Applied == nil, "", lines),
			short: "\n" + summary(sinks.InText) + "\n",
		})
	}
	add(len(r.Drift), "Changed outside of "+r.Dialect().Product, func(p *page, n int) { addHeadings(p, &words, slices.Clone(r.Drift)[:n], true) })
	add(len(r.Planned), "Planned changes", func(p *page, n int) { addHeadings(p, &words, slices.Clone(r.Planned)[:n], false) })
	add(len(r.Invocations), "Planned actions", func(p *page, n int) { addInvocations(p, &words, r.Invocations[:n]) })
	return parts
}

// durations returns a table of the operations that took longest.
func (m *LogMarkdown) durations(r *jsonlog.Run) []logPart {
	all := timedOperations(r)
	if len(all) == 0 {
		return nil
	}
	before, after := "", ""
	if m.layout.Flavour.HasDetails {
		before, after = m.layout.Flavour.Fold(func(sinks.Inline) string { return "Slowest operations" }, false)
	}
	text := "\n" + before + sinks.TableHead(sinks.Column{Title: "Resource"}, sinks.Column{Title: "Operation"}, sinks.Column{Title: "Time"})
	for _, o := range all[:min(len(all), slowest)] {
		text += sinks.TableRow(sinks.InCell.Code(shortText(o.Address)), sinks.InCell.Words(shortText(operationWords(o))), ShortDuration(o.Elapsed))
	}
	return []logPart{{rank: 6, text: text + after, what: "table"}}
}

// outputs returns the values of outputs.
func (m *LogMarkdown) outputs(r *jsonlog.Run) []logPart {
	if len(r.Outputs) == 0 {
		return nil
	}
	var p page
	addOutputValues(&p, r.Outputs)
	lines := plainLines(func(w *doc.Writer) {
		for _, write := range p.parts {
			write(w)
		}
	})
	summary := func(in sinks.Inline) string { return in.Words("Outputs: " + strconv.Itoa(len(r.Outputs))) }
	return []logPart{{
		rank: 4, what: "list", text: m.layout.block(summary, len(lines) < 1000, "hcl", lines),
		short: "\n" + summary(sinks.InText) + "\n",
	}}
}
