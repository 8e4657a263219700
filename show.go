package planfmt

import (
	"context"
	"fmt"
	"io"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/engine"
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
//     if RequireExact is set and a type lacks a schema; an [InputError],
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
	forms := make([]engine.Form, len(targets))
	for i, t := range targets {
		format, err := opts.format(t.Format)
		if err != nil {
			return nil, err
		}
		if t.W == nil {
			return nil, ErrNoWriter
		}
		forms[i] = opts.form(format, t.Layout, func(l Layout) (Writer, error) {
			w, err := format.New(t.W, l)
			if err == nil && w == nil {
				err = &OptionError{Field: "Formats", Err: fmt.Errorf("the format %q returned a nil Writer", format.Name)}
			}
			return w, err
		})
	}
	return opts.run(ctx, r, forms)
}

// form returns a form of a format. newWriter gets the layout with what is known when the document has been read.
func (o *Options) form(f Format, l Layout, newWriter func(Layout) (Writer, error)) engine.Form {
	needs := f.needs(&o.Comparison, l)
	return engine.Form{
		Needs: needs, TellsCopies: needs.MaskCopies == f.Needs.MaskCopies, Refinements: l.Refinements,
		Writer: func(words dialect.Dialect) (engine.Writer, error) { return newWriter(o.complete(l, words)) },
	}
}

// complete returns a layout with what formats need of the other options.
func (o *Options) complete(l Layout, words dialect.Dialect) Layout {
	l.Dialect, l.memoryLimit, l.tempDir, l.policies = words, o.MemoryLimit, o.TempDir, o.Verdicts.SourceText()
	return l
}

// run reads a document and hands it to the writers.
func (o Options) run(ctx context.Context, r io.Reader, forms []engine.Form) (*Result, error) {
	if r == nil {
		return nil, ErrNoReader
	}
	s, err := o.session(ctx)
	if err != nil {
		return nil, err
	}
	s.Opts.Overview = o.Overview
	res, err := s.Run(ctx, r, forms)
	return (*Result)(res), err
}
