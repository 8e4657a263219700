package report

import (
	"io"
	"time"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

// HTML is the report as a page for a browser: one file that needs no other, and makes no
// request. It has what [Compact] has, and with each resource what [Human] prints about it. The
// most important resources come first, so the page is written at the end.
type HTML struct {
	w     io.Writer
	opts  Options
	begun bool
	overview
	bodies pageBodies
}

// NewHTML returns a report that writes to w. If it is not written to the end, it must be closed.
func NewHTML(w io.Writer, opts Options) *HTML {
	h := &HTML{w: w, opts: opts, overview: opts.overview()}
	h.allDrift, h.badges = true, true
	return h
}

// Begin keeps the summary.
func (h *HTML) Begin(s computed.Summary) error {
	h.begin(s)
	h.begun = true
	h.bodies.reset(newSpool(h.opts.SpoolOptions))
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
		return func() error { return errNotBegun }, true
	}
	add := h.prepare(r)
	var body func(*doc.Writer)
	switch {
	case r.Muted && r.Err == nil:
	case r.Section == computed.StateSection:
		body = func(w *doc.Writer) { writeStateResource(w, &h.dialect.Words, r) }
	default:
		body = func(w *doc.Writer) { writeResource(w, &h.dialect.Words, r, h.pageBody()) }
	}
	keep := h.bodies.draw(body)
	kept := pageResource{typ: r.Type, cause: r.Cause, impact: r.Impact, past: hasLeft(&r.Header)}
	if r.Declared.Link != "" || h.opts.ShowSource {
		kept.declared = r.Declared
	}
	if one := annotatedOf(r.Annotations); one != nil {
		kept.found = one.counts
	}
	return func() (err error) {
		add()
		return keep(kept)
	}, true
}

// keepRest keeps the bodies of outputs, of actions that no resource triggers, and of notes.
func (h *HTML) keepRest(c *contents) error {
	for i := range c.sections {
		for _, it := range c.sections[i].items {
			if body, counts := h.bodyOf(it); body != nil {
				if err := h.bodies.keepItem(it, body, counts); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// bodyOf returns what writes the body of an item that is about no resource, or nil if it has none.
func (h *HTML) bodyOf(of item) (body func(*doc.Writer), counts bool) {
	switch it := of.(type) {
	case *actionItem:
		return func(w *doc.Writer) { writeInvocation(w, it.action, h.pageBody(), nil) }, false
	case *outputItem:
		if h.sum.State != computed.NotState {
			return func(w *doc.Writer) { writeStateOutput(w, it.output) }, false
		}
		return func(w *doc.Writer) { writeOutput(w, it.output, 0, h.pageBody()) }, false
	case *noteItem:
		return it.write, true
	}
	return nil, false
}

// End writes the page.
func (h *HTML) End(o computed.Outcome) error {
	if !h.begun {
		return errNotBegun
	}
	c := h.contents(o, h.opts.ShowHash)
	c.policiesLast()
	return h.endWith(c)
}

// endWith writes a page with these contents, after [HTML.Begin], and closes the report.
func (h *HTML) endWith(c *contents) error {
	if err := h.keepRest(c); err != nil {
		return err
	}
	p := h.page(c)
	p.facts = h.facts()
	if err := p.writePage(h.pagePlan(0)); err != nil {
		return err
	}
	return h.Close()
}

// page returns a page with these contents.
func (h *HTML) page(c *contents) htmlPage {
	return htmlPage{
		w: h.w, title: h.opts.Title, pageBodies: &h.bodies, content: c, isState: h.sum.State != computed.NotState,
	}
}

// pagePlan returns the plan as it is on a page, if its first resource has a number.
func (h *HTML) pagePlan(base int) *pagePlan {
	at := newPagePlan(base, h.stored)
	at.impact = newDependents(h.sum.Graph).of
	return at
}

// facts say what the document is: its name, the program that made it, when, and for which workspace, as far as that is known.
func (h *HTML) facts() (all []string) {
	if h.sum.State == computed.EmptyState { // the JSON of an empty state says nothing of this
		return nil
	}
	add := func(text string) {
		if text != "" {
			all = append(all, text)
		}
	}
	add(h.opts.Document)
	if v := h.sum.TerraformVersion; v != "" {
		add(h.dialect.Product + " " + v)
	}
	if at, err := time.Parse(time.RFC3339, h.sum.Timestamp); err == nil {
		add(at.UTC().Format("2006-01-02 15:04 UTC"))
	}
	if w := h.sum.Workspace; w != "" && w != "default" {
		add("workspace " + w)
	}
	return all
}

// Close removes the temporary file and frees memory.
func (h *HTML) Close() error { return h.bodies.close() }
