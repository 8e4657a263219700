// Package stacks is a format for planfmt from outside its module, for one plan or for several: a headline for each with what its policies
// come to, each failure with the condition as it stands in the policy's file, and a line for each change.
package stacks

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// Format returns the format, for planfmt.Options.
func Format() planfmt.Format {
	return planfmt.Format{
		Name: "stacks", Help: "what changes in each plan, and what its policies say",
		New: func(w io.Writer, l planfmt.Layout) (planfmt.Writer, error) {
			r := newReport(w, []string{"plan"}, l)
			return &writer{part: r.begin(0), layout: l, alone: r}, nil
		},
		NewMany: func(w io.Writer, names []string, l planfmt.Layout) (planfmt.ManyWriter, error) {
			return newReport(w, names, l), nil
		},
		Needs: planfmt.Needs{MaskCopies: true},
		Uses:  planfmt.Uses{Verdicts: true},
	}
}

// report writes at the end. Until then, the spool keeps what there is to say about each plan.
type report struct {
	w      io.Writer
	names  []string
	layout planfmt.Layout
	spool  *planfmt.Spool
	parts  []part // each is for one goroutine
}

func newReport(w io.Writer, names []string, l planfmt.Layout) *report {
	return &report{w: w, names: names, layout: l, spool: l.NewSpool(), parts: make([]part, len(names))}
}

type part struct {
	text            *planfmt.SpooledText
	changes, failed int
	err             error
}

// begin discards what there is of a plan: one that shows a secret of another plan is read again.
func (r *report) begin(number int) *part {
	r.parts[number] = part{text: r.spool.NewText()}
	return &r.parts[number]
}

func (r *report) Document(number int, _ dialect.Dialect) (planfmt.Writer, error) {
	return &writer{part: r.begin(number), layout: r.layout}, nil
}

func (r *report) Fail(number int, err error) { r.parts[number] = part{err: err} }

func (r *report) End() error {
	for i, name := range r.names {
		p := &r.parts[i]
		if p.err != nil {
			fmt.Fprintf(r.w, "%s cannot be read: %s\n", sinks.Escape(name), sinks.Escape(p.err.Error()))
			continue
		}
		fmt.Fprintf(r.w, "%s: %d changes, %d failures\n", sinks.Escape(name), p.changes, p.failed)
		if err := p.text.CopyTo(r.w); err != nil {
			return err
		}
	}
	return nil
}

// Close is called in any case, after End or an error.
func (r *report) Close() error { return r.spool.Close() }

// writer writes a plan into the spool. Writers of several plans work at the same time.
type writer struct {
	*part
	layout planfmt.Layout
	alone  *report // of the only plan
}

func (w *writer) Begin(s computed.Summary) error {
	if s.Verdicts == nil {
		return nil // there are no policies
	}
	for _, r := range s.Verdicts.Results.All() {
		if r.Outcome < verdict.Fail {
			continue
		}
		w.failed++
		if err := w.line("! %s: %s", r.Address, r.Message); err != nil {
			return err
		}
		for _, c := range r.Conditions {
			code := w.layout.PolicyText(c.Range.File)
			if c.Outcome < verdict.Fail || c.Range.End.Byte > len(code) {
				continue
			}
			at := fmt.Sprintf("%s:%d", c.Range.File, c.Range.Start.Line)
			if err := w.line("    %s: %s", at, string(code[c.Range.Start.Byte:c.Range.End.Byte])); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) Resource(r computed.Resource) error {
	if r.Section != computed.ChangesSection {
		return nil
	}
	w.changes++
	return w.line("%s %s", r.Action.String(), r.Address)
}

// line writes a line. What comes from the plan, or from a policy, must be made safe to print.
func (w *writer) line(format string, args ...any) error {
	for i, arg := range args {
		args[i] = sinks.Escape(arg.(string))
	}
	_, err := fmt.Fprintf(w.text, "  "+format+"\n", args...)
	return err
}

func (w *writer) End(computed.Outcome) error {
	if err := w.text.Close(); err != nil || w.alone == nil {
		return err
	}
	return w.alone.End()
}

// Close closes the report of a single plan: that of several is closed by itself.
func (w *writer) Close() error {
	if w.alone == nil {
		return nil
	}
	return w.alone.Close()
}
