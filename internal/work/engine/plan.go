package engine

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
)

// summarisePlan determines which resources of a plan are shown, and counts them.
func (d *Document) summarisePlan(ctx context.Context, c *compare.Comparer, mode plans.Mode) error {
	s := &d.Summary
	s.Mode = PlanMode(mode, d.Facts)
	s.Errored, s.Compared = d.Facts.Errored, d.Facts.Compared
	s.Counts = map[plans.Action]int{}
	d.planned, d.noOps = true, needsOf(d.Views).NoOps
	changes := 0
	for r := range d.Facts.Changes.All() {
		if d.lists(r) {
			changes++
		}
		if !r.Shown() {
			continue
		}
		s.Applyable = s.Applyable || Acts(r)
		s.Counts[r.Action]++
		if r.Importing != nil {
			s.Imports++
		}
		if r.Moved() {
			s.Moves++
		}
	}
	if d.Facts.Applyable != nil {
		s.Applyable = *d.Facts.Applyable
	}
	var err error
	if d.triggers, err = d.actions(c); err != nil {
		return err
	}
	if d.Kept, err = d.drift(ctx, c, d.allDrift || needsOf(d.Views).Drift); err != nil {
		return err
	}
	for _, r := range d.Facts.Deferred {
		d.Kept = append(d.Kept, Job{Entry: compare.Entry{Resource: r, Section: computed.DeferredSection}})
	}
	d.Count = len(d.Kept) + changes
	s.DeferredCount = len(d.Facts.Deferred)
	return nil
}

// PlanMode is how the plan was made, as far as the document shows it.
func PlanMode(mode plans.Mode, facts *source.Facts) plans.Mode {
	switch {
	case mode != plans.AutoMode:
		return mode
	case facts.Mode != plans.AutoMode:
		return facts.Mode
	}
	return plans.NormalMode
}

// Acts reports whether a change is more than a no-op.
func Acts(r *source.Resource) bool { return r.Action != plans.NoOp }

// actions collects the actions that no resource triggers. It returns the others by the
// address of the resource that triggers them, in the order in which they run.
func (d *Document) actions(c *compare.Comparer) (map[string][]*source.Action, error) {
	d.Summary.Invocations = len(d.Facts.Actions)
	if err := c.AddEvidence(d.Facts.Actions); err != nil {
		return nil, err
	}
	if len(d.Facts.Actions) == 0 {
		return nil, nil
	}
	shown := map[string]bool{} // of the resources that are to trigger one
	for _, a := range d.Facts.Actions {
		if a.Lifecycle != nil {
			shown[a.Lifecycle.ResourceAddress] = false
		}
	}
	for r := range d.Facts.Changes.All() {
		if _, ok := shown[r.Address]; ok && r.Shown() {
			shown[r.Address] = true
		}
	}
	triggers := map[string][]*source.Action{}
	for _, a := range d.Facts.Actions {
		switch {
		case a.Lifecycle != nil && shown[a.Lifecycle.ResourceAddress]:
			triggers[a.Lifecycle.ResourceAddress] = append(triggers[a.Lifecycle.ResourceAddress], a)
		case a.Lifecycle == nil && a.Invoked, a.Err != nil:
			d.invoked = append(d.invoked, a)
		default:
			d.unshown = append(d.unshown, a)
			d.Warnings = append(d.Warnings, plans.SpellName(a.Address)+": it will be invoked, but none of the changes shown triggers it")
		}
	}
	d.Summary.Invoked = c.Invoked(d.invoked)
	for _, list := range triggers {
		sorted.Stable(list, func(a, b *source.Action) int {
			if n := a.Lifecycle.BlockIndex - b.Lifecycle.BlockIndex; n != 0 {
				return n
			}
			return a.Lifecycle.Index - b.Lifecycle.Index
		})
	}
	return triggers, nil
}

// drift returns the drifted resources that the plan depends on, or, if all is set, every drifted
// resource. A refresh-only plan depends on all of them. Any other plan depends on those with a
// relevant change, if the plan does anything.
func (d *Document) drift(ctx context.Context, c *compare.Comparer, all bool) ([]Job, error) {
	refresh := d.Summary.Mode == plans.RefreshOnlyMode
	relevant := relevantPaths(d.Facts.Relevant)
	var jobs []Job
	found := false
	for _, r := range d.Facts.Drift {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		j := Job{Entry: compare.Entry{Resource: r, Section: computed.DriftSection, Relevance: compare.AllRelevant}}
		if !refresh {
			paths := relevant.pathsIn(r.Address)
			j.Relevant, j.Relevance = plans.OnlyPaths(plans.PrefixPaths(paths)), compare.PartlyRelevant
			if r.Err() == nil && (len(paths) == 0 || !c.Changes(j.Entry)) {
				j.Relevance = compare.Irrelevant
			}
		}
		found = found || j.Relevance != compare.Irrelevant
		jobs = append(jobs, j)
	}
	if !refresh && found && d.isEmpty(ctx, c) {
		for i := range jobs {
			if jobs[i].Resource.Err() == nil {
				jobs[i].Relevance = compare.Irrelevant
			}
		}
	}
	if !all {
		jobs = slices.DeleteFunc(jobs, func(j Job) bool { return j.Relevance == compare.Irrelevant })
	}
	return jobs, ctx.Err()
}

// relevantByAddress are the relevant attributes of the plan, by the address of
// their resource. Attributes without an address are relevant in every resource.
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

// isEmpty reports whether nothing in the plan differs. Drift is irrelevant
// then. If ctx ends, the result means nothing.
func (d *Document) isEmpty(ctx context.Context, c *compare.Comparer) bool {
	if slices.ContainsFunc(d.Summary.Outputs, func(o computed.Output) bool { return o.Shown() }) {
		return false
	}
	for r := range d.Facts.Changes.All() {
		if ctx.Err() != nil || r.Moved() || r.Err() != nil || c.Changes(compare.Entry{Resource: r, Section: computed.ChangesSection}) {
			return false
		}
	}
	return true
}

// hasChanges reports whether there is anything to do, without the resources for which count
// returns false. In a state, there never is.
func (d *Document) hasChanges(count func(Job) bool) bool {
	s := d.Summary
	if len(d.Facts.Actions) > 0 {
		return true
	}
	if s.State == computed.NotState && slices.ContainsFunc(s.Outputs, func(o computed.Output) bool { return o.Diff.Action != plans.NoOp }) {
		return true
	}
	for j := range d.Jobs() {
		found := false
		switch j.Section {
		case computed.ChangesSection:
			found = Acts(j.Resource) || j.Resource.Moved() || j.Resource.Importing != nil
		case computed.DeferredSection:
			found = true
		case computed.DriftSection: // whatever the view
			found = s.Mode == plans.RefreshOnlyMode && (Acts(j.Resource) || j.Resource.Moved())
		}
		if found && count(j) {
			return true
		}
	}
	return false
}
