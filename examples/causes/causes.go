// Package causes is a format for planfmt from outside its module. It lists only what is replaced
// or destroyed, with its causes. Resources that change alike have one line.
package causes

import (
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// Format is for planfmt.Options.
func Format() planfmt.Format {
	return planfmt.Format{
		Name: "causes", Help: "what is replaced or destroyed, and why", New: newWriter,
		Needs: planfmt.Needs{Causes: true},
	}
}

func newWriter(w io.Writer, _ planfmt.Layout) (planfmt.Writer, error) { return &writer{w: w}, nil }

// writer collects the groups, and writes them in the end. The value of a group is its cause.
type writer struct {
	w      io.Writer
	groups review.Grouper[string]
}

func (w *writer) Begin(computed.Summary) error { return nil }

func (w *writer) Resource(r computed.Resource) error {
	if place := review.PlaceOf(&r); place.Class <= review.Delete {
		w.groups.Add(place, review.LikenessOf(&r), "", func() string { return planfmt.ReasonText(&r) })
	}
	return nil
}

func (w *writer) End(computed.Outcome) error {
	for _, g := range w.groups.Groups() {
		var addresses []string
		for _, m := range g.Members {
			addresses = append(addresses, m.Address)
		}
		line := fmt.Sprintf("%s %s: %s", g.Members[0].Class, strings.Join(addresses, ", "), g.Value)
		if own := g.Differs(); len(own) > 0 {
			line += " (each has its own " + strings.Join(own, ", ") + ")"
		}
		// What comes from the document must be made safe to print.
		if _, err := fmt.Fprintln(w.w, sinks.Escape(line)); err != nil {
			return err
		}
	}
	return nil
}
