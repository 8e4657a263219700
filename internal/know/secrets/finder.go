package secrets

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Finder finds the secrets in the values of a resource. Only one goroutine may
// use it at a time.
type Finder struct {
	Type Type
	// Show, if set, reports whether to show an attribute although it would be
	// hidden. path consists of names without indexes: disk.key.
	Show func(path string) bool
	// Found lists the attributes that were hidden, each once, sorted.
	Found []string

	named bool         // see FindNamed
	paths []plans.Path // of the hidden values, without those below them
	at    []plans.Step // to the current value
}

// Side is one side of a change.
type Side struct {
	Value values.Value
	// Marks are the document's own marks, which are kept.
	Marks values.Flags
	// Other are the marks of the other side, if this side has none. They
	// already hide what is in the same place on both sides. But elements of
	// lists may have moved: a list that has any marks on the other side is
	// hidden as a whole.
	Other values.Flags
	// Twin is the value of the other side, and Unknown says what will be known
	// later. If the value is a secret on the other side, it will be a secret
	// here.
	Twin    values.Value
	Unknown values.Flags
}

// Marks returns the marks of a side: those of the document, and one for each
// secret that is found.
func (f *Finder) Marks(s Side) values.Flags {
	f.paths, f.at = nil, f.at[:0]
	f.search(s, valuePlace{})
	if len(f.paths) == 0 {
		return s.Marks
	}
	flags := values.FlagsFromPaths(s.Value, f.paths)
	if s.Marks.Any() && !s.Marks.IsAdded() {
		return flags
	}
	return flags.Added()
}

// valuePlace says where a value is.
type valuePlace struct {
	path string // names without indexes
	name string // the last name
	open bool   // nothing here is hidden because of its name
	// shown says that the caller wants to see everything here.
	shown bool
	label string // what a pair calls its value, if it is a secret
}

// member returns the place of a member.
func (f *Finder) member(p valuePlace, name string) valuePlace {
	m := valuePlace{path: name, name: name, open: p.open && !f.named || p.shown, shown: p.shown}
	if p.path != "" {
		m.path = p.path + "." + name
	}
	m.open = m.open || slices.Contains(f.Type.Open, m.path)
	return m
}

// search finds the secrets in a value.
func (f *Finder) search(s Side, at valuePlace) {
	switch list := s.Value.Kind() == values.Array; {
	case f.named && (s.marked() || at.shown): // there is nothing to find
	case s.marked(), list && s.mayHaveMoved():
		f.hide()
	case f.named && hasNamedText(s.Value):
		f.noteFound(at.path)
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

// mayHaveMoved reports whether the other side marks elements of a list.
func (s Side) mayHaveMoved() bool {
	for step, flags := range s.Other.Parts() {
		if _, ok := step.Index(); ok && flags.Any() {
			return true
		}
	}
	return false
}

// hide hides the current value.
func (f *Finder) hide() { f.paths = append(f.paths, plans.NewPath(f.at...)) }

// members searches the members of an object, including those that will be known
// later.
func (f *Finder) members(s Side, at valuePlace) {
	if f.named {
		at.label = cmp.Or(label(s.Value), label(s.Twin))
	}
	if s.Unknown.Blank() {
		for _, m := range s.Value.Members() {
			f.searchMember(s, at, m)
		}
		return
	}
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
		f.searchMember(s, at, values.Member{Name: name, Value: s.Value.Get(name)})
	}
}

// searchMember searches a member of the side's object, or hides it.
func (f *Finder) searchMember(s Side, at valuePlace, member values.Member) {
	step, m := plans.Key(member.Name), f.member(at, member.Name)
	side := Side{
		Value: member.Value, Marks: s.Marks.At(step), Other: s.Other.At(step),
		Unknown: s.Unknown.At(step), Twin: s.Twin.Get(member.Name),
	}
	f.at = append(f.at, step)
	if !side.marked() && f.secret(side, at, &m) {
		f.noteFound(m.path)
		f.hide()
	} else {
		f.search(side, m)
	}
	f.at = f.at[:len(f.at)-1]
}

// secret reports whether a value is a secret, or will be one, because of its
// place.
func (f *Finder) secret(s Side, around valuePlace, at *valuePlace) bool {
	if at.open {
		return false
	}
	v := s.Value
	if v.IsNull() && s.Unknown.All() || v.Kind() == values.Array && v.Len() == 0 {
		v = s.Twin
	}
	if v.IsNull() || !slices.Contains(f.Type.Hidden, at.path) && !f.isNamed(v, around, at.name) {
		return false
	}
	at.shown = f.Show != nil && f.Show(at.path)
	at.open = at.shown
	return !at.open
}

// isNamed reports whether a value is a secret because of its name.
func (f *Finder) isNamed(v values.Value, around valuePlace, name string) bool {
	if isText(v) && Named(around.name, name) {
		return true
	}
	// JSON and YAML have secrets that are spelled as numbers, too.
	text := isText(v) || v.Kind() == values.Number
	return f.named && text && (Named(around.name, name) || around.label != "" && isLabelled(name))
}

// isText reports whether a value consists of strings. A list of blocks does
// not: the members of the blocks have names of their own.
func isText(v values.Value) bool {
	switch v.Kind() {
	case values.String, values.Object:
		return true
	case values.Array:
		for _, e := range v.Elems() {
			if e.Kind() == values.String {
				return true
			}
		}
	}
	return false
}

func (f *Finder) noteFound(path string) {
	if i, ok := slices.BinarySearch(f.Found, path); !ok {
		f.Found = slices.Insert(f.Found, i, strings.Clone(path)) // path may be a part of the document
	}
}
