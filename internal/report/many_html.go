package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/subject/several"
)

// ManyHTML is what [HTML] writes, of several documents: one page with what all of them do, a table of
// them, what happens in several, and then each that does something else. The filters are over all.
type ManyHTML struct {
	*several.Reports[*htmlPart]
	opts layout.Options
}

// NewManyHTML returns a report that writes to w. The dialect of the options is not used.
func NewManyHTML(w io.Writer, names []string, opts layout.Options) *ManyHTML {
	return &ManyHTML{several.NewReports[*htmlPart](w, names, opts.Limits), opts}
}

// htmlPart takes one of the documents.
type htmlPart struct {
	page   *HTML
	part   several.Part
	to     *ManyHTML
	number int
}

// Document returns a writer for a document.
func (m *ManyHTML) Document(number int, d dialect.Dialect) several.Writer {
	opts := m.opts
	opts.Dialect = d
	page := NewHTML(nil, opts)
	return &htmlPart{page, several.Part{Name: m.Parts[number].Name, Overview: &page.Overview}, m, number}
}

// Begin keeps what is needed of the summary.
func (p *htmlPart) Begin(s computed.Summary) error {
	p.part.Start(s)
	p.page.begun = true
	p.page.bodies.Reset(p.to.Spool)
	return nil
}

// Resource is [HTML.Resource].
func (p *htmlPart) Resource(r computed.Resource) error { return p.page.Resource(r) }

// Prepare is [HTML.Prepare].
func (p *htmlPart) Prepare(r computed.Resource) (write func() error) { return p.page.Prepare(r) }

// PrepareAll is [HTML.PrepareAll].
func (p *htmlPart) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	return p.page.PrepareAll(r)
}

// End keeps the contents for the document.
func (p *htmlPart) End(o computed.Outcome) error {
	if !p.page.begun {
		return paper.ErrNotBegun
	}
	if err := p.part.Finish(o, p.page.keepRest); err != nil {
		return err
	}
	p.to.Set(p.number, p.part.Facts, p)
	return nil
}

// End writes the page.
func (m *ManyHTML) End() error {
	if err := m.Seal(); err != nil {
		return err
	}
	parts := make([]*several.Part, len(m.Parts))
	for i, p := range m.Kept() {
		if p != nil {
			parts[i] = &p.part
		}
	}
	j := several.Join(m.Facts(), parts, m.opts.ShowHash)
	p := html.SeveralPage{Several: j, Plan: map[int]*html.Plan{}}
	p.Page = html.Page{W: m.W, Title: m.opts.Title, Bodies: &html.Bodies{Spool: m.Spool, Rest: map[content.Item]jsondoc.Ref{}}, Content: html.HeadOfSeveral(j), Several: true}
	for i, part := range m.Kept() {
		if part == nil {
			continue
		}
		at := part.page.pagePlan(parts[i].Base)
		at.Title = parts[i].Name
		p.Add(i, at, &part.page.bodies)
	}
	return p.WritePages()
}
