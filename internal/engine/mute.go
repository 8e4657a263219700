package engine

import (
	"context"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// mutingPass applies the rules and the condition of the user, and the rules of a file in views that want them.
type mutingPass struct {
	noPass
	document *Document
	rules    rules.Set
	file     *rules.File // nil if there is none, or if no view wants it
	drift    rules.Drift // what the file says of it, unless the user says something else
	where    *wherePass  // nil if the user has no condition
	types    map[string]typePaths
}

func startMuting(r *request) (pass, error) {
	m := &mutingPass{rules: r.Opts.Selection.Rules, types: map[string]typePaths{}}
	for _, v := range r.views {
		if v.file != nil {
			m.file = v.file
			if r.Opts.Selection.Drift == rules.AutoDrift {
				m.drift = v.file.Drift
			}
		}
	}
	if m.rules.IsEmpty() && m.file == nil && r.Opts.Selection.Where == nil {
		return nil, nil
	}
	return m, nil
}

// begin finds out which resources are muted as a whole.
func (m *mutingPass) begin(_ context.Context, d *Document) error {
	m.document, m.where = d, passOf[*wherePass](d)
	for i := range d.Jobs {
		m.prepare(&d.Jobs[i], len(d.Views))
	}
	return nil
}

// prepare finds out what can be muted of a job's resource, before its values are known. Rules
// never mute an error.
func (m *mutingPass) prepare(j *Job, views int) {
	if j.Resource.Err != nil {
		return
	}
	h := &j.Resource.Header
	found := muted{own: m.rules.Mutes(h) || m.where.drops(j.Resource)}
	if !found.own {
		found.paths, found.hides = m.pathsOf(h), m.hides(j)
		if found.paths.rules.IsEmpty() && found.paths.file.IsEmpty() && !found.hides {
			return
		}
	}
	found.views = make([]mutedInView, views)
	for i := range found.views {
		found.views[i].Whole = found.own
	}
	j.muted = &found
}

// hides reports whether the file hides a resource, as far as its header shows.
func (m *mutingPass) hides(j *Job) bool {
	if m.file == nil || rules.ProtectsResource(&j.Resource.Header) || len(j.Triggers) > 0 {
		return false
	}
	if j.Section == computed.DriftSection && (m.drift == rules.NoDrift || m.drift == rules.RelevantDrift && j.Relevance == compare.Irrelevant) {
		return true
	}
	return m.file.Mutes(&j.Resource.Header)
}

// pathsOf returns the attributes of a resource whose changes rules mute. All attributes of a
// resource that is created, read, destroyed or forgotten are about just that, so none of them
// is muted.
func (m *mutingPass) pathsOf(h *plans.Header) typePaths {
	update := h.Action == plans.Update
	if !update && h.Action != plans.DeleteThenCreate && h.Action != plans.CreateThenDelete {
		return typePaths{}
	}
	paths, ok := m.types[h.Type]
	if !ok {
		paths.rules = m.rules.Paths(h.Type)
		if m.file != nil {
			paths.file = m.file.Paths(h.Type)
		}
		m.types[h.Type] = paths
	}
	if rules.ProtectsResource(h) {
		paths.file = rules.Paths{}
	}
	return paths
}

func (*mutingPass) wants(j Job) detail {
	if j.muted == nil || j.muted.own {
		return nothing
	}
	return fullDiff
}

// look finds out what rules mute of a resource that they match.
func (m *mutingPass) look(j Job, e examined) func() error {
	if e.err != nil {
		return nil
	}
	type how struct{ narrow, file bool }
	done := map[how]mutedInView{}
	for i, v := range m.document.Views {
		if !v.Shows(j) {
			continue
		}
		h := how{v.narrows(j), v.file != nil}
		got, ok := done[h]
		if !ok {
			found := e.diff
			if h.narrow != j.IsNarrow() {
				found = e.compare(j.Whole())
			}
			got = findMuted(j, found, h.file)
			done[h] = got
		}
		j.muted.views[i] = got
	}
	if !j.IsNarrow() {
		j.muted.own = j.mute(e.diff.Diff, e.diff.Forcing, false).Muted
	}
	return nil
}

// findMuted finds out what is muted of a resource, by the rules of the file, too, or without
// them.
func findMuted(j Job, found compare.Compared, file bool) mutedInView {
	if file && j.muted.hides && !(j.Section == computed.StateSection || found.Diff.Action != plans.NoOp) {
		return mutedInView{Whole: true}
	}
	if file && j.muted.hides && !protects(found.Diff) {
		return mutedInView{Whole: true}
	}
	var in mutedInView
	for _, part := range j.mute(found.Diff, found.Forcing, file).MutedParts() {
		in.paths = append(in.paths, part.Path)
	}
	return in
}

// summarise lists the changes that are muted in a view.
func (m *mutingPass) summarise(_ context.Context, index int) error {
	d := m.document
	var all []computed.Muted
	for _, j := range d.Jobs {
		if j.muted == nil || !d.Views[index].Shows(j) {
			continue
		}
		r := j.Resource
		what := computed.Muted{Section: j.Section, Address: r.Address, Deposed: r.Deposed}
		in := j.MutedIn(index)
		if in.Whole && (j.Section == computed.StateSection || acts(r) || r.Moved() || r.Importing != nil) {
			all = append(all, what)
		}
		for _, what.Path = range in.paths {
			all = append(all, what)
		}
	}
	d.Views[index].Summary.Muted = all
	return nil
}
