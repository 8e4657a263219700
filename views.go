package planfmt

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// Selection says which of the changes are shown.
type Selection struct {
	Drift rules.Drift
	// ShowUnchanged adds resources that do not change, for formats that ask for them.
	ShowUnchanged bool
}

// view is what formats with the same needs show of a document.
type view struct {
	needs   Needs
	drift   rules.Drift // not rules.AutoDrift
	noOps   bool
	summary computed.Summary
}

// newViews returns a view for each of the needs, without their summaries. Equal ones are
// only there once.
func newViews(all []Needs, s Selection) []*view {
	var views []*view
	for _, n := range all {
		if slices.ContainsFunc(views, func(v *view) bool { return v.needs == n }) {
			continue
		}
		v := &view{needs: n, drift: s.Drift, noOps: n.NoOps && s.ShowUnchanged}
		if v.drift == rules.AutoDrift {
			v.drift = rules.RelevantDrift
			if n.Drift {
				v.drift = rules.AllDrift
			}
		}
		views = append(views, v)
	}
	return views
}

// viewFor returns the index of the view for these needs.
func (d *document) viewFor(n Needs) int {
	return slices.IndexFunc(d.views, func(v *view) bool { return v.needs == n })
}

// needs says what any of the views shows or needs. That is to be found out.
func (d *document) needs() Needs {
	var all Needs
	for _, v := range d.views {
		n := v.needs
		all.Drift = all.Drift || v.drift == rules.AllDrift
		all.Muted = all.Muted || n.Muted
		all.NoOps = all.NoOps || v.noOps
		all.RulesFile = all.RulesFile || n.RulesFile
		all.Review = all.Review || n.Review
		all.Hash = all.Hash || n.Hash
	}
	return all
}

// shows says whether the view shows a resource.
func (v *view) shows(j job) bool {
	switch {
	case j.section == computed.DriftSection && v.drift == rules.NoDrift:
		return j.resource.Err != nil // an error is never left out
	case j.section == computed.DriftSection && v.drift == rules.RelevantDrift:
		return j.relevance != irrelevant
	case j.section == computed.ChangesSection && !j.resource.Shown():
		return v.noOps
	}
	return true
}

// narrows says whether the view shows of a resource only what the plan depends on.
func (v *view) narrows(j job) bool {
	return v.drift == rules.RelevantDrift && !v.needs.Drift && j.relevance == partlyRelevant
}

// relevance says whether the plan depends on what drifted.
type relevance uint8

const (
	irrelevant     relevance = iota
	partlyRelevant           // on the attributes of job.relevant
	allRelevant              // the plan was made to record it, or it cannot be told
)

// forViews compares a job's resource. Of each view, by index, the result has what it shows, or
// nil.
func (c *comparer) forViews(j job, views []*view) []*computed.Resource {
	out := make([]*computed.Resource, len(views))
	var whole, narrow *computed.Resource
	for i, v := range views {
		if !v.shows(j) {
			continue
		}
		which := &whole
		if v.narrows(j) {
			which = &narrow
		}
		if *which == nil {
			j := j
			if which == &whole {
				j.relevant = plans.AllPaths()
			}
			r := c.resource(j)
			*which = &r
		}
		out[i] = *which
	}
	return out
}
