package report

import (
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/check"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// CheckText writes for people what policies say about a plan: what is wrong first, each condition once
// with its code, and the objects that it is about with the values in it. The last line has the numbers.
func CheckText(w io.Writer, rep *verdict.Report, _ diag.List, o layout.Options) error {
	o.SetDefaults(sinks.DefaultWidth)
	var p text.Page
	checkPage(&p, rep, check.Contents(rep), &o)
	return sinks.Write(w, o.Sink, p.Lines())
}

// checkPage adds what policies say, but not what they pass.
func checkPage(p *text.Page, rep *verdict.Report, c *content.Contents, o *layout.Options) {
	headline, others := c.Title()
	for _, line := range others {
		role, title := line.Text[0].Role, "Warning: "
		if role == doc.Danger {
			title = "Error: "
		}
		p.Add(func(w *doc.Writer) {
			w.Paragraph(doc.Span{Role: role, Text: title}, doc.Span{Text: wording.SpanText(line.Text)})
		})
		p.Gap()
	}
	addSections(p, c, o, content.VerdictsSection)
	addExplanations(p, rep.Explanations, rep.MoreExplanations, o)
	addSections(p, c, o, content.RemarkSection, content.IdleSection, content.UnmatchedSection)
	p.Add(func(w *doc.Writer) { w.Heading(headline...) })
}

// addSections adds the sections of some kinds, with an empty line after each.
func addSections(p *text.Page, c *content.Contents, o *layout.Options, kinds ...content.SectionKind) {
	all := c.Of(kinds...)
	for i := range all {
		text.AddVerdicts(p, &all[i], o)
		p.Gap()
	}
}

// addPassed adds the policies that everything passes which they are about.
func addPassed(p *text.Page, c *content.Contents) {
	all := c.Of(content.PassedSection)
	for i := range all {
		p.Gap()
		text.AddVerdicts(p, &all[i], nil)
	}
}
