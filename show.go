package planfmt

import (
	"context"
	"fmt"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/schema/infer"
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
	defer caught.As(&err)
	format, err := opts.format()
	if err != nil {
		return nil, err
	}
	if w == nil {
		return nil, ErrNoWriter
	}
	return run(ctx, r, opts, func(l Layout) (Writer, error) { return format.New(w, l) })
}

// run reads a document and hands it to a writer, which is asked for when the
// product is known.
func run(ctx context.Context, r io.Reader, opts Options, writer func(Layout) (Writer, error)) (*Result, error) {
	if r == nil {
		return nil, ErrNoReader
	}
	if err := opts.check(); err != nil {
		return nil, err
	}
	d, err := open(ctx, r, opts)
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
	layout := opts.Layout
	layout.Dialect = d.dialect
	w, err := writer(layout)
	if err != nil {
		return nil, err
	}
	if w == nil {
		return nil, &OptionError{"Formats", fmt.Errorf("the format %q returned a nil Writer", opts.Format)}
	}
	out, err := d.write(ctx, w, types, opts.Workers)
	if err != nil {
		return nil, err
	}
	d.warn(opts.Warn, out)
	return &Result{Outcome: out, Summary: d.summary}, nil
}

// write hands the document to a writer.
func (d *document) write(ctx context.Context, w Writer, types []infer.TypeSchema, workers int) (computed.Outcome, error) {
	out := outcome{}
	out.Changes, out.Types = d.hasChanges(), types
	out.addSummary(d.summary)
	err := w.Begin(d.summary)
	if err == nil {
		d.progress.setTotal(len(d.jobs))
		err = eachResource(ctx, d, workers, preparation(w), func(p prepared) error {
			out.add(p.Problems, p.Masked)
			err := p.write()
			d.progress.addResource()
			return err
		})
	}
	if err != nil {
		return computed.Outcome{}, err
	}
	out.Masked = sumMasked(out.Masked)
	return out.Outcome, w.End(out.Outcome)
}

// prepared is a resource that a writer has prepared.
type prepared struct {
	outcome
	write func() error
}

// preparation returns what workers do with a resource for a writer.
func preparation(w Writer) func(computed.Resource) prepared {
	prepare := func(r computed.Resource) func() error {
		return func() error { return w.Resource(r) }
	}
	if p, ok := w.(Preparer); ok {
		prepare = p.Prepare
	}
	return func(r computed.Resource) prepared {
		p := prepared{write: prepare(r)}
		p.addResource(r)
		return p
	}
}
