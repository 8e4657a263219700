package planfmt

import (
	"io"

	"github.com/planfmt/planfmt/internal/report"
)

// Why returns a format that says what happens to one resource of a plan, why, and what would be
// done because of it. An address without keys stands for all instances. If the plan has no such
// resource, the error is a [report.UnknownAddressError]. To use it, add it to Options.Formats,
// and set Selection.ShowUnchanged, so that resources that do not change are found, too.
func Why(address string) Format {
	return Format{
		Name: "why", Help: "why something happens to a resource",
		New: func(w io.Writer, l Layout) (Writer, error) {
			return report.NewWhy(w, address, l.options()), nil
		},
		Needs: Needs{Drift: true, NoOps: true, References: true, MaskCopies: true},
		Uses:  Uses{MaskCopies: true, Refinements: true, ShowSource: true},
	}
}
