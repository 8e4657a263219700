package planfmt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/open"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/rules"
)

// ErrClosed is the error of an [OpenPlan] document that has been closed.
var ErrClosed = errors.New("the document has been closed")

// OpenPlan is a plan or a state that has been read, and whose resources are compared when somebody
// wants to see them. Use it for programs in which a person looks at one resource after the other;
// [Resources] yields all of them one by one. Its methods may be called from several goroutines.
type OpenPlan struct {
	shared   *opening
	document *engine.Document
	shown    []engine.Job // what the document shows
}

// opening is the state that an opened document and its selections share.
type opening struct {
	session *engine.Session
	needs   Needs // of the options
	types   []infer.TypeSchema

	current *engine.Document // the one that was opened: it has the source
	users   sync.WaitGroup   // the calls that use the source
	close   sync.Once

	mu     sync.Mutex // for the fields below
	closed bool
	idle   []*compare.Comparer // each is used by one goroutine at a time
}

// Open reads a plan or a state from r, as [Show] does, and works out the facts that [Options].Needs
// asks for. Changes that rules mute are always marked. Open returns the same errors as Show. The
// caller closes the result.
//
// If r can seek, it is read again for the values of each resource, so until then it must stay open
// and not change.
func Open(ctx context.Context, r io.Reader, opts Options) (o *OpenPlan, err error) {
	defer caught.As(&err)
	if r == nil {
		return nil, ErrNoReader
	}
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	s.Opts.KeepVariables = opts.ConfigDir != "" // for the conditions of later selections
	needs := opts.Needs
	needs.Muted = true
	d, err := s.Open(ctx, r, []Needs{needs})
	if err != nil {
		return nil, err
	}
	shared := &opening{session: s, needs: opts.Needs, types: d.Types(), current: d}
	if opts.RequireExact {
		if err := engine.Inexact(shared.types); err != nil {
			d.Close()
			return nil, err
		}
	}
	d.Warn(opts.Warn, computed.Outcome{Types: shared.types}, false)
	return newOpenPlan(shared, d), nil
}

func newOpenPlan(shared *opening, d *engine.Document) *OpenPlan {
	o := &OpenPlan{shared: shared, document: d}
	for j := range d.Jobs() {
		if d.Views[0].Shows(j) {
			o.shown = append(o.shown, j)
		}
	}
	return o
}

// Summary returns the facts about the document as a whole.
func (o *OpenPlan) Summary() computed.Summary { return o.document.Views[0].Summary }

// Dialect returns the words of the product that made the document.
func (o *OpenPlan) Dialect() dialect.Dialect { return o.document.Dialect }

// Types returns the types of the document's resources, and where their schemas come from, as
// computed.Outcome has them.
func (o *OpenPlan) Types() []infer.TypeSchema { return o.shared.types }

// Entries returns all resources that the document shows, in the order of [Load], but without the
// fields that depend on their values: Body, ReplacePaths, Schema, Masked, Problems and the actions.
// Err is set if the values cannot be read at all. Muted is set if rules mute the resource as a whole.
func (o *OpenPlan) Entries() []computed.Resource {
	d := o.document
	c := d.Comparer().In(d.Views[0].Manner)
	all := make([]computed.Resource, len(o.shown))
	for i, j := range o.shown {
		all[i] = c.Header(j.Entry)
		all[i].Muted = j.MutedIn(0).Whole
	}
	return all
}

// Resource compares the resource with an index in Entries, and marks the changes that rules mute.
// Errors in the resource are in its Problems. The error that Resource returns is [ErrClosed], that of
// ctx, or a [PanicError].
func (o *OpenPlan) Resource(ctx context.Context, i int) (r computed.Resource, err error) {
	defer caught.As(&err)
	if i < 0 || i >= len(o.shown) {
		return r, fmt.Errorf("there is no resource %d: the document shows %d", i, len(o.shown))
	}
	err = o.shared.use(ctx, func() error {
		c := o.shared.comparer()
		r = *engine.ForViews(c, o.shown[i], o.document.Views).Views[0]
		o.shared.release(c)
		return nil
	})
	return r, err
}

// All compares all resources, and calls do with each and its index in Entries, in their order, in
// one goroutine. It returns what is known only when all have been compared. If do returns an error,
// All returns that error at once.
func (o *OpenPlan) All(ctx context.Context, do func(i int, r computed.Resource) error) (out computed.Outcome, err error) {
	defer caught.As(&err)
	next := 0
	each := each(func(r computed.Resource) error {
		next++
		return do(next-1, r)
	})
	err = o.shared.use(ctx, func() error {
		d := *o.document
		d.Progress = &engine.Tracker{}
		out, err = d.Write(ctx, []engine.Viewer{{Writer: each, View: 0}}, o.shared.types, o.shared.session.Opts.Workers)
		return err
	})
	return out, err
}

// Select returns the same document with another selection: set and where take the place of the
// Rules and of the condition in the [Options]. The entries are the same, in the same order, but
// different ones are muted. If where cannot be evaluated for a resource, the error is among the
// Problems of the summary. The result need not be closed, and cannot be used once o is closed.
//
// A condition about causes needs Causes or References in [Options].Needs.
func (o *OpenPlan) Select(ctx context.Context, set rules.Set, where *Where) (selected *OpenPlan, err error) {
	defer caught.As(&err)
	needs := o.shared.needs
	if passes.UsesCauses(where.orNil()) && !needs.Causes && !needs.References {
		return nil, &OptionError{Field: "Needs", Err: errors.New("a condition about causes needs Causes or References")}
	}
	err = o.shared.use(ctx, func() error {
		d, err := o.shared.current.Selecting(ctx, o.shared.session, set, where.orNil())
		if err == nil {
			selected = newOpenPlan(o.shared, d)
		}
		return err
	})
	return selected, err
}

// Close waits until no method compares anything, and closes the document. So the function that All calls must not call Close. From
// the call of Close on, methods that compare return [ErrClosed].
func (o *OpenPlan) Close() error {
	in := o.shared
	in.mu.Lock()
	in.closed, in.idle = true, nil
	in.mu.Unlock()
	in.users.Wait()
	in.close.Do(in.current.Close)
	return nil
}

// use calls do unless the document has been closed. The document is not closed while do runs.
func (in *opening) use(ctx context.Context, do func() error) error {
	if ctx == nil {
		return ErrNoContext
	}
	in.mu.Lock()
	if in.closed {
		in.mu.Unlock()
		return ErrClosed
	}
	in.users.Add(1)
	in.mu.Unlock()
	defer in.users.Done()
	if err := ctx.Err(); err != nil {
		return err
	}
	return do()
}

// comparer returns a comparer that nobody else uses until it is released.
func (in *opening) comparer() *compare.Comparer {
	in.mu.Lock()
	defer in.mu.Unlock()
	if n := len(in.idle); n > 0 {
		c := in.idle[n-1]
		in.idle = in.idle[:n-1]
		return c
	}
	return in.current.Comparer()
}

// release makes a comparer available to others. A comparer that has panicked is not released.
func (in *opening) release(c *compare.Comparer) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.closed {
		in.idle = append(in.idle, c)
	}
}

// Source is a plan or a state that has been read, from a document of any kind, see [OpenSource]. Its Facts are about the document as a
// whole, and its Loader loads the values of the entries.
type Source = source.Source

// Facts are everything that a [Source] has of a document, apart from values.
type Facts = source.Facts

// Loader loads the values of the entries of a [Source], secrets included. A Loader is for one goroutine.
type Loader = source.Loader

// EvidenceSink receives the evidence about types in a document.
type EvidenceSink = source.EvidenceSink

// OpenSource reads a plan or a state of any kind from r. evidence, which may be nil, receives the evidence
// about types in the document. The caller has to close the source. The errors are those of [Show] for a
// document that cannot be read.
func OpenSource(ctx context.Context, r io.Reader, input Input, evidence EvidenceSink) (src Source, err error) {
	defer caught.As(&err)
	switch {
	case ctx == nil:
		return nil, ErrNoContext
	case r == nil:
		return nil, ErrNoReader
	}
	return open.Read(ctx, r, source.Options{Options: input.storing(), Evidence: evidence}, nil)
}

// storing says how a document is kept while it is read.
func (i Input) storing() jsondoc.Options {
	return jsondoc.Options{Strict: i.Strict, MemoryLimit: i.MemoryLimit, MaxUnpacked: i.MaxUnpacked, MaxResources: i.MaxResources, TempDir: i.TempDir}
}
