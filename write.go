package planfmt

import (
	"context"
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/schemas/infer"
)

// form is a way to write a document.
type form struct {
	Needs computed.Needs
	// TellsCopies says that the form tells which copies of sensitive values it hides, if it does.
	// Formats do so that hide them by default.
	TellsCopies bool
	// Refinements says that the form shows what is known about unknown values.
	Refinements bool
	// Writer makes the writer, when the product is known.
	Writer func(dialect.Dialect) (writer, error)
}

// writer writes a document, as the Writer of the package planfmt does.
type writer interface {
	Begin(computed.Summary) error
	Resource(computed.Resource) error
	End(computed.Outcome) error
}

// preparer is a writer that does most of its work in workers.
type preparer interface {
	writer
	Prepare(computed.Resource) (write func() error)
}

// result is what is known of a document that has been written.
type result struct {
	computed.Outcome
	Summary   computed.Summary
	Summaries []computed.Summary // what the writers were given
}

// run reads a document and hands it to the writers.
func (s *session) run(ctx context.Context, r io.Reader, forms []form) (*result, error) {
	opts := s.opts
	var needs []computed.Needs
	for _, f := range forms {
		needs = append(needs, f.Needs)
	}
	d, err := s.open(ctx, r, needs)
	if err != nil {
		return nil, err
	}
	defer d.close()
	types := d.types()
	if opts.RequireExact {
		if err := inexact(types); err != nil {
			return nil, err
		}
	}
	writers := make([]viewer, len(forms))
	for i, f := range forms {
		w, err := f.Writer(d.dialect)
		if err != nil {
			return nil, err
		}
		if c, ok := w.(io.Closer); ok {
			defer c.Close()
		}
		writers[i] = viewer{w, d.viewFor(f.Needs)}
	}
	out, err := d.write(ctx, writers, types, opts.Workers)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(forms, func(f form) bool { return f.Refinements }) && !d.facts.HasRefinements {
		d.warnings = append(d.warnings, "only binary plans say what is already known about values that are known only after apply: this document does not")
	}
	d.warn(opts.Warn, out, slices.ContainsFunc(forms, func(f form) bool { return !f.TellsCopies }))
	res := &result{Outcome: out, Summary: d.summary}
	if len(d.views) > 0 {
		res.Summary = d.views[0].summary
	}
	for _, w := range writers {
		res.Summaries = append(res.Summaries, d.views[w.view].summary)
	}
	return res, nil
}

// viewer is a writer that gets a view of a document.
type viewer struct {
	writer
	view int // its index
}

// write hands the document to the writers.
func (d *document) write(ctx context.Context, writers []viewer, types []infer.TypeSchema, workers int) (computed.Outcome, error) {
	out := outcome{}
	out.Types = types
	out.Changes = d.hasChanges(func(job) bool { return true })
	out.AllMuted = out.Changes && !d.hasChanges(func(j job) bool { return j.muted == nil || !j.muted.own })
	out.addSummary(d.summary)
	out.Copies = slices.Clip(d.copies)
	for _, w := range writers {
		if err := w.Begin(d.views[w.view].summary); err != nil {
			return computed.Outcome{}, err
		}
	}
	d.progress.setTotal(len(d.jobs))
	err := eachResource(ctx, d, workers, preparation(writers), func(p prepared) error {
		out.add(p.Problems, p.Masked)
		out.Copies = append(out.Copies, p.Copies...)
		for _, write := range p.writes {
			if err := write(); err != nil {
				return err
			}
		}
		d.progress.addResource()
		return nil
	})
	if err != nil {
		return computed.Outcome{}, err
	}
	out.Masked, out.Copies = compare.SumMasked(out.Masked), uniqueCopies(out.Copies)
	for _, w := range writers {
		if err := w.End(out.Outcome); err != nil {
			return out.Outcome, err
		}
	}
	return out.Outcome, nil
}

// prepared is a resource that the writers have prepared.
type prepared struct {
	outcome
	writes []func() error
}

// preparation returns what workers do with a resource for the writers. They get what each view
// shows of it.
func preparation(writers []viewer) func(inViews) prepared {
	return func(in inViews) prepared {
		var p prepared
		for _, w := range writers {
			r := in.views[w.view]
			if r == nil {
				continue
			}
			if preparer, ok := w.writer.(preparer); ok {
				p.writes = append(p.writes, preparer.Prepare(*r))
			} else {
				p.writes = append(p.writes, func() error { return w.Resource(*r) })
			}
		}
		if in.any != nil {
			p.addResource(*in.any)
		}
		p.Copies = in.copies
		return p
	}
}
