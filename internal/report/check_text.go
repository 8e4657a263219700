package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// CheckText writes for people what policies say about a plan: what is wrong first, each condition once
// with its code, and the objects that it is about with the values in it. The last line has the numbers.
func CheckText(w io.Writer, rep *verdict.Report, _ diag.List, o layout.Options) error {
	o.SetDefaults(sinks.DefaultWidth)
	var p text.Page
	checkPage(&p, rep, &o)
	return sinks.Write(w, o.Sink, p.Lines())
}

func checkPage(p *text.Page, rep *verdict.Report, o *layout.Options) {
	if rep.Incomplete != "" {
		p.Add(func(w *doc.Writer) {
			role, title := doc.StrongCaution, "Warning: "
			if rep.OnUnknown == verdict.UnknownFails {
				role, title = doc.Danger, "Error: "
			}
			w.Paragraph(doc.Span{Role: role, Text: title}, doc.Span{Text: rep.Incomplete})
		})
		p.Gap()
	}
	for _, s := range content.VerdictSections(rep) {
		p.Add(func(w *doc.Writer) {
			w.Heading(doc.Span{Role: s.Class.Role(), Text: fmt.Sprintf("%s: %d", content.ClassTitles[s.Class], s.Results)})
		})
		p.Gap()
		var last *verdict.Policy
		for i := range s.Groups {
			g := &s.Groups[i]
			if g.Policy != last {
				text.AddPolicy(p, g)
			}
			last = g.Policy
			text.AddGroup(p, g, len(g.Refs), o)
			p.Gap()
		}
	}
	addExplanations(p, rep.Explanations, rep.MoreExplanations, o)
	addInfos(p, rep)
	addIdle(p, rep)
	addUnmatched(p, rep)
	p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: content.WorstRole(rep), Text: content.CountsText(rep)}) })
}

// addPassed adds the names of the policies that everything passes which they are about.
func addPassed(p *text.Page, rep *verdict.Report) {
	levels, others := map[*verdict.Policy]verdict.Level{}, map[*verdict.Policy]bool{}
	for r := range rep.Results.Tally() {
		switch r.Outcome {
		case verdict.Pass:
			levels[r.Policy] = r.Level
		case verdict.Skipped:
		default:
			others[r.Policy] = true
		}
	}
	passed := slices.DeleteFunc(slices.Clone(rep.Policies), func(policy *verdict.Policy) bool {
		_, ok := levels[policy]
		return !ok || others[policy]
	})
	if len(passed) == 0 {
		return
	}
	p.Gap()
	p.Add(func(w *doc.Writer) {
		w.Heading(doc.Span{Role: content.ClassPassed.Role(), Text: fmt.Sprintf("%s: %d", content.ClassTitles[content.ClassPassed], len(passed))})
	})
	p.Gap()
	for _, policy := range passed {
		text.AddIndented(p, 2, doc.Span{Role: doc.Bold, Text: policy.Name}, doc.Span{Text: " (" + levels[policy].String() + ")"})
	}
}

// addInfos adds what policies have to say whatever their verdict is.
func addInfos(p *text.Page, rep *verdict.Report) {
	first := true
	for _, r := range rep.Results.Others() {
		for _, c := range r.Conditions {
			if c.Info == "" {
				continue
			}
			if first {
				p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: doc.Note, Text: "Notes"}) })
				p.Gap()
				first = false
			}
			for i, line := range strings.Split(c.Info, "\n") {
				if i == 0 {
					line = wording.SubjectOf(&r) + ": " + line
				}
				text.AddIndented(p, 2, doc.Span{Text: line})
			}
		}
	}
	if !first {
		p.Gap()
	}
}

// mostUnmatched is how many policies are named that match nothing.
const mostUnmatched = 20

func addUnmatched(p *text.Page, rep *verdict.Report) {
	if len(rep.Unmatched) == 0 {
		return
	}
	p.Add(func(w *doc.Writer) {
		w.Heading(doc.Span{Text: fmt.Sprintf("Nothing in the plan for %s:", wording.CountOf(len(rep.Unmatched), "policy", "policies"))})
	})
	for i, u := range rep.Unmatched {
		if i == mostUnmatched {
			text.AddIndented(p, 2, doc.Span{Text: fmt.Sprintf("and %d more", len(rep.Unmatched)-mostUnmatched)})
			break
		}
		text.AddIndented(p, 2, doc.Span{Text: u.Name})
	}
	p.Gap()
}
