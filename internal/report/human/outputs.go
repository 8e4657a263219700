package human

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/internal/report/wording"
)

func WriteOutputs(w *doc.Writer, all []computed.Output, opts computed.RenderHumanOpts) {
	width := 0
	for i := range all {
		// In bytes, although names are padded by runes: so do the products.
		width = max(width, len(hclname.Quote(all[i].Name)))
	}
	for i := range all {
		o := &all[i]
		if !o.Shown() {
			continue
		}
		if w.Done() {
			return
		}
		WriteOutput(w, o, width, opts)
	}
}

// WriteOutput writes the change of an output. Its name takes at least so many columns.
func WriteOutput(w *doc.Writer, o *computed.Output, width int, opts computed.RenderHumanOpts) {
	w.Group(outputSubject(o), func() {
		err := wording.CheckRenderable(o.Diff, o.Err)
		gutter := doc.Gutter{Kind: doc.Signed, Sign: doc.ActionSign(o.Diff.Action)}
		if err != nil {
			gutter.Sign = doc.Unrecognised
		}
		w.Begin(doc.Entry{Gutter: gutter, Path: o.Diff.Path})
		w.Text(doc.Key, hclname.Quote(o.Name))
		w.Align(width)
		w.Text(doc.Plain, " = ")
		if err != nil {
			w.Spans(wording.FailureNote("output."+o.Name, err))
		} else {
			o.Diff.RenderHuman(w, opts)
		}
		w.End()
	})
}

func outputSubject(o *computed.Output) *doc.Subject {
	return &doc.Subject{Kind: doc.OutputSubject, Address: o.Name}
}
