package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// CompactOptions control the compact report. The zero value is as in [HumanOptions].
type CompactOptions struct {
	Dialect dialect.Dialect
	Sink    sinks.Sink
	// Width is the number of columns at which lines are continued on the next one; 0 means
	// 120. Addresses are never cut, so a line may be longer.
	Width int
	// Limit is how many lines there should be; 0 means any number. What is least important
	// is then only counted. Destroys, replacements and what went wrong never are, so that
	// there may be more lines.
	Limit   int
	GroupBy GroupBy
	// ShowHash adds the hash of the summary.
	ShowHash bool
	// Refinements says what is already known about values that are known only after apply.
	Refinements bool
	// ShowSource says where resources are declared.
	ShowSource bool
}

// compactWidth is the width of a compact report where nothing else is said. Its lines are
// longer than those of other texts, because they are read one by one.
const compactWidth = 120

// Compact is the report for somebody who has one screen. It has a line for each resource, or
// for several that change alike. It writes everything in the end.
type Compact struct {
	w     io.Writer
	opts  CompactOptions
	begun bool
	overview
}

// NewCompact returns a report that writes to w.
func NewCompact(w io.Writer, opts CompactOptions) *Compact {
	if opts.Sink == nil {
		opts.Sink = sinks.Text{EscapeRunnerCommands: true}
	}
	if opts.Width == 0 {
		opts.Width = compactWidth
	}
	return &Compact{w: w, opts: opts, overview: overview{dialect: opts.Dialect, groupBy: opts.GroupBy, refinements: opts.Refinements, tellSource: opts.ShowSource}}
}

// Begin keeps the summary.
func (c *Compact) Begin(s computed.Summary) error {
	c.begun = true
	c.begin(s)
	return nil
}

// Resource adds a change.
func (c *Compact) Resource(r computed.Resource) error { return c.Prepare(r)() }

// Prepare works out what is said about a change, and returns the rest of [Compact.Resource].
// Several goroutines may call Prepare at a time, in any order, between Begin and End.
func (c *Compact) Prepare(r computed.Resource) (write func() error) {
	if !c.begun {
		return func() error { return errNotBegun }
	}
	add := c.prepare(&r)
	return func() error {
		add()
		return nil
	}
}

// End writes the report, and closes the document.
func (c *Compact) End(o computed.Outcome) error {
	if !c.begun {
		return errNotBegun
	}
	return c.writeSheet(c.contents(o, c.opts.ShowHash))
}

// writeSheet writes a report with these contents, and closes the document.
func (c *Compact) writeSheet(all *contents) error {
	out, err := c.opts.Sink.Open(c.w)
	if err != nil {
		return err
	}
	sheet := newSheet(all, c.opts.Width)
	sheet.fit(c.opts.Limit)
	if err := out.Write(doc.Lines(sheet.write)); err != nil {
		return err
	}
	return out.Close()
}
