package planfmt

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt/internal/compare"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/schemas/infer"
)

// Show reads a plan or a state as JSON, or a state file, from r and writes it
// to w for people to read. It writes nothing before it has read and understood
// the whole of r; if that fails, w is untouched. If a part cannot be rendered,
// this is not an error: the Result lists such parts.
//
// Show returns these errors:
//   - [ErrNoReader] or [ErrNoWriter], if r or w is nil;
//   - an [OptionError], if an option has an invalid value;
//   - a [SchemaError], if a file of schemas cannot be read; an [InexactError],
//     if RequireExact is set and a type lacks a schema; a *jsondoc.InputError,
//     if the document cannot be read;
//   - the error of ctx, when ctx ends. Show then returns even if r or a source of
//     schemas blocks. Since the call of Read goes on in the background, the
//     caller must not read from r any more;
//   - the error of w, or io.ErrShortWrite if w writes less than it is given and
//     returns no error;
//   - a [PanicError], if this module or code in the options panics.
func Show(ctx context.Context, w io.Writer, r io.Reader, opts Options) (res *Result, err error) {
	return ShowAll(ctx, r, opts, Target{W: w, Format: opts.Format, Layout: opts.Layout})
}

// Target says where a document is written, and how.
type Target struct {
	W io.Writer
	// Format and Layout take the place of those in the [Options].
	Format string
	Layout Layout
}

// ShowAll is like [Show], but writes the document to several targets at a time. It is read
// and compared only once.
func ShowAll(ctx context.Context, r io.Reader, opts Options, targets ...Target) (res *Result, err error) {
	defer caught.As(&err)
	forms := make([]form, len(targets))
	for i, t := range targets {
		format, err := opts.format(t.Format)
		if err != nil {
			return nil, err
		}
		if t.W == nil {
			return nil, ErrNoWriter
		}
		forms[i] = newForm(format, &opts.Comparison, t.Layout)
		forms[i].writer = func(l Layout) (Writer, error) {
			w, err := format.New(t.W, l)
			if err == nil && w == nil {
				err = &OptionError{"Formats", fmt.Errorf("the format %q returned a nil Writer", format.Name)}
			}
			return w, err
		}
	}
	return run(ctx, r, opts, forms)
}

// form is a way to write a document: what it needs, and how the writer is made when the
// product is known.
type form struct {
	needs Needs
	// tellsCopies says that the form tells which copies of sensitive values it hides, if it does.
	// Formats do so that hide them by default.
	tellsCopies bool
	layout      Layout
	writer      func(Layout) (Writer, error)
}

// newForm returns a form without its writer.
func newForm(f Format, c *Comparison, l Layout) form {
	needs := f.needs(c, l)
	return form{needs: needs, tellsCopies: needs.MaskCopies == f.Needs.MaskCopies, layout: l}
}

// run reads a document and hands it to the writers.
func run(ctx context.Context, r io.Reader, opts Options, forms []form) (*Result, error) {
	if r == nil {
		return nil, ErrNoReader
	}
	s, err := newSession(ctx, opts)
	if err != nil {
		return nil, err
	}
	s.overview = opts.Overview
	return s.run(ctx, r, forms)
}

// run reads a document and hands it to the writers.
func (s *session) run(ctx context.Context, r io.Reader, forms []form) (*Result, error) {
	opts := s.opts
	var needs []Needs
	for _, f := range forms {
		needs = append(needs, f.needs)
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
		f.layout.Dialect, f.layout.memoryLimit, f.layout.tempDir = d.dialect, opts.MemoryLimit, opts.TempDir
		f.layout.policies = opts.Verdicts.SourceText()
		w, err := f.writer(f.layout)
		if err != nil {
			return nil, err
		}
		if c, ok := w.(io.Closer); ok {
			defer c.Close()
		}
		writers[i] = viewer{w, d.viewFor(f.needs)}
	}
	out, err := d.write(ctx, writers, types, opts.Workers)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(forms, func(f form) bool { return f.layout.Refinements }) && !d.facts.HasRefinements {
		d.warnings = append(d.warnings, "only binary plans say what is already known about values that are known only after apply: this document does not")
	}
	d.warn(opts.Warn, out, slices.ContainsFunc(forms, func(f form) bool { return !f.tellsCopies }))
	res := &Result{Outcome: out, Summary: d.summary}
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
	Writer
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
			if preparer, ok := w.Writer.(Preparer); ok {
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
