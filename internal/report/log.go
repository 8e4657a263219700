package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
)

// Input says which log follows. If there are several, it is announced.
func (l *Log) Input(name string, several bool) error {
	if !several {
		return nil
	}
	l.run = nil
	p := l.announce(name)
	p.gap()
	return l.write(p)
}

// announce says which run the next lines are about.
func (l *Log) announce(name string) (p page) {
	if l.begun {
		p.gap()
	}
	p.add(func(w *doc.Writer) { w.Heading(doc.Span{Role: doc.Bold, Text: "==> " + name + " <=="}) })
	return p
}

// Event writes an event of a run, which does not know of the event yet.
func (l *Log) Event(e *jsonlog.Event, run *jsonlog.Run) error {
	l.turnTo(run)
	if err := l.flushFor(e, run); err != nil {
		return err
	}
	var p page
	alarm := e.Alarm()
	switch e.Type {
	case jsonlog.ListFound:
		if l.found[e.Found.List] = append(l.found[e.Found.List], *e.Found); len(l.found[e.Found.List]) >= mostWaiting {
			l.flushFound(&p, e.Found.List)
		}
	case jsonlog.PlannedChange:
		l.planned = append(l.planned, *e.Change)
	case jsonlog.ResourceDrift:
		l.drift = append(l.drift, *e.Change)
	case jsonlog.PlannedAction:
		l.invoked = append(l.invoked, *e.Invocation)
	default:
		if alarm == nil || e.Type.IsKnown() {
			l.lay(&p, e, run)
		}
	}
	if len(p.parts) == 0 && alarm != nil {
		addLines(&p, diagnosticRole(alarm), cmp.Or(e.Message, alarm.Summary))
	}
	return l.write(p)
}

// EndRun writes what is still to be written of a run.
func (l *Log) EndRun(run *jsonlog.Run) error {
	l.turnTo(run)
	defer delete(l.of, run)
	var p page
	l.flushChanges(&p, run)
	l.flushSummary(&p, run, nil)
	for _, list := range slices.Sorted(maps.Keys(l.found)) {
		l.flushFound(&p, list)
	}
	return l.write(p)
}

// flushFound writes what a query has found by a list, as the program does, which waits until the list is complete.
func (l *Log) flushFound(p *page, list string) {
	all := l.found[list]
	delete(l.found, list)
	longest := 0
	for i := range all {
		longest = max(longest, utf8.RuneCountInString(all[i].IdentityText()))
	}
	for i := range all {
		addLines(p, doc.Plain, strings.TrimRight(fmt.Sprintf("%s   %-*s   %s", list, longest, all[i].IdentityText(), all[i].DisplayName), " "))
	}
}

// Unreadable has nothing to do: errors are for whoever reads the logs.
func (l *Log) Unreadable(error) error { return nil }

// Hide has nothing to do, because everything has been written.
func (l *Log) Hide(*jsonlog.Secrets) {}

// Close ends the document.
func (l *Log) Close() error { return l.out.Close() }

func (l *Log) write(p page) error {
	if len(p.parts) == 0 {
		return nil
	}
	if l.run != nil && l.run.Unit != l.unit {
		if l.unit = l.run.Unit; l.unit != "" {
			title := l.announce(l.unit)
			if err := l.out.Write(title.lines()); err != nil {
				return err
			}
		}
	}
	l.begun = true
	return l.out.Write(p.lines())
}

// flushFor writes what waits, unless the event is more of it.
func (l *Log) flushFor(e *jsonlog.Event, run *jsonlog.Run) error {
	waiting := len(l.planned) + len(l.drift) + len(l.invoked)
	switch e.Type {
	case jsonlog.PlannedChange, jsonlog.ResourceDrift, jsonlog.PlannedAction:
		if waiting < mostWaiting {
			return nil
		}
	case jsonlog.Text:
		if waiting > 0 || l.summary != nil {
			break
		}
		return nil
	}
	var p page
	l.flushChanges(&p, run)
	l.flushSummary(&p, run, e)
	return l.write(p)
}

// flushChanges writes the changes that wait, in the order of their addresses.
func (l *Log) flushChanges(p *page, run *jsonlog.Run) {
	words := run.Dialect().Words
	if len(l.drift) > 0 {
		p.gap()
		p.heading(words.DriftNote)
		p.gap()
		addHeadings(p, &words, l.drift, true)
	}
	if len(l.planned) > 0 || len(l.invoked) > 0 {
		p.gap()
		p.title(words.Actions)
		p.gap()
		addHeadings(p, &words, l.planned, false)
		addInvocations(p, &words, l.invoked)
	}
	l.planned, l.drift, l.invoked = nil, nil, nil
}

// addHeadings adds what stands above each change in a plan: what happens to it, and why.
func addHeadings(p *page, words *dialect.Words, all []jsonlog.Change, drift bool) {
	sortChanges(all)
	for i := range all {
		for _, remark := range changeHeading(words, &all[i], drift) {
			p.add(func(w *doc.Writer) {
				w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}, Pad: remark.Pad}, phrase(remark.Text)...)
			})
		}
	}
}

// addInvocations adds a line for each action that is planned to be invoked.
func addInvocations(p *page, words *dialect.Words, all []jsonlog.Invocation) {
	for _, i := range all {
		line := phrase(words.Invocation(i.Address, i.Trigger))
		p.add(func(w *doc.Writer) { w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}, line...) })
	}
}

// sortChanges sorts changes by their addresses.
func sortChanges(all []jsonlog.Change) {
	sorted.Stable(all, func(a, b jsonlog.Change) int { return plans.CompareAddresses(a.Resource.Address, b.Resource.Address) })
}

// changeHeading returns what stands above a change in a plan.
func changeHeading(words *dialect.Words, c *jsonlog.Change, drift bool) []dialect.Remark {
	h := c.Header()
	if drift && c.Action == "move" && h.PreviousAddress == "" {
		return []dialect.Remark{{Text: dialect.Phrase{{Tone: dialect.Strong, Text: "# " + h.Address}, {Text: " has moved"}}}}
	}
	return words.Heading(dialect.Subject{Header: h, Drift: drift}).Lines
}

// flushSummary writes the summary of the plan, which waits for the next event: if that says
// that no output changes either, there are no changes at all.
func (l *Log) flushSummary(p *page, run *jsonlog.Run, next *jsonlog.Event) {
	s := l.summary
	if s == nil {
		return
	}
	l.summary = nil
	words := run.Dialect().Words
	changes := s.Totals != plans.Totals{} || len(run.Planned)+len(run.Drift)+len(run.Invocations) > 0
	if next != nil && next.Type == jsonlog.OutputValues {
		changes = changes || slices.ContainsFunc(next.Outputs, func(o jsonlog.Output) bool { return o.Action != "noop" })
	}
	p.gap()
	if !changes && run.Errors == 0 {
		p.heading(words.NoChanges.Normal.Title)
		if !words.NoChanges.Normal.Tight {
			p.gap()
			p.paragraph(words.NoChanges.Normal.Text)
		}
		return
	}
	p.heading(words.Totals(s.Totals))
}

// lay adds the lines of an event.
func (l *Log) lay(p *page, e *jsonlog.Event, run *jsonlog.Run) {
	switch e.Type {
	case jsonlog.Text:
		addLines(p, doc.Plain, jsonlog.StripColour(e.Text))
	case jsonlog.LogLine, jsonlog.InitOutput, jsonlog.TofuOutput:
		addLines(p, levelRole(e.Level), e.Message)
	case jsonlog.Diagnostics, jsonlog.PolicyDiagnostics:
		l.addDiagnostic(p, e.Diagnostic)
	case jsonlog.PolicyInfo, jsonlog.PolicyResult, jsonlog.PolicySummary:
		addLines(p, policyRole(e.Policy), policyText(e))
	case jsonlog.Validation:
		l.addValidity(p, e)
	case jsonlog.ChangeSummary:
		if e.Summary.Operation == "plan" {
			l.summary = e.Summary
			return
		}
		p.gap()
		p.add(func(w *doc.Writer) { w.Heading(doc.Span{Role: doc.Good, Text: appliedText(e)}) })
	case jsonlog.OutputValues:
		l.addOutputs(p, e.Outputs, run)
	case jsonlog.TestFile, jsonlog.TestRun:
		l.addTest(p, e.Test)
	case jsonlog.TestSummary:
		p.gap()
		addLines(p, testRole(e.TestTotals.Status), e.Message)
	case jsonlog.TestCleanup, jsonlog.TestInterrupt:
		addLines(p, doc.Plain, e.Message)
		for _, r := range e.LeftOver {
			text := "  - " + r.Address
			if r.Deposed != "" {
				text += " (" + r.Deposed + ")"
			}
			addLines(p, doc.Plain, text)
		}
	case jsonlog.Version, jsonlog.TestAbstract, jsonlog.Broken:
		// The programs print nothing for the first two. What is wrong with a line is a remark.
	default:
		l.addStep(p, e, run)
	}
}

// appliedText returns the line that sums up what was applied. The message has the words for it.
func appliedText(e *jsonlog.Event) string {
	if e.Message != "" {
		return strings.ReplaceAll(e.Message, "\n", " ")
	}
	s := e.Summary
	if s.Operation == "destroy" {
		return "Destroy complete! Resources: " + strconv.Itoa(s.Destroy) + " destroyed."
	}
	imported := ""
	if s.Import > 0 {
		imported = strconv.Itoa(s.Import) + " imported, "
	}
	return "Apply complete! Resources: " + imported + strconv.Itoa(s.Add) + " added, " + strconv.Itoa(s.Change) + " changed, " + strconv.Itoa(s.Destroy) + " destroyed."
}

// addValidity adds the result of `terraform validate`.
func (l *Log) addValidity(p *page, e *jsonlog.Event) {
	for i := range e.Diagnostics {
		l.addDiagnostic(p, &e.Diagnostics[i])
	}
	if !e.Validity.Valid {
		return
	}
	text := " The configuration is valid."
	if e.Validity.Warnings > 0 {
		text = " The configuration is valid, but there were some validation warnings as shown above."
	}
	p.add(func(w *doc.Writer) { w.Paragraph(doc.Span{Role: doc.Good, Text: "Success!"}, doc.Span{Text: text}) })
	p.gap()
}

// addTest adds what the programs print about a test: the beginning and the end of a file, and
// the end of a run.
func (l *Log) addTest(p *page, t *jsonlog.Test) {
	complete := t.Progress == "" || t.Progress == "complete"
	if !complete && (t.Run != "" || l.opts.OnlyResults) {
		return
	}
	name := t.Path
	if t.Run != "" {
		name = "  run " + strconv.Quote(t.Run)
	}
	role, word := doc.Hidden, "in progress"
	switch {
	case complete:
		role, word = testRole(t.Status), t.Status
		if word == "error" {
			word = "fail"
		}
	case t.Progress == "teardown":
		word = "tearing down"
	case t.Progress != "starting":
		return
	}
	p.add(func(w *doc.Writer) { w.Heading(doc.Span{Text: name + "... "}, doc.Span{Role: role, Text: word}) })
}

func testRole(status string) doc.Role {
	switch status {
	case "pass":
		return doc.SignCreate
	case "fail", "error":
		return doc.Alert
	}
	return doc.Hidden
}

// addOutputs adds planned changes of outputs, or values of outputs.
func (l *Log) addOutputs(p *page, all []jsonlog.Output, run *jsonlog.Run) {
	if !slices.ContainsFunc(all, func(o jsonlog.Output) bool { return o.Action != "" }) {
		if len(all) > 0 {
			p.gap()
			p.add(func(w *doc.Writer) { w.Heading(doc.Span{Role: doc.Good, Text: "Outputs:"}) })
			p.gap()
			addOutputValues(p, all)
		}
		return
	}
	all = slices.DeleteFunc(slices.Clone(all), func(o jsonlog.Output) bool { return o.Action == "noop" })
	if len(all) == 0 {
		return
	}
	p.gap()
	p.title(run.Dialect().Words.Outputs)
	for _, o := range all {
		p.add(func(w *doc.Writer) {
			gutter := doc.Gutter{Kind: doc.Signed, Sign: doc.ActionSign(outputAction(o.Action))}
			text := []doc.Span{{Role: doc.Key, Text: hclname.Quote(o.Name)}}
			if o.Sensitive {
				text = append(text, doc.Span{Text: " = "}, doc.Span{Role: doc.Sensitive, Text: "(sensitive value)"})
				if o.Action == "delete" {
					text = append(text, doc.Span{Role: doc.NullNote, Text: " -> null"})
				}
			}
			w.Line(doc.Entry{Gutter: gutter}, text...)
		})
	}
}

func outputAction(name string) plans.Action {
	switch name {
	case "create":
		return plans.Create
	case "update":
		return plans.Update
	case "delete":
		return plans.Delete
	}
	return plans.Unknown
}
