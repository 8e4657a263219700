package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
)

// compactWidth is the width of a compact report where nothing else is said. Its lines are
// longer than those of other texts, because they are read one by one.
const compactWidth = 120

// Compact is the report for somebody who has one screen. It has a line for each resource, or
// for several that change alike. It writes everything in the end.
type Compact struct {
	w     io.Writer
	opts  layout.Options
	begun bool
	plan.Overview
}

// NewCompact returns a report that writes to w.
func NewCompact(w io.Writer, opts layout.Options) *Compact {
	opts.SetDefaults(compactWidth)
	c := &Compact{w: w, opts: opts, Overview: plan.NewOverview(&opts)}
	c.TellSource = opts.ShowSource
	return c
}

// Begin keeps the summary.
func (c *Compact) Begin(s computed.Summary) error {
	c.begun = true
	c.Start(s)
	return nil
}

// Resource adds a change.
func (c *Compact) Resource(r computed.Resource) error { return c.Prepare(r)() }

// Prepare makes the entry for a change, and returns the rest of [Compact.Resource].
// Several goroutines may call Prepare at a time, in any order, between Begin and End.
func (c *Compact) Prepare(r computed.Resource) (write func() error) {
	write, _ = c.PrepareAll(&r)
	return write
}

// PrepareAll is like Prepare, and reports that the change is not needed any more.
func (c *Compact) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	if !c.begun {
		return func() error { return paper.ErrNotBegun }, true
	}
	add := c.Collect(r)
	return func() error {
		add()
		return nil
	}, true
}

// End writes the report, and closes the document.
func (c *Compact) End(o computed.Outcome) error {
	if !c.begun {
		return paper.ErrNotBegun
	}
	return c.layOut(c.Contents(o, c.opts.ShowHash))
}

// layOut writes a report with these contents, and closes the document.
func (c *Compact) layOut(all *content.Contents) error {
	out, err := c.opts.Sink.Open(c.w)
	if err != nil {
		return err
	}
	sheet := text.NewSheet(all, c.opts.Width, c.opts.Sink)
	if c.opts.Summary {
		sheet.Summarize()
	} else {
		sheet.Fit(c.opts.Limit)
	}
	if err := out.Write(doc.Lines(sheet.Write)); err != nil {
		return err
	}
	return out.Close()
}
