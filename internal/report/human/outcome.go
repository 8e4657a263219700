package human

import (
	"io"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
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
	layOutcome(&p, o, outcome.Fates())
	if err := out.Write(p.Lines()); err != nil {
		return err
	}
	return out.Close()
}

// layOutcome adds what became of a plan, with a list of the resources for each of some fates.
func layOutcome(p *text.Page, o *outcome.Outcome, fates []outcome.Fate) {
	line := func(columns int, role doc.Role, said string) {
		p.Add(func(w *doc.Writer) { w.Line(text.Indent(columns), doc.Span{Role: role, Text: said}) })
	}
	line(0, wording.OutcomeRole(o), wording.OutcomeHeadline(o))
	if said := wording.OutcomeEnd(o); said != "" {
		line(0, doc.Plain, said)
	}
	for _, f := range fates {
		if o.Count(f) == 0 {
			continue
		}
		p.Gap()
		line(0, doc.Bold, wording.FateTitle(f)+":")
		for i := range o.Resources {
			r := &o.Resources[i]
			if r.Fate != f {
				continue
			}
			line(2, doc.Plain, wording.WithDeposed(r.Header.Address, r.Header.Deposed)+": "+wording.OutcomeWord(&r.Header))
			for _, said := range wording.OutcomeDetails(r) {
				line(6, doc.Plain, said)
			}
		}
	}
	if len(o.Errors) > 0 {
		p.Gap()
		line(0, doc.Bold, "Other errors:")
		for _, said := range wording.OutcomeDetails(&outcome.Resource{Errors: o.Errors}) {
			line(2, doc.Plain, said)
		}
	}
	if len(o.Extra) > 0 {
		p.Gap()
		line(0, doc.Bold, "Changed, although not planned:")
		for _, address := range o.Extra {
			line(2, doc.Plain, address)
		}
	}
	if said := wording.OutcomeLeft(o); said != "" {
		p.Gap()
		line(0, doc.Plain, said)
	}
}
