package report

import (
	"encoding/csv"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// CSV is a table of what happens: a line for each resource, with its section, what happens to it, its type and its address.
type CSV struct{ w *csv.Writer }

// NewCSV returns a report that writes to w.
func NewCSV(w io.Writer, _ Options) *CSV { return &CSV{csv.NewWriter(w)} }

// Begin writes the names of the columns.
func (c *CSV) Begin(computed.Summary) error {
	return c.w.Write([]string{"section", "action", "type", "address"})
}

// Resource writes a line.
func (c *CSV) Resource(r computed.Resource) error {
	return c.w.Write([]string{r.Section.String(), review.ClassOf(&r).String(), sinks.Escape(r.Type), sinks.Escape(r.Address)})
}

// End writes what is left.
func (c *CSV) End(computed.Outcome) error {
	c.w.Flush()
	return c.w.Error()
}
