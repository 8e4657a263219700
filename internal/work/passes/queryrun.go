package passes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
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
// string is a copy of a sensitive one, and is nil if copies are shown. If strict is set, it is an error that a resource lacks an attribute.
// Otherwise, the attribute is null then, which is a warning, unless all lack it.
func Query(ctx context.Context, s *engine.Session, r io.Reader, q *query.Query, strict, hideCopies bool, newWriter func(isCopy func(string) bool) QueryWriter) (*engine.Result, error) {
	s.Opts.KeepVariables = q.Uses("variables") || s.Opts.Declarations.ConfigDir != ""
	d, err := s.Open(ctx, r, []computed.Needs{{Drift: true, NoOps: true, References: q.UsesCauses(), Impact: q.UsesImpact(), MaskCopies: q.UsesValues() && hideCopies}})
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
	if hideCopies && d.Compare.Copies != nil {
		isCopy = d.Compare.Copies.Has
	}
	out := newWriter(isCopy)
	defer out.Close()
	var found engine.Outcome
	found.Types = types
	found.AddSummary(d.Summary)
	for j := range d.Jobs() {
		if err := j.Resource.Err(); err != nil {
			// The action of the resource is unknown, so the error counts even if the query does not look at the resource.
			found.Add([]error{compare.WithAddress(err, j.Resource.Address)}, nil)
		}
	}
	run := queryRun{query: q, out: out, problems: &found, run: policy.NewRun(s.Opts.MaxSteps, d.Count)}
	if !strict {
		run.absent = &query.Absences{}
	}
	if err := run.write(ctx, d, s.Opts.Workers); err != nil {
		return nil, err
	}
	if err := run.absences(s.Opts.Warn); err != nil {
		return nil, err
	}
	if err := d.Facts.Changes.Err(); err != nil {
		return nil, err
	}
	d.Warn(s.Opts.Warn, found.Outcome, false)
	return &engine.Result{Outcome: found.Outcome, Summary: d.Summary}, out.End()
}

// queryRun evaluates a query over a document.
type queryRun struct {
	query    *query.Query
	out      QueryWriter
	problems *engine.Outcome
	run      *policy.Run
	absent   *query.Absences // nil if it is an error that a resource lacks an attribute
	// strict is what is wrong with the first resource that lacks an attribute, if it is an error.
	strict     error
	strictDone atomic.Bool

	*planValues
	kept int    // how many parts the values have that wait until the last resource is read; it is counted if there is a limit
	each string // the list whose resources are evaluated one by one; empty for none
}

func (q *queryRun) write(ctx context.Context, d *engine.Document, workers int) error {
	var err error
	if d.Configured, err = engine.Configured(d.Source, d.Declared.Config); err != nil {
		return err
	}
	if q.planValues, err = newPlanValues(d, q.query.Needs(), q.query.WithoutSecrets); err != nil {
		return err
	}
	if err := q.keepFacts(); err != nil {
		return err
	}
	q.each = q.query.Each()
	if q.each != "" {
		q.out.Begin()
	}
	if err := d.Examine(ctx, workers, q); err != nil {
		return err
	}
	if d := q.run.Err(); d != nil {
		return diag.List{d}
	}
	if q.each != "" {
		return nil
	}
	b := q.run.BeginAll()
	res := q.query.Eval(&q.values, q.absent, b)
	if len(q.absent.All()) > 0 {
		q.strict = evaluated(q.query.Eval(&q.values, nil, b))
	}
	q.run.End(b)
	if err := evaluated(res); err != nil {
		return err
	}
	return q.out.Value(res.Value)
}

// absences warns of the attributes that some values lack. That all lack one is an error.
func (q *queryRun) absences(warn func(computed.Warning)) error {
	if q.absent == nil {
		return nil
	}
	all := q.absent.All()
	for i, a := range all {
		if a.Found == 0 { // what follows from it is no other error
			if first, ok := errors.AsType[diag.List](q.strict); ok && first[0].Subject == a.Err.Subject {
				return first
			}
			d := *a.Err
			if a.Lacking > 1 {
				d.Detail += fmt.Sprintf(" The same is true of all %d values that it stands for.", a.Lacking)
			}
			return diag.List{&d}
		}
		longer := func(b query.Absence) bool { return a.At.Start == b.At.Start }
		if warn != nil && !slices.ContainsFunc(all[i+1:], longer) {
			warn(computed.Warning{Text: fmt.Sprintf("%s is null where there is no such attribute: in %d of %d values; --strict makes this an error",
				plans.SpellName(strings.TrimPrefix(q.query.Source(a.At), "[*].")), a.Lacking, a.Found+a.Lacking)})
		}
	}
	return nil
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

// sizeOf returns how many parts a value has, if there is a limit for that.
func (q *queryRun) sizeOf(v policy.Value) int {
	if q.query.MostParts == 0 {
		return 0
	}
	return v.Size(q.query.MostParts)
}

// keep notes that so many more parts wait until the last resource is read.
func (q *queryRun) keep(parts int) error {
	most := q.query.MostParts
	if q.kept += parts; most == 0 || q.kept <= most {
		return nil
	}
	return diag.List{{Summary: "Too many values at once", Detail: fmt.Sprintf(
		"The values that the expression refers to have more than %d parts, where 64 bytes of text count as one, and all of them have to be in memory at once. "+
			"Refer to single attributes, or look at one resource after the other, as in [for r in resources : r.address if r.after.name == \"a\"]. "+
			"The command planfmt query does not have this limit.", most)}}
}

// keepFacts notes the values that are known before the first resource is read.
func (q *queryRun) keepFacts() error {
	parts := 0
	for _, all := range []map[string]policy.Value{q.values.Outputs, q.values.Variables} {
		for _, v := range all {
			parts += q.sizeOf(v)
		}
	}
	for _, v := range q.values.Checks {
		parts += q.sizeOf(v)
	}
	return q.keep(parts)
}

func (q *queryRun) Look(j engine.Job, e engine.Examined) func() error {
	list := listOf(j)
	resource := q.typed(j, e)
	v := q.query.Resource(list, resource)
	size := q.sizeOf(v)
	var res policy.Result
	var absent *query.Absences
	var strict error
	if list == q.each {
		if q.absent != nil {
			absent = &query.Absences{}
		}
		b := q.run.Begin()
		if res = q.query.EvalEach(list, v, &q.values.Facts, absent, b); res.Err != nil {
			res = q.query.EvalEach(list, q.query.Whole(resource), &q.values.Facts, nil, b)
		} else if len(absent.All()) > 0 && !q.strictDone.Load() {
			strict = evaluated(q.query.EvalEach(list, q.query.Whole(resource), &q.values.Facts, nil, b))
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
			q.values.Lists[list] = append(q.values.Lists[list], v)
			return q.keep(size)
		}
		if err := evaluated(res); err != nil {
			return err
		}
		if absent != nil {
			q.absent.Add(absent)
		}
		if strict != nil && q.strict == nil {
			q.strict = strict
			q.strictDone.Store(true)
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

// typer makes values for expressions of the resources of a document, whose Configured must be set.
type typer struct {
	document *engine.Document
	withheld bool // sensitive values are
	shapes   planvalue.Shapes
	drifted  func() drifted
}

func newTyper(d *engine.Document, withheld bool) *typer {
	return &typer{document: d, withheld: withheld, drifted: sync.OnceValue(func() drifted { return driftedIn(d.Facts) })}
}

// typed returns a job's resource as a value for expressions, which is valid as long as the loaded
// values are. Sensitive values may be withheld.
func (t *typer) typed(j engine.Job, e engine.Examined) *query.Resource {
	r, d := j.Resource, t.document
	out := &query.Resource{
		Header: &r.Header,
		Drift:  func() (changed, known bool) { return t.drifted().has(&r.Header) },
		ReplacePaths: func() []plans.Path {
			if e.Compare == nil {
				return nil
			}
			return e.Compare(j.Whole()).Forcing
		},
		Cause:       func() *computed.Cause { return engine.PassOf[*causesPass](d).cause(r) },
		Impact:      func() (*computed.Impact, bool) { return engine.PassOf[*graphPass](d).impact(j) },
		Annotations: func() query.Annotated { return engine.PassOf[*annotationsPass](d).about(r) },
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
		s.Withheld = t.withheld
		*s.to = t.shapes.Object(s.Side)
	}
	return out
}

var _ engine.Study = (*queryRun)(nil)
