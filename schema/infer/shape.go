package infer

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// form is what the configuration says about a key.
type form uint8

const (
	formUnsaid    form = iota
	formAttribute      // an expression sets it
	formBlocks         // it is written as blocks
	formBlock          // it is written as a single block, or as a map of blocks
)

// shape is the evidence about a key of a type, or about the elements of a key. "A
// value here" is a value of this key in any instance of the type.
type shape struct {
	members map[string]*shape
	inOrder []*shape // the members in the order in which they were found
	keys    []*shape // the members of an object of which every member is known, if keyed
	elem    *shape
	veiled  *shape // all members of sensitive objects together, without their names
	name    string // if this is a member

	// There may be a million shapes, for the keys of a map. So the fields are as
	// small as possible, and ordered by their sizes.
	kinds   [values.Object + 1]uint32 // the number of values of each kind
	place   uint32                    // in the inOrder of the shape that it is a member of
	creates uint32                    // how often a new object has a value here that is not null
	empties uint32                    // how often that value is an empty list
	bodies  uint32                    // how many bodies the configuration has here
	given   uint32                    // how often the configuration sets it to a constant that is not zero or empty
	asList  uint32                    // the size of the changes, where contested, if it is a list
	asSet   uint32                    // the size if it is a set

	form       form
	unknown    bool // a value here is unknown as a whole
	secret     bool // a value here is sensitive as a whole, so the names inside are not shown
	shown      bool // a string or a number here is not sensitive, in a document with marks
	whole      bool // all members of an object here have been seen
	data       bool // this is the root of a data source
	blank      bool // a value here is an empty list
	givenParts bool // a constant in the configuration is a list or an object
	nulled     bool // a planned value here is null
	dissected  bool // a part of an object here forces a replacement
	ephemeral  bool // an ephemeral value is assigned to it
	zeroed     bool // an object in a new list has an empty string or list
	partial    bool // an object in a new list has a null
	keyed      bool // an object of which every member is known has been seen
	ragged     bool // two such objects have different keys
	unordered  bool // an array is not in the order of a set
	ordered    bool // an array with three or more elements is
	pairs      bool // an array with two elements is
	repeated   bool // an array has an element twice
	shuffled   bool // an array changes, although it has the same elements before and after
	contested  bool // an array with elements before and after changes
}

func (s *shape) member(name string) *shape {
	m := s.members[name]
	if m == nil {
		if s.members == nil {
			s.members = map[string]*shape{}
		}
		m = &shape{name: strings.Clone(name), place: uint32(len(s.inOrder))}
		s.members[m.name] = m
		s.inOrder = append(s.inOrder, m)
	}
	return m
}

// memberAfter returns the member with a name, like member. It is fast if that member
// was found directly after the previous one, as is usual if objects have the same
// keys. previous is nil for the first member of an object.
func (s *shape) memberAfter(previous *shape, name string) *shape {
	next := 0
	if previous != nil {
		next = int(previous.place) + 1
	}
	if next < len(s.inOrder) && s.inOrder[next].name == name {
		return s.inOrder[next]
	}
	return s.member(name)
}

func (s *shape) element() *shape {
	if s.elem == nil {
		s.elem = &shape{}
	}
	return s.elem
}

// at returns the shape that a step leads to.
func (s *shape) at(step plans.Step) *shape {
	if name, ok := step.Key(); ok {
		return s.member(name)
	}
	return s.element()
}

func (s *shape) unnamed() *shape {
	if s.veiled == nil {
		s.veiled = &shape{}
	}
	return s.veiled
}

// observe adds a value. A sensitive string proves nothing, since it may stand for a
// value of any type. Of other sensitive values, only the kinds are noted, not the
// names of members: the schema would show them in all instances of the type.
func (s *shape) observe(p part) {
	kind := p.v.Kind()
	if kind == values.Absent || kind == values.String && p.secret {
		return
	}
	s.kinds[kind]++
	s.shown = s.shown || p.marked && !p.secret && (kind == values.Number || kind == values.String && !p.v.IsEmptyString())
	if kind < values.Array {
		return
	}
	p.incomplete = p.incomplete || !p.blank && p.unknown.Any()
	if kind == values.Array {
		for i, e := range p.v.Elems() {
			s.element().observe(p.child(plans.Index(i), e))
		}
		s.blank = s.blank || p.v.Len() == 0
		if !p.incomplete {
			s.order(p.v)
		}
		return
	}
	if p.secret {
		for _, m := range p.v.Members() {
			s.unnamed().observe(p.member(m))
		}
		return
	}
	s.whole = true
	var child *shape
	same := 0 // how many keys are those of the first object
	for _, m := range p.v.Members() {
		child = s.memberAfter(child, m.Name)
		if same < len(s.keys) && s.keys[same] == child {
			same++
		}
		child.nulled = child.nulled || p.planned && m.Value.IsNull()
		child.observe(p.member(m))
	}
	if !p.incomplete {
		s.compareKeys(p.v, same)
	}
}

// compareKeys notes whether the keys differ between objects. same is the number of
// keys that are those of the first one.
func (s *shape) compareKeys(v values.Value, same int) {
	switch {
	case s.keyed:
		s.ragged = s.ragged || same != len(s.keys) || same != v.Len()
	default:
		s.keyed = true
		s.keys = make([]*shape, 0, v.Len())
		for _, m := range v.Members() {
			s.keys = append(s.keys, s.member(m.Name))
		}
	}
}

// differentKeys reports whether the keys of objects in two places differ.
func differentKeys(s, o *shape) bool {
	return s.keyed && o.keyed && !slices.EqualFunc(s.keys, o.keys, func(a, b *shape) bool { return a.name == b.name })
}

// order notes whether the elements of an array are in the order of a set.
func (s *shape) order(v values.Value) {
	if v.Len() < 2 || s.repeated && s.unordered {
		return // nothing more can be found out
	}
	distinct := 1
	for i := 1; i < v.Len(); i++ {
		switch n := compareInSet(v.Elem(i-1), v.Elem(i)); {
		case n == 0:
			s.repeated = true
		case n > 0:
			s.unordered = true
			return
		default:
			distinct++
		}
	}
	if distinct >= 3 {
		s.ordered = true
	} else if distinct == 2 {
		s.pairs = true
	}
}

// flags adds the keys that have flags.
func (s *shape) flags(tree values.Flags) {
	for step, below := range tree.Parts() {
		s.at(step).flags(below)
	}
}

// unknowns notes which values are unknown as a whole.
func (s *shape) unknowns(p part) {
	s.unknown = s.unknown || p.unknown.All()
	for step := range p.unknown.Parts() {
		if _, named := step.Key(); !named || !p.secret {
			s.at(step).unknowns(p.at(step))
		}
	}
}

// secrets notes which values are sensitive as a whole.
func (s *shape) secrets(p part) {
	if p.secret {
		s.secret = true
		return
	}
	marks := 0
	for step := range p.sensitive.Parts() {
		s.at(step).secrets(p.at(step))
		marks++
	}
	if marks > 0 && p.v.Kind() == values.Array { // elements beyond the end of the list of flags are hidden
		for i := marks; i < p.v.Len(); i++ {
			s.element().secrets(p.elem(i))
		}
	}
}

// hasSecret reports whether a value here or below is sensitive as a whole.
func (s *shape) hasSecret() bool {
	if s == nil || s.secret {
		return s != nil
	}
	for _, m := range s.members {
		if m.hasSecret() {
			return true
		}
	}
	return s.elem.hasSecret()
}

// replaced notes in which objects a member forces a replacement.
func (s *shape) replaced(p part, paths plans.PathSet) {
	if paths.Empty() {
		return
	}
	for i, e := range p.v.Elems() {
		below := paths.Under(plans.Index(i))
		s.element().replaced(p.elem(i), below)
		s.dissected = s.dissected || s.elem.dissected && e.Kind() == values.Object
	}
	for _, m := range p.members() {
		below := paths.Under(plans.Key(m.Name))
		s.dissected = s.dissected || below.Matches()
		s.member(m.Name).replaced(p.member(m), below)
	}
}

// created notes which values a new object has.
func (s *shape) created(p part) {
	for _, m := range p.members() {
		if m.Value.IsNull() {
			continue
		}
		child, value := s.member(m.Name), p.member(m)
		// The values of a data source have been read, except for those of its blocks.
		if !s.data {
			child.creates++
		}
		if !s.data && m.Value.Kind() == values.Array && m.Value.Len() == 0 {
			child.empties++
		}
		for i, e := range m.Value.Elems() {
			if e.Kind() == values.Object {
				child.element().created(value.elem(i))
				child.noteGaps(e)
			}
		}
		if m.Value.Kind() == values.Object {
			child.created(value)
		}
	}
}

// noteGaps notes how an object in a new list spells what is not set.
func (s *shape) noteGaps(object values.Value) {
	for _, m := range object.Members() {
		switch {
		case m.Value.IsNull():
			s.partial = true
		case m.Value.IsEmptyString(), m.Value.Kind() == values.Array && m.Value.Len() == 0:
			s.zeroed = true
		}
	}
}

// merge adds the evidence of another shape.
func (s *shape) merge(o *shape) {
	for i, n := range o.kinds {
		s.kinds[i] += n
	}
	for name, m := range o.members {
		s.member(name).merge(m)
	}
	if o.elem != nil {
		s.element().merge(o.elem)
	}
	if o.veiled != nil {
		s.unnamed().merge(o.veiled)
	}
	s.unknown = s.unknown || o.unknown
	s.secret = s.secret || o.secret
	s.shown = s.shown || o.shown
	s.whole = s.whole || o.whole
	s.creates += o.creates
	s.empties += o.empties
	s.bodies += o.bodies
	if o.form != formUnsaid {
		s.form = o.form
	}
	s.data = s.data || o.data
	s.blank = s.blank || o.blank
	s.given += o.given
	s.givenParts = s.givenParts || o.givenParts
	s.ephemeral = s.ephemeral || o.ephemeral
	s.dissected = s.dissected || o.dissected
	s.nulled = s.nulled || o.nulled
	s.zeroed = s.zeroed || o.zeroed
	s.partial = s.partial || o.partial
	s.ragged = s.ragged || o.ragged || differentKeys(s, o)
	s.unordered = s.unordered || o.unordered
	s.ordered = s.ordered || o.ordered
	s.pairs = s.pairs || o.pairs
	s.repeated = s.repeated || o.repeated
	s.shuffled = s.shuffled || o.shuffled
	s.contested = s.contested || o.contested
	s.asList += o.asList
	s.asSet += o.asSet
}

// values returns the number of values that are not null.
func (s *shape) values() uint32 {
	var n uint32
	for kind, count := range s.kinds {
		if values.Kind(kind) > values.Null {
			n += count
		}
	}
	return n
}

// scalars returns the number of values that are bools, numbers or strings. If there
// are also lists or objects, strings do not count: they stand for secrets that have
// been removed.
func (s *shape) scalars() uint32 {
	n := s.kinds[values.Bool] + s.kinds[values.Number]
	if s.kinds[values.Array]+s.kinds[values.Object] == 0 {
		n += s.kinds[values.String]
	}
	return n
}
