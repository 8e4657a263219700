package review

import (
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// maxParts is how many parts of a value are shown.
const maxParts = 8

// Forcing returns the attributes of a resource that force its replacement, in the order of the
// paths, without their references. The resource need not have all of them. The result does not refer to the diff.
func Forcing(d computed.Diff, paths plans.PathSet) []computed.ForcingAttribute {
	f := forcing{found: map[string]computed.ForcingAttribute{}}
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
	names Names
}

// add adds an attribute. Where an element is removed and another one takes its place, both
// have the same path.
func (f *forcing) add(a computed.ForcingAttribute) {
	key := pathKey(a.Path)
	if old, ok := f.found[key]; ok && replacesPart(old.Action, a.Action) {
		old.After, old.Action = a.After, plans.Update
		if old.Name != a.Name {
			old.Name = ""
		}
		all := append(old.Parts, a.Parts...)
		old.Parts = Foremost(all, maxParts)
		old.MoreParts += a.MoreParts + len(all) - len(old.Parts)
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
	f.names.Within(&d, func() { f.findIn(&d, paths) })
}

// findIn finds attributes in a value that has its name, if there is one.
func (f *forcing) findIn(d *computed.Diff, paths plans.PathSet) {
	if paths.Matches() {
		f.add(f.attribute(d))
	}
	at := len(d.Path.Steps())
	var group *computed.ForcingAttribute // the blocks of a type that forces as a whole
	var in *partsOf
	for p := range made(d.Content()) {
		switch p.Role {
		case computed.PartElement, computed.PartMember, computed.PartBlock, computed.PartUnknownBlocks, computed.PartOrder:
		default:
			continue // the same value, or a document in a string
		}
		below := paths
		steps := p.Diff.Path.Steps()
		for i, step := range steps[min(at, len(steps)):] {
			below = below.Under(step)
			if i == 0 && (len(steps) > at+1 || p.Role == computed.PartOrder) && below.Matches() {
				path := d.Path.Child(step)
				if group == nil || !group.Path.Equal(path) {
					f.closeGroup(group, in)
					group, in = &computed.ForcingAttribute{Path: path, Name: f.names.nameOf(path), Found: true}, &partsOf{most: maxParts, names: &f.names}
					group.Before.State, group.After.State = computed.Missing, computed.Missing
				}
				in.addBlock(group, &p.Diff)
			}
		}
		if p.Role != computed.PartOrder {
			f.find(p.Diff, below)
		}
	}
	f.closeGroup(group, in)
}

func (f *forcing) closeGroup(group *computed.ForcingAttribute, in *partsOf) {
	if group != nil {
		group.Parts, group.MoreParts = in.causes()
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
func (f *forcing) attribute(d *computed.Diff) computed.ForcingAttribute {
	a := computed.ForcingAttribute{Path: d.Path, Name: f.names.nameOf(d.Path), Action: d.Action, Found: true}
	a.Before, a.After = sides(d.Sides())
	if isContainer(d.Content().Kind) {
		parts := partsOf{most: maxParts, names: &f.names}
		parts.add(d, EndsInIndex(d.Path))
		a.Parts, a.MoreParts = parts.causes()
	}
	return a
}

// stepText is the name of a member, or the digits of an index.
func stepText(s plans.Step) string {
	if name, ok := s.Key(); ok {
		return name
	}
	i, _ := s.Index()
	return strconv.Itoa(i)
}
