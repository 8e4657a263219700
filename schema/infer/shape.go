package infer

import (
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// form is what the configuration says of a key.
type form uint8

const (
	formUnsaid    form = iota
	formAttribute      // it is set by an expression
	formBlocks         // it is written as blocks
	formBlock          // it is written as a block that occurs once, or as a map of blocks
)

// shape is the evidence about one place of a type: a key, or the elements of
// one.
type shape struct {
	kinds   [values.Object + 1]int // how many values of each kind
	members map[string]*shape
	elem    *shape
	veiled  *shape // all members of sensitive objects, whose names are not kept

	unknown bool // was wholly unknown somewhere
	secret  bool // was wholly sensitive somewhere: the names inside are not to be told
	shown   bool // a text or a number was not sensitive where the document has marks
	whole   bool // an object was seen here of which all members are known
	creates int  // how often a new object has a value here that is not null
	empties int  // how often that value is an empty list
	form    form
	bodies  int // how often the configuration shows the body that the place is in

	data       bool // the whole of a data source
	blank      bool // was an empty list somewhere
	given      int  // how often the configuration sets it to a constant that is not null or zero
	givenParts bool // one of those constants has parts
	nulled     bool // is null where the configuration was applied
	dissected  bool // a part of an object in it forces a replacement
	ephemeral  bool // an ephemeral value is assigned to it
	zeroed     bool // a new list has an object with an empty string or list
	partial    bool // a new list has an object with a null

	ragged    bool // two objects here have different keys
	keys      string
	unordered bool // an array is not in the order of a set
	ordered   bool // an array of three or more is
	pairs     bool // an array of two is
	repeated  bool // an array has an element twice
	shuffled  bool // an array has the same elements before and after, and is another all the same
	contested bool // an array changes that has elements before and after
	asList    int  // how large such changes are if it is a list
	asSet     int  // and if it is a set
}

func (s *shape) member(name string) *shape {
	m := s.members[name]
	if m == nil {
		if s.members == nil {
			s.members = map[string]*shape{}
		}
		m = &shape{}
		s.members[strings.Clone(name)] = m
	}
	return m
}

func (s *shape) element() *shape {
	if s.elem == nil {
		s.elem = &shape{}
	}
	return s.elem
}

// at is the shape of the members or elements that a step leads to.
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

// observe adds a value. complete says that nothing is missing but what is
// unknown. A sensitive string may stand for a value of any type, so it shows
// nothing; of other sensitive values the kinds are noted and no names, since
// what is known of a type shows in all its instances.
func (s *shape) observe(p part, complete bool) {
	kind := p.v.Kind()
	if kind == values.Absent || kind == values.String && p.secret {
		return
	}
	s.kinds[kind]++
	s.shown = s.shown || p.marked && !p.secret && (kind == values.Number || kind == values.String && p.v.Text() != "")
	complete = complete && !p.unknown.Any()
	switch kind {
	case values.Array:
		for i := range p.v.Elems() {
			s.element().observe(p.elem(i), complete)
		}
		s.blank = s.blank || p.v.Len() == 0
		if complete {
			s.order(p.v.Elems())
		}
	case values.Object:
		if p.secret {
			for _, m := range p.v.Members() {
				s.unnamed().observe(p.member(m), complete)
			}
			return
		}
		for _, m := range p.v.Members() {
			s.member(m.Name).observe(p.member(m), complete)
		}
		if complete {
			s.compareKeys(p.v)
		}
	}
}

// compareKeys notes whether all objects have the same keys.
func (s *shape) compareKeys(v values.Value) {
	if s.ragged {
		return
	}
	var b strings.Builder
	for _, m := range v.Members() {
		b.WriteString(m.Name)
		b.WriteByte(0)
	}
	keys := b.String() + "\x01"
	if s.keys != "" && s.keys != keys {
		s.ragged = true
	}
	s.keys = keys
}

// order compares an array with the order that sets have.
func (s *shape) order(elems []values.Value) {
	if len(elems) < 2 {
		return
	}
	distinct := 1
	for i := 1; i < len(elems); i++ {
		switch n := compareInSet(elems[i-1], elems[i]); {
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

// flags adds the shape of a tree of flags.
func (s *shape) flags(tree values.Flags) {
	for step, below := range tree.Parts() {
		s.at(step).flags(below)
	}
}

// unknowns notes which values are wholly unknown.
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
	if marks > 0 { // what a list of flags is too short for is hidden
		for i := marks; i < len(p.v.Elems()); i++ {
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

// complete notes where objects were seen of which every member was seen too, be
// it as unknown.
func (s *shape) complete(p part) {
	if s == nil {
		return
	}
	s.whole = s.whole || p.v.Kind() == values.Object && !p.secret
	for i := range p.v.Elems() {
		s.elem.complete(p.elem(i))
	}
	for _, m := range p.members() {
		if m.Value.Kind() >= values.Array {
			s.members[m.Name].complete(p.member(m))
		}
	}
}

// nulls notes which members of a planned object are null.
func (s *shape) nulls(p part) {
	for i := range p.v.Elems() {
		s.element().nulls(p.elem(i))
	}
	for _, m := range p.members() {
		child := s.member(m.Name)
		child.nulled = child.nulled || m.Value.IsNull()
		child.nulls(p.member(m))
	}
}

// replaced notes in which objects a member forces the replacement.
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

// created notes what a new object has from the start.
func (s *shape) created(p part) {
	for _, m := range p.members() {
		if m.Value.IsNull() {
			continue
		}
		child, value := s.member(m.Name), p.member(m)
		// What a data source has from the start was read, but in its blocks.
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

// noteGaps notes what stands in an object of a new list for what was not set.
func (s *shape) noteGaps(object values.Value) {
	for _, m := range object.Members() {
		switch {
		case m.Value.IsNull():
			s.partial = true
		case m.Value.Kind() == values.String && m.Value.Text() == "", m.Value.Kind() == values.Array && m.Value.Len() == 0:
			s.zeroed = true
		}
	}
}

// merge adds another shape's evidence.
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
	s.ragged = s.ragged || o.ragged || s.keys != "" && o.keys != "" && s.keys != o.keys
	s.unordered = s.unordered || o.unordered
	s.ordered = s.ordered || o.ordered
	s.pairs = s.pairs || o.pairs
	s.repeated = s.repeated || o.repeated
	s.shuffled = s.shuffled || o.shuffled
	s.contested = s.contested || o.contested
	s.asList += o.asList
	s.asSet += o.asSet
}

// values is how many values that are not null were seen.
func (s *shape) values() int {
	n := 0
	for kind, count := range s.kinds {
		if values.Kind(kind) > values.Null {
			n += count
		}
	}
	return n
}

// scalars is how many of them have no parts. Strings beside values with parts
// do not count: they stand for secrets that were taken out.
func (s *shape) scalars() int {
	n := s.kinds[values.Bool] + s.kinds[values.Number]
	if s.kinds[values.Array]+s.kinds[values.Object] == 0 {
		n += s.kinds[values.String]
	}
	return n
}
