package human

import (
	"io"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	subject "github.com/planfmt/planfmt/internal/report/subject/outcome"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/sinks"
)

// OutcomeHuman writes what became of a plan for somebody who has to act: what is wrong first.
func OutcomeHuman(w io.Writer, o *outcome.Outcome, opts layout.Options) error {
	opts.SetDefaults(sinks.DefaultWidth)
	out, err := opts.Sink.Open(w)
	if err != nil {
		return err
	}
	var p text.Page
	layOutcome(&p, o, wording.FateTitle)
	if err := out.Write(p.Lines()); err != nil {
		return err
	}
	return out.Close()
}

// layOutcome adds what became of a plan, with a list of the resources for each of the fates that have a title.
func layOutcome(p *text.Page, o *outcome.Outcome, title func(outcome.Fate) string) {
	line := func(columns int, role doc.Role, said string) {
		p.Add(func(w *doc.Writer) { w.Line(text.Indent(columns), doc.Span{Role: role, Text: said}) })
	}
	line(0, wording.OutcomeRole(o), wording.OutcomeHeadline(o))
	if said := wording.OutcomeEnd(o); said != "" {
		line(0, doc.Plain, said)
	}
	for _, sec := range subject.Contents(o, title).Sections {
		p.Gap()
		line(0, doc.Bold, wording.Capital(sec.Title)+":")
		var last *jsonlog.Diagnostic
		var others []content.Item
		for _, it := range sec.Items {
			of, ok := it.(*content.DiagnosticItem)
			switch {
			case !ok:
				others = append(others, it)
			case last == nil || !wording.SameError(of.Diagnostic, last):
				last = of.Diagnostic
				for _, said := range wording.ErrorDetails(last) {
					line(2, doc.Plain, said)
				}
			}
		}
		p.Add(func(w *doc.Writer) { text.WriteItems(w, others, doc.Plain, 2, 4) })
	}
	if said := wording.OutcomeLeft(o); said != "" {
		p.Gap()
		line(0, doc.Plain, said)
	}
}
