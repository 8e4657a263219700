package kit

import (
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// newCauses lists what is replaced, and which attributes are the reason.
func newCauses(w io.Writer, l planfmt.Layout) (planfmt.Writer, error) {
	return causes{w, sinks.Text{EscapeRunnerCommands: !l.Terminal || l.Runner}}, nil
}

type causes struct {
	W    io.Writer
	Sink sinks.Text
}

func (causes) Begin(computed.Summary) error { return nil }

func (c causes) Resource(r computed.Resource) error {
	if r.Cause == nil {
		return nil
	}
	return sinks.Write(c.W, c.Sink, doc.Lines(func(w *doc.Writer) {
		w.Line(doc.Entry{}, doc.Span{Text: r.Address})
		for _, a := range r.Cause.Attributes {
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Pad: 2}, wording.ForcingSpans(a)...)
		}
	}))
}

func (causes) End(computed.Outcome) error { return nil }
