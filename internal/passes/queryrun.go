package passes

import (
	"context"
	"fmt"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/planvalue"
	"github.com/planfmt/planfmt/internal/planvalue/query"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
)

// QueryWriter writes the result of a query.
type QueryWriter interface {
	Begin()
	Element(policy.Candidate) error
	Value(policy.Value) error
	End() error
	Close() error
}

// Query reads a document, evaluates a query over it, and writes the result. newWriter makes the writer. Its argument reports whether a
// string is a copy of a sensitive one, and is nil if copies are shown.
func Query(ctx context.Context, s *engine.Session, r io.Reader, q *query.Query, hideCopies bool, newWriter func(isCopy func(string) bool) QueryWriter) (*engine.Result, error) {
	s.Opts.KeepVariables = q.Uses("variables") || s.Opts.Declarations.ConfigDir != ""
	d, err := s.Open(ctx, r, []computed.Needs{{Drift: true, NoOps: true, References: q.UsesCauses(), MaskCopies: q.UsesValues() && hideCopies}})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	types := d.Types()
	if s.Opts.RequireExact {
		if err := engine.Inexact(types); err != nil {
			return nil, err
		}
	}
	var isCopy func(string) bool
	if d.Compare.Copies != nil {
		isCopy = d.Compare.Copies.Has
	}
	out := newWriter(isCopy)
	defer out.Close()
	var found engine.Outcome
	found.Types = types
	found.AddSummary(d.Summary)
	for _, j := range d.Jobs {
		if err := j.Resource.Err(); err != nil {
			// The action of the resource is unknown, so the error counts even if the query does not look at the resource.
			found.Add([]error{compare.WithAddress(err, j.Resource.Address)}, nil)
		}
	}
	run := queryRun{query: q, document: d, out: out, problems: &found, run: policy.NewRun(s.Opts.MaxSteps, len(d.Jobs))}
	if err := run.write(ctx, s.Opts.Workers); err != nil {
		return nil, err
	}
	d.Warn(s.Opts.Warn, found.Outcome, false)
	return &engine.Result{Outcome: found.Outcome, Summary: d.Summary}, out.End()
}

// queryRun evaluates a query over a document.
type queryRun struct {
	query    *query.Query
	document *engine.Document
	out      QueryWriter
	problems *engine.Outcome
	run      *policy.Run

	shapes planvalue.Shapes
	rest   query.Values
	each   string // the list whose resources are evaluated one by one; empty for none
}

func (q *queryRun) write(ctx context.Context, workers int) error {
	d := q.document
	if err := q.prepare(); err != nil {
		return err
	}
	var streams bool
	q.each, streams = q.query.Each()
	if streams {
		q.out.Begin()
	}
	if err := d.Examine(ctx, workers, q); err != nil {
		return err
	}
	if d := q.run.Err(); d != nil {
		return diag.List{d}
	}
	if streams {
		return nil
	}
	b := q.run.BeginAll()
	res := q.query.Eval(&q.rest, b)
	q.run.End(b)
	if err := evaluated(res); err != nil {
		return err
	}
	return q.out.Value(res.Value)
}

// evaluated returns the error of an evaluation. An expression that fails for some of the possible values of what is
// unknown has no result, which is an error, too.
func evaluated(res policy.Result) error {
	switch {
	case res.Err != nil:
		d := *res.Err
		if r := query.Failed(res); r != "" {
			d.Detail += fmt.Sprintf(` It fails for %s. If it is not for all resources, add a condition, such as if r.type == "aws_instance", or use try.`, plans.SpellName(r))
		}
		return diag.List{&d}
	case res.MayFail != nil:
		d := *res.MayFail
		for i, c := range res.Causes {
			if i == 3 {
				d.Detail += fmt.Sprintf(" There are %d more such values.", len(res.Causes)-i)
				break
			}
			d.Detail += " It depends on " + query.CauseText(c) + "."
		}
		return diag.List{&d}
	}
	return nil
}

// prepare collects everything that the query uses, apart from resources.
func (q *queryRun) prepare() error {
	d := q.document
	var err error
	if d.Configured, err = engine.Configured(d.Source, d.Declared.Config); err != nil {
		return err
	}
	q.rest.Lists = map[string][]policy.Value{}
	if q.query.Uses("plan") {
		q.rest.Plan = (&query.Plan{
			Summary: &d.Summary, Timestamp: d.Facts.Timestamp,
			Resources: len(d.Facts.Changes) + len(d.Facts.Resources), Drift: len(d.Facts.Drift),
		}).Value()
	}
	if q.query.Uses("variables") {
		q.rest.Variables = map[string]policy.Value{}
		c := d.Comparer()
		for _, v := range d.Facts.Variables {
			side, err := c.Mark().Variable(c, v)
			if err != nil {
				return compare.WithAddress(err, "var."+v.Name)
			}
			side.Address, side.Trust = "var."+v.Name, planvalue.Exact
			q.rest.Variables[v.Name] = planvalue.Single(side, nil)
		}
	}
	if q.query.Uses("outputs") {
		q.rest.Outputs = map[string]policy.Value{}
		c := d.Comparer()
		for _, o := range d.Facts.Outputs {
			v, err := outputValue(c, o)
			if err != nil {
				return compare.WithAddress(err, "output."+o.Name)
			}
			q.rest.Outputs[o.Name] = v
		}
	}
	return nil
}

// outputValue returns the value of an output for a query.
func outputValue(c *compare.Comparer, o *source.Output) (policy.Value, error) {
	in, err := c.Mark().Output(c, o)
	if err != nil {
		return policy.Value{}, err
	}
	found := compare.OutputType(in.Type)
	single := func(side planvalue.Side) policy.Value {
		side.Address, side.Trust = "output."+o.Name, planvalue.Exact
		return planvalue.Single(side, found)
	}
	return query.Output(o.Action, o.Sensitive, single(in.Before), single(in.After)), nil
}

// Wants says that a query looks at all resources that it uses.
func (q *queryRun) Wants(j engine.Job) engine.Detail {
	if q.query.Uses(listOf(j)) {
		return engine.ValuesOnly
	}
	return engine.Nothing
}

// listOf returns the list that a resource is in.
func listOf(j engine.Job) string {
	switch j.Section {
	case computed.DriftSection:
		return query.Drift
	case computed.DeferredSection:
		return query.Deferred
	}
	return query.Resources
}

func (q *queryRun) Look(j engine.Job, e engine.Examined) func() error {
	list := listOf(j)
	resource := typed(q.document, &q.shapes, j, e)
	v := q.query.Resource(list, resource)
	var res policy.Result
	if list == q.each {
		b := q.run.Begin()
		if res = q.query.EvalEach(list, v, &q.rest, b); res.Err != nil {
			res = q.query.EvalEach(list, q.query.Whole(resource), &q.rest, b)
		}
		q.run.End(b)
	}
	problems := j.Resource.Problems()
	if err := e.Err; err != nil && j.Resource.Err() == nil {
		problems = append(problems[:len(problems):len(problems)], err)
	}
	return func() error {
		for _, p := range problems {
			q.problems.Add([]error{compare.WithAddress(p, j.Resource.Address)}, nil)
		}
		if list != q.each {
			q.rest.Lists[list] = append(q.rest.Lists[list], v)
			return nil
		}
		if err := evaluated(res); err != nil {
			return err
		}
		elems, _ := res.Value.Members()
		for _, elem := range elems {
			if err := q.out.Element(elem); err != nil {
				return err
			}
		}
		return nil
	}
}

// typed returns a job's resource as a value for expressions, which is valid as long as the loaded
// values are.
func typed(d *engine.Document, shapes *planvalue.Shapes, j engine.Job, e engine.Examined) *query.Resource {
	r := j.Resource
	out := &query.Resource{
		Header: &r.Header,
		ReplacePaths: func() []plans.Path {
			if e.Compare == nil {
				return nil
			}
			return e.Compare(j.Whole()).Forcing
		},
		Cause: func() *computed.Cause { return engine.PassOf[*causesPass](d).of(r) },
	}
	if e.Compare == nil || compare.IsUnreadable(r) { // there are no values
		return out
	}
	in := e.Mark()
	found := in.Schema
	in.After.Facts = d.Configured.Of(&r.Header, found.Block, trust(found))
	// Plans have all attributes of a type. So an attribute that no resource of the type has does not exist, with or without
	// a schema.
	for _, s := range []struct {
		planvalue.Side
		to **planvalue.Object
	}{{in.Before, &out.Before}, {in.After, &out.After}} {
		s.Address, s.Block, s.Trust, s.Nulls, s.Whole = r.Address, found.Block, trust(found), true, true
		*s.to = shapes.Object(s.Side)
	}
	return out
}

var _ engine.Study = (*queryRun)(nil)
