package secrets

import (
	"slices"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Finder finds the secrets in the values of a resource. It is for one
// goroutine.
type Finder struct {
	Type Type
	// Show, when set, says which attributes are not to be hidden, by their
	// names without indexes: disk.key.
	Show func(path string) bool
	// Found are the attributes that were hidden, each once, sorted.
	Found []string

	paths []plans.Path // to what is hidden, without what is below
	at    plans.Path   // to the value at hand; its steps are overwritten
}

// Side is one side of a change.
type Side struct {
	Value values.Value
	// Marks are what the document says itself; they are kept.
	Marks values.Flags
	// Other are the marks of the other side, where this one has none. What is
	// in the same place on both sides is hidden by them anyway, but elements of
	// lists may have moved: a list with any marks there is hidden here.
	Other values.Flags
	// Twin is the value of the other side, and Unknown what will be known
	// later: what is a secret on the other side will be one.
	Twin    values.Value
	Unknown values.Flags
}

// Marks returns what is sensitive on a side: what the document says, and all that
// is found.
func (f *Finder) Marks(s Side) values.Flags {
	f.paths, f.at = nil, f.at[:0]
	f.search(s, place{})
	if len(f.paths) == 0 {
		return s.Marks
	}
	return values.FlagsFromPaths(s.Value, f.paths)
}

// place is where a value is.
type place struct {
	path string // names without indexes
	name string // the last of them
	open bool   // nothing here is hidden for its name
}

// member is the place of a member.
func (f *Finder) member(p place, name string) place {
	m := place{path: name, name: name, open: p.open}
	if p.path != "" {
		m.path = p.path + "." + name
	}
	m.open = m.open || slices.Contains(f.Type.Open, m.path)
	return m
}

// search finds what is to be hidden in a value.
func (f *Finder) search(s Side, at place) {
	switch list := s.Value.Kind() == values.Array; {
	case s.marked(), list && s.Other.Any() && !s.Other.All():
		f.hide()
	case list:
		for i, e := range s.Value.Elems() {
			step := plans.Index(i)
			f.at = append(f.at, step)
			f.search(Side{Value: e, Marks: s.Marks.At(step), Unknown: s.Unknown.At(step), Twin: s.Twin.Elem(i)}, at)
			f.at = f.at[:len(f.at)-1]
		}
	case s.Value.Kind() == values.Object:
		f.members(s, at)
	}
}

// marked reports whether the document hides the whole value.
func (s Side) marked() bool { return s.Marks.Covers(s.Value) }

// hide hides the value at hand.
func (f *Finder) hide() { f.paths = append(f.paths, slices.Clone(f.at)) }

// members searches the members of an object, those that will be known later
// included.
func (f *Finder) members(s Side, at place) {
	names := make([]string, 0, s.Value.Len())
	for _, m := range s.Value.Members() {
		names = append(names, m.Name)
	}
	for step := range s.Unknown.Parts() {
		if name, ok := step.Key(); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		step, m := plans.Key(name), f.member(at, name)
		side := Side{
			Value: s.Value.Get(name), Marks: s.Marks.At(step), Other: s.Other.At(step),
			Unknown: s.Unknown.At(step), Twin: s.Twin.Get(name),
		}
		f.at = append(f.at, step)
		if !side.marked() && f.secret(side, at.name, &m) {
			f.found(m.path)
			f.hide()
		} else {
			f.search(side, m)
		}
		f.at = f.at[:len(f.at)-1]
	}
}

// secret reports whether a value is one, or will be, going by where it is.
func (f *Finder) secret(s Side, around string, at *place) bool {
	if at.open {
		return false
	}
	v := s.Value
	if v.IsNull() && s.Unknown.All() || v.Kind() == values.Array && v.Len() == 0 {
		v = s.Twin
	}
	if v.IsNull() || !slices.Contains(f.Type.Hidden, at.path) && !(isText(v) && Named(around, at.name)) {
		return false
	}
	at.open = f.Show != nil && f.Show(at.path)
	return !at.open
}

// isText reports whether a value consists of strings: blocks in a list do not,
// their members have names of their own.
func isText(v values.Value) bool {
	switch v.Kind() {
	case values.String, values.Object:
		return true
	case values.Array:
		return slices.ContainsFunc(v.Elems(), func(e values.Value) bool { return e.Kind() == values.String })
	}
	return false
}

func (f *Finder) found(path string) {
	if i, ok := slices.BinarySearch(f.Found, path); !ok {
		f.Found = slices.Insert(f.Found, i, path)
	}
}
