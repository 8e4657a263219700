// Package planfmt takes a Terraform or OpenTofu plan or state and renders it
// exactly as the product does.
//
// The main call is [Show]. It reads a binary plan file, a state file, or the
// output of `terraform show -json`, and writes what `terraform show` would. Show
// runs the whole pipeline: a source is read, package differ compares, renderers
// render values, a report lays out the plan, and sinks write. To inspect a plan
// instead of printing it, call [Resources] or [Load]. To use only part of the
// pipeline, or to change it, use these packages.
//
// [ShowMany] writes several plans as one report, [DiffPlans] compares two, and
// [Hash] tells whether two would do the same. [WriteJSON] writes the JSON of a
// plan file, [Redact] a document without secrets, and [Log] the log of a run.
//
// This package reads neither the environment nor the terminal. Whatever depends
// on them is set in [Options].
package planfmt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/base/ctxio"
	"github.com/planfmt/planfmt/internal/work/engine"
)

// Result is the outcome of showing a plan or a state.
type Result struct {
	computed.Outcome
	// Summary holds the facts about the document as a whole.
	Summary computed.Summary
	// Summaries are those that the targets of [ShowAll] were given, in the same order. They
	// differ in what the formats ask for.
	Summaries []computed.Summary
}

// MarshalJSON fails: the format json writes what docs/schema describes.
func (r Result) MarshalJSON() ([]byte, error) { return r.Outcome.MarshalJSON() }

// Owner says what a value belongs to, for [Options].Wrap.
type Owner = computed.Owner

// Warning is a warning for the reader of the output. It does not change the outcome.
type Warning = computed.Warning

// AlarmKind is something in a plan that a pipeline may want to stop for.
type AlarmKind = computed.AlarmKind

// Progress says how far the work on a document has come.
type Progress = computed.Progress

// Show reads a plan or a state as JSON, or a state file, from r and writes it
// to w for people to read. It writes nothing before it has read and understood
// the whole of r; if that fails, w is untouched. If a part cannot be rendered,
// this is not an error: the Result lists such parts.
//
// Show returns these errors:
//   - [ErrNoContext], [ErrNoReader] or [ErrNoWriter], if ctx, r or w is nil;
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
	// Format and Layout take the place of those in the [Options], unless they are zero.
	Format string
	Layout Layout
}

// filled returns the target with the format and the layout of the options, where it has none of its own.
func (t Target) filled(ctx context.Context, o *Options) Target {
	t.Format = cmp.Or(t.Format, o.Format)
	if reflect.ValueOf(t.Layout).IsZero() {
		t.Layout = o.Layout
	}
	if t.W != nil {
		t.W = ctxio.Writer(ctx, t.W)
	}
	return t
}

// ShowAll is like [Show], but writes the document to several targets at a time. It is read
// and compared only once. Without any target, the error is [ErrNoTargets].
func ShowAll(ctx context.Context, r io.Reader, opts Options, targets ...Target) (res *Result, err error) {
	defer caught.As(&err)
	if len(targets) == 0 {
		return nil, ErrNoTargets
	}
	forms := make([]engine.Form, len(targets))
	for i, t := range targets {
		t = t.filled(ctx, &opts)
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
	l.Dialect, l.memoryLimit, l.tempDir, l.policies = words, o.MemoryLimit, o.TempDir, o.Policies.SourceText()
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

// Load reads a plan or a state from r, as [Show] does, compares its resources and
// returns all of them. Use it to inspect a plan instead of printing it. Options
// about layout have no effect. All resources are in memory at once; [Resources]
// yields them one by one. Load returns the same errors as Show.
func Load(ctx context.Context, r io.Reader, opts Options) (p *computed.Plan, err error) {
	defer caught.As(&err)
	plan := &computed.Plan{}
	res, err := opts.run(ctx, r, collect(opts.Needs, func(r computed.Resource) error {
		plan.Resources = append(plan.Resources, r)
		return nil
	}))
	if err != nil {
		return nil, err
	}
	plan.Summary, plan.Problems = res.Summary, res.Problems
	return plan, nil
}

// Resources reads a plan or a state from r, as [Show] does, compares its resources
// and yields them in the order of the report's sections. Little more than one
// resource per worker is in memory at a time. If there is an error, it is yielded
// last, with a zero Resource. If the document cannot be read, only the error is
// yielded. A problem with one resource is in its Err, or in its Body if a value
// contradicts its schema, and does not end the sequence. Resources yields the
// same errors as Show.
//
// Since the sequence reads r, only one loop can range over it.
func Resources(ctx context.Context, r io.Reader, opts Options) iter.Seq2[computed.Resource, error] {
	return func(yield func(computed.Resource, error) bool) {
		stopped := errors.New("no more resources are wanted")
		outside := false // in the loop's own body, whose panics are not ours
		walk := func() (err error) {
			defer func() {
				if outside {
					return
				}
				if v := recover(); v != nil {
					err = caught.New(v)
				}
			}()
			_, err = opts.run(ctx, r, collect(opts.Needs, func(r computed.Resource) error {
				outside = true
				more := yield(r, nil)
				outside = false
				if !more {
					return stopped
				}
				return nil
			}))
			return err
		}
		err := walk()
		if err != nil && !errors.Is(err, stopped) {
			yield(computed.Resource{}, err)
		}
	}
}

// collect returns a form that passes on every resource.
func collect(needs Needs, do func(computed.Resource) error) []engine.Form {
	return []engine.Form{{Needs: needs, TellsCopies: true, Writer: func(dialect.Dialect) (engine.Writer, error) { return each(do), nil }}}
}

// each is a Writer that passes on every resource and writes nothing.
type each func(computed.Resource) error

// Begin has nothing to begin.
func (each) Begin(computed.Summary) error { return nil }

// Resource passes r on.
func (e each) Resource(r computed.Resource) error { return e(r) }

// End has nothing to end.
func (each) End(computed.Outcome) error { return nil }
