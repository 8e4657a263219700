package report

import (
	"io"
	"time"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// HTML is the report as a page for a browser: one file that needs no other, and makes no
// request. It has what [Compact] has, and with each resource what [human.Report] prints about it. The
// most important resources come first, so the page is written at the end.
type HTML struct {
	w     io.Writer
	opts  layout.Options
	begun bool
	plan.Overview
	bodies html.Bodies
}

// NewHTML returns a report that writes to w. If it is not written to the end, it must be closed.
func NewHTML(w io.Writer, opts layout.Options) *HTML {
	h := &HTML{w: w, opts: opts, Overview: plan.NewOverview(&opts)}
	h.AllDrift, h.Badges = true, true
	return h
}

// Begin keeps the summary.
func (h *HTML) Begin(s computed.Summary) error {
	h.Start(s)
	h.begun = true
	h.bodies.Reset(spool.NewStore(h.opts.Limits))
	return nil
}

// Resource adds a change.
func (h *HTML) Resource(r computed.Resource) error { return h.Prepare(r)() }

// Prepare puts the markup of a resource together, and returns the rest of [HTML.Resource].
// Several goroutines may call Prepare at a time, in any order, between Begin and End.
func (h *HTML) Prepare(r computed.Resource) (write func() error) {
	write, _ = h.PrepareAll(&r)
	return write
}

// PrepareAll is like Prepare, and reports that the change is not needed any more.
func (h *HTML) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	if !h.begun {
		return func() error { return paper.ErrNotBegun }, true
	}
	add := h.Collect(r)
	var body func(*doc.Writer)
	switch {
	case r.Muted && r.Err == nil:
	case r.Section == computed.StateSection:
		body = func(w *doc.Writer) { human.WriteStateResource(w, &h.Dialect.Words, r) }
	default:
		body = func(w *doc.Writer) { human.WriteResource(w, &h.Dialect.Words, r, h.PageBody()) }
	}
	keep := h.bodies.Draw(body)
	kept := html.Resource{Type: r.Type, Cause: r.Cause, Impact: r.Impact, Past: wording.HasLeft(&r.Header)}
	if r.Declared.Link != "" || h.opts.ShowSource {
		kept.Declared = r.Declared
	}
	if one := plan.AnnotatedOf(r.Annotations); one != nil {
		kept.Found = one.Counts
	}
	return func() (err error) {
		add()
		return keep(kept)
	}, true
}

// keepRest keeps the bodies of outputs, of actions that no resource triggers, and of notes.
func (h *HTML) keepRest(c *content.Contents) error {
	for i := range c.Sections {
		for _, it := range c.Sections[i].Items {
			if body, counts := h.bodyOf(it); body != nil {
				if err := h.bodies.KeepItem(it, body, counts); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// bodyOf returns what writes the body of an item that is about no resource, or nil if it has none.
func (h *HTML) bodyOf(of content.Item) (body func(*doc.Writer), counts bool) {
	switch it := of.(type) {
	case *content.ActionItem:
		return func(w *doc.Writer) { human.WriteInvocation(w, it.Action, h.PageBody(), nil) }, false
	case *content.OutputItem:
		if h.Sum.State != computed.NotState {
			return func(w *doc.Writer) { human.WriteStateOutput(w, it.Output) }, false
		}
		return func(w *doc.Writer) { human.WriteOutput(w, it.Output, 0, h.PageBody()) }, false
	case *content.NoteItem:
		return it.Write, true
	}
	return nil, false
}

// End writes the page.
func (h *HTML) End(o computed.Outcome) error {
	if !h.begun {
		return paper.ErrNotBegun
	}
	c := h.Contents(o, h.opts.ShowHash)
	c.PoliciesLast()
	return h.endWith(c)
}

// endWith writes a page with these contents, after [HTML.Begin], and closes the report.
func (h *HTML) endWith(c *content.Contents) error {
	if err := h.keepRest(c); err != nil {
		return err
	}
	p := h.page(c)
	p.Facts = h.facts()
	if err := p.WritePage(h.pagePlan(0)); err != nil {
		return err
	}
	return h.Close()
}

// page returns a page with these contents.
func (h *HTML) page(c *content.Contents) html.Page {
	return html.Page{
		W: h.w, Title: h.opts.Title, Bodies: &h.bodies, Content: c, IsState: h.Sum.State != computed.NotState,
	}
}

// pagePlan returns the plan as it is on a page, if its first resource has a number.
func (h *HTML) pagePlan(base int) *html.Plan {
	at := html.NewPlan(base, h.Stored)
	at.Impact = plan.NewDependents(h.Sum.Graph).Of
	return at
}

// facts say what the document is: its name, the program that made it, when, and for which workspace, as far as that is known.
func (h *HTML) facts() (all []string) {
	if h.Sum.State == computed.EmptyState { // the JSON of an empty state says nothing of this
		return nil
	}
	add := func(text string) {
		if text != "" {
			all = append(all, text)
		}
	}
	add(h.opts.Document)
	if v := h.Sum.TerraformVersion; v != "" {
		add(h.Dialect.Product + " " + v)
	}
	if at, err := time.Parse(time.RFC3339, h.Sum.Timestamp); err == nil {
		add(at.UTC().Format("2006-01-02 15:04 UTC"))
	}
	if w := h.Sum.Workspace; w != "" && w != "default" {
		add("workspace " + w)
	}
	return all
}

// Close removes the temporary file and frees memory.
func (h *HTML) Close() error { return h.bodies.Close() }
