package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// CheckMarkdown writes a comment for a pull request: what policies say about a plan or, if the diagnostics have
// errors, why they say nothing. It is never longer than its limit. The errors are those of [NewMarkdown].
func CheckMarkdown(w io.Writer, rep *verdict.Report, diags diag.List, opts Options) error {
	layout, source := opts.MarkdownLayout, opts.Source
	top, limit, err := layout.begin(opts.Title)
	if err != nil {
		return err
	}
	parts := notJudgedParts(diags, &layout, source)
	if parts == nil {
		parts = checkParts(rep, &layout, source)
	}
	return writeAll(w, fitParts(top, limit, parts))
}

// notJudgedParts returns the errors because of which a plan has not been judged as parts of a report, or nil if there
// are none.
func notJudgedParts(diags diag.List, layout *MarkdownLayout, source SourceText) []logPart {
	var parts []logPart
	for _, d := range diags {
		if d.Severity == diag.Error {
			parts = append(parts, layout.diagnostic(source.diagnostic(d), 1))
		}
	}
	if parts == nil {
		return nil
	}
	in := sinks.InText
	head := in.Bold(in.Words("The plan has not been judged.")) + " " + in.Words(countOf(len(parts), "error", "errors")+".") + "\n"
	return append([]logPart{{text: head, what: "summary"}}, parts...)
}

// checkParts returns what policies say as parts of a report. The first one has the numbers.
func checkParts(rep *verdict.Report, layout *MarkdownLayout, source SourceText) []logPart {
	in := sinks.InText
	head := in.Bold(in.Words(countsText(rep))) + "\n"
	if rep.Incomplete != "" {
		head += "\n" + in.Words(rep.Incomplete) + "\n"
	}
	parts := []logPart{{text: head, what: "summary"}}
	for _, s := range sectionsOf(rep) {
		for i := range s.groups {
			parts = append(parts, checkPart(&s, &s.groups[i], layout, source))
		}
	}
	return append(append(parts, idleParts(rep)...), infoParts(rep)...)
}

// mostListed is how many objects of a group are drawn.
const mostListed = 50

// checkPart returns the part of a comment about one condition.
func checkPart(s *verdictSection, g *findingGroup, layout *MarkdownLayout, source SourceText) logPart {
	summary := func(in sinks.Inline) string {
		text := in.Bold(in.Words(classTitles[s.class])+":") + " " + in.Code(shortText(g.policy.Name))
		if n := len(g.refs); n > 1 {
			text += " " + countOf(n, "object", "objects")
		} else if address := g.finding(0).result.Address; address != "" {
			text += " " + in.Code(shortText(address))
		}
		return text
	}
	lines := plainLines(func(w *doc.Writer) {
		var p page
		addGroup(&p, g, mostListed, &Options{Source: source})
		for _, part := range p.parts {
			part(w)
		}
		if n := len(g.refs) - mostListed; n > 0 {
			w.Heading(doc.Span{Text: fmt.Sprintf("and %d more", n)})
		}
	})
	open := s.class <= classUndecided && layout.Collapse != CollapseAll || layout.Collapse == CollapseNone
	return logPart{
		rank: 1 + int(s.class), what: "verdict", text: layout.block(summary, open, "", lines),
		short: "\n" + summary(sinks.InText) + "\n",
	}
}

// infoParts are what policies have to say whatever their verdict is.
func infoParts(rep *verdict.Report) []logPart {
	var parts []logPart
	for _, r := range rep.Results.Others() {
		for _, c := range r.Conditions {
			if c.Info != "" {
				text := sinks.ListItem(sinks.InText.Code(shortText(subjectOf(&r))) + ": " + sinks.InText.Words(shortText(c.Info)))
				if len(parts) == 0 {
					text = "\n" + text
				}
				parts = append(parts, logPart{rank: 20, what: "note", text: text})
			}
		}
	}
	return parts
}

// CheckGitHub writes what policies say as annotations of a GitHub workflow, which GitHub shows at the lines of the
// policies, and diagnostics, which are about the policies, as well.
func CheckGitHub(w io.Writer, rep *verdict.Report, diags diag.List, _ Options) error {
	b := bufio.NewWriterSize(w, jsonChunk)
	for _, d := range diags {
		annotate(b, d.Severity.String(), d.Subject, d.Summary, messageOf(d))
	}
	if rep.Incomplete != "" {
		level := [...]string{verdict.UnknownWarns: "warning", verdict.UnknownFails: "error", verdict.UnknownPasses: "notice"}[rep.OnUnknown]
		annotate(b, level, diag.Range{}, incompleteTitle, incompleteText(rep))
	}
	for i := range rep.Idle {
		x := &rep.Idle[i]
		annotate(b, "warning", x.Range, idleTitle, x.Text())
	}
	for _, s := range sectionsOf(rep) {
		for _, g := range s.groups {
			for i := range g.refs {
				f, at := g.finding(i), g.at
				if at.IsZero() {
					at = g.policy.Range
				}
				annotate(b, s.class.annotation(), at, classTitles[s.class]+": "+g.policy.Name, findingText(&f))
			}
		}
	}
	return b.Flush()
}

// annotation is the level of an annotation.
func (c verdictClass) annotation() string {
	switch c {
	case classError, classFailed:
		return "error"
	case classMaybeAdvised, classExcepted:
		return "notice"
	}
	return "warning"
}

// findingText says in one or more lines which object a finding is about, and what it is.
func findingText(f *finding) string {
	text := subjectOf(f.result)
	if f.message != "" {
		text += ": " + f.message
	}
	if x := f.result.Exception; x != nil {
		text += "\n" + exceptionText(x)
	}
	if f.result.Outcome == verdict.Undecided {
		for i := range f.result.Causes[:min(len(f.result.Causes), mostCauses)] {
			text += "\nwaits for " + waitText(&f.result.Causes[i])
		}
	}
	return text
}

// annotate writes a command of GitHub's runner.
func annotate(b *bufio.Writer, level string, at diag.Range, title, message string) {
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	b.WriteString("::" + level + " ")
	if isInFile(at) {
		fmt.Fprintf(b, "file=%s,line=%d,endLine=%d,", property.Replace(sinks.Escape(at.File)), at.Start.Line, at.End.Line)
		if at.Start.Line == at.End.Line {
			fmt.Fprintf(b, "col=%d,endColumn=%d,", at.Start.Column, at.End.Column)
		}
	}
	b.WriteString("title=" + property.Replace(sinks.Escape(title)) + "::")
	b.WriteString(data.Replace(sinks.EscapeLines(message)) + "\n")
}
