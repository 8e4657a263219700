package report

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/several"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// DefaultBrief is how many bytes a brief has at most where nothing else is said, and MinBrief the least that can be asked for: the headline
// and the counts of every plan have room in it.
const (
	DefaultBrief = 12_000
	MinBrief     = 1_000
)

// Brief is the report for a model, or for somebody who has little room: what [Compact] says, as plain text that is never longer than so
// many bytes. What is most important is said first, and it says what it leaves out. Everything in it that a plan can choose freely is in
// quotes.
type Brief struct{ *Compact }

// NewBrief returns a report that writes to w. Of the options, the sink and the width are not used. It returns an error if the maximum size
// is too small.
func NewBrief(w io.Writer, opts layout.Options) (*Brief, error) {
	if err := setBrief(&opts); err != nil {
		return nil, err
	}
	return &Brief{newBriefContents(w, opts)}, nil
}

// setBrief sets the maximum size.
func setBrief(o *layout.Options) error {
	if o.MaxSize == 0 {
		o.MaxSize = DefaultBrief
	}
	if o.MaxSize < MinBrief {
		return fmt.Errorf("a maximum size of %d bytes is too small: the headline and the counts need at least %d bytes", o.MaxSize, MinBrief)
	}
	o.GroupBy = layout.GroupByAction
	return nil
}

func quotedResource(r *computed.Resource) *computed.Resource {
	q := wording.Quoted(*r)
	return &q
}

func newBriefContents(w io.Writer, opts layout.Options) *Compact {
	c := NewCompact(w, opts)
	c.Quoted, c.Documents = true, true
	return c
}

// Begin keeps the summary.
func (b *Brief) Begin(s computed.Summary) error { return b.Compact.Begin(wording.Quoted(s)) }

// Resource adds a change.
func (b *Brief) Resource(r computed.Resource) error { return b.Prepare(r)() }

// Prepare makes the entry for a change, and returns the rest of [Brief.Resource].
// Several goroutines may call Prepare at a time, in any order, between Begin and End.
func (b *Brief) Prepare(r computed.Resource) (write func() error) {
	return b.Compact.Prepare(wording.Quoted(r))
}

// PrepareAll is like Prepare, and reports that the change is not needed any more.
func (b *Brief) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	return b.Compact.PrepareAll(quotedResource(r))
}

// End writes the report.
func (b *Brief) End(o computed.Outcome) error {
	if !b.begun {
		return paper.ErrNotBegun
	}
	return writeBrief(b.w, b.Contents(wording.QuotedOutcome(o), b.opts.ShowHash), b.opts.MaxSize)
}

func writeBrief(w io.Writer, c *content.Contents, limit int) error {
	_, err := w.Write(text.NewBriefSheet(c, limit).Write())
	return err
}

// ManyBrief is what [Brief] writes, of several documents.
type ManyBrief struct{ *ManyCompact }

// NewManyBrief returns a report that writes to w. The dialect of the options is not used.
func NewManyBrief(w io.Writer, names []string, opts layout.Options) (*ManyBrief, error) {
	if err := setBrief(&opts); err != nil {
		return nil, err
	}
	return &ManyBrief{NewManyCompact(w, names, opts)}, nil
}

// briefPart takes one of the documents.
type briefPart struct{ *manyCompactPart }

// Document returns a writer for a document.
func (m *ManyBrief) Document(number int, d dialect.Dialect) several.Writer {
	p := m.part(number, d)
	p.Quoted, p.Documents = true, true
	return &briefPart{p}
}

// Begin keeps what is needed of the summary.
func (p *briefPart) Begin(s computed.Summary) error {
	return p.manyCompactPart.Begin(wording.Quoted(s))
}

// Resource adds a change.
func (p *briefPart) Resource(r computed.Resource) error { return p.Prepare(r)() }

// Prepare is that of [Brief].
func (p *briefPart) Prepare(r computed.Resource) (write func() error) {
	return p.manyCompactPart.Prepare(wording.Quoted(r))
}

// PrepareAll is that of [Brief].
func (p *briefPart) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	return p.manyCompactPart.PrepareAll(quotedResource(r))
}

// End keeps the contents for the document.
func (p *briefPart) End(o computed.Outcome) error {
	return p.manyCompactPart.End(wording.QuotedOutcome(o))
}

// End writes the report.
func (m *ManyBrief) End() error {
	c, err := m.contents()
	if err != nil {
		return err
	}
	return writeBrief(m.W, c, m.opts.MaxSize)
}

// Within returns a function for the report in at most so many bytes, at least [MinBrief], when all changes have been added. The function may be
// called several times.
func (b *Brief) Within(o computed.Outcome) func(size int) []byte {
	c := b.Contents(wording.QuotedOutcome(o), b.opts.ShowHash)
	return func(size int) []byte { return text.NewBriefSheet(c, size).Write() }
}

// ChangeLine says what happens to a resource, and why, in a line of at most so many bytes, as [Brief] does where several things have room. It
// reports whether something is left out.
func ChangeLine(r *computed.Resource, opts layout.Options, most int) (line string, cut bool) {
	c := newBriefContents(nil, opts)
	c.Start(computed.Summary{})
	c.AllDrift = true
	c.Collect(quotedResource(r))()
	for _, sec := range c.Resources() {
		s := &text.BriefSection{Section: &sec}
		for _, it := range sec.Items {
			item := &text.BriefItem{Item: it, ItemText: it.Text(), Section: s}
			said, left := item.Text(text.BriefTold)
			said = said[:len(said)-1]
			line = wording.Clipped(said, most)
			return line, left != text.BriefRest{} || len(line) < len(said)
		}
	}
	return wording.QuotedName(r.Address), false
}
