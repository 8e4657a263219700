package report

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/paper/text"
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

const (
	slowest   = 10  // how many operations are in the table
	mostDrawn = 200 // how many diagnostics are drawn
)

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
	var warnings []markdown.Part
	for i := range r.Diagnostics {
		if i >= mostDrawn {
			break
		}
		d := &r.Diagnostics[i]
		if d.IsError() {
			parts = append(parts, markdown.DiagnosticPart(&m.layout, d, 1))
		} else {
			warnings = append(warnings, markdown.DiagnosticPart(&m.layout, d, 3))
		}
	}
	if n := len(r.Diagnostics) + r.Dropped - mostDrawn; n > 0 {
		text := "\n" + sinks.InText.Words(wording.CountOf(n, "more error or warning", "more errors and warnings")+".") + "\n"
		parts = append(parts, markdown.Part{Rank: 2, Text: text, What: "note"})
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

// tests returns the runs of tests that did not pass.
func (m *LogMarkdown) tests(r *jsonlog.Run) []markdown.Part {
	failed := wording.FailedTests(r)
	return markdown.TableParts(2, []string{"File", "Run", "Result"}, len(failed), func(i int) []string {
		t := failed[i]
		return []string{sinks.InCell.Code(wording.ShortText(t.Path)), sinks.InCell.Code(wording.ShortText(t.Run)), sinks.InCell.Words(wording.ShortText(t.Status))}
	})
}

// policies returns the results of policies that are not good.
func (m *LogMarkdown) policies(r *jsonlog.Run) []markdown.Part {
	all := wording.BadPolicies(r)
	return markdown.TableParts(2, wording.PolicyColumns(), len(all), func(i int) []string {
		p := all[i]
		return []string{markdown.CodeCell(p.Target), markdown.CodeCell(p.Name), sinks.InCell.Words(wording.ShortText(wording.PolicyResult(&p)))}
	})
}

// found returns what a query has found.
func (m *LogMarkdown) found(r *jsonlog.Run) []markdown.Part {
	return markdown.TableParts(4, wording.FoundColumns(), len(r.Found), func(i int) []string {
		f := &r.Found[i]
		return []string{markdown.CodeCell(f.List), markdown.CodeCell(f.IdentityText()), sinks.InCell.Words(wording.ShortText(f.DisplayName))}
	})
}

// plannedChanges returns the list of what was planned.
func (m *LogMarkdown) plannedChanges(r *jsonlog.Run) []markdown.Part {
	if len(r.Planned)+len(r.Drift)+len(r.Invocations) == 0 {
		return nil
	}
	words := r.Dialect().Words
	const most = 500
	var parts []markdown.Part
	add := func(n int, title string, lay func(p *text.Page, n int)) {
		if n == 0 {
			return
		}
		var p text.Page
		lay(&p, min(n, most))
		lines := markdown.PlainLines(func(w *doc.Writer) {
			for _, write := range p.Parts {
				write(w)
			}
			if n > most {
				w.Heading(doc.Span{Text: "  and " + strconv.Itoa(n-most) + " more"})
			}
		})
		summary := func(in sinks.Inline) string { return in.Words(title + ": " + strconv.Itoa(n)) }
		parts = append(parts, markdown.Part{
			Rank: 5, What: "list", Text: markdown.Block(&m.layout, summary, !r.IsApplying() && r.Applied == nil, "", lines),
			Short: "\n" + summary(sinks.InText) + "\n",
		})
	}
	add(len(r.Drift), "Changed outside of "+r.Dialect().Product, func(p *text.Page, n int) { human.AddHeadings(p, &words, slices.Clone(r.Drift)[:n], true) })
	add(len(r.Planned), "Planned changes", func(p *text.Page, n int) { human.AddHeadings(p, &words, slices.Clone(r.Planned)[:n], false) })
	add(len(r.Invocations), "Planned actions", func(p *text.Page, n int) { human.AddInvocations(p, &words, r.Invocations[:n]) })
	return parts
}

// durations returns a table of the operations that took longest.
func (m *LogMarkdown) durations(r *jsonlog.Run) []markdown.Part {
	all := wording.TimedOperations(r)
	if len(all) == 0 {
		return nil
	}
	before, after := "", ""
	if m.layout.Flavour.HasDetails {
		before, after = m.layout.Flavour.Fold(func(sinks.Inline) string { return "Slowest operations" }, false)
	}
	text := "\n" + before + sinks.TableHead(sinks.Column{Title: "Resource"}, sinks.Column{Title: "Operation"}, sinks.Column{Title: "Time"})
	for _, o := range all[:min(len(all), slowest)] {
		text += sinks.TableRow(sinks.InCell.Code(wording.ShortText(o.Address)), sinks.InCell.Words(wording.ShortText(wording.OperationWords(o))), wording.ShortDuration(o.Elapsed))
	}
	return []markdown.Part{{Rank: 6, Text: text + after, What: "table"}}
}

// outputs returns the values of outputs.
func (m *LogMarkdown) outputs(r *jsonlog.Run) []markdown.Part {
	if len(r.Outputs) == 0 {
		return nil
	}
	var p text.Page
	human.AddOutputValues(&p, r.Outputs)
	lines := markdown.PlainLines(func(w *doc.Writer) {
		for _, write := range p.Parts {
			write(w)
		}
	})
	summary := func(in sinks.Inline) string { return in.Words("Outputs: " + strconv.Itoa(len(r.Outputs))) }
	return []markdown.Part{{
		Rank: 4, What: "list", Text: markdown.Block(&m.layout, summary, len(lines) < 1000, "hcl", lines),
		Short: "\n" + summary(sinks.InText) + "\n",
	}}
}
