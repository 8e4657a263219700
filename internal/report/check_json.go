package report

import (
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/verdict"
)

// CheckJSON writes what policies say about a plan. If the diagnostics, which are about the policies, have errors,
// there are no results.
func CheckJSON(w io.Writer, rep *verdict.Report, diags diag.List, _ Options) error {
	return verdictDocument(w, diags, func(e *jsonEncoder) {
		e.list("results", "\n", len(rep.Results), func(i int) {
			r := &rep.Results[i]
			e.raw("\n")
			e.open('{')
			e.result(r)
			e.flag("overridden", rep.IsOverridden(r))
			e.close("}")
		})
		e.section("conclusion", "\n")
		e.string(rep.Conclusion().String())
		c := rep.Count()
		e.section("counts", "\n")
		e.open('{')
		e.number("error", c.Error)
		e.number("fail", c.Fail)
		e.number("undecided", c.Undecided)
		e.number("pass", c.Pass)
		e.number("skipped", c.Skipped)
		e.close("}")
		policies := func(name string, all []*verdict.Policy) {
			e.some(name, len(all), func(i int) { e.string(all[i].Name) })
		}
		policies("unmatched", rep.Unmatched)
		e.word("incomplete", rep.Incomplete)
		e.diagnostics("diagnostics", rep.Diagnostics)
	})
}
