package marker

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"maps"
	"slices"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// PlanMark collects what the marker says about a plan. The digests are made of what reports show, in which nothing
// is left of a sensitive value, and of digests of what is in the plan (computed.Resource.Digest), without what reports hide. The hash of the
// plan (docs/hash.md) cannot take their place: it covers values that only a schema or a name tells to be sensitive, and whoever has the
// hash could find a short one by trying.
type PlanMark struct {
	all []FullEntry
	// hides says that what changes is sensitive somewhere, so that the digests do not tell all changes apart.
	hides    bool
	partial  bool
	readable bool
	totals   plans.Totals
	// found are the findings of other programs about what changes. It is nil if no report has any, or if they are more than mostFound.
	found []foundEntry
}

// mostFound is how many findings are compared with those of the comment before.
const mostFound = 5000

// foundEntry is a finding about one resource.
type foundEntry struct {
	finding *annotations.Annotation
	address string
}

// digest returns the beginning of the SHA-256 of a finding about a resource of a plan: the text tells it from others only if it has no name, since
// programs write lines and values into it.
func (e *foundEntry) digest(plan string) entryDigest {
	d, f := newDigester(), e.finding
	text := ""
	if f.Rule == "" && f.Title == "" {
		text = f.Text
	}
	d.text("finding", plan, e.address, f.Level.String(), f.Tool, f.Rule, f.Title, text)
	return entryDigest(d.h.Sum(nil))
}

// findings keeps the findings in a summary.
func (m *PlanMark) findings(s *annotations.Summary) {
	if s == nil || !s.OfFindings.Given || s.IsUnfinished() { // what is missing would count as gone
		return
	}
	m.found = []foundEntry{}
	for i := range s.Findings {
		g := &s.Findings[i]
		if len(m.found)+len(g.Addresses) > mostFound {
			m.found = nil
			return
		}
		for _, a := range g.Addresses {
			m.found = append(m.found, foundEntry{&g.Finding, a})
		}
	}
}

// Fresh returns a function that reports whether a finding was not there before. It is nil if that is not known.
func (m *PlanMark) Fresh(before *Marker) func(*annotations.Group) bool {
	if before == nil || before.Found == nil || m.found == nil {
		return nil
	}
	return func(g *annotations.Group) bool {
		return slices.ContainsFunc(g.Addresses, func(a string) bool {
			e := foundEntry{&g.Finding, a}
			_, known := slices.BinarySearchFunc(before.Found, e.digest(""), compareDigests)
			return !known
		})
	}
}

// foundIn returns the findings of plans by their digests. It returns nil if those of one of the plans are not known.
func foundIn(marks []NamedMark) map[entryDigest]foundEntry {
	all := map[entryDigest]foundEntry{}
	for _, p := range marks {
		if p.PlanMark == nil || p.found == nil {
			return nil
		}
		for _, e := range p.found {
			all[e.digest(p.Name)] = e
		}
	}
	return all
}

// FullEntry is an entry with its whole digest.
type FullEntry struct {
	kind   entryKind
	name   string
	digest [sha256.Size]byte
	hides  bool
	failed bool
}

func (m *PlanMark) Add(e FullEntry) {
	m.all = append(m.all, e)
	m.hides = m.hides || e.hides
	m.partial = m.partial || e.failed
}

// Summary adds what is known before the first resource.
func (m *PlanMark) Summary(s *computed.Summary) {
	*m = PlanMark{totals: s.Totals(), partial: len(s.Problems) > 0, readable: s.Readable}
	m.findings(s.Annotations)
	if s.Errored {
		m.Add(FullEntry{kind: erroredEntry})
	}
	if s.Complete != nil && !*s.Complete {
		m.Add(FullEntry{kind: partEntry})
	}
	for i := range s.Outputs {
		if o := &s.Outputs[i]; o.Shown() || o.Digest != [sha256.Size]byte{} {
			d := newDigester()
			d.diff(&o.Diff)
			d.digest(&o.Digest)
			d.failed = len(o.Problems) > 0
			m.Add(d.entry(outputEntry, o.Name, o.Err))
		}
	}
	for _, all := range [][]computed.ActionInvocation{s.Invoked, s.Unshown} {
		for i := range all {
			d := newDigester()
			d.action(&all[i])
			m.Add(d.entry(actionEntry, all[i].Address, nil))
		}
	}
}

// ResourceMark returns the entry of a resource. ok is false if the plan does nothing to it.
func ResourceMark(r *computed.Resource) (e FullEntry, ok bool) {
	if r.Section != computed.ChangesSection || !r.Shown() {
		return e, false
	}
	d := newDigester()
	d.text(r.Action.String(), r.Deposed, r.ProviderName)
	for _, name := range r.ActionNames {
		d.text(name)
	}
	if d.flag(r.Moved()); r.Moved() {
		d.text(r.PreviousAddress)
	}
	if d.flag(r.Importing != nil); r.Importing != nil {
		d.flag(r.Importing.Unknown)
		d.text(r.Importing.ID, r.Importing.Identity)
	}
	d.number(len(r.ReplacePaths))
	for _, p := range r.ReplacePaths {
		d.text(p.String())
	}
	if r.Err == nil {
		d.diff(&r.Body)
		d.digest(&r.Digest)
	}
	for _, actions := range [][]computed.ActionInvocation{r.BeforeActions, r.AfterActions} {
		d.number(len(actions))
		for i := range actions {
			d.action(&actions[i])
		}
	}
	name := r.Address
	if r.Deposed != "" {
		name += " (deposed " + r.Deposed + ")"
	}
	e = d.entry(resourceEntry, name, r.Err)
	e.failed = e.failed || len(r.Problems) > 0
	return e, true
}

// digester makes a digest of what changes. Texts stand behind their lengths, so that no two changes look the same.
type digester struct {
	h      hash.Hash
	hides  bool
	failed bool
}

func newDigester() *digester { return &digester{h: sha256.New()} }

func (d *digester) number(n int) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	_, _ = d.h.Write(b[:])
}

func (d *digester) flag(is bool) {
	if is {
		d.number(1)
	} else {
		d.number(0)
	}
}

func (d *digester) text(all ...string) {
	for _, s := range all {
		d.number(len(s))
		_, _ = d.h.Write([]byte(s))
	}
}

// digest adds what the comparison does not show: values that mean the same in it, but are not the same in the plan.
func (d *digester) digest(sum *[sha256.Size]byte) { _, _ = d.h.Write(sum[:]) }

func (d *digester) action(a *computed.ActionInvocation) {
	d.text(a.Address, a.Caller)
	if f := a.OnFailure; f != "" && f != plans.HaltOnFailure { // the digests of what halts are those of versions without a choice
		d.text("on_failure", string(f))
	}
	d.failed = d.failed || a.Err != nil || len(a.Problems) > 0
	if d.flag(a.HasConfig); a.HasConfig && a.Err == nil {
		d.diff(&a.Config)
		d.digest(&a.Digest)
	}
}

// side adds what is on one side of a value.
func (d *digester) side(s *computed.Side) {
	d.number(int(s.State))
	d.flag(s.Sensitive)
	d.number(int(s.Kind))
	d.text(s.Text)
}

// diff adds a value and what changes in it.
func (d *digester) diff(v *computed.Diff) {
	if v.Renderer == nil {
		d.flag(false)
		return
	}
	d.flag(true)
	c := v.Content()
	d.number(int(c.Kind))
	d.number(int(v.Action))
	if c.Kind == computed.KindSensitive {
		// Nothing more is known. Where the caller has asked to see it, it must not be here nevertheless.
		d.hides = d.hides || v.Action != plans.NoOp
		return
	}
	d.side(&c.Before)
	d.side(&c.After)
	d.number(len(c.Notes))
	for _, n := range c.Notes {
		d.number(int(n))
	}
	for p := range c.Changed() {
		d.flag(true)
		d.number(int(p.Role))
		d.text(p.Key, p.BlockType)
		if c.Kind == computed.KindList && p.Role == computed.PartElement {
			d.text(p.Diff.Path.String()) // it has the index
		}
		d.diff(&p.Diff)
	}
	d.flag(false)
}

func (d *digester) entry(kind entryKind, name string, err error) FullEntry {
	e := FullEntry{kind: kind, name: name, hides: d.hides, failed: d.failed || err != nil}
	d.h.Sum(e.digest[:0])
	return e
}

// NamedMark is the mark of one of several plans. The only one has no name.
type NamedMark struct {
	Name string
	*PlanMark
}

// NewPlanMarker returns the marker of plans.
func NewPlanMarker(id string, marks []NamedMark) (m Marker, hides bool) {
	entries := []markerEntry{} // nil would stand for those that had no room
	var whole bytes.Buffer
	var totals plans.Totals
	partial := false
	// The one that could not be read says nothing about that.
	readable := slices.ContainsFunc(marks, func(p NamedMark) bool { return p.PlanMark != nil && p.readable })
	whole.WriteString("planfmt-comment-" + versionOf(readable))
	for _, p := range marks {
		if p.PlanMark == nil { // it could not be read
			p.PlanMark = &PlanMark{partial: true}
			p.Add(FullEntry{kind: unreadEntry})
		}
		sorted.Stable(p.all, func(a, b FullEntry) int {
			return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name), bytes.Compare(a.digest[:], b.digest[:]))
		})
		for _, e := range p.all {
			entries = append(entries, markerEntry{p.Name, e.kind, e.name, entryDigest(e.digest[:len(entryDigest{})])})
			sum := newDigester()
			sum.text(p.Name, string(rune(e.kind)), e.name, string(e.digest[:]))
			whole.Write(sum.h.Sum(nil))
		}
		hides, partial = hides || p.hides, partial || p.partial
		totals.Import += p.totals.Import
		totals.Add += p.totals.Add
		totals.Change += p.totals.Change
		totals.Destroy += p.totals.Destroy
		totals.Forget += p.totals.Forget
		totals.Invoke += p.totals.Invoke
	}
	m = newMarker(id, entries, whole.Bytes(), partial, readable, totals)
	if found := foundIn(marks); found != nil {
		m.Found = slices.SortedFunc(maps.Keys(found), compareDigests)
		if m.Found == nil {
			m.Found = []entryDigest{}
		}
	}
	return m, hides
}
