package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// outcomeHeadline says in a sentence what became of a plan.
func outcomeHeadline(o *outcome.Outcome) string {
	n := len(o.Resources)
	var others []string
	for _, f := range outcome.Fates() {
		if c := o.Count(f); c > 0 && f != outcome.AsPlanned {
			others = append(others, fmt.Sprintf("%d %s", c, f))
		}
	}
	head := fmt.Sprintf("%d of %s done as planned", o.Count(outcome.AsPlanned), countOf(n, "change", "changes"))
	if n == 0 {
		head = "The plan changes no resources"
	}
	if len(others) > 0 {
		head += ": " + strings.Join(others, ", ")
	}
	return head + "."
}

// outcomeRole is the role of the headline.
func outcomeRole(o *outcome.Outcome) doc.Role {
	if o.IsAsPlanned() {
		return doc.Good
	}
	return doc.Danger
}

// outcomeEnd says how the log ends, if that is not well.
func outcomeEnd(o *outcome.Outcome) string {
	switch {
	case !o.HasLog || o.End == jsonlog.Succeeded:
		return ""
	case o.End == jsonlog.BrokeOff:
		return "The log breaks off: the run may still be under way, or have been killed."
	}
	return "The run failed."
}

// outcomeLeft says what is left to do.
func outcomeLeft(o *outcome.Outcome) string {
	n := len(o.Resources) - o.Count(outcome.AsPlanned) - o.Count(outcome.Differently)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("Left to do: %s. This plan cannot be applied again: make another one.", countOf(n, "change", "changes"))
}

// fateTitle is the heading for a fate.
func fateTitle(f outcome.Fate) string {
	if f == outcome.AsPlanned {
		return "Done as planned"
	}
	return capital(f.String())
}

// outcomeWord says what was to be done to a resource.
func outcomeWord(h *plans.Header) string {
	switch {
	case h.Importing != nil && h.Action == plans.NoOp:
		return "import"
	case h.Importing != nil:
		return "import, " + h.Action.String()
	case h.Action == plans.NoOp:
		return "move"
	case h.Action.Replaces():
		return "replace"
	}
	return h.Action.String()
}

// mostNow is how many values of a resource are listed.
const mostNow = 10

// sameError reports whether errors say the same, as when a run is halted, for each object that waits.
func sameError(a, b *jsonlog.Diagnostic) bool { return a.Summary == b.Summary && a.Detail == b.Detail }

// outcomeError is an error without its details, and where it is.
func outcomeError(d *jsonlog.Diagnostic) string {
	text := shortText(plainText(d.Summary))
	if d.Range != nil {
		text += fmt.Sprintf(" (%s line %d)", d.Range.File, d.Range.StartLine)
	}
	return text
}

// outcomeValue says what a value is.
func outcomeValue(v *outcome.Value) string {
	switch {
	case !v.Known:
		return v.Path + " is now " + v.Is
	case v.Is == v.Planned:
		return v.Path + " is not as planned: " + v.Is
	}
	return v.Path + " is " + v.Is + ", and " + v.Planned + " was planned"
}

// outcomeDetails are the lines about a resource below its name.
func outcomeDetails(r *outcome.Resource) (all []string) {
	for i := range r.Errors {
		d := &r.Errors[i]
		if i > 0 && sameError(d, &r.Errors[i-1]) {
			continue
		}
		all = append(all, "Error: "+strings.ReplaceAll(outcomeError(d), "\n", " "))
		if detail := plainText(d.Detail); detail != "" {
			const most = 5
			lines := strings.Split(strings.TrimRight(shortText(detail), "\n"), "\n")
			for i, text := range lines {
				if i == most-1 && len(lines) > most {
					all = append(all, fmt.Sprintf("  (%d more lines)", len(lines)-i))
					break
				}
				if text != "" {
					all = append(all, "  "+strings.TrimRight(text, " \r"))
				}
			}
		}
	}
	for _, remark := range r.Remarks {
		all = append(all, capital(remark)+".")
	}
	for i, v := range r.Values {
		if i == mostNow {
			all = append(all, fmt.Sprintf("and %s more", countOf(len(r.Values)-mostNow, "value", "values")))
			break
		}
		all = append(all, outcomeValue(&v))
	}
	return all
}

// OutcomeHuman writes what became of a plan for somebody who has to act: what is wrong first.
func OutcomeHuman(w io.Writer, o *outcome.Outcome, opts Options) error {
	opts.setDefaults(sinks.DefaultWidth)
	out, err := opts.Sink.Open(w)
	if err != nil {
		return err
	}
	var p page
	layOutcome(&p, o, outcome.Fates())
	if err := out.Write(p.lines()); err != nil {
		return err
	}
	return out.Close()
}

// layOutcome adds what became of a plan, with a list of the resources for each of some fates.
func layOutcome(p *page, o *outcome.Outcome, fates []outcome.Fate) {
	line := func(columns int, role doc.Role, text string) {
		p.add(func(w *doc.Writer) { w.Line(indent(columns), doc.Span{Role: role, Text: text}) })
	}
	line(0, outcomeRole(o), outcomeHeadline(o))
	if text := outcomeEnd(o); text != "" {
		line(0, doc.Plain, text)
	}
	for _, f := range fates {
		if o.Count(f) == 0 {
			continue
		}
		p.gap()
		line(0, doc.Bold, fateTitle(f)+":")
		for i := range o.Resources {
			r := &o.Resources[i]
			if r.Fate != f {
				continue
			}
			line(2, doc.Plain, withDeposed(r.Header.Address, r.Header.Deposed)+": "+outcomeWord(&r.Header))
			for _, text := range outcomeDetails(r) {
				line(6, doc.Plain, text)
			}
		}
	}
	if len(o.Errors) > 0 {
		p.gap()
		line(0, doc.Bold, "Other errors:")
		for _, text := range outcomeDetails(&outcome.Resource{Errors: o.Errors}) {
			line(2, doc.Plain, text)
		}
	}
	if len(o.Extra) > 0 {
		p.gap()
		line(0, doc.Bold, "Changed, although not planned:")
		for _, address := range o.Extra {
			line(2, doc.Plain, address)
		}
	}
	if text := outcomeLeft(o); text != "" {
		p.gap()
		line(0, doc.Plain, text)
	}
}

// OutcomeMarkdown writes a comment for a pull request. It is never longer than its limit.
func OutcomeMarkdown(w io.Writer, o *outcome.Outcome, opts Options) error {
	layout := opts.MarkdownLayout
	top, limit, err := layout.begin(opts.Title)
	if err != nil {
		return err
	}
	if layout.Remember {
		top.comment = layout.failureMarker(limit)
	}
	in := sinks.InText
	text := in.Bold(in.Words(outcomeHeadline(o))) + "\n"
	for _, more := range []string{outcomeEnd(o), outcomeLeft(o)} {
		if more != "" {
			text += "\n" + in.Words(more) + "\n"
		}
	}
	if links := layout.links(); links != "" {
		text += "\n" + links + "\n"
	}
	parts := []logPart{{text: text, what: "headline"}}
	for rank, f := range outcome.Fates() {
		n := o.Count(f)
		if n == 0 {
			continue
		}
		title := fmt.Sprintf("%s (%d)", fateTitle(f), n)
		lines := plainLines(func(w *doc.Writer) {
			for i := range o.Resources {
				r := &o.Resources[i]
				if r.Fate != f {
					continue
				}
				w.Line(indent(0), doc.Span{Text: withDeposed(r.Header.Address, r.Header.Deposed) + ": " + outcomeWord(&r.Header)})
				for _, text := range outcomeDetails(r) {
					w.Line(indent(4), doc.Span{Text: text})
				}
			}
		})
		parts = append(parts, logPart{
			rank: rank + 1, what: "section", short: "\n" + in.Words(title) + "\n",
			text: layout.block(func(in sinks.Inline) string { return in.Words(title) }, f != outcome.AsPlanned, "", lines),
		})
	}
	for i := range o.Errors {
		parts = append(parts, layout.diagnostic(&o.Errors[i], 1))
	}
	if len(o.Extra) > 0 {
		lines := plainLines(func(w *doc.Writer) {
			for _, address := range o.Extra {
				w.Line(indent(0), doc.Span{Text: address})
			}
		})
		parts = append(parts, logPart{
			rank: 1, what: "section",
			text: layout.block(func(in sinks.Inline) string { return in.Words("Changed, although not planned") }, true, "", lines),
		})
	}
	return writeAll(w, fitParts(top, limit, parts))
}
