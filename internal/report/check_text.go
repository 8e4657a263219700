package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// CheckText writes for people what policies say about a plan: what is wrong first, each condition once
// with its code, and the objects that it is about with the values in it. The last line has the numbers.
func CheckText(w io.Writer, rep *verdict.Report, _ diag.List, o Options) error {
	o.setDefaults(sinks.DefaultWidth)
	var p page
	checkPage(&p, rep, &o)
	return sinks.Write(w, o.Sink, p.lines())
}

func checkPage(p *page, rep *verdict.Report, o *Options) {
	if rep.Incomplete != "" {
		p.add(func(w *doc.Writer) {
			role, title := doc.StrongCaution, "Warning: "
			if rep.OnUnknown == verdict.UnknownFails {
				role, title = doc.Danger, "Error: "
			}
			w.Paragraph(doc.Span{Role: role, Text: title}, doc.Span{Text: rep.Incomplete})
		})
		p.gap()
	}
	for _, s := range sectionsOf(rep) {
		p.add(func(w *doc.Writer) {
			w.Heading(doc.Span{Role: s.class.role(), Text: fmt.Sprintf("%s: %d", classTitles[s.class], s.results)})
		})
		p.gap()
		var last *verdict.Policy
		for i := range s.groups {
			g := &s.groups[i]
			if g.policy != last {
				addPolicy(p, g)
			}
			last = g.policy
			addGroup(p, g, len(g.refs), o)
			p.gap()
		}
	}
	addExplanations(p, rep.Explanations, rep.MoreExplanations, o)
	addInfos(p, rep)
	addIdle(p, rep)
	addUnmatched(p, rep)
	p.add(func(w *doc.Writer) { w.Heading(doc.Span{Role: worstRole(rep), Text: countsText(rep)}) })
}

// worstRole is the role of the numbers: that of the worst result, or of a plan that is not complete.
func worstRole(rep *verdict.Report) doc.Role {
	role := doc.Good
	if rep.Incomplete != "" && rep.OnUnknown != verdict.UnknownPasses {
		role = doc.StrongCaution
		if rep.OnUnknown == verdict.UnknownFails {
			role = doc.Danger
		}
	}
	for r := range rep.Results.Tally() {
		switch classOfResult(rep, &r) {
		case classError, classFailed:
			role = doc.Danger
		case classPassed, classSkipped:
		default:
			if role == doc.Good {
				role = doc.StrongCaution
			}
		}
	}
	return role
}

func (c verdictClass) role() doc.Role {
	switch c {
	case classError, classFailed:
		return doc.Danger
	case classPassed:
		return doc.Good
	}
	return doc.StrongCaution
}

// indented adds a line with blanks in front of it.
func indented(p *page, columns int, spans ...doc.Span) {
	p.add(func(w *doc.Writer) { writeIndented(w, columns, spans...) })
}

// writeIndented writes a line with blanks in front of it.
func writeIndented(w *doc.Writer, columns int, spans ...doc.Span) {
	w.Heading(append([]doc.Span{{Text: strings.Repeat(" ", columns)}}, spans...)...)
}

// addPassed adds the names of the policies that everything passes which they are about.
func addPassed(p *page, rep *verdict.Report) {
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
	p.gap()
	p.add(func(w *doc.Writer) {
		w.Heading(doc.Span{Role: classPassed.role(), Text: fmt.Sprintf("%s: %d", classTitles[classPassed], len(passed))})
	})
	p.gap()
	for _, policy := range passed {
		indented(p, 2, doc.Span{Role: doc.Bold, Text: policy.Name}, doc.Span{Text: " (" + levels[policy].String() + ")"})
	}
}

func addPolicy(p *page, g *findingGroup) {
	r := g.finding(0).result
	indented(p, 2, doc.Span{Role: doc.Bold, Text: g.policy.Name}, doc.Span{Text: " (" + r.Level.String() + ")"})
}

// addGroup adds a condition with its code, and what it says about each object, or about the first ones.
func addGroup(p *page, g *findingGroup, most int, o *Options) {
	if !g.at.IsZero() && !isBuiltin(g.at) {
		for _, line := range sourceLines(o.Source.diagnostic(&diag.Diagnostic{Subject: g.at, Context: g.finding(0).whole}), o.Underlines) {
			indented(p, 2, line...)
		}
	}
	p.add(func(w *doc.Writer) {
		for i := range min(len(g.refs), most) {
			if w.Done() {
				return
			}
			f := g.finding(i)
			writeFinding(w, &f, o)
		}
	})
}

// writeFinding writes which object a finding is about, and what it says.
func writeFinding(w *doc.Writer, f *finding, o *Options) {
	w.Group(changeOf(f.result.Address), func() {
		w.Line(indent(4), doc.Span{Role: doc.Address, Text: subjectOf(f.result)})
	})
	if f.message != "" {
		for line := range strings.SplitSeq(f.message, "\n") {
			writeIndented(w, 6, doc.Span{Text: line})
		}
	}
	for _, v := range o.Source.values(f.values) {
		for i, line := range strings.Split(v.Statement, "\n") {
			if i == 0 {
				writeIndented(w, 6, doc.Span{Role: doc.Bold, Text: v.Expression}, doc.Span{Text: " " + line})
			} else {
				writeIndented(w, 6, doc.Span{Text: line})
			}
		}
	}
	if x := f.result.Exception; x != nil {
		writeIndented(w, 6, doc.Span{Text: exceptionText(x)})
	}
	if f.result.Outcome == verdict.Undecided {
		writeCauses(w, f.result)
	}
}

// mostCauses is how many of the values are shown on which a verdict waits.
const mostCauses = 5

func writeCauses(w *doc.Writer, r *verdict.Result) {
	for i := range r.Causes {
		if i == mostCauses {
			writeIndented(w, 6, doc.Span{Text: fmt.Sprintf("and for %d more values", len(r.Causes)-mostCauses)})
			return
		}
		writeIndented(w, 6, doc.Span{Text: "waits for "}, doc.Span{Role: doc.Unknown, Text: waitText(&r.Causes[i])})
	}
}

// addInfos adds what policies have to say whatever their verdict is.
func addInfos(p *page, rep *verdict.Report) {
	first := true
	for _, r := range rep.Results.Others() {
		for _, c := range r.Conditions {
			if c.Info == "" {
				continue
			}
			if first {
				p.add(func(w *doc.Writer) { w.Heading(doc.Span{Role: doc.Note, Text: "Notes"}) })
				p.gap()
				first = false
			}
			for i, line := range strings.Split(c.Info, "\n") {
				if i == 0 {
					line = subjectOf(&r) + ": " + line
				}
				indented(p, 2, doc.Span{Text: line})
			}
		}
	}
	if !first {
		p.gap()
	}
}

// mostUnmatched is how many policies are named that match nothing.
const mostUnmatched = 20

func addUnmatched(p *page, rep *verdict.Report) {
	if len(rep.Unmatched) == 0 {
		return
	}
	p.add(func(w *doc.Writer) {
		w.Heading(doc.Span{Text: fmt.Sprintf("Nothing in the plan for %s:", countOf(len(rep.Unmatched), "policy", "policies"))})
	})
	for i, u := range rep.Unmatched {
		if i == mostUnmatched {
			indented(p, 2, doc.Span{Text: fmt.Sprintf("and %d more", len(rep.Unmatched)-mostUnmatched)})
			break
		}
		indented(p, 2, doc.Span{Text: u.Name})
	}
	p.gap()
}
