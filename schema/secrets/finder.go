package secrets

import (
	"slices"

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
}

// Side is one side of a change.
type Side struct {
	Value values.Value
	// Marks are what the document says itself; they are kept.
	Marks values.Value
	// Other are the marks of the other side, where this one has none. What is
	// in the same place on both sides is hidden by them anyway, but elements of
	// lists may have moved: a list with any marks there is hidden here.
	Other values.Value
	// Twin is the value of the other side, and Unknown the tree of what will
	// be known later: what is a secret on the other side will be one.
	Twin, Unknown values.Value
}

// Marks is the tree of marks of a side: the document's, and all that is found.
func (f *Finder) Marks(s Side) values.Value {
	if marks, any := f.tree(s, place{}); any {
		return marks
	}
	return s.Marks
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

// tree is the marks of a value, and says whether there are any.
func (f *Finder) tree(s Side, at place) (marks values.Value, any bool) {
	if hides(s) {
		return values.True(), true
	}
	switch s.Value.Kind() {
	case values.Array:
		if s.Other.Kind() == values.Array && values.AnyMark(s.Other) {
			return values.True(), true
		}
		elems := make([]values.Value, s.Value.Len())
		for i, e := range s.Value.Elems() {
			var marked bool
			elems[i], marked = f.tree(Side{
				Value: e, Marks: values.MarkAt(s.Marks, i),
				Unknown: values.MarkAt(s.Unknown, i), Twin: s.Twin.Elem(i),
			}, at)
			any = any || marked
		}
		return values.NewArray(elems...), any
	case values.Object:
		return f.members(s, at)
	}
	return values.NewBool(false), false
}

func hides(s Side) bool { return values.Hides(s.Marks, s.Value) }

// members is tree for an object. Members that are not marked are left out.
func (f *Finder) members(s Side, at place) (marks values.Value, any bool) {
	names := make([]string, 0, s.Value.Len()+s.Unknown.Len())
	for _, tree := range []values.Value{s.Value, s.Unknown} {
		for _, m := range tree.Members() {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	var members []values.Member
	for _, name := range slices.Compact(names) {
		m := f.member(at, name)
		side := Side{
			Value: s.Value.Get(name), Marks: values.MarkOf(s.Marks, name), Other: values.MarkOf(s.Other, name),
			Unknown: values.MarkOf(s.Unknown, name), Twin: s.Twin.Get(name),
		}
		below, marked := values.True(), true
		switch {
		case hides(side):
		case f.secret(side, at.name, &m):
			f.found(m.path)
		default:
			below, marked = f.tree(side, m)
		}
		if marked {
			members = append(members, values.Member{Name: name, Value: below})
		}
	}
	return values.NewObject(members...), len(members) > 0
}

// secret reports whether a value is one, or will be, going by where it is.
func (f *Finder) secret(s Side, around string, at *place) bool {
	if at.open {
		return false
	}
	v := s.Value
	if v.IsNull() && s.Unknown.IsTrue() || v.Kind() == values.Array && v.Len() == 0 {
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
