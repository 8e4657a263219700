package planfmt

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/internal/compare"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
)

// summarisePlan finds out which resources of a plan are shown, and counts them.
func (d *document) summarisePlan(ctx context.Context, c *compare.Comparer, mode plans.Mode) error {
	s := &d.summary
	s.Mode = planMode(mode, d.facts)
	s.Errored = d.facts.Errored
	s.Counts = map[plans.Action]int{}
	var listed []*source.Resource
	for _, r := range d.facts.Changes {
		if !r.Shown() {
			continue
		}
		listed = append(listed, r)
		s.Counts[r.Action]++
		if r.Importing != nil {
			s.Imports++
		}
		if r.Moved() {
			s.Moves++
		}
	}
	s.Applyable = slices.ContainsFunc(listed, acts)
	if d.facts.Applyable != nil {
		s.Applyable = *d.facts.Applyable
	}
	triggers, err := d.actions(c, listed)
	if err != nil {
		return err
	}
	needs := needsOf(d.views)
	if d.jobs, err = d.drift(ctx, c, needs.Drift); err != nil {
		return err
	}
	d.jobs = slices.Grow(d.jobs, len(d.facts.Deferred)+len(d.facts.Changes))
	for _, r := range d.facts.Deferred {
		d.jobs = append(d.jobs, job{Entry: compare.Entry{Resource: r, Section: computed.DeferredSection}})
	}
	for _, r := range d.facts.Changes {
		if r.Shown() || needs.NoOps && r.Action == plans.NoOp {
			d.jobs = append(d.jobs, job{Entry: compare.Entry{Resource: r, Section: computed.ChangesSection, Triggers: triggers[r.Address]}})
		}
	}
	s.DeferredCount = len(d.facts.Deferred)
	return nil
}

// planMode is how the plan was made, as far as the document shows it.
func planMode(mode plans.Mode, facts *source.Facts) plans.Mode {
	switch {
	case mode != plans.AutoMode:
		return mode
	case facts.Mode != plans.AutoMode:
		return facts.Mode
	}
	return plans.NormalMode
}

// acts reports whether a change is more than a no-op.
func acts(r *source.Resource) bool { return r.Action != plans.NoOp }

// actions reads the actions that no resource triggers, and returns the others by
// the address of the resource that triggers them, in the order in which they run.
func (d *document) actions(c *compare.Comparer, listed []*source.Resource) (map[string][]*source.Action, error) {
	d.summary.Invocations = len(d.facts.Actions)
	if err := c.AddEvidence(d.facts.Actions); err != nil {
		return nil, err
	}
	if len(d.facts.Actions) == 0 {
		return nil, nil
	}
	shown := make(map[string]bool, len(listed))
	for _, r := range listed {
		shown[r.Address] = true
	}
	triggers := map[string][]*source.Action{}
	for _, a := range d.facts.Actions {
		switch {
		case a.Lifecycle != nil && shown[a.Lifecycle.ResourceAddress]:
			triggers[a.Lifecycle.ResourceAddress] = append(triggers[a.Lifecycle.ResourceAddress], a)
		case a.Lifecycle == nil && a.Invoked, a.Err != nil:
			d.invoked = append(d.invoked, a)
		default:
			d.unshown = append(d.unshown, a)
			d.warnings = append(d.warnings, plans.SpellName(a.Address)+": it will be invoked, but none of the changes shown triggers it")
		}
	}
	d.summary.Invoked = c.Invoked(d.invoked)
	for _, list := range triggers {
		slices.SortStableFunc(list, func(a, b *source.Action) int {
			if n := a.Lifecycle.BlockIndex - b.Lifecycle.BlockIndex; n != 0 {
				return n
			}
			return a.Lifecycle.Index - b.Lifecycle.Index
		})
	}
	return triggers, nil
}

// drift returns the drifted resources, and says which of them the plan depends on: all in a
// refresh-only plan, or else those with a change that matters to the plan, if the plan does
// anything. Unless all are wanted, the result has only these.
func (d *document) drift(ctx context.Context, c *compare.Comparer, all bool) ([]job, error) {
	refresh := d.summary.Mode == plans.RefreshOnlyMode
	relevant := relevantPaths(d.facts.Relevant)
	var jobs []job
	found := false
	for _, r := range d.facts.Drift {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		j := job{Entry: compare.Entry{Resource: r, Section: computed.DriftSection, Relevant: plans.AllPaths(), Relevance: compare.AllRelevant}}
		if !refresh {
			paths := relevant.pathsIn(r.Address)
			j.Relevant, j.Relevance = plans.PrefixPaths(paths), compare.PartlyRelevant
			if r.Err == nil && (len(paths) == 0 || !c.Changes(j.Entry)) {
				j.Relevance = compare.Irrelevant
			}
		}
		found = found || j.Relevance != compare.Irrelevant
		jobs = append(jobs, j)
	}
	if !refresh && found && d.isEmpty(ctx, c) {
		for i := range jobs {
			if jobs[i].Resource.Err == nil {
				jobs[i].Relevance = compare.Irrelevant
			}
		}
	}
	if !all {
		jobs = slices.DeleteFunc(jobs, func(j job) bool { return j.Relevance == compare.Irrelevant })
	}
	return jobs, ctx.Err()
}

// relevantByAddress are the attributes that matter to the plan, by the address of
// their resource. Those without an address matter for all resources.
type relevantByAddress map[string][]plans.Path

func relevantPaths(all []source.RelevantAttribute) relevantByAddress {
	r := relevantByAddress{}
	for _, a := range all {
		r[a.Resource] = append(r[a.Resource], a.Attribute)
	}
	return r
}

func (r relevantByAddress) pathsIn(address string) []plans.Path {
	paths := slices.Clone(r[""])
	if address != "" {
		paths = append(paths, r[address]...)
	}
	return paths
}

// isEmpty reports whether nothing in the plan differs. Drift is then of no
// interest. If ctx ends, the result means nothing.
func (d *document) isEmpty(ctx context.Context, c *compare.Comparer) bool {
	if slices.ContainsFunc(d.summary.Outputs, func(o computed.Output) bool { return o.Shown() }) {
		return false
	}
	return !slices.ContainsFunc(d.facts.Changes, func(r *source.Resource) bool {
		return ctx.Err() != nil || r.Moved() || r.Err != nil || c.Changes(compare.Entry{Resource: r, Section: computed.ChangesSection})
	})
}

// hasChanges reports whether there is anything to do, leaving out the resources that count
// returns false for. There never is in a state.
func (d *document) hasChanges(count func(job) bool) bool {
	s := d.summary
	if len(d.facts.Actions) > 0 {
		return true
	}
	if s.State == computed.NotState && slices.ContainsFunc(s.Outputs, func(o computed.Output) bool { return o.Diff.Action != plans.NoOp }) {
		return true
	}
	return slices.ContainsFunc(d.jobs, func(j job) bool {
		switch j.Section {
		case computed.ChangesSection:
			return count(j) && (acts(j.Resource) || j.Resource.Moved() || j.Resource.Importing != nil)
		case computed.DeferredSection:
			return count(j)
		case computed.DriftSection: // whatever the view
			return count(j) && s.Mode == plans.RefreshOnlyMode && (acts(j.Resource) || j.Resource.Moved())
		}
		return false
	})
}
