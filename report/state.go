package report

import (
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

// knownStateFormat is the newest format_version of a state whose every detail
// is known here.
const knownStateFormat = 1.0

// beginState writes what stands above the first resource of a state. One with
// nothing in it has but one line.
func (h *Human) beginState() error {
	h.at = computed.StateSection
	var p page
	words := h.words.State
	if isLater(h.sum.FormatVersion, knownStateFormat) || slices.ContainsFunc(h.sum.SchemaFormatVersions, isLaterSchema) {
		p.gap()
		p.warning(words.VersionWarning)
	}
	if h.sum.State == computed.EmptyState {
		p.title(words.Empty)
		h.ended = true
	}
	return h.write(p)
}

// addStateResource adds an object in a state. Two empty lines set a module off
// from the one around it, but nothing one from another beside it: so do the
// products.
func (h *Human) addStateResource(p *page, r computed.Resource) {
	if !r.FirstOfModule {
		p.gap()
	} else if r.Enclosed {
		p.gap()
		p.gap()
	}
	var object page
	object.line(phrase(h.words.State.Heading(r.Address, r.Deposed, r.Tainted)))
	if err := checkRenderable(r.Body, r.Err); err != nil {
		object.line(failureNote(r.Address, err))
	} else {
		e := stateEntry(r.Body)
		e.Key = headerSpans(keyword(r), quoteLabel(r.Type), quoteLabel(r.Name))
		e.Sep = " "
		object.add(e)
	}
	p.add(doc.Group{Subject: resourceSubject(r), Nodes: object.nodes})
}

// quoteLabel returns what stands between the quotes of a string. States escape their
// labels, plans do not.
func quoteLabel(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

// stateEntry is a value on its own, without signs.
func stateEntry(d computed.Diff) doc.Entry {
	return doc.Entry{
		Gutter: doc.Gutter{Kind: doc.NoGutter},
		Value:  d.RenderHuman(computed.RenderHumanOpts{HideSigns: true, ShowUnchanged: true}),
		Path:   d.Path,
	}
}

// endState writes the outputs.
func (h *Human) endState() error {
	var p page
	if !h.ended && len(h.sum.Outputs) > 0 {
		p.gap()
		p.gap()
		p.title(h.words.State.Outputs)
		p.gap()
		for _, o := range h.sum.Outputs {
			e := doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}}
			if err := checkRenderable(o.Diff, o.Err); err != nil {
				e.Value = doc.Inline(failureNote("output."+o.Name, err)...)
			} else {
				e = stateEntry(o.Diff)
			}
			e.Key = []doc.Span{{Role: doc.Key, Text: o.Name}}
			e.Sep = " = "
			p.add(doc.Group{Subject: outputSubject(o), Nodes: []doc.Node{e}})
		}
	}
	h.ended = true
	return h.write(p)
}
