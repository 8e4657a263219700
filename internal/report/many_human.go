package report

import (
	"crypto/sha256"
	"io"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	columns "github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/report/subject/several"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// ManyHuman is what [human.Report] writes, of several documents: first what all of them do, then each that
// does something. Documents with the same text are written once.
type ManyHuman struct {
	*several.Reports[*spool.Writer]
	opts layout.Options
}

// NewManyHuman returns a report that writes to w. The dialect of the options is not used.
func NewManyHuman(w io.Writer, names []string, opts layout.Options) *ManyHuman {
	opts.SetDefaults(sinks.DefaultWidth)
	return &ManyHuman{several.NewReports[*spool.Writer](w, names, opts.Limits), opts}
}

// manyHumanPart writes one of the documents.
type manyHumanPart struct {
	*human.Report
	to     *ManyHuman
	number int
	facts  several.PlanFacts
	text   *spool.Writer
}

// Document returns a writer for a document.
func (m *ManyHuman) Document(number int, d dialect.Dialect) several.Writer {
	opts := m.opts
	opts.Dialect = d
	text := &spool.Writer{To: m.Spool}
	return &manyHumanPart{Report: human.New(text, opts), to: m, number: number, text: text}
}

// Begin writes what stands above the first resource.
func (p *manyHumanPart) Begin(s computed.Summary) error {
	p.facts.Begin(p.Opts.Dialect, &s)
	return p.Report.Begin(s)
}

// Prepare is [human.Report.Prepare].
func (p *manyHumanPart) Prepare(r computed.Resource) (write func() error) {
	write, _ = p.PrepareAll(&r)
	return write
}

// PrepareAll is [human.Report.PrepareAll].
func (p *manyHumanPart) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	isStored := r.Section == computed.StateSection
	next, all := p.Report.PrepareAll(r)
	return func() error {
		if isStored {
			p.facts.Resources++
		}
		return next()
	}, all
}

// End keeps the document.
func (p *manyHumanPart) End(o computed.Outcome) error {
	if err := p.Report.End(o); err != nil {
		return err
	}
	if err := p.text.End(); err != nil {
		return err
	}
	p.facts.End(&o)
	p.to.Set(p.number, p.facts, p.text)
	return nil
}

// End writes the report.
func (m *ManyHuman) End() error {
	if err := m.Seal(); err != nil {
		return err
	}
	out, err := m.opts.Sink.Open(m.W)
	if err != nil {
		return err
	}
	var head text.Page
	head.Add(m.writeHead)
	if err := out.Write(head.Lines()); err != nil {
		return err
	}
	groups, err := m.sameTexts()
	if err != nil {
		return err
	}
	l := m.Spool.Store.Loader()
	for _, g := range groups {
		names := make([]string, len(g))
		for i, number := range g {
			names[i] = m.Parts[number].Name
		}
		var p text.Page
		p.Rule()
		p.Gap()
		p.Heading(dialect.Phrase{{Tone: dialect.Strong, Text: strings.Join(names, ", ")}})
		if err := out.Write(p.Lines()); err != nil {
			return err
		}
		if err := m.Parts[g[0]].Kept.CopyTo(m.W, l); err != nil {
			return err
		}
	}
	return out.Close()
}

// writeHead writes what all documents do, and a table of them.
func (m *ManyHuman) writeHead(w *doc.Writer) {
	all := m.Facts()
	title, rest := several.Headline(all)
	w.Heading(doc.Span{Role: doc.Bold, Text: title}, doc.Span{Text: " " + rest})
	if totals := several.Totals(all); totals != nil {
		w.Heading(wording.PhraseSpans(totals)...)
	}
	const most = 40 // longer names are not aligned
	width := 0
	for _, f := range all {
		if n := columns.Of(f.Name); n <= most && !f.IsQuiet() {
			width = max(width, n)
		}
	}
	w.Empty()
	for _, f := range all {
		if f.IsQuiet() {
			continue
		}
		name := doc.NewText(doc.Span{Role: doc.Bold, Text: f.Name})
		text.Align(&name, width)
		name.Add(doc.Plain, "  ")
		w.Line(doc.Entry{Pad: 2}, append(name.Spans(), f.Row(false)...)...)
	}
	if names := several.QuietNames(all); len(names) > 0 {
		w.Line(doc.Entry{Pad: 2}, doc.Span{Role: doc.Comment, Text: content.QuietText(names)})
	}
}

// quietText says which plans do nothing.

// sameTexts returns the numbers of the documents that are written, in their order. Those with the
// same text are together.
func (m *ManyHuman) sameTexts() ([][]int, error) {
	l := m.Spool.Store.Loader()
	var groups [][]int
	seen := map[[sha256.Size]byte]int{}
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Err != nil || p.IsQuiet() {
			continue
		}
		hash := sha256.New()
		if err := p.Kept.CopyTo(hash, l); err != nil {
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
