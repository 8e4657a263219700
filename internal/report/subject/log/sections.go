package log

import (
	"math"
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
)

// limits are how much of a run a report has room for.
type limits struct{ diagnostics, changes, operations int }

// Sections returns what reports say about a run below how it ended. A comment has less room, and its warnings come behind what has failed.
func (r *Run) Sections(isComment bool) []content.Section {
	most, more := limits{math.MaxInt, math.MaxInt, math.MaxInt}, " in the log."
	if isComment {
		most, more = limits{diagnostics: 200, changes: 500, operations: 10}, "."
	}
	var c content.Contents
	all := r.Diagnostics[:min(len(r.Diagnostics), most.diagnostics)]
	warnings := content.Section{Title: "warnings", Rank: 3, Items: content.DiagnosticItems(all, false)}
	c.Add(content.Section{Title: "errors", Rank: 1, Items: content.DiagnosticItems(all, true)})
	if !isComment {
		c.Add(warnings)
	}
	if n := len(r.Diagnostics) - len(all) + r.Dropped; n > 0 {
		note := wording.CountOf(n, "more error or warning", "more errors and warnings") + more
		c.Add(content.Section{Rank: 2, Items: []content.Item{content.PlainItem(note, review.Unknown, n)}})
	}
	r.addResults(&c)
	if isComment {
		c.Add(warnings)
	}
	r.addChanges(&c, most.changes)
	timed := wording.TimedOperations(r.Run)
	title := "operations, the slowest first"
	if isComment {
		title = "slowest operations"
	}
	c.Add(table(content.Section{Title: title, Rank: 6, Closed: true}, []string{"Resource", "Operation", "Time"}, timed[:min(len(timed), most.operations)], func(o *jsonlog.Operation) []doc.Span {
		return []doc.Span{name(o.Address), {Text: wording.OperationWords(*o)}, {Role: doc.Number, Text: wording.ShortDuration(o.Elapsed)}}
	}))
	var p text.Page
	human.AddOutputValues(&p, r.Outputs)
	c.Add(lines(content.Section{Title: "outputs", Rank: 4}, len(r.Outputs), &content.NoteItem{Write: p.Write, Language: "hcl"}))
	return c.Sections
}

// addResults adds what tests, policies and queries have come to, as far as somebody has to look at it.
func (r *Run) addResults(c *content.Contents) {
	c.Add(table(content.Section{Title: "tests that did not pass", Rank: 2}, []string{"File", "Run", "Result"}, wording.FailedTests(r.Run), func(t *jsonlog.Test) []doc.Span {
		return []doc.Span{name(t.Path), name(t.Run), {Text: t.Status}}
	}))
	c.Add(table(content.Section{Title: "policies that were not met", Rank: 2}, []string{"Address", "Policy", "Result"}, wording.BadPolicies(r.Run), func(p *jsonlog.Policy) []doc.Span {
		return []doc.Span{name(p.Target), name(p.Name), {Text: wording.PolicyResult(p)}}
	}))
	c.Add(table(content.Section{Title: "found", Rank: 4}, []string{"List", "Identity", "Name"}, r.Found, func(f *jsonlog.Found) []doc.Span {
		return []doc.Span{name(f.List), name(f.IdentityText()), {Text: f.DisplayName}}
	}))
}

// addChanges adds what was planned: as many changes as a report has lines for. They are in sight until the run applies them.
func (r *Run) addChanges(c *content.Contents, most int) {
	words := r.Dialect().Words
	add := func(title string, n int, lay func(p *text.Page, n int)) {
		var p text.Page
		if lay(&p, min(n, most)); n > most {
			p.Title("  and " + strconv.Itoa(n-most) + " more")
		}
		c.Add(lines(content.Section{Title: title, Rank: 5}, n, &content.NoteItem{Write: p.Write, Open: !r.IsApplying() && r.Applied == nil}))
	}
	add("changed outside of "+r.Dialect().Product, len(r.Drift), func(p *text.Page, n int) { human.AddHeadings(p, &words, slices.Clone(r.Drift)[:n], true) })
	add("planned changes", len(r.Planned), func(p *text.Page, n int) { human.AddHeadings(p, &words, slices.Clone(r.Planned)[:n], false) })
	add("planned actions", len(r.Invocations), func(p *text.Page, n int) { human.AddInvocations(p, &words, r.Invocations[:n]) })
}

// lines returns a section with the lines of an item, which are about n things. It has no items if n is 0.
func lines(sec content.Section, n int, it *content.NoteItem) content.Section {
	if it.Count, sec.Counted = n, true; n > 0 {
		sec.Items = []content.Item{it}
	}
	return sec
}

// table returns a section with a table. It has no items if the table has no rows.
func table[T any](sec content.Section, columns []string, all []T, row func(*T) []doc.Span) content.Section {
	t := &content.TableItem{ItemText: content.ItemText{Count: len(all)}, Columns: columns}
	for i := range all {
		t.Rows = append(t.Rows, row(&all[i]))
	}
	if sec.Counted = true; len(all) > 0 {
		sec.Items = []content.Item{t}
	}
	return sec
}

// name is a cell with a name.
func name(text string) doc.Span { return doc.Span{Role: doc.Address, Text: text} }
