package report

import (
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
)

// knownStateFormat is the newest format_version of a state whose every detail
// is known here.
const knownStateFormat = 1.0

// beginState writes what stands above the first resource of a state. One with
// nothing in it has but one line.
func (h *Human) beginState() error {
	h.at = computed.StateSection
	p := wherePage(h.sum.Where)
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
func (h *Human) addStateResource(p *page, r *computed.Resource) {
	if !r.FirstOfModule {
		p.gap()
	} else if r.Enclosed {
		p.gap()
		p.gap()
	}
	p.add(func(w *doc.Writer) { writeStateResource(w, &h.words, r) })
}

func writeStateResource(w *doc.Writer, words *dialect.Words, r *computed.Resource) {
	w.Group(resourceSubject(r), func() {
		w.Line(doc.Entry{}, phrase(words.State.Heading(r.Address, r.Deposed, r.Tainted))...)
		if err := checkRenderable(r.Body, r.Err); err != nil {
			w.Line(doc.Entry{}, failureNote(r.Address, err))
			return
		}
		w.Begin(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Path: r.Body.Path})
		writeHeader(w, keyword(r), quoteLabel(r.Type), quoteLabel(r.Name))
		w.Text(doc.Plain, " ")
		writeState(w, r.Body, computed.RenderHumanOpts{})
		w.End()
	})
}

// writeState writes a value on its own, as a whole and without signs.
func writeState(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	opts.HideSigns, opts.ShowUnchanged = true, true
	d.RenderHuman(w, opts)
}

// quoteLabel returns what stands between the quotes of a string. States escape their
// labels, plans do not.
func quoteLabel(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

// endState writes the outputs.
func (h *Human) endState() error {
	var p page
	if !h.ended && len(h.sum.Outputs) > 0 {
		p.gap()
		p.gap()
		p.title(h.words.State.Outputs)
		p.gap()
		for i := range h.sum.Outputs {
			p.add(func(w *doc.Writer) { writeStateOutput(w, &h.sum.Outputs[i]) })
		}
	}
	h.ended = true
	return h.write(p)
}

func writeStateOutput(w *doc.Writer, o *computed.Output) {
	w.Group(outputSubject(o), func() {
		w.Begin(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Path: o.Diff.Path})
		w.Text(doc.Key, o.Name)
		w.Text(doc.Plain, " = ")
		if err := checkRenderable(o.Diff, o.Err); err != nil {
			w.Spans(failureNote("output."+o.Name, err))
		} else {
			writeState(w, o.Diff, computed.RenderHumanOpts{})
		}
		w.End()
	})
}
