package report

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/verdict"
)

// CheckHTML writes a page for a browser: what policies say about a plan or, if the diagnostics have errors, why they say nothing. What
// is wrong comes first, and is open.
func CheckHTML(w io.Writer, rep *verdict.Report, diags diag.List, opts Options) error {
	if n := countErrors(diags); n > 0 {
		return notJudgedSheet(diags, n, &opts).writeTo(w)
	}
	sheet := newHTMLSheet(&opts, doc.Span{Role: worstRole(rep), Text: countsText(rep)})
	if rep.Incomplete != "" {
		sheet.notice(rep.Incomplete)
	}
	for _, s := range sectionsOf(rep) {
		sheet.begin(classTitles[s.class], s.results)
		sheet.beginRows()
		for i := range s.groups {
			sheet.group(&s, &s.groups[i], &opts)
		}
		sheet.endRows()
		sheet.close()
	}
	var rest page
	addInfos(&rest, rep)
	addIdle(&rest, rep)
	addUnmatched(&rest, rep)
	addPassed(&rest, rep)
	if len(rest.parts) > 0 {
		sheet.lines(rest.write)
	}
	return sheet.writeTo(w)
}

// group adds what policies say with one outcome about one condition.
func (s *htmlSheet) group(sec *verdictSection, g *findingGroup, opts *Options) {
	r := g.finding(0).result
	words := []doc.Span{{Text: r.Level.String()}}
	if n := len(g.refs); n > 1 {
		words = append(words, doc.Span{Text: fmt.Sprintf(", %d objects", n)})
	} else {
		words = append(words, doc.Span{Text: ": "}, doc.Span{Role: doc.Address, Text: subjectOf(r)})
	}
	s.block(g.policy.Name, words, sec.class <= classUndecided, func(w *doc.Writer) {
		var p page
		addGroup(&p, g, len(g.refs), opts)
		p.write(w)
	})
}

// notJudgedSheet returns a page with the errors because of which a plan has not been judged.
func notJudgedSheet(diags diag.List, errors int, opts *Options) *htmlSheet {
	sheet := newHTMLSheet(opts, doc.Span{Role: doc.Danger, Text: "The plan has not been judged."}, doc.Span{Text: " " + countOf(errors, "error", "errors") + "."})
	sheet.begin("Errors", errors)
	sheet.beginRows()
	for _, d := range diags {
		if d.Severity == diag.Error {
			sheet.diagnostic(opts.Source.diagnostic(d))
		}
	}
	sheet.endRows()
	sheet.close()
	return sheet
}

func countErrors(diags diag.List) (n int) {
	for _, d := range diags {
		if d.Severity == diag.Error {
			n++
		}
	}
	return n
}
