package report

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
)

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

// quoteLabel returns what stands between the quotes of a string. States escape their
// labels, plans do not.
func quoteLabel(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
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
