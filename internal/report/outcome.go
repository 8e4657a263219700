package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/jsonlog"
	"github.com/planfmt/planfmt/internal/outcome"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
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
	}
	switch {
	case review.Replaces(h.Action):
		return "replace"
	case h.Action == plans.Delete:
		return "destroy"
	}
	return h.Action.String()
}

// mostNow is how many values of a resource are listed.
const mostNow = 10

// outcomeDetails are the lines about a resource below its name.
func outcomeDetails(r *outcome.Resource) (all []string) {
	for i, d := range r.Errors {
		if i > 0 && d.Summary == r.Errors[i-1].Summary && d.Detail == r.Errors[i-1].Detail {
			continue // as when a run is halted, for each object that waits
		}
		line := "Error: " + strings.ReplaceAll(shortText(plainText(d.Summary)), "\n", " ")
		if d.Range != nil {
			line += fmt.Sprintf(" (%s line %d)", d.Range.File, d.Range.StartLine)
		}
		all = append(all, line)
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
		switch {
		case !v.Known:
			all = append(all, v.Path+" is now "+v.Is)
		case v.Is == v.Planned:
			all = append(all, v.Path+" is not as planned: "+v.Is)
		default:
			all = append(all, v.Path+" is "+v.Is+", and "+v.Planned+" was planned")
		}
	}
	return all
}

func outcomeName(h *plans.Header) string {
	if h.Deposed != "" {
		return h.Address + " (deposed object " + h.Deposed + ")"
	}
	return h.Address
}

// OutcomeHuman writes what became of a plan for somebody who has to act: what is wrong first.
func OutcomeHuman(w io.Writer, o *outcome.Outcome, opts Options) error {
	opts.setDefaults(sinks.DefaultWidth)
	out, err := opts.Sink.Open(w)
	if err != nil {
		return err
	}
	var p page
	role := doc.Good
	if !o.IsAsPlanned() {
		role = doc.Danger
	}
	line := func(columns int, role doc.Role, text string) {
		p.add(func(w *doc.Writer) { w.Line(indent(columns), doc.Span{Role: role, Text: text}) })
	}
	line(0, role, outcomeHeadline(o))
	if text := outcomeEnd(o); text != "" {
		line(0, doc.Plain, text)
	}
	for _, f := range outcome.Fates() {
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
			line(2, doc.Plain, outcomeName(&r.Header)+": "+outcomeWord(&r.Header))
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
	if err := out.Write(p.lines()); err != nil {
		return err
	}
	return out.Close()
}

// OutcomeMarkdown writes a comment for a pull request. It is never longer than its limit.
func OutcomeMarkdown(w io.Writer, o *outcome.Outcome, opts Options) error {
	layout := opts.MarkdownLayout
	top, limit, err := layout.begin(opts.Title)
	if err != nil {
		return err
	}
	in := sinks.InText
	text := in.Bold(in.Words(outcomeHeadline(o))) + "\n"
	for _, more := range []string{outcomeEnd(o), outcomeLeft(o)} {
		if more != "" {
			text += "\n" + in.Words(more) + "\n"
		}
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
				w.Line(indent(0), doc.Span{Text: outcomeName(&r.Header) + ": " + outcomeWord(&r.Header)})
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

// outcomeText is a text in JSON that is as safe to print as what [sinks.Escape] returns.
type outcomeText string

// MarshalJSON escapes the text.
func (t outcomeText) MarshalJSON() ([]byte, error) { return sinks.AppendJSON(nil, string(t)), nil }

type outcomeJSON struct {
	FormatVersion string                `json:"format_version"`
	AsPlanned     bool                  `json:"as_planned"`
	Counts        map[string]int        `json:"counts"`
	Log           *string               `json:"log"`
	State         bool                  `json:"state"`
	Resources     []outcomeResourceJSON `json:"resources"`
	Errors        []outcomeErrorJSON    `json:"errors"`
	Extra         []outcomeText         `json:"not_planned"`
}

type outcomeResourceJSON struct {
	Address outcomeText        `json:"address"`
	Deposed outcomeText        `json:"deposed,omitempty"`
	Planned string             `json:"planned"`
	Fate    string             `json:"outcome"`
	Errors  []outcomeErrorJSON `json:"errors"`
	Remarks []outcomeText      `json:"remarks"`
	Values  []outcomeValueJSON `json:"values"`
}

type outcomeErrorJSON struct {
	Address outcomeText `json:"address,omitempty"`
	Summary outcomeText `json:"summary"`
	Detail  outcomeText `json:"detail,omitempty"`
	File    outcomeText `json:"file,omitempty"`
	Line    int         `json:"line,omitempty"`
}

type outcomeValueJSON struct {
	Path    outcomeText  `json:"path"`
	Planned *outcomeText `json:"planned"`
	Is      outcomeText  `json:"is"`
}

func outcomeErrors(all []jsonlog.Diagnostic) []outcomeErrorJSON {
	out := []outcomeErrorJSON{}
	for _, d := range all {
		e := outcomeErrorJSON{Address: outcomeText(d.Address), Summary: outcomeText(plainText(d.Summary)), Detail: outcomeText(plainText(d.Detail))}
		if d.Range != nil {
			e.File, e.Line = outcomeText(d.Range.File), d.Range.StartLine
		}
		out = append(out, e)
	}
	return out
}

// OutcomeJSON writes a document for programs: docs/schema/outcome-1.0.json describes it.
func OutcomeJSON(w io.Writer, o *outcome.Outcome, _ Options) error {
	out := outcomeJSON{
		FormatVersion: "1.0", AsPlanned: o.IsAsPlanned(), Counts: map[string]int{}, State: o.HasState,
		Resources: []outcomeResourceJSON{}, Errors: outcomeErrors(o.Errors), Extra: []outcomeText{},
	}
	if o.HasLog {
		end := string(o.End)
		out.Log = &end
	}
	key := func(f outcome.Fate) string { return strings.ReplaceAll(f.String(), " ", "_") }
	for _, f := range outcome.Fates() {
		out.Counts[key(f)] = o.Count(f)
	}
	for i := range o.Resources {
		r := &o.Resources[i]
		one := outcomeResourceJSON{
			Address: outcomeText(r.Header.Address), Deposed: outcomeText(r.Header.Deposed), Planned: outcomeWord(&r.Header), Fate: key(r.Fate),
			Errors: outcomeErrors(r.Errors), Remarks: []outcomeText{}, Values: []outcomeValueJSON{},
		}
		for _, text := range r.Remarks {
			one.Remarks = append(one.Remarks, outcomeText(text))
		}
		for _, v := range r.Values {
			value := outcomeValueJSON{Path: outcomeText(v.Path), Is: outcomeText(v.Is)}
			if v.Known {
				planned := outcomeText(v.Planned)
				value.Planned = &planned
			}
			one.Values = append(one.Values, value)
		}
		out.Resources = append(out.Resources, one)
	}
	for _, address := range o.Extra {
		out.Extra = append(out.Extra, outcomeText(address))
	}
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return writeAll(w, append(text, '\n'))
}
