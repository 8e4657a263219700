package passes

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/policy"
)

// planValues collects what expressions over a plan refer to. The document's Configured must be set.
type planValues struct {
	*typer
	uses   *query.Uses
	values query.Values
}

// newPlanValues returns the values that are not those of resources.
func newPlanValues(d *engine.Document, uses *query.Uses, withheld bool) (*planValues, error) {
	p := &planValues{typer: newTyper(d, withheld), uses: uses, values: query.Values{Lists: map[string][]policy.Value{}}}
	if uses.Has("plan") {
		p.values.Plan = (&query.Plan{
			Summary:   &d.Summary,
			Resources: d.Facts.Changes.Len() + len(d.Facts.Resources), Drift: len(d.Facts.Drift),
			Said: engine.PassOf[*annotationsPass](d).said(),
		}).Value()
	}
	if uses.Has("variables") {
		p.values.Variables = map[string]policy.Value{}
		c := d.Comparer()
		for _, v := range d.Facts.Variables {
			side, err := c.Mark().Variable(c, v)
			if err != nil {
				return nil, compare.WithAddress(err, "var."+v.Name)
			}
			side.Address, side.Trust, side.Withheld = "var."+v.Name, planvalue.Exact, withheld
			p.values.Variables[v.Name] = planvalue.Single(side, nil)
		}
	}
	if uses.Has("outputs") {
		p.values.Outputs = map[string]policy.Value{}
		c := d.Comparer()
		for _, o := range d.Facts.Outputs {
			v, err := outputValue(c, o, withheld)
			if err != nil {
				return nil, compare.WithAddress(err, "output."+o.Name)
			}
			p.values.Outputs[o.Name] = v
		}
	}
	if uses.Has("checks") {
		secret := func(message string) bool { return d.Compare.Copies != nil && d.Compare.Copies.HasIn(message) }
		for _, c := range d.Facts.Checks {
			p.values.Checks = append(p.values.Checks, query.Check(c, secret, withheld))
		}
	}
	return p, nil
}

// outputValue returns the value of an output for a query.
func outputValue(c *compare.Comparer, o *source.Output, withheld bool) (policy.Value, error) {
	in, err := c.Mark().Output(c, o)
	if err != nil {
		return policy.Value{}, err
	}
	found := compare.OutputType(in.Type)
	single := func(side planvalue.Side) policy.Value {
		side.Address, side.Trust, side.Withheld = "output."+o.Name, planvalue.Exact, withheld
		return planvalue.Single(side, found)
	}
	return query.Output(o.Action, o.Sensitive, single(in.Before), single(in.After)), nil
}

// Wants says that expressions look at all resources that they use.
func (p *planValues) Wants(j engine.Job) engine.Detail {
	if p.uses.Has(listOf(j)) {
		return engine.ValuesOnly
	}
	return engine.Nothing
}

// Look keeps what is used of a resource.
func (p *planValues) Look(j engine.Job, e engine.Examined) func() error {
	list := listOf(j)
	v := p.typed(j, e).Value(p.uses.Lists[list])
	return func() error {
		p.values.Lists[list] = append(p.values.Lists[list], v)
		return nil
	}
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
