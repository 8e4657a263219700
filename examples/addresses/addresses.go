// Package addresses is a format made outside planfmt's module: a line for each change, with its action and its address.
package addresses

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/sinks"
)

// Format returns the format, for planfmt.Options.
func Format() planfmt.Format {
	return planfmt.Format{Name: "addresses", Help: "a line for each change", New: newWriter}
}

func newWriter(w io.Writer, _ planfmt.Layout) (planfmt.Writer, error) { return &writer{w: w}, nil }

type writer struct {
	w io.Writer
	n int
}

func (*writer) Begin(computed.Summary) error { return nil }

// Resource writes a line. A format that does not use planfmt's sinks has to escape what comes from the plan.
func (w *writer) Resource(r computed.Resource) (err error) {
	if r.Section == computed.ChangesSection {
		w.n++
		_, err = fmt.Fprintf(w.w, "%-13s %s\n", r.Action, sinks.Escape(r.Address))
	}
	return err
}

func (w *writer) End(computed.Outcome) error {
	_, err := fmt.Fprintf(w.w, "%d changes\n", w.n)
	return err
}
