package passes

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// mutingPass applies the rules and the condition of the user, and the rules of a file in views that want them.
type mutingPass struct {
	engine.NoPass
	document *engine.Document
	rules    rules.Set
	file     *rules.File // nil if there is none, or if no view wants it
	drift    rules.Drift // which drift the file shows, unless the user says something else
	where    *wherePass  // nil if the user has no condition
	types    map[string]engine.TypePaths
	checker  rules.Checker // nil if nobody asks which rules match nothing
	unused   []rules.Unmatched

	mustMatch bool // the user's rules must match something
	drifts    bool // somebody asks for drift that is not muted
	all       bool // the document has resources without changes, too
}

func startMuting(r *engine.Request) (engine.Pass, error) {
	m := &mutingPass{rules: r.Opts.Selection.Rules, types: map[string]engine.TypePaths{}, mustMatch: r.Opts.Selection.RequireMatch}
	m.drifts = slices.Contains(r.Opts.Alarms, computed.UnmutedDriftAlarm)
	if check := r.Opts.Selection.Checker; check != nil {
		m.checker = check()
	}
	for _, v := range r.Views {
		if v.File != nil {
			m.file = v.File
			if r.Opts.Selection.Drift == rules.AutoDrift {
				m.drift = v.File.Drift
			}
		}
	}
	if m.rules.IsEmpty() && m.file == nil && r.Opts.Selection.Where == nil {
		return nil, nil
	}
	return m, nil
}

// Keep asks for resources without changes, if it is an error that a rule matches nothing: one that matches these is not misspelt.
func (m *mutingPass) Keep(o *source.Options) {
	o.KeepNoOps = o.KeepNoOps || m.mustMatch
	m.all = o.KeepNoOps
}

// Begin prepares each job, given the result of the user's condition.
func (m *mutingPass) Begin(_ context.Context, d *engine.Document) error {
	m.document, m.where = d, engine.PassOf[*wherePass](d)
	d.Muted = nil // of another selection
	found := map[source.Handle]*engine.Muted{}
	for j := range d.Jobs() {
		if muted := m.prepare(&j, len(d.Views)); muted != nil {
			found[j.Resource.Handle] = muted
		}
	}
	d.Muted = found
	return nil
}

// prepare finds out from the header of a job's resource what rules may mute in it. Rules never mute
// an error.
func (m *mutingPass) prepare(j *engine.Job, views int) *engine.Muted {
	if j.Resource.Err() != nil {
		return nil
	}
	h := &j.Resource.Header
	found := engine.Muted{Own: m.rules.Mutes(h) || m.where.drops(j.Resource)}
	found.Drift = found.Own
	if !found.Own {
		found.Paths, found.Hides = m.pathsOf(h), m.hides(j)
		if found.Paths.Rules.IsEmpty() && found.Paths.File.IsEmpty() && !found.Hides {
			return nil
		}
	}
	found.Views = make([]engine.MutedInView, views)
	for i := range found.Views {
		found.Views[i].Whole = found.Own
	}
	return &found
}

// hides reports whether the file hides a resource, as far as its header shows.
func (m *mutingPass) hides(j *engine.Job) bool {
	if m.file == nil || rules.ProtectsResource(&j.Resource.Header) || len(j.Triggers) > 0 {
		return false
	}
	if j.Section == computed.DriftSection && (m.drift == rules.NoDrift || m.drift == rules.RelevantDrift && j.Relevance == compare.Irrelevant) {
		return true
	}
	return m.file.Mutes(&j.Resource.Header)
}

// pathsOf returns the attributes of a resource whose changes rules mute. There are none if the
// resource is created, read, destroyed or forgotten: no single attribute of it changes then.
func (m *mutingPass) pathsOf(h *plans.Header) engine.TypePaths {
	update := h.Action == plans.Update
	if !update && h.Action != plans.DeleteThenCreate && h.Action != plans.CreateThenDelete {
		return engine.TypePaths{}
	}
	paths, ok := m.types[h.Type]
	if !ok {
		paths.Rules = m.rules.Paths(h.Type)
		if m.file != nil {
			paths.File = m.file.Paths(h.Type)
		}
		m.types[h.Type] = paths
	}
	if rules.ProtectsResource(h) {
		paths.File = rules.Paths{}
	}
	return paths
}

func (*mutingPass) Wants(j engine.Job) engine.Detail {
	if j.Muted == nil || j.Muted.Own {
		return engine.Nothing
	}
	return engine.KeptDiff
}

// Look finds out what rules mute in a resource that they match.
func (m *mutingPass) Look(j engine.Job, e engine.Examined) func() error {
	if e.Err != nil {
		return nil
	}
	names := m.namesIn(j, e)
	type how struct{ narrow, file bool }
	done := map[how]engine.MutedInView{}
	for i, v := range m.document.Views {
		if !v.Shows(j) {
			continue
		}
		h := how{v.Narrows(j), v.File != nil}
		got, ok := done[h]
		if !ok {
			found := e.Diff
			if h.narrow != j.IsNarrow() {
				found = e.Compare(j.Whole())
			}
			got = findMuted(j, found, h.file)
			done[h] = got
		}
		j.Muted.Views[i] = got
	}
	if !j.IsNarrow() {
		j.Muted.Own = j.Mute(e.Diff.Diff, e.Diff.Forcing, false).Muted
	}
	if m.drifts && j.Section == computed.DriftSection {
		whole := e.Diff
		if j.IsNarrow() {
			whole = e.Compare(j.Whole())
		}
		j.Muted.Drift = findMuted(j, whole, m.file != nil).Whole || j.Mute(whole.Diff, whole.Forcing, m.file != nil).Muted
	}
	return names
}

// namesIn returns a function that tells which attributes a resource has, for the rules for attributes of its type. It returns nil if
// there are none.
func (m *mutingPass) namesIn(j engine.Job, e engine.Examined) func() error {
	block := e.In.Schema.Block
	if m.checker == nil || block == nil || j.Muted.Paths.Rules.IsEmpty() {
		return nil
	}
	var names []string
	for i := range block.Attributes {
		names = append(names, block.Attributes[i].Name)
	}
	for i := range block.Blocks {
		names = append(names, block.Blocks[i].Name)
	}
	return func() error {
		m.checker.SeeNames(&m.rules, j.Resource.Type, names)
		return nil
	}
}

// unmatched returns the rules of the user that match nothing in the document. If there is nothing in it, no rule is wrong.
func (m *mutingPass) unmatched() []rules.Unmatched {
	if m.checker == nil {
		return nil
	}
	f := m.document.Facts
	var all []*plans.Header
	for r := range f.All() {
		all = append(all, &r.Header)
	}
	if len(all) == 0 {
		return nil
	}
	found := m.checker.Unmatched(&m.rules, all)
	for i := range found {
		found[i].Changes = !found[i].Attribute && !m.all && !f.State
	}
	return found
}

// findMuted returns what is muted in a resource. The rules of the file count only if file is set.
func findMuted(j engine.Job, found compare.Compared, file bool) engine.MutedInView {
	if file && j.Muted.Hides && !(j.Section == computed.StateSection || found.Diff.Action != plans.NoOp) {
		return engine.MutedInView{Whole: true}
	}
	if file && j.Muted.Hides && !engine.Protects(found.Diff) {
		return engine.MutedInView{Whole: true}
	}
	var in engine.MutedInView
	for _, part := range j.Mute(found.Diff, found.Forcing, file).MutedParts() {
		in.Paths = append(in.Paths, part.Path)
	}
	return in
}

// Finish finds the rules that match nothing.
func (m *mutingPass) Finish(context.Context) error {
	m.unused = m.unmatched()
	return nil
}

// Summarise lists the changes that are muted in a view.
func (m *mutingPass) Summarise(_ context.Context, index int) error {
	d := m.document
	var all []computed.Muted
	for j := range d.Jobs() {
		if j.Muted == nil || !d.Views[index].Shows(j) {
			continue
		}
		r := j.Resource
		what := computed.Muted{Section: j.Section, Address: r.Address, Deposed: r.Deposed}
		in := j.MutedIn(index)
		if in.Whole && (j.Section == computed.StateSection || engine.Acts(r) || r.Moved() || r.Importing != nil) {
			all = append(all, what)
		}
		for _, what.Path = range in.Paths {
			all = append(all, what)
		}
	}
	d.Views[index].Summary.Muted, d.Views[index].Summary.Unmatched = all, m.unused
	return nil
}
