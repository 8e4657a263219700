package report

import (
	"crypto/sha256"
	"io"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	columns "github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/sinks"
)

// ManyHuman is what [Human] writes, of several documents: first what all of them do, then each that
// does something. Documents with the same text are written once.
type ManyHuman struct {
	*many[*spooled]
	opts Options
}

// NewManyHuman returns a report that writes to w. The dialect of the options is not used.
func NewManyHuman(w io.Writer, names []string, opts Options) *ManyHuman {
	opts.setDefaults(sinks.DefaultWidth)
	return &ManyHuman{newMany[*spooled](w, names, opts.SpoolOptions), opts}
}

// manyHumanPart writes one of the documents.
type manyHumanPart struct {
	*Human
	to     *ManyHuman
	number int
	facts  planFacts
	text   *spooled
}

// Document returns a writer for a document.
func (m *ManyHuman) Document(number int, d dialect.Dialect) Writer {
	opts := m.opts
	opts.Dialect = d
	text := &spooled{to: m.spool}
	return &manyHumanPart{Human: NewHuman(text, opts), to: m, number: number, text: text}
}

// Begin writes what stands above the first resource.
func (p *manyHumanPart) Begin(s computed.Summary) error {
	p.facts.begin(p.opts.Dialect, &s)
	return p.Human.Begin(s)
}

// Prepare is [Human.Prepare].
func (p *manyHumanPart) Prepare(r computed.Resource) (write func() error) {
	write, _ = p.PrepareAll(&r)
	return write
}

// PrepareAll is [Human.PrepareAll].
func (p *manyHumanPart) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	isStored := r.Section == computed.StateSection
	next, all := p.Human.PrepareAll(r)
	return func() error {
		if isStored {
			p.facts.resources++
		}
		return next()
	}, all
}

// End keeps the document.
func (p *manyHumanPart) End(o computed.Outcome) error {
	if err := p.Human.End(o); err != nil {
		return err
	}
	if err := p.text.end(); err != nil {
		return err
	}
	p.facts.end(&o)
	p.to.set(p.number, p.facts, p.text)
	return nil
}

// End writes the report.
func (m *ManyHuman) End() error {
	if err := m.seal(); err != nil {
		return err
	}
	out, err := m.opts.Sink.Open(m.w)
	if err != nil {
		return err
	}
	var head page
	head.add(m.writeHead)
	if err := out.Write(head.lines()); err != nil {
		return err
	}
	groups, err := m.sameTexts()
	if err != nil {
		return err
	}
	l := m.spool.store.Loader()
	for _, g := range groups {
		names := make([]string, len(g))
		for i, number := range g {
			names[i] = m.parts[number].name
		}
		var p page
		p.rule()
		p.gap()
		p.heading(dialect.Phrase{{Tone: dialect.Strong, Text: strings.Join(names, ", ")}})
		if err := out.Write(p.lines()); err != nil {
			return err
		}
		if err := m.parts[g[0]].kept.copyTo(m.w, l); err != nil {
			return err
		}
	}
	return out.Close()
}

// writeHead writes what all documents do, and a table of them.
func (m *ManyHuman) writeHead(w *doc.Writer) {
	all := m.facts()
	title, rest := manyHeadline(all)
	w.Heading(doc.Span{Role: doc.Bold, Text: title}, doc.Span{Text: " " + rest})
	if totals := manyTotals(all); totals != nil {
		w.Heading(phrase(totals)...)
	}
	const most = 40 // longer names are not aligned
	width := 0
	for _, f := range all {
		if n := columns.Of(f.name); n <= most && !f.isQuiet() {
			width = max(width, n)
		}
	}
	w.Empty()
	for _, f := range all {
		if f.isQuiet() {
			continue
		}
		name := doc.NewText(doc.Span{Role: doc.Bold, Text: f.name})
		align(&name, width)
		name.Add(doc.Plain, "  ")
		w.Line(doc.Entry{Pad: 2}, append(name.Spans(), f.row(false)...)...)
	}
	if names := quietNames(all); len(names) > 0 {
		w.Line(doc.Entry{Pad: 2}, doc.Span{Role: doc.Comment, Text: quietText(names)})
	}
}

// quietText says which plans do nothing.

// sameTexts returns the numbers of the documents that are written, in their order. Those with the
// same text are together.
func (m *ManyHuman) sameTexts() ([][]int, error) {
	l := m.spool.store.Loader()
	var groups [][]int
	seen := map[[sha256.Size]byte]int{}
	for i := range m.parts {
		p := &m.parts[i]
		if p.err != nil || p.isQuiet() {
			continue
		}
		hash := sha256.New()
		if err := p.kept.copyTo(hash, l); err != nil {
			return nil, err
		}
		sum := [sha256.Size]byte(hash.Sum(nil))
		if at, ok := seen[sum]; ok {
			groups[at] = append(groups[at], i)
			continue
		}
		seen[sum] = len(groups)
		groups = append(groups, []int{i})
	}
	return groups, nil
}
