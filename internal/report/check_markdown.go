package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/json"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/check"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// CheckMarkdown writes a comment for a pull request: what policies say about a plan or, if the diagnostics have
// errors, why they say nothing. It is never longer than its limit. The errors are those of [NewMarkdown].
func CheckMarkdown(w io.Writer, rep *verdict.Report, diags diag.List, opts layout.Options) error {
	layout, source := opts.Markdown, opts.Source
	top, limit, err := markdown.Begin(&layout, opts.Title)
	if err != nil {
		return err
	}
	parts := notJudgedParts(diags, &layout, source)
	if parts == nil {
		parts = checkParts(rep, &layout, source)
	}
	return paper.WriteAll(w, markdown.FitParts(top, limit, parts))
}

// notJudgedParts returns the errors because of which a plan has not been judged as parts of a report, or nil if there
// are none.
func notJudgedParts(diags diag.List, layout *layout.Markdown, source layout.SourceText) []markdown.Part {
	errors := errorItems(diags, source)
	if errors == nil {
		return nil
	}
	in := sinks.InText
	head := in.Bold(in.Words("The plan has not been judged.")) + " " + in.Words(wording.CountOf(len(errors), "error", "errors")+".") + "\n"
	return append([]markdown.Part{{Text: head, What: "summary"}}, markdown.SectionParts(layout, source, []content.Section{{Rank: 1, Items: errors}})...)
}

// errorItems returns the diagnostics that are errors, with their source.
func errorItems(diags diag.List, source layout.SourceText) (items []content.Item) {
	for _, d := range diags {
		if d.Severity == diag.Error {
			items = append(items, &content.DiagnosticItem{Diagnostic: text.Diagnostic(source, d)})
		}
	}
	return items
}

// checkParts returns what policies say as parts of a report. The first one has the numbers.
func checkParts(rep *verdict.Report, layout *layout.Markdown, source layout.SourceText) []markdown.Part {
	in := sinks.InText
	c := check.Contents(rep)
	headline, others := c.Title()
	head := in.Bold(in.Words(wording.SpanText(headline))) + "\n"
	for _, line := range others {
		head += "\n" + in.Words(wording.SpanText(line.Text)) + "\n"
	}
	parts := []markdown.Part{{Text: head, What: "summary"}}
	for _, kind := range []content.SectionKind{content.VerdictsSection, content.IdleSection, content.RemarkSection} {
		parts = append(parts, markdown.SectionParts(layout, source, c.Of(kind))...)
	}
	return parts
}

// CheckGitHub writes what policies say as annotations of a GitHub workflow, which GitHub shows at the lines of the
// policies, and diagnostics, which are about the policies, as well.
func CheckGitHub(w io.Writer, rep *verdict.Report, diags diag.List, _ layout.Options) error {
	b := bufio.NewWriterSize(w, json.Chunk)
	for _, d := range diags {
		annotate(b, d.Severity.String(), d.Subject, d.Summary, wording.MessageOf(d))
	}
	if rep.Incomplete != "" {
		level := [...]string{verdict.UnknownWarns: "warning", verdict.UnknownFails: "error", verdict.UnknownPasses: "notice"}[rep.OnUnknown]
		annotate(b, level, diag.Range{}, wording.IncompleteTitle, wording.IncompleteText(rep))
	}
	for i := range rep.Idle {
		x := &rep.Idle[i]
		annotate(b, "warning", x.Range, wording.IdleTitle, x.Text())
	}
	for _, s := range content.VerdictSections(rep) {
		for _, g := range s.Groups {
			for i := range g.Refs {
				f, at := g.Finding(i), g.At
				if at.IsZero() {
					at = g.Policy.Range
				}
				annotate(b, s.Class.Annotation(), at, content.ClassTitles[s.Class]+": "+g.Policy.Name, content.FindingText(&f))
			}
		}
	}
	return b.Flush()
}

// annotate writes a command of GitHub's runner.
func annotate(b *bufio.Writer, level string, at diag.Range, title, message string) {
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	b.WriteString("::" + level + " ")
	if wording.IsInFile(at) {
		fmt.Fprintf(b, "file=%s,line=%d,endLine=%d,", property.Replace(sinks.Escape(at.File)), at.Start.Line, at.End.Line)
		if at.Start.Line == at.End.Line {
			fmt.Fprintf(b, "col=%d,endColumn=%d,", at.Start.Column, at.End.Column)
		}
	}
	b.WriteString("title=" + property.Replace(sinks.Escape(title)) + "::")
	b.WriteString(data.Replace(sinks.EscapeLines(message)) + "\n")
}
