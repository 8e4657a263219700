package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
)

// HTMLPlanDiff is a page for a browser about how what two plans would do differs: one file that needs no other. It has what
// [CompactPlanDiff] has, and with each resource, output and action what [HumanPlanDiff] prints about it. If it is not written to the end, it
// must be closed.
type HTMLPlanDiff struct {
	html *HTML
	planDiffOverview
}

// NewHTMLPlanDiff returns a report that writes to w. Of the options, GroupBy and ShowHash have no effect.
func NewHTMLPlanDiff(w io.Writer, opts Options) *HTMLPlanDiff {
	if opts.Dialect.Name == "" {
		opts.Dialect = dialect.Terraform()
	}
	return &HTMLPlanDiff{html: NewHTML(w, opts)}
}

// Begin keeps the summary.
func (h *HTMLPlanDiff) Begin(s computed.PlanDiff) error {
	h.begin(s, h.html.opts.Dialect)
	return h.html.Begin(computed.Summary{})
}

// Resource adds a resource.
func (h *HTMLPlanDiff) Resource(r computed.ResourceComparison) error {
	if !h.html.begun {
		return errNotBegun
	}
	h.add(&r)
	newest := r.Newest()
	keep := h.html.bodies.draw(func(w *doc.Writer) { writeResourceComparison(w, &h.html.opts.Dialect.Words, &r) })
	return keep(pageResource{typ: newest.Type})
}

// End writes the page, and closes the report.
func (h *HTMLPlanDiff) End(o computed.PlanDiffOutcome) error {
	if !h.html.begun {
		return errNotBegun
	}
	return h.html.endWith(h.contents(&o))
}

// Close removes the temporary file and frees memory.
func (h *HTMLPlanDiff) Close() error { return h.html.Close() }
