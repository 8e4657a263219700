package review

import (
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// maxParts is how many parts of a value are told.
const maxParts = 8

// Forcing returns the attributes of a resource that force its replacement, in the order of the
// paths, without their references. The resource need not have all of them. The result does not refer to the diff.
func Forcing(d computed.Diff, paths plans.PathSet) []computed.ForcingAttribute {
	f := forcing{map[string]computed.ForcingAttribute{}}
	f.find(d, paths)
	var all []computed.ForcingAttribute
	for _, p := range paths.Paths() {
		if a, ok := f.found[pathKey(p)]; ok {
			all = append(all, a)
		} else {
			all = append(all, computed.ForcingAttribute{Path: p})
		}
	}
	for i := range all {
		keep(&all[i])
	}
	return all
}

// keep makes copies of everything that an attribute shares with the diff.
func keep(a *computed.ForcingAttribute) {
	a.Path, a.Before, a.After = a.Path.Clone(), kept(a.Before), kept(a.After)
	for i := range a.Parts {
		p := &a.Parts[i]
		p.Path, p.Before, p.After = p.Path.Clone(), kept(p.Before), kept(p.After)
	}
}

func kept(s computed.Side) computed.Side {
	s.Text = strings.Clone(s.Text)
	if s.Refinement != nil {
		r := *s.Refinement
		for _, text := range []*string{&r.Prefix, &r.Number.Min.Number, &r.Number.Max.Number, &r.Length.Min.Number, &r.Length.Max.Number} {
			*text = strings.Clone(*text)
		}
		s.Refinement = &r
	}
	return s
}

// Visible cuts off the parts of paths that lead into a sensitive value, whose keys are as
// secret as the rest of it. The name of an attribute is always there. Several paths into one
// value become one. The paths and the result are sorted.
func Visible(d computed.Diff, paths []plans.Path) []plans.Path {
	if !slices.ContainsFunc(paths, func(p plans.Path) bool { return len(p.Steps()) > 1 }) {
		return paths
	}
	hidden := map[string]bool{} // by pathKey
	findHidden(d, plans.ExactPaths(paths), hidden)
	if len(hidden) == 0 {
		return paths
	}
	var out []plans.Path
	for _, p := range paths {
		steps := p.Steps()
		short := plans.NewPath()
		for i, s := range steps {
			if i > 0 && hidden[pathKey(short)] {
				break
			}
			short = short.Child(s)
			if i == 0 && hidden[pathKey(plans.NewPath())] {
				break
			}
		}
		out = append(out, short)
	}
	return slices.CompactFunc(out, plans.Path.Equal)
}

// findHidden finds the sensitive values on the way to the paths.
func findHidden(d computed.Diff, paths plans.PathSet, hidden map[string]bool) {
	if d.Renderer == nil || paths.Empty() {
		return
	}
	c := d.Content()
	if c.Kind == computed.KindSensitive {
		hidden[pathKey(d.Path)] = true
		return
	}
	at := len(d.Path.Steps())
	for p := range made(c) {
		below := paths
		steps := p.Diff.Path.Steps()
		for _, step := range steps[min(at, len(steps)):] {
			below = below.Under(step)
		}
		findHidden(p.Diff, below, hidden)
	}
}

// pathKey is the same for paths that only spell an index in another way.
func pathKey(p plans.Path) string {
	var b strings.Builder
	for _, s := range p.Steps() {
		b.WriteString(strconv.Quote(stepText(s)))
	}
	return b.String()
}

// forcing finds the attributes.
type forcing struct {
	found map[string]computed.ForcingAttribute // by pathKey
}

// add adds an attribute. Where an element is removed and another one takes its place, both
// have the same path.
func (f *forcing) add(a computed.ForcingAttribute) {
	key := pathKey(a.Path)
	if old, ok := f.found[key]; ok && replacesPart(old.Action, a.Action) {
		old.After, old.Action = a.After, plans.Update
		old.Parts = append(old.Parts, a.Parts...)
		old.MoreParts += a.MoreParts + max(len(old.Parts)-maxParts, 0)
		old.Parts = old.Parts[:min(len(old.Parts), maxParts)]
		a = old
	}
	f.found[key] = a
}

// replacesPart reports whether a value is removed and another one takes its place.
func replacesPart(first, second plans.Action) bool {
	return first == plans.Delete && second == plans.Create
}

func (f *forcing) find(d computed.Diff, paths plans.PathSet) {
	if d.Renderer == nil || paths.Empty() {
		return
	}
	if paths.Matches() {
		f.add(attribute(d))
	}
	at := len(d.Path.Steps())
	var group *computed.ForcingAttribute // the blocks of a type that forces as a whole
	var in *partsOf
	for p := range made(d.Content()) {
		switch p.Role {
		case computed.PartElement, computed.PartMember, computed.PartBlock, computed.PartUnknownBlocks:
		default:
			continue // the same value, or a document in a string
		}
		below := paths
		steps := p.Diff.Path.Steps()
		for i, step := range steps[min(at, len(steps)):] {
			below = below.Under(step)
			if i == 0 && len(steps) > at+1 && below.Matches() {
				path := d.Path.Child(step)
				if group == nil || !group.Path.Equal(path) {
					f.closeGroup(group, in)
					group, in = &computed.ForcingAttribute{Path: path, Found: true}, &partsOf{most: maxParts}
					group.Before.State, group.After.State = computed.Missing, computed.Missing
				}
				in.addBlock(group, p.Diff)
			}
		}
		f.find(p.Diff, below)
	}
	f.closeGroup(group, in)
}

func (f *forcing) closeGroup(group *computed.ForcingAttribute, in *partsOf) {
	if group != nil {
		group.Parts, group.MoreParts = in.result()
		f.add(*group)
	}
}

// made are the parts of a value, without those that do not change and do not matter.
func made(c computed.Content) func(func(computed.Part) bool) {
	if c.Made != nil {
		return c.Made
	}
	return c.Children()
}

// attribute describes a value that forces the replacement.
func attribute(d computed.Diff) computed.ForcingAttribute {
	a := computed.ForcingAttribute{Path: d.Path, Action: d.Action, Found: true}
	a.Before, a.After = sides(d.Sides())
	switch d.Content().Kind {
	case computed.KindJSON, computed.KindYAML, computed.KindList, computed.KindSet, computed.KindMap, computed.KindObject, computed.KindBlock:
		a.Parts, a.MoreParts = Changes(d, maxParts)
	}
	return a
}

// sides are the values of a scalar, as far as they are known, or say what there is. A cause has no sensitive value, even
// where the caller has asked to see it.
func sides(before, after computed.Side) (computed.Side, computed.Side) {
	if before.Sensitive || after.Sensitive {
		return computed.Side{Presence: before.Presence}, computed.Side{Presence: after.Presence}
	}
	return before, after
}

// Changes returns what changes in a value, each scalar by itself: those that are known only
// after apply last. There are at most so many; more counts the others.
func Changes(d computed.Diff, most int) (parts []computed.ForcingPart, more int) {
	return ChangesBeside(d, most, nil)
}

// ChangesBeside is like [Changes], but leaves out the values for which apart is true. It may be nil.
func ChangesBeside(d computed.Diff, most int, apart func(plans.Path) bool) (parts []computed.ForcingPart, more int) {
	p := partsOf{most: most, apart: apart}
	p.add(d)
	return p.result()
}

// partsOf are the changes in a value that is no scalar.
type partsOf struct {
	most           int
	apart          func(plans.Path) bool // nil for none
	known, unknown []computed.ForcingPart
	more           int
}

func (p *partsOf) add(d computed.Diff) {
	for l := range d.ChangedLeaves() {
		if p.apart != nil && p.apart(l.Path) {
			continue
		}
		switch l.Kind {
		case computed.KindJSON, computed.KindYAML, computed.KindList, computed.KindSet, computed.KindMap, computed.KindObject, computed.KindBlock:
			continue // it is empty, or only its form or its order changes
		}
		part := computed.ForcingPart{Path: l.Path, Action: l.Action}
		part.Before, part.After = sides(l.Before, l.After)
		if l.OneSide || l.Action == plans.NoOp || isNothing(part.Before) && isNothing(part.After) {
			continue
		}
		if n := len(p.known); n > 0 && replacesPart(p.known[n-1].Action, part.Action) && p.known[n-1].Path.Equal(part.Path) {
			part.Before, part.Action = p.known[n-1].Before, plans.Update
			p.known = p.known[:n-1]
		}
		list := &p.known
		if part.After.State == computed.KnownAfterApply {
			list = &p.unknown
		}
		if len(*list) < p.most {
			*list = append(*list, part)
		} else {
			p.more++
		}
	}
}

// isNothing reports whether there is no value on a side, or a null.
func isNothing(s computed.Side) bool {
	return !s.Sensitive && (s.State == computed.Missing || s.State == computed.Null)
}

// addBlock adds a block of a type that forces as a whole.
func (p *partsOf) addBlock(group *computed.ForcingAttribute, d computed.Diff) {
	if d.Renderer == nil {
		return
	}
	c := d.Content()
	merge := func(into *computed.Side, side computed.Side) {
		if side.State != computed.Missing && into.State != computed.KnownAfterApply {
			into.State = side.State
		}
		into.Sensitive = into.Sensitive || side.Sensitive
	}
	merge(&group.Before, c.Before)
	merge(&group.After, c.After)
	if d.Action != plans.NoOp {
		group.Action = plans.Update
		p.add(d)
	}
}

func (p *partsOf) result() ([]computed.ForcingPart, int) {
	known := p.known[:min(len(p.known), p.most-min(len(p.unknown), p.most/2))]
	unknown := p.unknown[:min(len(p.unknown), p.most-len(known))]
	p.more += len(p.known) - len(known) + len(p.unknown) - len(unknown)
	return slices.Concat(known, unknown), p.more
}

// stepText is the name of a member, or the digits of an index.
func stepText(s plans.Step) string {
	if name, ok := s.Key(); ok {
		return name
	}
	i, _ := s.Index()
	return strconv.Itoa(i)
}
