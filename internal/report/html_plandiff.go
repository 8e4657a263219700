package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/subject/pair"
)

// HTMLPlanDiff is a page for a browser about how what two plans would do differs: one file that needs no other. It has what
// [CompactPlanDiff] has, and with each resource, output and action what [pair.Human] prints about it. If it is not written to the end, it
// must be closed.
type HTMLPlanDiff struct {
	html *HTML
	pair.Overview
}

// NewHTMLPlanDiff returns a report that writes to w. Of the options, GroupBy and ShowHash have no effect.
func NewHTMLPlanDiff(w io.Writer, opts layout.Options) *HTMLPlanDiff {
	if opts.Dialect.Name == "" {
		opts.Dialect = dialect.Terraform()
	}
	return &HTMLPlanDiff{html: NewHTML(w, opts)}
}

// Begin keeps the summary.
func (h *HTMLPlanDiff) Begin(s computed.PlanDiff) error {
	h.Start(s, h.html.opts.Dialect)
	return h.html.Begin(computed.Summary{})
}

// Resource adds a resource.
func (h *HTMLPlanDiff) Resource(r computed.ResourceComparison) error {
	if !h.html.begun {
		return paper.ErrNotBegun
	}
	h.Add(&r)
	newest := r.Newest()
	keep := h.html.bodies.Draw(func(w *doc.Writer) { pair.WriteResourceComparison(w, &h.html.opts.Dialect.Words, &r) })
	return keep(html.Resource{Type: newest.Type})
}

// End writes the page, and closes the report.
func (h *HTMLPlanDiff) End(o computed.PlanDiffOutcome) error {
	if !h.html.begun {
		return paper.ErrNotBegun
	}
	return h.html.endWith(h.Contents(&o))
}

// Close removes the temporary file and frees memory.
func (h *HTMLPlanDiff) Close() error { return h.html.Close() }
