package engine

import (
	"context"
	"slices"

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

// typePaths are the attributes of a type whose changes rules mute.
type typePaths struct{ rules, file rules.Paths }

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

// muted is what rules mute of a job's resource. It is found out before the first resource is
// shown, see [mutingPass.prepare] and [mutingPass.look].
type muted struct {
	// paths are the attributes that the rules match; hides says that the file hides the
	// resource, unless something in it is protected.
	paths typePaths
	hides bool
	// views says for each view, by its index, what is muted.
	views []mutedInView
	// own says that the rules of the user mute all that happens to the resource.
	own bool
}

// mutedInView is what is muted for a view: the resource, or changes in it.
type mutedInView struct {
	Whole bool
	paths []plans.Path
}

// MutedIn returns what is muted for a view.
func (j Job) MutedIn(view int) mutedInView {
	if j.muted == nil {
		return mutedInView{}
	}
	return j.muted.views[view]
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
			got = j.findMuted(found, h.file)
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
func (j Job) findMuted(found compare.Compared, file bool) mutedInView {
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

// mute returns the body of a job's resource with marks on the changes that rules mute, with
// those of the file or without. forcing are the paths that force its replacement. What the
// marks are on is copied.
func (j Job) mute(body computed.Diff, forcing []plans.Path, file bool) computed.Diff {
	if j.muted == nil {
		return body
	}
	p := mutePlace{rules: j.muted.paths.rules, forcing: plans.PrefixPaths(forcing)}
	if file {
		p.file = j.muted.paths.file
	}
	out, _ := p.mute(body)
	// Then something happens to the resource that is not in its body.
	if h := &j.Resource.Header; h.Action != plans.Update || h.Importing != nil || h.Moved() {
		out.Muted = false
	}
	return out
}

// mutePlace is a value in a resource, and what rules say about it.
type mutePlace struct {
	rules, file rules.Paths
	// byRules and byFile say that rules mute this value, or one around it.
	byRules, byFile bool
	protected       bool          // from rules of a file
	forcing         plans.PathSet // the paths that force the replacement
}

// isIdle reports whether nothing from here on is muted.
func (p mutePlace) isIdle() bool {
	return !p.byRules && !p.byFile && p.rules.IsEmpty() && p.file.IsEmpty()
}

// under returns the place of a part of a value. A step to an element of a set is only matched
// by *, since its index means nothing.
func (p mutePlace) under(d computed.Diff, kind computed.Kind, part computed.Part) mutePlace {
	steps := part.Diff.Path.Steps()[len(d.Path.Steps()):]
	inSet := part.Role == computed.PartElement && kind == computed.KindSet || part.Nesting == computed.NestedSet
	for i, step := range steps {
		if inSet && i == len(steps)-1 {
			p.rules, p.file = p.rules.UnderSet(), p.file.UnderSet()
		} else {
			p.rules, p.file = p.rules.Under(step), p.file.Under(step)
		}
		p.forcing = p.forcing.Under(step)
		p.protected = p.protected || protectsStep(step)
		p.byRules, p.byFile = p.byRules || p.rules.Here(), p.byFile || p.file.Here()
	}
	if p.protected {
		p.file, p.byFile = rules.Paths{}, false
	}
	return p
}

// mute returns the value with marks on the changes that are muted. A value is muted if rules
// match it or one around it, or if all its changes are; but never if it or something in it
// forces the replacement, or is protected from the rules.
//
// marked says whether there is a mark on the value or in it.
func (p mutePlace) mute(d computed.Diff) (out computed.Diff, marked bool) {
	if d.Renderer == nil || d.Action == plans.NoOp || d.Replace || p.isIdle() || p.forcing.All() {
		return d, false
	}
	c := d.Renderer.Content()
	switch c.Kind {
	case computed.KindList, computed.KindSet, computed.KindMap, computed.KindObject, computed.KindBlock, computed.KindJSON, computed.KindYAML:
	default:
		d.Muted = !p.forcing.Matches() && (p.byRules || p.byFile && !protects(d))
		return d, d.Muted
	}
	var parts []computed.Diff
	changes, muted, byRule := 0, 0, p.byRules || p.byFile && !p.protected
	if slices.Contains(c.Notes, computed.NoteReordered) {
		changes++ // which only a rule for the whole mutes
		if byRule {
			muted++
		}
	}
	for part := range c.MadeParts() {
		if part.Diff.Renderer == nil {
			continue
		}
		var inPart bool
		switch {
		case part.Forces || part.Diff.Replace:
			changes++ // even if the value does not change
		case part.Diff.Action != plans.NoOp:
			changes++
			part.Diff, inPart = p.under(d, c.Kind, part).mute(part.Diff)
			if part.Diff.Muted {
				muted++
			}
		}
		marked = marked || inPart
		parts = append(parts, part.Diff)
	}
	if marked {
		next := 0
		d.Renderer = computed.Rebuild(d.Renderer, computed.Replacement{MadeOnly: true, Part: func(computed.Diff) computed.Diff {
			next++
			return parts[next-1]
		}})
	}
	d.Muted = !p.forcing.Matches() && muted == changes && (byRule || changes > 0 && d.Action == plans.Update)
	return d, marked || d.Muted
}

// protects reports whether something that changes in a value, or becomes unknown, has a name
// that protects it from the rules of a file.
func protects(d computed.Diff) bool {
	return !d.Walk(func(d computed.Diff) computed.Visit {
		for _, step := range d.Path.Steps() {
			if protectsStep(step) {
				return computed.Stop
			}
		}
		if d.Action == plans.NoOp {
			return computed.Continue
		}
		return computed.SkipUnchanged
	})
}

func protectsStep(s plans.Step) bool {
	name, ok := s.Key()
	return ok && rules.ProtectsName(name)
}
