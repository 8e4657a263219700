package human

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
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
)

// Input says which log follows. If there are several, it is announced.
func (l *Log) Input(name string, several bool) error {
	if !several {
		return nil
	}
	l.run = nil
	p := l.announce(name)
	p.Gap()
	return l.write(p)
}

// announce says which run the next lines are about.
func (l *Log) announce(name string) (p text.Page) {
	if l.begun {
		p.Gap()
	}
	p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: doc.Bold, Text: "==> " + name + " <=="}) })
	return p
}

// Event writes an event of a run, which does not know of the event yet.
func (l *Log) Event(e *jsonlog.Event, run *jsonlog.Run) error {
	l.turnTo(run)
	if err := l.flushFor(e, run); err != nil {
		return err
	}
	var p text.Page
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
	if len(p.Parts) == 0 && alarm != nil {
		text.AddLines(&p, text.DiagnosticRole(alarm), cmp.Or(e.Message, alarm.Summary))
	}
	return l.write(p)
}

// EndRun writes what is still to be written of a run.
func (l *Log) EndRun(run *jsonlog.Run) error {
	l.turnTo(run)
	defer delete(l.of, run)
	var p text.Page
	l.flushChanges(&p, run)
	l.flushSummary(&p, run, nil)
	for _, list := range slices.Sorted(maps.Keys(l.found)) {
		l.flushFound(&p, list)
	}
	return l.write(p)
}

// flushFound writes what a query has found by a list, as the program does, which waits until the list is complete.
func (l *Log) flushFound(p *text.Page, list string) {
	all := l.found[list]
	delete(l.found, list)
	longest := 0
	for i := range all {
		longest = max(longest, utf8.RuneCountInString(all[i].IdentityText()))
	}
	for i := range all {
		text.AddLines(p, doc.Plain, strings.TrimRight(fmt.Sprintf("%s   %-*s   %s", list, longest, all[i].IdentityText(), all[i].DisplayName), " "))
	}
}

// Unreadable has nothing to do: errors are for whoever reads the logs.
func (l *Log) Unreadable(error) error { return nil }

// Hide has nothing to do, because everything has been written.
func (l *Log) Hide(*jsonlog.Secrets) {}

// Close ends the document.
func (l *Log) Close() error { return l.out.Close() }

func (l *Log) write(p text.Page) error {
	if len(p.Parts) == 0 {
		return nil
	}
	if l.run != nil && l.run.Unit != l.unit {
		if l.unit = l.run.Unit; l.unit != "" {
			title := l.announce(l.unit)
			if err := l.out.Write(title.Lines()); err != nil {
				return err
			}
		}
	}
	l.begun = true
	return l.out.Write(p.Lines())
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
	var p text.Page
	l.flushChanges(&p, run)
	l.flushSummary(&p, run, e)
	return l.write(p)
}

// flushChanges writes the changes that wait, in the order of their addresses.
func (l *Log) flushChanges(p *text.Page, run *jsonlog.Run) {
	words := run.Dialect().Words
	if len(l.drift) > 0 {
		p.Gap()
		p.Heading(words.DriftNote)
		p.Gap()
		AddHeadings(p, &words, l.drift, true)
	}
	if len(l.planned) > 0 || len(l.invoked) > 0 {
		p.Gap()
		p.Title(words.Actions)
		p.Gap()
		AddHeadings(p, &words, l.planned, false)
		AddInvocations(p, &words, l.invoked)
	}
	l.planned, l.drift, l.invoked = nil, nil, nil
}

// AddHeadings adds what stands above each change in a plan: what happens to it, and why.
func AddHeadings(p *text.Page, words *dialect.Words, all []jsonlog.Change, drift bool) {
	wording.SortChanges(all)
	for i := range all {
		for _, remark := range changeHeading(words, &all[i], drift) {
			p.Add(func(w *doc.Writer) {
				w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}, Pad: remark.Pad}, wording.PhraseSpans(remark.Text)...)
			})
		}
	}
}

// AddInvocations adds a line for each action that is planned to be invoked.
func AddInvocations(p *text.Page, words *dialect.Words, all []jsonlog.Invocation) {
	for _, i := range all {
		line := wording.PhraseSpans(words.Invocation(i.Address, i.Trigger))
		p.Add(func(w *doc.Writer) { w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}, line...) })
	}
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
func (l *Log) flushSummary(p *text.Page, run *jsonlog.Run, next *jsonlog.Event) {
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
	p.Gap()
	if !changes && run.Errors == 0 {
		p.Heading(words.NoChanges.Normal.Title)
		if !words.NoChanges.Normal.Tight {
			p.Gap()
			p.Paragraph(words.NoChanges.Normal.Text)
		}
		return
	}
	p.Heading(words.Totals(s.Totals))
}

// lay adds the lines of an event.
func (l *Log) lay(p *text.Page, e *jsonlog.Event, run *jsonlog.Run) {
	switch e.Type {
	case jsonlog.Text:
		text.AddLines(p, doc.Plain, jsonlog.StripColour(e.Text))
	case jsonlog.LogLine, jsonlog.InitOutput, jsonlog.TofuOutput:
		text.AddLines(p, levelRole(e.Level), e.Message)
	case jsonlog.Diagnostics, jsonlog.PolicyDiagnostics:
		l.addDiagnostic(p, e.Diagnostic)
	case jsonlog.PolicyInfo, jsonlog.PolicyResult, jsonlog.PolicySummary:
		text.AddLines(p, wording.PolicyRole(e.Policy), wording.PolicyText(e))
	case jsonlog.Validation:
		l.addValidity(p, e)
	case jsonlog.ChangeSummary:
		if e.Summary.Operation == "plan" {
			l.summary = e.Summary
			return
		}
		p.Gap()
		p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: doc.Good, Text: wording.AppliedText(e)}) })
	case jsonlog.OutputValues:
		l.addOutputs(p, e.Outputs, run)
	case jsonlog.TestFile, jsonlog.TestRun:
		l.addTest(p, e.Test)
	case jsonlog.TestSummary:
		p.Gap()
		text.AddLines(p, testRole(e.TestTotals.Status), e.Message)
	case jsonlog.TestCleanup, jsonlog.TestInterrupt:
		text.AddLines(p, doc.Plain, e.Message)
		for _, r := range e.LeftOver {
			said := "  - " + r.Address
			if r.Deposed != "" {
				said += " (" + r.Deposed + ")"
			}
			text.AddLines(p, doc.Plain, said)
		}
	case jsonlog.Version, jsonlog.TestAbstract, jsonlog.Broken:
		// The programs print nothing for the first two. What is wrong with a line is a remark.
	default:
		l.addStep(p, e, run)
	}
}

// addValidity adds the result of `terraform validate`.
func (l *Log) addValidity(p *text.Page, e *jsonlog.Event) {
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
	p.Add(func(w *doc.Writer) { w.Paragraph(doc.Span{Role: doc.Good, Text: "Success!"}, doc.Span{Text: text}) })
	p.Gap()
}

// addTest adds what the programs print about a test: the beginning and the end of a file, and
// the end of a run.
func (l *Log) addTest(p *text.Page, t *jsonlog.Test) {
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
	p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Text: name + "... "}, doc.Span{Role: role, Text: word}) })
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
func (l *Log) addOutputs(p *text.Page, all []jsonlog.Output, run *jsonlog.Run) {
	if !slices.ContainsFunc(all, func(o jsonlog.Output) bool { return o.Action != "" }) {
		if len(all) > 0 {
			p.Gap()
			p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: doc.Good, Text: "Outputs:"}) })
			p.Gap()
			AddOutputValues(p, all)
		}
		return
	}
	all = slices.DeleteFunc(slices.Clone(all), func(o jsonlog.Output) bool { return o.Action == "noop" })
	if len(all) == 0 {
		return
	}
	p.Gap()
	p.Title(run.Dialect().Words.Outputs)
	for _, o := range all {
		p.Add(func(w *doc.Writer) {
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
