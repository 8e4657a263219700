package passes

import (
	"bytes"
	"context"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
)

// planAddress is what verdicts about a plan as a whole are about.
const planAddress = "plan"

// plan returns the plan as a whole as a target, if there are policies for plans. They see what a query sees.
func (c *documentChecker) plan(ctx context.Context, workers int) ([]policy.Target, error) {
	uses := c.set.PlanUses()
	if uses == nil {
		return nil, nil
	}
	for _, r := range slices.Concat(c.facts.Drift, c.facts.Deferred) {
		if r.Err() != nil { // of other resources, it has been said
			c.problem(compare.WithAddress(r.Err(), r.Address))
		}
	}
	d := c.document
	values, err := newPlanValues(d, uses, false)
	if err != nil {
		return nil, err
	}
	if err := d.ExamineJobs(ctx, workers, slices.Values(planJobs(d.Facts)), values); err != nil {
		return nil, err
	}
	return []policy.Target{{Kind: policy.Plan, Address: planAddress, Plan: values.values.Root}}, nil
}

// planJobs returns jobs for all resources that a query sees, in the order in which it sees them.
func planJobs(f *source.Facts) []engine.Job {
	var jobs []engine.Job
	add := func(section computed.Section, all []*source.Resource) {
		for _, r := range all {
			jobs = append(jobs, engine.Job{Entry: compare.Entry{Resource: r, Section: section, Relevance: compare.AllRelevant}})
		}
	}
	if f.State {
		add(computed.StateSection, f.Resources)
		return jobs
	}
	add(computed.DriftSection, f.Drift)
	add(computed.DeferredSection, f.Deferred)
	for r := range f.Changes.All() {
		if r.Shown() || r.Action == plans.NoOp {
			add(computed.ChangesSection, []*source.Resource{r})
		}
	}
	return jobs
}

// mayJudgePlans reports whether there may be policies for plans. It looks at the text alone, because what they need is found before they
// are bound. They see all of a resource, also by names that are computed, so that they always get everything. An escape in a policy file
// in JSON may spell the name.
func mayJudgePlans(o *engine.Judging) bool {
	if o == nil {
		return false
	}
	return len(o.Assertions) > 0 || slices.ContainsFunc(o.Policies, func(p policy.Source) bool {
		return bytes.Contains(p.Text, []byte("plan_policy")) || bytes.Contains(p.Text, []byte(`\u`))
	})
}
