// Package addresses is a layout made outside planfmt's module. It prints a line
// for each change, with its action and its address.
package addresses

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/sinks"
)

// Format returns the layout, for planfmt.Options.
func Format() planfmt.Format {
	return planfmt.Format{
		Name: "addresses",
		Help: "a line for each change",
		New:  func(w io.Writer, _ planfmt.Layout) (planfmt.Writer, error) { return &writer{w: w}, nil },
	}
}

type writer struct {
	w io.Writer
	n int
}

// Begin writes nothing: the layout has no heading.
func (*writer) Begin(computed.Summary) error { return nil }

// Resource writes a line. A layout that does not use planfmt's sinks has to
// escape what comes from the plan.
func (w *writer) Resource(r computed.Resource) error {
	if r.Section != computed.ChangesSection {
		return nil
	}
	w.n++
	_, err := fmt.Fprintf(w.w, "%-13s %s\n", r.Action, sinks.Escape(r.Address))
	return err
}

// End writes the number of changes.
func (w *writer) End(computed.Outcome) error {
	_, err := fmt.Fprintf(w.w, "%d changes\n", w.n)
	return err
}
