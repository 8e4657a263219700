package human

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
)

func WriteStateResource(w *doc.Writer, words *dialect.Words, r *computed.Resource) {
	w.Group(ResourceSubject(r), func() {
		w.Line(doc.Entry{}, wording.PhraseSpans(words.State.Heading(r.Address, r.Deposed, r.Tainted))...)
		if err := wording.CheckRenderable(r.Body, r.Err); err != nil {
			w.Line(doc.Entry{}, wording.FailureNote(r.Address, err))
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

func WriteStateOutput(w *doc.Writer, o *computed.Output) {
	w.Group(outputSubject(o), func() {
		w.Begin(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Path: o.Diff.Path})
		w.Text(doc.Key, o.Name)
		w.Text(doc.Plain, " = ")
		if err := wording.CheckRenderable(o.Diff, o.Err); err != nil {
			w.Spans(wording.FailureNote("output."+o.Name, err))
		} else {
			writeState(w, o.Diff, computed.RenderHumanOpts{})
		}
		w.End()
	})
}
