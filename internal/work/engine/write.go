package engine

import (
	"context"
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
)

// Form is a format with its options: what it needs, and how to make its writer.
type Form struct {
	Needs computed.Needs
	// TellsCopies says that the writer itself lists the copies of sensitive values that it hides.
	// Formats that hide them by default do so.
	TellsCopies bool
	// Refinements says that the writer shows refinements of unknown values.
	Refinements bool
	// Writer makes the writer, once the product is known.
	Writer func(dialect.Dialect) (Writer, error)
}

// Writer writes a document, as the Writer of the package planfmt does.
type Writer interface {
	Begin(computed.Summary) error
	Resource(computed.Resource) error
	End(computed.Outcome) error
}

// Preparer is a writer that does most of its work in workers.
type Preparer interface {
	Writer
	Prepare(computed.Resource) (write func() error)
}

// AllPreparer is a Preparer that can report whether it needs a resource no more. Then nothing has to be copied for it.
type AllPreparer interface {
	Preparer
	PrepareAll(*computed.Resource) (write func() error, all bool)
}

// Result is the outcome of writing a document.
type Result struct {
	computed.Outcome
	Summary   computed.Summary
	Summaries []computed.Summary // what the writers were given
}

// Run reads a document and hands it to the writers.
func (s *Session) Run(ctx context.Context, r io.Reader, forms []Form) (*Result, error) {
	d, err := s.Open(ctx, r, needsOfForms(forms))
	if err != nil {
		return nil, err
	}
	return s.write(ctx, d, forms)
}

// RunRead is like Run for a document as for [Session.OpenRead].
func (s *Session) RunRead(ctx context.Context, d *Document, forms []Form) (*Result, error) {
	d, err := s.OpenRead(ctx, d, needsOfForms(forms))
	if err != nil {
		return nil, err
	}
	return s.write(ctx, d, forms)
}

func needsOfForms(forms []Form) (all []computed.Needs) {
	for _, f := range forms {
		all = append(all, f.Needs)
	}
	return all
}

// write hands a document to the writers, and closes it.
func (s *Session) write(ctx context.Context, d *Document, forms []Form) (*Result, error) {
	opts := s.Opts
	defer d.Close()
	types := d.Types()
	if opts.RequireExact {
		if err := Inexact(types); err != nil {
			return nil, err
		}
	}
	writers := make([]Viewer, len(forms))
	for i, f := range forms {
		w, err := f.Writer(d.Dialect)
		if err != nil {
			return nil, err
		}
		if c, ok := w.(io.Closer); ok {
			defer c.Close()
		}
		writers[i] = Viewer{w, d.viewFor(f.Needs)}
	}
	out, err := d.Write(ctx, writers, types, opts.Workers)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(forms, func(f Form) bool { return f.Refinements }) && !d.Facts.HasRefinements {
		d.Warnings = append(d.Warnings, "only binary plans say what is already known about values that are known only after apply: this document does not")
	}
	d.Warn(opts.Warn, out, slices.ContainsFunc(forms, func(f Form) bool { return !f.TellsCopies }))
	res := &Result{Outcome: out, Summary: d.Summary}
	if len(d.Views) > 0 {
		res.Summary = d.Views[0].Summary
	}
	for _, w := range writers {
		res.Summaries = append(res.Summaries, d.Views[w.View].Summary)
	}
	return res, nil
}

// Viewer is a writer that gets a view of a document.
type Viewer struct {
	Writer
	View int // its index
}

// Write hands the document to the writers.
func (d *Document) Write(ctx context.Context, writers []Viewer, types []infer.TypeSchema, workers int) (computed.Outcome, error) {
	out := Outcome{}
	out.Types = types
	out.Changes = d.hasChanges(func(Job) bool { return true })
	out.AllMuted = out.Changes && !d.hasChanges(func(j Job) bool { return !j.IsMutedByUser() })
	out.AddSummary(d.Summary)
	out.Copies = slices.Clip(d.copies)
	if m := d.Compare.Meaning; m != nil && !d.Facts.State {
		out.Coverage = &computed.Coverage{Table: m.Table}
	}
	for _, w := range writers {
		if err := w.Begin(d.Views[w.View].Summary); err != nil {
			return computed.Outcome{}, err
		}
	}
	d.Progress.SetTotal(d.Count)
	err := inBatches(ctx, d, workers, d.Jobs(), func(Job) bool { return true }, func() func(Job) prepared { return d.preparation(writers) }, func(p prepared) error {
		out.Add(p.Problems, p.Masked)
		out.Copies = append(out.Copies, p.Copies...)
		out.addCoverage(p)
		for _, write := range p.writes {
			if err := write(); err != nil {
				return err
			}
		}
		d.Progress.AddResource()
		return nil
	})
	if err != nil {
		return computed.Outcome{}, err
	}
	out.Masked, out.Copies = compare.SumMasked(out.Masked), UniqueCopies(out.Copies)
	for _, w := range writers {
		if err := w.End(out.Outcome); err != nil {
			return out.Outcome, err
		}
	}
	return out.Outcome, nil
}

// prepared is a resource that the writers have prepared.
type prepared struct {
	Outcome
	writes []func() error
	meant  *meant // nil if nothing is changed
}

// addCoverage counts what was looked at for facts.
func (o *Outcome) addCoverage(p prepared) {
	switch r := p.meant; {
	case r == nil || o.Coverage == nil:
	case r.facts == nil:
		o.Coverage.AddUnread(r.typ)
	default:
		o.Coverage.Add(r.typ, r.isKnown, r.facts)
	}
}

// preparation returns the function with which a worker prepares a resource for the writers, each of
// which gets the resource as its view shows it.
func (d *Document) preparation(writers []Viewer) func(Job) prepared {
	transient := !d.comparesAgain() && !slices.ContainsFunc(writers, func(w Viewer) bool {
		_, ok := w.Writer.(AllPreparer)
		return !ok
	})
	c := d.Comparer()
	return func(j Job) prepared {
		by := c
		if transient && len(j.Triggers) == 0 { // reading actions overwrites the loaded values
			by = c.Transient()
		}
		p, all := prepare(writers, ForViews(by, j, d.Views))
		if by != c && !all { // what is still needed has the memory
			c = d.Comparer()
		}
		return p
	}
}

// prepare prepares a resource. all reports whether the resource is not needed any more.
func prepare(writers []Viewer, in inViews) (p prepared, all bool) {
	all = true
	for _, w := range writers {
		r := in.Views[w.View]
		if r == nil {
			continue
		}
		switch by := w.Writer.(type) {
		case AllPreparer:
			write, done := by.PrepareAll(r)
			p.writes, all = append(p.writes, write), all && done
		case Preparer:
			p.writes, all = append(p.writes, by.Prepare(*r)), false
		default:
			p.writes, all = append(p.writes, func() error { return w.Resource(*r) }), false
		}
	}
	if in.any != nil {
		p.addResource(in.any)
		p.meant = meantIn(in)
	}
	p.Copies = in.copies
	return p, all
}

// meant is what is counted of the facts of a change. There are none if its values cannot be read.
type meant struct {
	typ     string
	isKnown bool
	facts   []computed.MeaningFact
}

// meantIn returns what a resource means in the views that need facts. It is nil for what does nothing to an object.
func meantIn(in inViews) *meant {
	r := in.any
	if r.Section != computed.ChangesSection || r.Action == plans.NoOp || r.Action == plans.Read {
		return nil
	}
	for _, v := range in.Views {
		if v != nil && v.Facts != nil {
			r = v
		}
	}
	return &meant{r.Type, r.KnownMeaning, r.Facts}
}
