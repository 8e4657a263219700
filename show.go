package planfmt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/ctxio"
	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/jsonstate"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/schema/facts"
	"github.com/planfmt/planfmt/schema/infer"
	"github.com/planfmt/planfmt/values"
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
	p := d.pipe()
	p.remarks.lines = append(p.remarks.lines, misfits(types)...)
	layout := opts.Layout
	layout.Dialect = p.dialect
	w, err := writer(layout)
	if err != nil {
		return nil, err
	}
	if err := w.Begin(p.summary); err != nil {
		return nil, err
	}
	if err := d.each(ctx, w.Resource); err != nil {
		return nil, err
	}
	outcome := computed.Outcome{Changes: d.changes(), Problems: p.remarks.problems, Masked: sumMasked(p.remarks.masked)}
	p.remarks.masked = outcome.Masked
	if err := w.End(outcome); err != nil {
		return nil, err
	}
	p.warn()
	return &Result{Outcome: outcome, Summary: p.summary, Types: types}, nil
}

// document is a plan or a state that has been read.
type document interface {
	pipe() *pipeline
	types() []TypeSchema
	each(context.Context, func(computed.Resource) error) error
	changes() bool
	close()
}

// plan is a document that has been read, and what is known of it before the
// first resource is compared.
type plan struct {
	*pipeline

	drift    []*jsonplan.ResourceChange // those that will be shown
	shown    []*jsonplan.ResourceChange
	triggers map[string][]*jsonplan.ActionInvocation // by the address that triggers them
}

// open reads a document, finds out what it is, and works out its summary.
func open(ctx context.Context, r io.Reader, opts Options) (document, error) {
	schemas, err := opts.resolver(ctx)
	if err != nil {
		return nil, err
	}
	s, err := jsondoc.NewScanner(ctx, r, jsondoc.Options{MemoryLimit: opts.MemoryLimit, TempDir: opts.TempDir})
	if err != nil {
		return nil, err
	}
	d, err := read(ctx, s, schemas, opts)
	if err != nil {
		s.Store().Close()
		return nil, err
	}
	return d, nil
}

// read reads a document as what its members tell that it is: no name stands
// at the top of both plans and states but those of the versions.
func read(ctx context.Context, s *jsondoc.Scanner, schemas *infer.Resolver, opts Options) (document, error) {
	plans, states := jsonplan.NewReader(s, jsonplan.Options{Evidence: schemas.Evidence}), jsonstate.NewReader(s, schemas.Evidence)
	err := s.Document(func(name string) error {
		if states.Knows(name) {
			return states.Member(name)
		}
		return plans.Member(name)
	})
	if err != nil {
		return nil, err
	}
	doc, err := plans.Plan()
	var not *jsondoc.InputError
	switch {
	case err == nil:
		return newPlan(ctx, doc, schemas, opts)
	case errors.As(err, &not) && not.Kind == jsondoc.InputState:
		doc, err := states.State()
		if err != nil {
			return nil, err
		}
		return newState(doc, schemas, opts)
	}
	return nil, err
}

func newPlan(ctx context.Context, doc *jsonplan.Plan, schemas *infer.Resolver, opts Options) (*plan, error) {
	d, err := opts.dialect(doc.Product)
	if err != nil {
		return nil, err
	}
	if len(doc.Schemas) > 0 {
		own := schema.Layer{Name: "the plan's own", Source: newEmbedded(doc)}
		schemas.Layers = slices.Insert(schemas.Layers, len(opts.Schemas), own)
	}
	pipe, err := newPipeline(doc, schemas, d, opts)
	if err != nil {
		return nil, err
	}
	p := &plan{pipeline: pipe, triggers: map[string][]*jsonplan.ActionInvocation{}}
	p.remarks.lines, p.remarks.problems = doc.Warnings, doc.Problems
	return p, p.summarise(ctx)
}

func (p *plan) close() { p.doc.Close() }

// resolver finds schemas where the options say that they are.
func (o Options) resolver(ctx context.Context) (*infer.Resolver, error) {
	r := &infer.Resolver{}
	for _, source := range o.Schemas {
		// A pipe may keep the open waiting, as well as the reads.
		set, err := ctxio.Call(ctx, func() (*schema.Set, error) { return load(source, o.SchemaLimits) })
		if err != nil {
			return nil, err
		}
		r.Layers = append(r.Layers, schema.Layer{Name: source.Name, Source: set})
		r.FormatVersions = append(r.FormatVersions, set.FormatVersion())
	}
	r.Layers = append(r.Layers, o.Layers...)
	if !o.NoKnownFacts {
		r.Facts = facts.Default()
	}
	r.Evidence = &infer.Evidence{Skip: r.Has}
	return r, nil
}

func load(source SchemaSource, limits schema.Limits) (*schema.Set, error) {
	f, err := source.Open()
	if err != nil {
		return nil, &SchemaError{source.Name, fmt.Errorf("%s: %w", plans.SpellName(source.Name), err)}
	}
	defer f.Close()
	set := &schema.Set{Limits: limits}
	if err := set.Load(source.Name, f); err != nil {
		return nil, &SchemaError{source.Name, err}
	}
	return set, nil
}

// dialect is the product that the options name, or that the document tells of.
func (o Options) dialect(told string) (dialect.Dialect, error) {
	name := o.Product
	if name == "" || name == "auto" {
		name = told
	}
	if d, ok := dialect.Lookup(name); ok {
		return d, nil
	}
	return dialect.Dialect{}, &OptionError{"Product", unknownName("product", name, Products())}
}

// mode is how the plan was made, as far as the document tells.
func (o Options) mode(doc *jsonplan.Plan) plans.Mode {
	switch o.Mode {
	case plans.DestroyMode:
		return plans.DestroyMode
	case plans.RefreshOnlyMode:
		return plans.RefreshOnlyMode
	case plans.AutoMode:
		if doc.PriorManaged && !doc.HasResourceChanges {
			return plans.RefreshOnlyMode
		}
	}
	return plans.NormalMode
}

// summarise works out what a report has to know before the first resource.
func (p *plan) summarise(ctx context.Context) error {
	s := &p.summary
	s.SchemaFormatVersions = p.schemas.FormatVersions
	s.FormatVersion, s.TerraformVersion = p.doc.FormatVersion, p.doc.TerraformVersion
	s.Mode = p.opts.mode(p.doc)
	s.Errored = p.doc.Errored
	s.Counts = map[plans.Action]int{}
	for _, rc := range p.doc.Changes {
		if !isShown(rc) {
			continue
		}
		p.shown = append(p.shown, rc)
		s.Counts[rc.Action]++
		if rc.Importing != nil {
			s.Imports++
		}
	}
	if p.doc.Applyable != nil {
		s.Applyable = *p.doc.Applyable
	} else {
		s.Applyable = p.acts()
	}
	s.DeferredCount = len(p.doc.Deferred)
	s.Invocations = len(p.doc.Actions)
	for _, o := range p.doc.Outputs {
		s.Outputs = append(s.Outputs, p.output(o))
	}
	if err := p.actionEvidence(); err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, rc := range p.shown {
		listed[rc.Address] = true
	}
	for _, a := range p.doc.Actions {
		switch {
		case a.Lifecycle != nil && listed[a.Lifecycle.ResourceAddress]:
			p.triggers[a.Lifecycle.ResourceAddress] = append(p.triggers[a.Lifecycle.ResourceAddress], a)
		case a.Lifecycle == nil && a.Invoked, a.Err != nil:
			s.Invoked = append(s.Invoked, p.invocation(a, nil, &p.remarks))
		default:
			p.remarks.lines = append(p.remarks.lines, plans.SpellName(a.Address)+": it will be invoked, but none of the changes shown triggers it")
		}
	}
	for _, list := range p.triggers {
		slices.SortStableFunc(list, func(a, b *jsonplan.ActionInvocation) int {
			if n := a.Lifecycle.BlockIndex - b.Lifecycle.BlockIndex; n != 0 {
				return n
			}
			return a.Lifecycle.Index - b.Lifecycle.Index
		})
	}
	if err := p.findDrift(ctx); err != nil {
		return err
	}
	s.DriftCount = len(p.drift)
	return nil
}

// actionEvidence adds what the invocations show of the actions' types.
func (p *plan) actionEvidence() error {
	var parser values.Parser
	for _, a := range p.doc.Actions {
		if !a.HasConfig || a.Err != nil {
			continue
		}
		c, err := p.doc.Config(a, &parser)
		if err != nil {
			return err
		}
		p.schemas.Evidence.Add(actionID(a), c)
	}
	return nil
}

// isShown reports whether a change is listed among the plan's actions.
func isShown(rc *jsonplan.ResourceChange) bool {
	return rc.Err != nil || rc.Listed()
}

// acts reports whether any shown change is more than a no-op.
func (p *plan) acts() bool {
	return slices.ContainsFunc(p.shown, func(rc *jsonplan.ResourceChange) bool { return rc.Action != plans.NoOp })
}

// changes reports whether there is anything to do.
func (p *plan) changes() bool {
	if p.acts() || p.summary.Imports > 0 || len(p.doc.Actions) > 0 || len(p.doc.Deferred) > 0 {
		return true
	}
	if slices.ContainsFunc(p.shown, (*jsonplan.ResourceChange).Moved) {
		return true
	}
	if slices.ContainsFunc(p.summary.Outputs, func(o computed.Output) bool { return o.Diff.Action != plans.NoOp }) {
		return true
	}
	return p.summary.Mode == plans.RefreshOnlyMode && slices.ContainsFunc(p.drift, func(rc *jsonplan.ResourceChange) bool {
		return rc.Action != plans.NoOp || rc.Moved()
	})
}

// findDrift picks the entries of resource_drift that will be shown.
func (p *plan) findDrift(ctx context.Context) error {
	var parser values.Parser
	refresh := p.summary.Mode == plans.RefreshOnlyMode
	for _, rc := range p.doc.Drift {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !refresh && rc.Err == nil {
			if len(p.relevant(rc)) == 0 {
				continue
			}
			if r := p.diff(rc, &parser, true); r.err == nil && r.Diff.Action == plans.NoOp {
				continue
			}
		}
		p.drift = append(p.drift, rc)
	}
	if refresh || len(p.drift) == 0 {
		return nil
	}
	if p.isEmpty(&parser) {
		p.drift = slices.DeleteFunc(p.drift, func(rc *jsonplan.ResourceChange) bool { return rc.Err == nil })
	}
	return nil
}

// isEmpty reports whether nothing in the plan differs: then drift is of no
// interest.
func (p *plan) isEmpty(parser *values.Parser) bool {
	for _, o := range p.summary.Outputs {
		if o.Err != nil || o.Diff.Action != plans.NoOp {
			return false
		}
	}
	for _, rc := range p.doc.Changes {
		if rc.Moved() || rc.Err != nil {
			return false
		}
		if r := p.diff(rc, parser, false); r.err != nil || r.Diff.Action != plans.NoOp {
			return false
		}
	}
	return true
}

// each compares the resources, section by section.
func (p *plan) each(ctx context.Context, do func(computed.Resource) error) error {
	var jobs []job
	for _, rc := range p.drift {
		jobs = append(jobs, job{rc: rc, section: computed.DriftSection})
	}
	for _, dc := range p.doc.Deferred {
		jobs = append(jobs, job{rc: dc, section: computed.DeferredSection})
	}
	for _, rc := range p.shown {
		jobs = append(jobs, job{rc: rc, section: computed.ChangesSection, triggers: p.triggers[rc.Address]})
	}
	worker := func() comparer {
		var parser values.Parser
		return func(i int) (computed.Resource, remarks) { return p.resource(jobs[i], &parser) }
	}
	return p.stream(ctx, len(jobs), worker, do)
}
