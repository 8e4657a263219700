package report

import (
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// CheckHTML writes a page for a browser: what policies say about a plan or, if the diagnostics have errors, why they say nothing. What
// is wrong comes first, and is open.
func CheckHTML(w io.Writer, rep *verdict.Report, diags diag.List, opts layout.Options) error {
	if n := wording.CountErrors(diags); n > 0 {
		return notJudgedSheet(diags, n, &opts).Finish(w)
	}
	sheet := html.NewSheet(&opts, doc.Span{Role: content.WorstRole(rep), Text: content.CountsText(rep)})
	if rep.Incomplete != "" {
		sheet.Notice(rep.Incomplete)
	}
	for _, s := range content.VerdictSections(rep) {
		sheet.Begin(content.ClassTitles[s.Class], s.Results)
		sheet.Rows(s.Items(), &opts)
		sheet.Close()
	}
	var rest text.Page
	addInfos(&rest, rep)
	addIdle(&rest, rep)
	addUnmatched(&rest, rep)
	addPassed(&rest, rep)
	if len(rest.Parts) > 0 {
		sheet.Lines(rest.Write)
	}
	return sheet.Finish(w)
}

// notJudgedSheet returns a page with the errors because of which a plan has not been judged.
func notJudgedSheet(diags diag.List, errors int, opts *layout.Options) *html.Sheet {
	sheet := html.NewSheet(opts, doc.Span{Role: doc.Danger, Text: "The plan has not been judged."}, doc.Span{Text: " " + wording.CountOf(errors, "error", "errors") + "."})
	sheet.Begin("Errors", errors)
	sheet.Rows(errorItems(diags, opts.Source), opts)
	sheet.Close()
	return sheet
}
