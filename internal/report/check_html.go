package report

import (
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/check"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// CheckHTML writes a page for a browser: what policies say about a plan or, if the diagnostics have errors, why they say nothing. What
// is wrong comes first, and is open.
func CheckHTML(w io.Writer, rep *verdict.Report, diags diag.List, opts layout.Options) error {
	if n := wording.CountErrors(diags); n > 0 {
		return notJudgedSheet(diags, n, &opts).Finish(w)
	}
	c := check.Contents(rep)
	headline, _ := c.Title()
	sheet := html.NewSheet(&opts, headline...)
	sheet.Add(&content.Contents{Head: c.Head, Sections: c.Of(content.VerdictsSection)}, &opts)
	var rest text.Page
	addSections(&rest, c, &opts, content.RemarkSection, content.IdleSection, content.UnmatchedSection)
	addPassed(&rest, c)
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
