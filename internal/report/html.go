package report

import (
	_ "embed"
	"io"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/sinks"
)

// The parts of the page that are the same for all plans.
var (
	//go:embed html/page.css
	pageStyle string
	//go:embed html/page.js
	pageScript string
)

// NewHTML returns a report that writes to w. If it is not written to the end, it must be closed.
func NewHTML(w io.Writer, opts Options) *HTML {
	h := &HTML{w: w, opts: opts, overview: opts.overview(), markup: sync.Pool{New: func() any { return new(sinks.HTML) }}}
	h.allDrift, h.badges = true, true
	return h
}

// Begin keeps the summary.
func (h *HTML) Begin(s computed.Summary) error {
	h.begin(s)
	h.begun, h.kept, h.lines = true, nil, bodyLines{}
	h.bodies = newSpool(h.opts.SpoolOptions)
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
	out := h.markup.Get().(*sinks.HTML)
	var lines bodyLines
	if !r.Muted || r.Err != nil {
		lines = writeLines(out, func(w *doc.Writer) {
			if r.Section == computed.StateSection {
				writeStateResource(w, &h.dialect.Words, r)
			} else {
				writeResource(w, &h.dialect.Words, r, h.pageBody())
			}
		})
	}
	kept := pageResource{typ: r.Type, cause: r.Cause, impact: r.Impact, past: hasLeft(&r.Header)}
	if r.Declared.Link != "" || h.opts.ShowSource {
		kept.declared = r.Declared
	}
	if one := annotatedOf(r.Annotations); one != nil {
		kept.found = one.counts
	}
	return func() (err error) {
		add()
		kept.body, err = h.bodies.Keep(out.Bytes())
		out.Reset()
		h.markup.Put(out)
		h.kept = append(h.kept, kept)
		h.lines.shown += lines.shown
		h.lines.folded += lines.folded
		return err
	}, true
}

// writeLines writes the lines of a body, and returns how many there are.
func writeLines(out *sinks.HTML, write func(*doc.Writer)) (n bodyLines) {
	for l := range doc.Lines(write) {
		out.Line(&l)
		if l.Fold == 0 {
			n.shown++
		} else {
			n.folded++
		}
	}
	out.EndLines()
	return n
}

// keepRest keeps the bodies of outputs, and of actions that no resource triggers.
func (h *HTML) keepRest(c *contents) error {
	var out sinks.HTML
	for i := range c.sections {
		for j := range c.sections[i].items {
			var body *jsondoc.Ref
			switch it := c.sections[i].items[j].(type) {
			case *actionItem:
				writeLines(&out, func(w *doc.Writer) { writeInvocation(w, it.action, h.pageBody(), nil) })
				body, it.hasBody = &it.body, true
			case *outputItem:
				writeLines(&out, func(w *doc.Writer) {
					if h.sum.State != computed.NotState {
						writeStateOutput(w, it.output)
					} else {
						writeOutput(w, it.output, 0, h.pageBody())
					}
				})
				body = &it.body
			case *noteItem:
				if it.write == nil {
					continue
				}
				n := writeLines(&out, it.write)
				h.lines.shown += n.shown
				h.lines.folded += n.folded
				body = &it.body
			default:
				continue
			}
			var err error
			if *body, err = h.bodies.Keep(out.Bytes()); err != nil {
				return err
			}
			out.Reset()
		}
	}
	return nil
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

// keep keeps a resource with its body.
func (h *HTML) keep(r pageResource, body func(*doc.Writer)) (err error) {
	out := h.markup.Get().(*sinks.HTML)
	lines := writeLines(out, body)
	r.body, err = h.bodies.Keep(out.Bytes())
	out.Reset()
	h.markup.Put(out)
	h.kept = append(h.kept, r)
	h.lines.shown += lines.shown
	h.lines.folded += lines.folded
	return err
}

// endWith writes a page with these contents.
func (h *HTML) endWith(c *contents) error {
	if err := h.keepRest(c); err != nil {
		return err
	}
	return h.layOut(c)
}

// layOut writes a page with these contents, after [HTML.Begin], and closes the report.
func (h *HTML) layOut(c *contents) error {
	load, err := h.bodies.loader()
	if err != nil {
		return err
	}
	p := htmlPage{HTML: h, loader: load, content: c, ids: newPageIDs(), style: pageStyle, script: onlyOnePlan(pageScript)}
	p.own = make([]string, len(h.kept))
	p.at = p.newPlan(&h.overview, "", 0)
	p.nameResources(c)
	p.document(func() { p.sections(c) })
	if p.err == nil {
		p.flush()
	}
	if p.err != nil {
		return p.err
	}
	return h.Close()
}

// Close removes the temporary file and frees memory.
func (h *HTML) Close() error {
	if h.bodies == nil {
		return nil
	}
	return h.bodies.store.Close()
}

// manyLine ends the lines of the script that are only for pages with several plans.
const manyLine = "// plans\n"

// onlyOnePlan returns a script without these lines.
func onlyOnePlan(script string) string {
	var b strings.Builder
	for line := range strings.Lines(script) {
		if !strings.HasSuffix(line, manyLine) {
			b.WriteString(line)
		}
	}
	return b.String()
}
