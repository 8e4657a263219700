package infer

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// configuredForm is what the configuration says about a key. If it says different things, the last
// one in this list counts.
type configuredForm uint8

const (
	formUnsaid    configuredForm = iota
	formWritten                  // its text has the syntax of a block
	formAttribute                // an expression sets it
	formBlocks                   // it is written as blocks
	formBlock                    // it is written as a single block, or as a map of blocks
)

// keyEvidence is the evidence about a key of a type, or about the elements of a key. "A
// value here" is a value of this key in any instance of the type.
type keyEvidence struct {
	object *memberEvidence // nil as long as no member is known
	elem   *keyEvidence
	veiled *keyEvidence // all members of sensitive objects and of large maps together, without their names
	name   string       // if this is a member

	// There may be many thousands of shapes. So the fields are as small as possible,
	// and ordered by their sizes.
	place  uint32 // in the inOrder of the shape that it is a member of
	keys   uint32 // how many of the members are keys
	first  uint32 // the place of the member that is likely the first in a text
	next   uint32 // the place of the one that is likely the next, if this is a member
	visit  uint32 // the object in which a checker has seen this member last
	bodies uint32 // how many bodies the configuration has here
	given  uint32 // how often the configuration sets it to a constant that is not zero or empty
	asList uint32 // the size of the changes, where contested, if it is a list
	asSet  uint32 // the size if it is a set

	form       configuredForm
	kinds      kindSet // of the values
	unknown    bool    // a value here is unknown as a whole
	secret     bool    // a value here is sensitive as a whole, so the names inside are not shown
	shown      bool    // a string or a number here is not sensitive, in a document with marks
	whole      bool    // all members of an object here have been seen
	data       bool    // this is the root of a data source
	blank      bool    // a value here is an empty list
	emptied    bool    // a new object has an empty list here
	filled     bool    // a new object has a value here that is neither null nor an empty list
	givenParts bool    // a constant in the configuration is a list or an object
	nulled     bool    // a planned value here is null
	dissected  bool    // a part of an object here forces a replacement
	ephemeral  bool    // an ephemeral value is assigned to it
	zeroed     bool    // an object in a new list has an empty string or list
	partial    bool    // an object in a new list has a null
	keyed      bool    // an object of which every member is known has been seen
	ragged     bool    // two such objects have different keys
	large      bool    // an object here is a large map
	shuffled   bool    // an array changes, although it has the same elements before and after
	contested  bool    // an array with elements before and after changes
	plain      bool    // the name has the same text in JSON
	fromText   bool    // the bodies are those of the text of a configuration, with dynamic blocks
	labelled   bool    // a block here is written with a label
	isKey      bool    // this is a member of the first object of which every member is known
	standIn    bool    // a string here, without a mark, stands for a sensitive value
	masked     bool    // this is an element of lists, and one that is neither a list nor an object is sensitive as a whole
	order              // of arrays
}

// memberEvidence is the evidence about the members of a key.
type memberEvidence struct {
	members map[string]*keyEvidence
	inOrder []*keyEvidence // in the order in which they were found
	unused  []keyEvidence  // for the next ones, since one allocation costs less than many
}

// members returns the evidence about the members, by their names.
func (s *keyEvidence) members() map[string]*keyEvidence {
	if s.object == nil {
		return nil
	}
	return s.object.members
}

// inOrder returns the members in the order in which they were found.
func (s *keyEvidence) inOrder() []*keyEvidence {
	if s.object == nil {
		return nil
	}
	return s.object.inOrder
}

// add adds a member.
func (o *memberEvidence) add(name string) *keyEvidence {
	const most = 64
	n := len(o.inOrder)
	if len(o.unused) == 0 {
		o.unused = make([]keyEvidence, min(n/4+1, most))
	}
	m := &o.unused[0]
	o.unused = o.unused[1:]
	m.name, m.place, m.next, m.plain = strings.Clone(name), uint32(n), uint32(n)+1, isPlain(name)
	o.members[m.name] = m
	o.inOrder = append(o.inOrder, m)
	return m
}

// order is what arrays show about whether they are in the order of a set.
type order struct {
	unordered bool // one is not
	ordered   bool // one with three or more elements is
	pairs     bool // one with two elements is
	repeated  bool // one has an element twice
}

// add adds what another array shows.
func (o *order) add(other order) {
	o.unordered = o.unordered || other.unordered
	o.ordered = o.ordered || other.ordered
	o.pairs = o.pairs || other.pairs
	o.repeated = o.repeated || other.repeated
}

// complete reports whether nothing more can be found out.
func (o order) complete() bool { return o.repeated && o.unordered }

func (s *keyEvidence) member(name string) *keyEvidence {
	if m := s.members()[name]; m != nil {
		return m
	}
	if s.object == nil {
		s.object = &memberEvidence{members: map[string]*keyEvidence{}}
	}
	return s.object.add(name)
}

// isPlain reports whether a name has the same text in JSON, between quotes.
func isPlain(name string) bool {
	quoted := values.AppendString(nil, name)
	return string(quoted[1:len(quoted)-1]) == name
}

// memberAfter returns the member with a name, like member. It is fast if that member
// was found directly after the previous one, as is usual if objects have the same
// keys. previous is nil for the first member of an object.
func (s *keyEvidence) memberAfter(previous *keyEvidence, name string) *keyEvidence {
	next := 0
	if previous != nil {
		next = int(previous.place) + 1
	}
	if next < len(s.inOrder()) && s.inOrder()[next].name == name {
		return s.inOrder()[next]
	}
	return s.member(name)
}

func (s *keyEvidence) element() *keyEvidence {
	if s.elem == nil {
		s.elem = &keyEvidence{}
	}
	return s.elem
}

// step returns the shape that a step leads to, from a value here.
func (s *keyEvidence) step(p observedValue, step plans.Step) *keyEvidence {
	name, ok := step.Key()
	switch {
	case !ok:
		return s.element()
	case p.isLargeMap():
		return s.unnamed()
	}
	return s.member(name)
}

func (s *keyEvidence) unnamed() *keyEvidence {
	if s.veiled == nil {
		s.veiled = &keyEvidence{}
	}
	return s.veiled
}

// observe adds a value. A sensitive string proves nothing, since it may stand for a
// value of any type. Of other sensitive values, only the kinds are noted, not the
// names of members: the schema would show them in all instances of the type. Nor does
// the order of an array with sensitive elements count. So a document proves the same
// after it has been redacted. There, what a sensitive value has been replaced with may
// have no mark.
func (s *keyEvidence) observe(p observedValue) {
	kind := p.v.Kind()
	if isReplaced(p.v) && !p.secret {
		p.secret = true
		s.standIn = s.standIn || kind == values.String
	}
	if kind == values.Absent || kind == values.String && p.secret {
		return
	}
	s.kinds.add(kind)
	s.shown = s.shown || p.marked && !p.secret && (kind == values.Number || kind == values.String && !p.v.IsEmptyString())
	if kind < values.Array {
		return
	}
	p.incomplete = p.incomplete || !p.blank && p.unknown.Any()
	if kind == values.Array {
		s.observeElems(p)
	} else {
		s.observeMembers(p)
	}
}

// observeElems adds what an array shows.
func (s *keyEvidence) observeElems(p observedValue) {
	hides := p.secret
	for i, e := range p.v.Elems() {
		part := p.child(plans.Index(i), e)
		s.element().observe(part)
		if !p.secret && (part.secret || isReplaced(e)) {
			hides = true
			s.elem.masked = s.elem.masked || e.Kind() > values.Null && e.Kind() < values.Array
		}
	}
	s.blank = s.blank || p.v.Len() == 0
	if !p.incomplete && !hides && !s.complete() {
		s.order.add(orderOf(p.v))
	}
}

// observeMembers adds what an object shows.
func (s *keyEvidence) observeMembers(p observedValue) {
	if large := p.isLargeMap(); p.secret || large {
		s.large = s.large || large && !p.secret
		for _, m := range p.v.Members() {
			s.unnamed().observe(p.member(m))
		}
		return
	}
	s.whole = true
	var child *keyEvidence
	keys := 0 // those of the first object
	for _, m := range p.v.Members() {
		child = s.memberAfter(child, m.Name)
		if child.isKey {
			keys++
		}
		child.nulled = child.nulled || p.planned && m.Value.IsNull()
		child.observe(p.member(m))
	}
	if !p.incomplete {
		s.compareKeys(p.v, keys)
	}
}

// isReplaced reports whether a value is what a redacted document has in the place of a string, or of an object.
func isReplaced(v values.Value) bool {
	switch v.Kind() {
	case values.String:
		return copies.IsStandIn(v.Text())
	case values.Object:
		if v.Len() == 1 {
			for _, m := range v.Members() {
				return copies.IsStandIn(m.Name)
			}
		}
	}
	return false
}

// compareKeys notes whether the keys differ between objects. keys is how many of the
// object's keys are those of the first one.
func (s *keyEvidence) compareKeys(v values.Value, keys int) {
	if s.keyed {
		s.ragged = s.ragged || !s.hasKeys(v.Len(), keys)
		return
	}
	s.keyed, s.keys = true, uint32(v.Len())
	for _, m := range v.Members() {
		s.member(m.Name).isKey = true
	}
}

// hasKeys reports whether an object with n members has the same keys as the first one,
// given how many of its keys are among those.
func (s *keyEvidence) hasKeys(n, keys int) bool { return n == keys && n == int(s.keys) }

// differentKeys reports whether the keys of objects in two places differ.
func differentKeys(s, o *keyEvidence) bool {
	return s.keyed && o.keyed && (s.keys != o.keys || slices.ContainsFunc(s.inOrder(), func(m *keyEvidence) bool {
		other := o.members()[m.name]
		return m.isKey && (other == nil || !other.isKey)
	}))
}

// orderOf returns what an array shows about the order of its elements.
func orderOf(array values.Value) (o order) {
	var c orderCounter
	for i := 1; i < array.Len(); i++ {
		c.add(compareInSet(array.Elem(i-1), array.Elem(i)))
		if c.unordered {
			break
		}
	}
	return c.result()
}

// orderCounter finds out the order of an array.
type orderCounter struct {
	order
	ascents int
}

// add adds how an element compares to the next one. After an array has turned out to be
// unordered, nothing else counts.
func (c *orderCounter) add(comparison int) {
	switch {
	case c.unordered:
	case comparison == 0:
		c.repeated = true
	case comparison > 0:
		c.unordered = true
	default:
		c.ascents++
	}
}

func (c *orderCounter) result() order {
	if !c.unordered {
		c.ordered, c.pairs = c.ascents >= 2, c.ascents == 1
	}
	return c.order
}

// flags adds the keys that have flags.
func (s *keyEvidence) flags(p observedValue) {
	for step := range p.sensitive.Parts() {
		s.step(p, step).flags(p.step(step))
	}
}

// unknowns notes which values are unknown as a whole.
func (s *keyEvidence) unknowns(p observedValue) {
	s.unknown = s.unknown || p.unknown.All()
	for step := range p.unknown.Parts() {
		if _, named := step.Key(); !named || !p.secret {
			s.step(p, step).unknowns(p.step(step))
		}
	}
}

// secrets notes which values are sensitive as a whole.
func (s *keyEvidence) secrets(p observedValue) {
	if p.secret {
		s.secret = true
		return
	}
	marks := 0
	for step := range p.sensitive.Parts() {
		s.step(p, step).secrets(p.step(step))
		marks++
	}
	if marks > 0 && p.v.Kind() == values.Array { // elements beyond the end of the list of flags are hidden
		for i := marks; i < p.v.Len(); i++ {
			s.element().secrets(p.elem(i))
		}
	}
}

// isUnlisted reports whether there is a value that does not say which members it has, as it is sensitive or unknown as a whole.
func (s *keyEvidence) isUnlisted() bool { return s != nil && (s.secret || s.unknown) }

// hasSecret reports whether a value here or below is sensitive as a whole.
func (s *keyEvidence) hasSecret() bool {
	if s == nil || s.secret {
		return s != nil
	}
	for _, m := range s.members() {
		if m.hasSecret() {
			return true
		}
	}
	return s.elem.hasSecret() || s.veiled.hasSecret()
}

// replaced notes in which objects a member forces a replacement.
func (s *keyEvidence) replaced(p observedValue, paths plans.PathSet) {
	if paths.Empty() {
		return
	}
	for i, e := range p.v.Elems() {
		below := paths.Under(plans.Index(i))
		s.element().replaced(p.elem(i), below)
		s.dissected = s.dissected || s.elem.dissected && e.Kind() == values.Object
	}
	for _, m := range p.members() {
		step := plans.Key(m.Name)
		below := paths.Under(step)
		s.dissected = s.dissected || below.Matches()
		s.step(p, step).replaced(p.member(m), below)
	}
}

// created notes which values a new object has.
func (s *keyEvidence) created(p observedValue) {
	for _, m := range p.members() {
		if m.Value.IsNull() {
			continue
		}
		child, value := s.step(p, plans.Key(m.Name)), p.member(m)
		// The values of a data source have been read, except for those of its blocks.
		switch {
		case s.data:
		case m.Value.Kind() == values.Array && m.Value.Len() == 0:
			child.emptied = true
		default:
			child.filled = true
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
func (s *keyEvidence) noteGaps(object values.Value) {
	for _, m := range object.Members() {
		switch {
		case m.Value.IsNull():
			s.partial = true
		case m.Value.IsEmptyString(), m.Value.Kind() == values.Array && m.Value.Len() == 0:
			s.zeroed = true
		}
	}
}

// merge adds other evidence.
func (s *keyEvidence) merge(o *keyEvidence) {
	s.kinds |= o.kinds
	for name, m := range o.members() {
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
	s.emptied = s.emptied || o.emptied
	s.filled = s.filled || o.filled
	s.bodies += o.bodies
	s.fromText = s.fromText || o.fromText
	s.labelled = s.labelled || o.labelled
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
	s.large = s.large || o.large
	s.order.add(o.order)
	s.shuffled = s.shuffled || o.shuffled
	s.contested = s.contested || o.contested
	s.masked = s.masked || o.masked
	s.standIn = s.standIn || o.standIn
	s.asList += o.asList
	s.asSet += o.asSet
}
