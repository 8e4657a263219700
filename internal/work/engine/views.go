package engine

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/rules"
)

// View is what formats with the same needs show of a document.
type View struct {
	Needs   computed.Needs
	drift   rules.Drift // not rules.AutoDrift
	noOps   bool
	Manner  compare.Manner
	File    *rules.File // nil if it does not apply
	Summary computed.Summary
}

// newViews returns a view for each of the different needs, without summaries.
func newViews(all []computed.Needs, s Selection) []*View {
	var views []*View
	for _, n := range all {
		if slices.ContainsFunc(views, func(v *View) bool { return v.Needs == n }) {
			continue
		}
		v := &View{Needs: n, Manner: mannerOf(n), drift: s.Drift, noOps: n.NoOps && s.ShowUnchanged}
		if n.RulesFile && s.FileRules != nil {
			v.File = s.FileRules
			v.noOps = n.NoOps && (s.ShowUnchanged || v.File.ShowUnchanged)
		}
		if v.drift == rules.AutoDrift {
			v.drift = rules.RelevantDrift
			if n.Drift || v.File != nil && v.File.Drift == rules.AllDrift {
				v.drift = rules.AllDrift
			}
		}
		views = append(views, v)
	}
	return views
}

// viewFor returns the index of the view for these needs.
func (d *Document) viewFor(n computed.Needs) int {
	return slices.IndexFunc(d.Views, func(v *View) bool { return v.Needs == n })
}

// needsOf returns the union of what the views show and need.
func needsOf(views []*View) computed.Needs {
	var all computed.Needs
	for _, v := range views {
		n := v.Needs
		all.Drift = all.Drift || v.drift == rules.AllDrift
		all.Muted = all.Muted || n.Muted
		all.NoOps = all.NoOps || v.noOps
		all.RulesFile = all.RulesFile || n.RulesFile
		all.Causes = all.Causes || n.Causes
		all.References = all.References || n.References
		all.Impact = all.Impact || n.Impact
		all.Graph = all.Graph || n.Graph
		all.Hash = all.Hash || n.Hash || n.HashAnyway
		all.Hazards = all.Hazards || n.Hazards
		all.Facts = all.Facts || n.Facts
		all.Verdicts = all.Verdicts || n.Verdicts
		all.MaskCopies = all.MaskCopies || n.MaskCopies
	}
	return all
}

// Shows says whether the view shows a resource.
func (v *View) Shows(j Job) bool {
	switch {
	case j.Section == computed.DriftSection && v.drift == rules.NoDrift:
		return j.Resource.Err() != nil // an error is never left out
	case j.Section == computed.DriftSection && v.drift == rules.RelevantDrift:
		return j.Relevance != compare.Irrelevant
	case j.Section == computed.ChangesSection && !j.Resource.Shown():
		return v.noOps
	}
	return true
}

// comparesAgain reports whether a resource may have to be compared twice in the same manner.
func (d *Document) comparesAgain() bool {
	for i, v := range d.Views {
		for _, w := range d.Views[:i] {
			if v.Manner == w.Manner && v.mayNarrow() != w.mayNarrow() {
				return true
			}
		}
	}
	return false
}

// mayNarrow reports whether the view may show only some attributes of a resource.
func (v *View) mayNarrow() bool { return v.drift == rules.RelevantDrift && !v.Needs.Drift }

// Narrows reports whether the view shows only those attributes of a resource that the plan depends on.
func (v *View) Narrows(j Job) bool {
	return v.mayNarrow() && j.Relevance == compare.PartlyRelevant
}

// inViews is a resource as each of the views shows it.
type inViews struct {
	// Views has the resource as each view shows it, by the index of the view; nil if the view
	// does not show it.
	Views []*computed.Resource
	// any is the resource as one of the views compares it, for facts that do not depend on the
	// view. It is nil if the resource is in no view.
	any *computed.Resource
	// copies are the copies of sensitive strings in the resource, if any view hides them.
	copies []computed.Copy
}

// variant is a way to show a resource, see [ForViews].
type variant uint8

const (
	plain       variant = iota
	mutedWhole          // the resource as a whole is marked
	mutedByUser         // changes that the user's rules mute are marked
	mutedByFile         // so are those that the rules of the file mute
	variants
)

// comparedOnce is a resource as it is compared for all views with the same manner and width.
type comparedOnce struct {
	manner compare.Manner
	narrow bool // only the relevant attributes count
	made   [variants]*computed.Resource
}

func (o *comparedOnce) isSame(other comparedOnce) bool {
	return o.manner == other.manner && o.narrow == other.narrow
}

// entry returns the entry with the attributes that count.
func (o *comparedOnce) entry(e compare.Entry) compare.Entry {
	if o.narrow {
		return e
	}
	return e.Whole()
}

// ForViews compares a job's resource for the views, and marks what is muted. Views that need the
// same comparison share it. A resource that is muted in all views is compared, too, since its
// problems have to be reported.
func ForViews(c *compare.Comparer, j Job, views []*View) inViews {
	out := inViews{Views: make([]*computed.Resource, len(views))}
	var buffer [4]comparedOnce
	all := buffer[:0]
	for _, v := range views {
		once := comparedOnce{manner: v.Manner, narrow: v.Narrows(j)}
		if v.Shows(j) && !slices.ContainsFunc(all, once.isSame) {
			all = append(all, once)
		}
	}
	if len(all) == 0 {
		return out
	}
	in := c.LoadOnce(j.Resource)
	for i := range all {
		r := c.In(all[i].manner).Values(all[i].entry(j.Entry), in)
		all[i].made[plain], out.any = r, r
	}
	for i := range all { // after all comparisons: reading actions overwrites the loaded values
		r := all[i].made[plain]
		c.In(all[i].manner).AddActions(j.Entry, r)
		if all[i].manner.MaskCopies && out.copies == nil {
			out.copies = copiesOf(r)
		}
	}
	for i, v := range views {
		if !v.Shows(j) {
			continue
		}
		once := comparedOnce{manner: v.Manner, narrow: v.Narrows(j)}
		made := &all[slices.IndexFunc(all, once.isSame)].made
		how := plain
		switch in := j.MutedIn(i); {
		case in.Whole && !v.Needs.Muted:
			continue
		case in.Whole:
			how = mutedWhole
		case len(in.Paths) > 0 && v.File != nil:
			how = mutedByFile
		case len(in.Paths) > 0:
			how = mutedByUser
		}
		if made[how] == nil {
			r := *made[plain]
			r.Muted = how == mutedWhole
			if !r.Muted {
				r.Body = j.Mute(r.Body, r.ReplacePaths, how == mutedByFile)
			}
			made[how] = &r
		}
		out.Views[i] = made[how]
	}
	return out
}

// mannerOf returns the manner in which a view with these needs compares values.
func mannerOf(n computed.Needs) compare.Manner {
	return compare.Manner{
		MaskCopies: n.MaskCopies, Readable: n.Readable, Policies: n.ReadablePolicies, Words: n.Words, Digests: n.Digests, Facts: n.Facts,
		Exact: n.Exact, Complete: n.Complete,
	}
}
