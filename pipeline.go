package planfmt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/schema/infer"
	"github.com/planfmt/planfmt/values"
)

// pipeline turns entries of a document into computed values: load, find the
// schema, compare, wrap.
type pipeline struct {
	doc     *jsonplan.Plan // nil where the document is a state
	schemas *infer.Resolver
	dialect dialect.Dialect
	differ  differ.Options
	opts    Options
	masks   masks
	matters map[string][]plans.Path // the relevant attributes by resource, empty for any

	summary computed.Summary
	remarks remarks // in the document's order
}

// remarks are what is to be said beside the output.
type remarks struct {
	lines    []string // about the document as a whole
	problems []error
	masked   []computed.Masked
}

func (r *remarks) problem(address string, err error) {
	r.problems = append(r.problems, within(address, err))
}

func (r *remarks) add(o remarks) {
	r.problems = append(r.problems, o.problems...)
	r.masked = append(r.masked, o.masked...)
}

// notDrawn reports members that the schema does not have. Schemas are mended
// until they have every member that the document shows, so that there are none.
func (r *remarks) notDrawn(address string, names []string) {
	if len(names) > 0 {
		r.problem(address, fmt.Errorf("not rendered, because the schema lacks it: %s", plans.SpellName(strings.Join(names, ", "))))
	}
}

// warn passes on what is worth a remark and no problem.
func (p *pipeline) warn() {
	if p.opts.Warn == nil {
		return
	}
	lines := p.remarks.lines
	if len(p.remarks.masked) > 0 {
		document := "plan"
		if p.doc == nil {
			document = "state"
		}
		lines = append(slices.Clip(lines), maskedLine(p.remarks.masked, document))
	}
	for _, l := range lines {
		p.opts.Warn(l)
	}
}

func newPipeline(doc *jsonplan.Plan, schemas *infer.Resolver, d dialect.Dialect, opts Options) (*pipeline, error) {
	m, err := opts.masks()
	if err != nil {
		return nil, err
	}
	p := &pipeline{
		doc: doc, schemas: schemas, dialect: d, opts: opts,
		differ:  differ.Options{Rules: d.Rules},
		masks:   m,
		matters: map[string][]plans.Path{},
	}
	if doc != nil {
		for _, r := range doc.Relevant {
			p.matters[r.Resource] = append(p.matters[r.Resource], r.Attribute)
		}
	}
	return p, nil
}

func (p *pipeline) pipe() *pipeline { return p }

// relevant are the attributes of a drifted object that matter to the plan.
func (p *pipeline) relevant(rc *jsonplan.ResourceChange) []plans.Path {
	var paths []plans.Path
	paths = append(paths, p.matters[""]...)
	if rc.Address != "" {
		paths = append(paths, p.matters[rc.Address]...)
	}
	return paths
}

// result is a comparison, or why there is none.
type result struct {
	differ.Result
	masked []string // attributes that were hidden for their names
	err    error
}

// diff compares a resource. Of a drifted one, only what matters to the plan
// counts as changed.
func (p *pipeline) diff(rc *jsonplan.ResourceChange, parser *values.Parser, drift bool) result {
	c, err := p.doc.Change(rc, parser)
	if err != nil {
		return result{err: err}
	}
	if drift && p.opts.mode(p.doc) != plans.RefreshOnlyMode {
		c.RelevantAttributes = plans.PrefixPaths(p.relevant(rc))
	}
	found, err := p.schemas.Resolve(resourceID(rc))
	if err != nil {
		return result{err: err}
	}
	var masked []string
	if !found.Exact {
		c, masked = p.masks.mask(resourceID(rc), c)
	}
	return result{Result: p.differ.Resource(c, rc.Action, found.Block), masked: masked}
}

// within names the resource that an error is in.
func within(address string, err error) error {
	return located(err, func(e *plans.Error) bool {
		if e.Address != "" {
			return false
		}
		e.Address = address
		return true
	})
}

// located is an error with more said of where it is, if say has anything to
// say. What the caller holds stays as it is.
func located(err error, say func(*plans.Error) bool) error {
	var e *plans.Error
	if !errors.As(err, &e) {
		return err
	}
	if more := *e; say(&more) {
		return &more
	}
	return err
}

// output compares an output.
func (p *pipeline) output(o *jsonplan.OutputChange) computed.Output {
	out := computed.Output{Name: o.Name, Err: o.Err}
	var parser values.Parser
	c, err := p.doc.Output(o, &parser)
	if err == nil {
		out.Diff = p.wrap(Owner{Output: o.Name}, p.differ.Output(c).Diff)
	} else if out.Err == nil {
		out.Err = err
	}
	if out.Err != nil {
		p.remarks.problem("", out.Err)
	}
	return out
}

func (p *pipeline) wrap(o Owner, d computed.Diff) computed.Diff {
	if p.opts.Wrap == nil || d.Renderer == nil {
		return d
	}
	return p.opts.Wrap(o, d)
}

// resourceID names the schema of a resource or a data source.
func resourceID(rc *jsonplan.ResourceChange) schema.ID {
	return schema.IDOf(rc.ProviderName, rc.Mode, rc.Type)
}

func actionID(a *jsonplan.ActionInvocation) schema.ID {
	return schema.ID{Provider: a.ProviderName, Kind: schema.Action, Type: a.Type}
}

// invocation reads the configuration of an action. trigger is the resource
// whose change triggers it, nil if none does.
func (p *pipeline) invocation(a *jsonplan.ActionInvocation, trigger *computed.Resource, notes *remarks) computed.ActionInvocation {
	out := computed.ActionInvocation{Address: a.Address, Type: a.Type, Name: a.Name, HasConfig: a.HasConfig, Caller: a.Caller, Err: a.Err}
	if out.Err != nil {
		notes.problem(a.Address, out.Err)
		return out
	}
	if !a.HasConfig {
		return out
	}
	var parser values.Parser
	c, err := p.doc.Config(a, &parser)
	if err == nil {
		var found infer.Resolution
		if found, err = p.schemas.Resolve(actionID(a)); err == nil {
			var masked []string
			if !found.Exact {
				c, masked = p.masks.mask(actionID(a), c)
			}
			r := p.differ.Config(c, found.Block)
			for _, err := range r.Errs {
				notes.problem(a.Address, err)
			}
			notes.mask(a.Type, r.Diff, masked, true)
			out.Config = p.wrap(Owner{Resource: trigger, Action: &out}, r.Diff)
			return out
		}
	}
	out.Err = err
	notes.problem(a.Address, err)
	return out
}

// job is a resource to be compared for a section of the report.
type job struct {
	rc       *jsonplan.ResourceChange
	section  computed.Section
	triggers []*jsonplan.ActionInvocation
}

// resource compares a job's resource.
func (p *pipeline) resource(j job, parser *values.Parser) (computed.Resource, remarks) {
	rc := j.rc
	out := computed.Resource{Header: rc.Header, Section: j.section, Err: rc.Err}
	var notes remarks
	if rc.Err != nil {
		notes.problem(rc.Address, rc.Err)
	}
	for _, err := range rc.Problems {
		notes.problem(rc.Address, err)
	}
	if rc.Err == nil || rc.Action == plans.Unknown {
		r := p.diff(rc, parser, j.section == computed.DriftSection)
		for _, err := range r.Errs {
			notes.problem(rc.Address, err)
		}
		notes.notDrawn(rc.Address, r.Extra)
		switch {
		case r.err == nil:
			out.Err = nil
			out.Body = p.wrap(Owner{Resource: &out}, r.Diff)
			notes.mask(rc.Type, r.Diff, r.masked, out.Importing != nil)
		case out.Err == nil:
			out.Err = r.err
			notes.problem(rc.Address, r.err)
		}
	}
	for _, a := range j.triggers {
		if a.Lifecycle.After() {
			out.AfterActions = append(out.AfterActions, p.invocation(a, &out, &notes))
		} else {
			out.BeforeActions = append(out.BeforeActions, p.invocation(a, &out, &notes))
		}
	}
	return out, notes
}

// comparer compares the resource of a number. It is one worker's own.
type comparer func(i int) (computed.Resource, remarks)

// stream compares n resources in workers and hands the results on in order.
// Not more of them are in memory at a time than there are workers, and a few.
func (p *pipeline) stream(ctx context.Context, n int, worker func() comparer, each func(computed.Resource) error) error {
	workers := p.opts.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type outcome struct {
		computed.Resource
		remarks
		err error // a panic
	}
	type task struct {
		i    int
		done chan outcome
	}
	queue := make(chan task, workers)
	order := make(chan task, workers)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range workers {
		wg.Go(func() {
			compare := worker()
			one := func(i int) (o outcome) {
				defer caught.As(&o.err)
				o.Resource, o.remarks = compare(i)
				return o
			}
			for t := range queue {
				t.done <- one(t.i)
			}
		})
	}
	wg.Go(func() {
		defer close(queue)
		defer close(order)
		for i := range n {
			t := task{i, make(chan outcome, 1)}
			select {
			case order <- t:
			case <-ctx.Done():
				return
			}
			queue <- t
		}
	})
	for t := range order {
		o := <-t.done
		if o.err != nil {
			return o.err
		}
		p.remarks.add(o.remarks)
		if err := each(o.Resource); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return ctx.Err()
}
