package planfmt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/base/ctxio"
	"github.com/planfmt/planfmt/internal/base/inorder"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
)

// Document is one of several plans or states that are shown together.
type Document struct {
	// Name stands for the document in the output. No two documents have the same name.
	Name string
	// Open opens the document. It may be called twice, one after the other: a document is read
	// again if it shows a string that turns out to be sensitive in another document.
	Open func() (io.ReadCloser, error)
	// Done, if set, is called when the document has been read, in the order of the documents. It
	// is not called if there is an error. The result is not kept.
	Done func(*Result)
}

// ManyResult is the outcome of showing several documents together.
type ManyResult struct {
	Documents []DocumentResult // in the order of the documents
}

// DocumentResult is the outcome of showing one of several documents.
type DocumentResult struct {
	Name string
	// Err says why the document could not be read. All other fields are empty then.
	Err error
	// Changes, AllMuted and Problems are those of the [Result], Errored is that of its Summary.
	Changes, AllMuted bool
	Errored           bool
	Problems          []error
}

// MarshalJSON fails, as that of [Result] does: an error would be an empty object.
func (DocumentResult) MarshalJSON() ([]byte, error) { return Result{}.MarshalJSON() }

// ManyWriter writes several documents as one. It is closed at the end if it is an io.Closer.
type ManyWriter interface {
	// Document returns a Writer for a document, given its number. Several goroutines may call
	// Document, and use the Writers, at a time. If Document is called again with the same number,
	// the new Writer replaces what the old one has written.
	Document(number int, words dialect.Dialect) (Writer, error)
	// Fail says why a document could not be read. It discards what has been written of the document.
	Fail(number int, err error)
	// End is called last. It writes everything, in the order of the documents.
	End() error
}

// ShowMany reads several documents, at the same time, and writes them to each target as one. If a
// document cannot be read, the output says why, and has the others. Every format that is used
// must have a NewMany. It is an error if there are no targets, if two documents have the same name, or if the Open of one is nil.
//
// Copies of sensitive strings are hidden across documents: what is sensitive in one is hidden in
// the others, too, by formats that hide copies.
//
// The errors are those of [Show] that are not about one document: those about the options, the
// policies, the schemas, the targets and temporary files, a [PanicError], and that of ctx.
func ShowMany(ctx context.Context, docs []Document, opts Options, targets ...Target) (res *ManyResult, err error) {
	defer caught.As(&err)
	if len(targets) == 0 {
		return nil, ErrNoTargets
	}
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	s.Opts.Several = true
	m := &many{Session: s, options: opts, docs: docs, results: make([]DocumentResult, len(docs)), family: copies.New(), secrets: make([]*copies.Set, len(docs)), asked: engine.NewAsked(s.Opts.Storing, len(docs))}
	defer m.close()
	if err := m.open(ctx, targets); err != nil {
		return nil, err
	}
	if err := cmp.Or(m.readAll(ctx), m.hideAcross(ctx)); err != nil {
		return nil, err
	}
	for _, w := range m.writers {
		if err := w.End(); err != nil {
			return nil, err
		}
	}
	return &ManyResult{m.results}, nil
}

// many is the state of a call of [ShowMany].
type many struct {
	*engine.Session
	options Options
	docs    []Document
	forms   []engine.Form // without the writers
	writers []ManyWriter
	results []DocumentResult
	family  *copies.Set   // its siblings are the sets of the documents
	secrets []*copies.Set // of each document that has any
	asked   *engine.Asked
	copied  []*Warning // about copies, by document
	bytes   int64      // how many bytes have been read
}

// open makes the writers.
func (m *many) open(ctx context.Context, targets []Target) error {
	names := make([]string, len(m.docs))
	for i, d := range m.docs {
		if slices.Contains(names[:i], d.Name) {
			return fmt.Errorf("document %d: there is another one with the name %s", i, plans.SpellName(d.Name))
		}
		if names[i] = d.Name; d.Open == nil {
			return fmt.Errorf("document %d (%s): the function to open it is nil", i, plans.SpellName(d.Name))
		}
		m.results[i].Name = d.Name
	}
	for _, t := range targets {
		t = t.filled(ctx, &m.options)
		format, err := m.options.format(t.Format)
		switch {
		case err != nil:
			return err
		case t.W == nil:
			return ErrNoWriter
		case format.NewMany == nil:
			return &OptionError{Field: "Format", Err: fmt.Errorf("the format %q cannot have several documents", format.Name)}
		}
		f := m.options.form(format, t.Layout, nil)
		w, err := format.NewMany(t.W, names, m.options.complete(t.Layout, t.Layout.Dialect))
		if err == nil && w == nil {
			err = &OptionError{Field: "Formats", Err: fmt.Errorf("the format %q returned a nil ManyWriter", format.Name)}
		}
		if err != nil {
			return err
		}
		m.forms, m.writers = append(m.forms, f), append(m.writers, w)
	}
	return nil
}

func (m *many) close() {
	m.asked.Close()
	for _, w := range m.writers {
		if c, ok := w.(io.Closer); ok {
			c.Close()
		}
	}
}

// workers returns how many documents are read at a time, and by how many workers each.
func (m *many) workers() (docs, each int) {
	all := m.Opts.Workers
	if all <= 0 {
		all = runtime.GOMAXPROCS(0)
	}
	docs = max(1, min(all, len(m.docs)))
	// A large document among small ones should get more than one worker.
	return docs, max(1, min(all, 2*all/max(1, len(m.docs))))
}

// readDocument is the result of reading a document.
type readDocument struct {
	number   int
	result   *Result
	warnings []Warning
	bytes    int64
	err      error
}

// readAll reads all documents. The output for one of them may not be final, see hideAcross.
func (m *many) readAll(ctx context.Context) error {
	workers, each := m.workers()
	pool := inorder.New(workers, func() func(int) readDocument {
		return func(i int) readDocument {
			set := m.family.Sibling()
			set.Remember()
			m.secrets[i] = set
			return m.read(ctx, i, each, set)
		}
	}, func(r readDocument) error {
		set := m.secrets[r.number]
		if set.IsEmpty() {
			m.secrets[r.number] = nil
		}
		if err := m.asked.Put(r.number, set.TakeAsked()); err != nil {
			return err
		}
		return m.keep(ctx, r)
	})
	defer pool.Close()
	for i := range m.docs {
		if err := cmp.Or(ctx.Err(), pool.Add(i)); err != nil {
			return err
		}
	}
	return cmp.Or(pool.Wait(), ctx.Err())
}

// read reads a document and hands it to the writers.
func (m *many) read(ctx context.Context, i, workers int, secrets *copies.Set) (r readDocument) {
	r.number = i
	in, err := ctxio.Call(ctx, m.docs[i].Open)
	if err != nil {
		r.err = err
		return r
	}
	if in == nil {
		r.err = ErrNoReader
		return r
	}
	defer in.Close()
	one := *m.Session
	one.Opts.Workers = workers
	one.Opts.Warn = func(w Warning) { r.warnings = append(r.warnings, w) }
	one.Opts.Progress = func(p Progress) { r.bytes = p.Bytes }
	one.Secrets = func() *copies.Set { return secrets }
	forms := make([]engine.Form, len(m.forms))
	for k, f := range m.forms {
		f.Writer = func(words dialect.Dialect) (engine.Writer, error) { return m.writers[k].Document(i, words) }
		forms[k] = f
	}
	res, err := one.Run(ctx, in, forms)
	r.result, r.err = (*Result)(res), err
	return r
}

// keep keeps the result of a document, and passes on its warnings. It is called in the order of the
// documents. It returns only errors that concern all documents.
func (m *many) keep(ctx context.Context, r readDocument) error {
	m.bytes += r.bytes
	if err := m.finish(ctx, r); err != nil {
		return err
	}
	doc := &m.docs[r.number]
	var copied *Warning
	for _, w := range r.warnings {
		w.Document = doc.Name
		switch {
		case w.Copies != nil: // reading the document again may find more copies
			copied = &w
		case m.Opts.Warn != nil && r.err == nil:
			m.Opts.Warn(w)
		}
	}
	m.copied = append(m.copied, copied)
	if r.err == nil && doc.Done != nil {
		doc.Done(r.result)
	}
	if m.Opts.Progress != nil {
		m.Opts.Progress(Progress{Bytes: m.bytes, Documents: len(m.copied), AllDocuments: len(m.docs)})
	}
	return nil
}

// finish sets the result of a document.
func (m *many) finish(ctx context.Context, r readDocument) error {
	result := &m.results[r.number]
	*result = DocumentResult{Name: result.Name}
	if r.err == nil {
		result.Changes, result.AllMuted, result.Problems = r.result.Changes, r.result.AllMuted, r.result.Problems
		result.Errored = r.result.Summary.Errored
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if isGlobal(r.err) {
		return r.err
	}
	result.Err = r.err
	if e, ok := errors.AsType[*fs.PathError](r.err); ok {
		result.Err = e.Err // the caller knows the name of the document
	}
	for _, w := range m.writers {
		w.Fail(r.number, result.Err)
	}
	return nil
}

// hideAcross reads a document again if it shows a string that is sensitive in another document.
func (m *many) hideAcross(ctx context.Context) error {
	union := m.family.Sibling()
	for _, set := range m.secrets {
		if set != nil {
			union.Merge(set)
		}
	}
	again, err := m.asked.Concerned(union, func(i int) (own *copies.Set, read bool) { return m.secrets[i], m.results[i].Err == nil })
	if err != nil {
		return err
	}
	workers, each := m.workers()
	pool := inorder.New(workers, func() func(int) readDocument {
		return func(i int) readDocument {
			set := m.family.Sibling()
			set.Merge(union)
			return m.read(ctx, i, each, set)
		}
	}, func(r readDocument) error {
		m.copied[r.number] = nil
		for _, w := range r.warnings {
			if w.Document = m.docs[r.number].Name; w.Copies != nil {
				m.copied[r.number] = &w
			}
		}
		return m.finish(ctx, r)
	})
	defer pool.Close()
	for _, i := range again {
		if err := cmp.Or(ctx.Err(), pool.Add(i)); err != nil {
			return err
		}
	}
	if err := cmp.Or(pool.Wait(), ctx.Err()); err != nil {
		return err
	}
	for i, w := range m.copied {
		if w != nil && m.Opts.Warn != nil && m.results[i].Err == nil {
			m.Opts.Warn(*w)
		}
	}
	return nil
}

// Spool keeps texts that a format writes only at the end, such as those of several documents (see [ManyWriter]), as planfmt's own formats do:
// in memory up to [Input].MemoryLimit, and the rest in a temporary file in TempDir, which no one else can read and which has no name.
// Several goroutines may make and write texts at a time.
type Spool struct{ spool *spool.Texts }

// NewSpool returns an empty spool for a writer with this layout. The writer closes it in its own method Close, which is called whether or
// not there is an error.
func (l Layout) NewSpool() *Spool {
	return &Spool{spool.NewTexts(spool.Limits{MemoryLimit: l.memoryLimit, TempDir: l.tempDir})}
}

// Close removes the temporary file. Texts cannot be read any more.
func (s *Spool) Close() error { return s.spool.Close() }

// NewText returns an empty text.
func (s *Spool) NewText() *SpooledText { return &SpooledText{s.spool.NewText()} }

// SpooledText is a text in a [Spool]. One goroutine writes and closes it. When all texts of the spool have been written, it can be read.
type SpooledText struct{ text *spool.Text }

// Write adds to the text. It is an error once a text of the spool has been read. A [TempError] says that the temporary file cannot be written.
func (t *SpooledText) Write(b []byte) (int, error) { return t.text.Write(b) }

// Close ends the text, and frees the memory that it needs while it is written.
func (t *SpooledText) Close() error { return t.text.Close() }

// CopyTo writes the text to w. It may be called again.
func (t *SpooledText) CopyTo(w io.Writer) error { return t.text.CopyTo(w) }

// PolicyText returns the text of a file of policies, inputs or assumptions by the name that a range has for it, for formats with
// Uses.Verdicts. It returns nil if there is no such file.
func (l Layout) PolicyText(file string) []byte {
	if l.policies == nil {
		return nil
	}
	return l.policies(file)
}
