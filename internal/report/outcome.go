package report

import (
	"io"

	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	subject "github.com/planfmt/planfmt/internal/report/subject/outcome"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/sinks"
)

// OutcomeMarkdown writes a comment for a pull request. It is never longer than its limit.
func OutcomeMarkdown(w io.Writer, o *outcome.Outcome, opts layout.Options) error {
	layout := opts.Markdown
	top, limit, err := markdown.Begin(&layout, opts.Title)
	if err != nil {
		return err
	}
	if layout.Remember {
		top.Comment = failureMarker(&layout, limit)
	}
	in := sinks.InText
	c := subject.Contents(o, wording.FateTitle)
	said := in.Bold(in.Words(wording.SpanText(c.Head[0].Text))) + "\n"
	for _, more := range c.Head[1:] {
		said += "\n" + in.Words(wording.SpanText(more.Text)) + "\n"
	}
	if links := markdown.Links(&layout); links != "" {
		said += "\n" + links + "\n"
	}
	parts := append([]markdown.Part{{Text: said, What: "headline"}}, markdown.SectionParts(&layout, nil, c.Sections)...)
	return paper.WriteAll(w, markdown.FitParts(top, limit, parts))
}

// OutcomeCompact writes one screen: a line for each resource, what is wrong first. What was done as planned, and what was not reached, is
// only counted if there is no room. The rest always has its line.
func OutcomeCompact(w io.Writer, o *outcome.Outcome, opts layout.Options) error {
	return NewCompact(w, opts).layOut(subject.Contents(o, outcome.Fate.String))
}

// OutcomeHTML writes a page for a browser: what is wrong comes first, and is open.
func OutcomeHTML(w io.Writer, o *outcome.Outcome, opts layout.Options) error {
	c := subject.Contents(o, wording.FateTitle)
	sheet := html.NewSheet(&opts, c.Head[0].Text...)
	sheet.Add(c, &opts)
	return sheet.Finish(w)
}
