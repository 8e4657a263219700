// Package value has the values of the language over plans: values of go-cty,
// with their refinements, and what go-cty cannot say: which parts are sensitive,
// why parts are unknown, which unknown parts are equal although nobody knows
// them, and which elements a list has if only some of them are certain.
//
// The [cty.Value] in a Value is never marked. What else is known is in a tree of
// the same shape beside it, which most values do not have.
//
// Without a schema, an array of JSON may be a list, a set or a tuple. Its value is loose (loose.go): a result that would differ
// between these is undecided, with that cause, and a value that is made of a loose one is loose, too, unless its new type says what
// it is. A list or a set of which only some elements are known is a [Sequence] of candidates: some are certain, some exist in some
// worlds only, and some stand for any number of elements. Every loop goes over the candidates, so that a certain element decides,
// whatever the others are.
package value

import (
	"slices"
	"sort"
	"sync"

	"github.com/zclconf/go-cty/cty"
)

// Value is a value of the language. The zero Value is not a value.
type Value struct {
	v cty.Value
	m *meta
}

// meta is what is known of a value beyond its cty.Value. A nil *meta says nothing.
// A meta is immutable once it is in a Value.
type meta struct {
	sensitive bool
	// hasSensitive is whether the value or a part of it is sensitive.
	hasSensitive bool
	causes       []*Cause // of the value itself, if it is unknown; of a set, of its elements as well
	identity     string
	among        string // see WithIdentityAmong
	suffix       string
	infinite     bool             // of numbers: it may be infinite
	untyped      bool             // if it is null, then perhaps without a type, as the literal null
	notNull      bool             // of values of unknown type, which go-cty cannot refine
	members      map[string]*meta // of objects and maps
	elems        []*meta          // of lists and tuples
	partial      *partial
	hasPartial   bool             // whether the value or a part of it is partial
	choices      *choices         // of unknown values
	rest         Rest             // of objects that may have more attributes; of a set, of its elements
	certain      map[string]Value // of unknown maps, and of what is a map or an object: members that there are in every world
	document     *Value           // of unknown strings: what they say as JSON
	loose        *Loose           // of arrays that may be lists, sets or tuples
	looseElems   *Loose           // of sets: the arrays in their elements
	hasLoose     bool             // whether the value or a part of it is loose
}

// Of returns the value of a cty.Value. If it is marked anywhere, Of panics. No plan or policy can bring that about: nothing in planfmt marks a
// cty.Value, which TestNoMarks checks, and go-cty and HCL only pass on the marks of what they get.
func Of(v cty.Value) Value {
	if v.ContainsMarked() {
		panic("value.Of: a marked value") // nothing marks a cty.Value, TestNoMarks checks that: no input comes here
	}
	return Value{v: v}
}

// Unknown returns an unknown value of a type.
func Unknown(t cty.Type, causes ...*Cause) Value {
	return Value{v: cty.UnknownVal(t)}.WithCauses(causes...)
}

// Cty returns the value without what go-cty cannot say.
func (v Value) Cty() cty.Value { return v.v }

// IsPlain reports whether nothing is known of the value and its parts that go-cty cannot say.
func (v Value) IsPlain() bool { return v.m == nil }

// Type returns the type of the value.
func (v Value) Type() cty.Type { return v.v.Type() }

// IsKnown reports whether the value itself is known. Its parts need not be.
func (v Value) IsKnown() bool { return v.v.IsKnown() }

// IsWhollyKnown reports whether the value and all of its parts are known.
func (v Value) IsWhollyKnown() bool { return whollyKnown(v.v) }

// IsNull reports whether the value is known to be null.
func (v Value) IsNull() bool { return v.v.IsKnown() && v.v.IsNull() }

// IsTrue and IsFalse report whether the value is known to be true, or to be false. The methods of [cty.Value] do more than to compare.
func (v Value) IsTrue() bool { return v.v == cty.True }

// IsFalse is described at [Value.IsTrue].
func (v Value) IsFalse() bool { return v.v == cty.False }

// MayBeNull reports whether the value is null, or unknown and not known to be
// anything else.
func (v Value) MayBeNull() bool {
	if v.v.IsKnown() {
		return v.v.IsNull()
	}
	if v.m != nil && (v.m.partial != nil || v.m.notNull) {
		return false
	}
	return !v.v.Range().DefinitelyNotNull()
}

// MayBeUntypedNull reports whether the value may be a null that has no type, as the
// literal null, although the value has one.
func (v Value) MayBeUntypedNull() bool { return v.m != nil && v.m.untyped && v.MayBeNull() }

// WithUntypedNull returns a value that may be null as one that is perhaps a null without a type.
func (v Value) WithUntypedNull() Value { return v.withMeta(func(m *meta) { m.untyped = true }) }

// IsSensitive reports whether the value itself is sensitive. So are all of its
// parts, then.
func (v Value) IsSensitive() bool { return v.m != nil && v.m.sensitive }

// HasSensitive reports whether the value or any part of it is sensitive.
func (v Value) HasSensitive() bool { return v.m != nil && v.m.hasSensitive }

// Identity returns a name that two unknown values share only if they are equal in
// every world, or "".
func (v Value) Identity() string {
	if v.m == nil {
		return ""
	}
	return v.m.identity
}

// Suffix returns what an unknown string is known to end with.
func (v Value) Suffix() string {
	if v.m == nil {
		return ""
	}
	return v.m.suffix
}

// WithSensitive returns the value as a sensitive one.
func (v Value) WithSensitive() Value {
	if v.IsSensitive() {
		return v
	}
	return v.withMeta(func(m *meta) { m.sensitive = true })
}

// WithIdentity returns an unknown value that is equal to all others with the same
// identity.
func (v Value) WithIdentity(id string) Value { return v.WithIdentityAmong(id, "") }

// WithIdentityAmong is WithIdentity for a value that is one of those which have a name in common, and of which no two with
// different identities are equal, unless both are null. The name may be empty.
func (v Value) WithIdentityAmong(id, among string) Value {
	return v.withMeta(func(m *meta) { m.identity, m.among = id, among })
}

// Among returns the name that the value has in common with others that it is not equal to, or "".
func (v Value) Among() string {
	if v.m == nil {
		return ""
	}
	return v.m.among
}

// WithSuffix returns an unknown string that is known to end with a text, whatever is put in front of it.
func (v Value) WithSuffix(s string) Value {
	if s = safeSuffix(s); s == "" {
		return v
	}
	return v.withMeta(func(m *meta) { m.suffix = s })
}

// WithCty returns the value with another cty.Value in it, which says more or less
// of the same value: a refinement.
func (v Value) WithCty(c cty.Value) Value { return Value{v: c, m: v.m} }

func (v Value) withMeta(change func(*meta)) Value {
	m := meta{}
	if v.m != nil {
		m = *v.m
	}
	change(&m)
	m.hasSensitive = m.hasSensitive || m.sensitive
	m.hasLoose = m.hasLoose || m.loose != nil || m.looseElems != nil
	m.hasPartial = m.hasPartial || m.partial != nil
	if m.partial != nil && !m.hasLoose {
		m.hasLoose = m.partial.any(Value.hasLoose)
	}
	if m.partial != nil && !m.hasSensitive {
		m.hasSensitive = m.partial.any(Value.HasSensitive)
	}
	for _, c := range m.certain {
		m.hasSensitive = m.hasSensitive || c.HasSensitive()
		m.hasLoose = m.hasLoose || c.hasLoose()
	}
	return Value{v: v.v, m: &m}
}

// isLeaf reports whether nothing is known of parts of the value.
func (m *meta) isLeaf() bool { return m.members == nil && m.elems == nil && m.partial == nil }

// any walks the tree in the order of the parts until f returns true.
func (m *meta) any(f func(*meta) bool) bool {
	if m == nil {
		return false
	}
	if f(m) {
		return true
	}
	if m.members != nil {
		names := make([]string, 0, len(m.members))
		for name := range m.members {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			if m.members[name].any(f) {
				return true
			}
		}
	}
	for _, e := range m.elems {
		if e.any(f) {
			return true
		}
	}
	return m.partial != nil && m.partial.any(func(v Value) bool { return v.m.any(f) })
}

// Object returns an object.
func Object(attrs map[string]Value) Value {
	c := make(map[string]cty.Value, len(attrs))
	var m map[string]*meta
	for name, v := range attrs {
		c[name] = v.v
		if v.m != nil {
			if m == nil {
				m = map[string]*meta{}
			}
			m[name] = v.m
		}
	}
	return build(cty.ObjectVal(c), m, nil)
}

// Map returns a map. All values must have the type elem.
func Map(elem cty.Type, members map[string]Value) Value {
	if len(members) == 0 {
		return Value{v: cty.MapValEmpty(elem)}
	}
	c := make(map[string]cty.Value, len(members))
	var m map[string]*meta
	for name, v := range members {
		c[name] = v.v
		if v.m != nil {
			if m == nil {
				m = map[string]*meta{}
			}
			m[name] = v.m
		}
	}
	return build(cty.MapVal(c), m, nil)
}

// Tuple returns a tuple.
func Tuple(elems []Value) Value {
	c, m := split(elems)
	return build(cty.TupleVal(c), nil, m)
}

// List returns a list. All values must have the type elem.
func List(elem cty.Type, elems []Value) Value {
	if len(elems) == 0 {
		return Value{v: cty.ListValEmpty(elem)}
	}
	c, m := split(elems)
	return build(cty.ListVal(c), nil, m)
}

// Set returns a set. All values must have the type elem. If one of them is
// sensitive, or anything in it, then so is the set.
func Set(elem cty.Type, elems []Value) Value {
	if len(elems) == 0 {
		return Value{v: cty.SetValEmpty(elem)}
	}
	c, m := split(elems)
	set := Value{v: cty.SetVal(c)}.withRest(elems...)
	if m == nil {
		return set
	}
	for _, e := range elems {
		if l := e.anyLoose(); l != nil {
			set = set.withMeta(func(m *meta) { m.looseElems = l })
			break
		}
	}
	return set.DerivedFrom(elems...)
}

func split(elems []Value) ([]cty.Value, []*meta) {
	c := make([]cty.Value, len(elems))
	var m []*meta
	for i, e := range elems {
		c[i] = e.v
		if e.m != nil {
			if m == nil {
				m = make([]*meta, len(elems))
			}
			m[i] = e.m
		}
	}
	return c, m
}

func build(v cty.Value, members map[string]*meta, elems []*meta) Value {
	if members == nil && elems == nil {
		return Value{v: v}
	}
	m := &meta{members: members, elems: elems}
	for _, part := range members {
		m.hasSensitive = m.hasSensitive || part.hasSensitive
		m.hasLoose = m.hasLoose || part.hasLoose
		m.hasPartial = m.hasPartial || part.hasPartial
	}
	for _, part := range elems {
		m.hasSensitive = m.hasSensitive || part != nil && part.hasSensitive
		m.hasLoose = m.hasLoose || part != nil && part.hasLoose
		m.hasPartial = m.hasPartial || part != nil && part.hasPartial
	}
	return Value{v: v, m: m}
}

// Derive returns the result of an operation on other values: it is sensitive if
// anything in one of them is, and if it is not wholly known, then because of what
// is unknown in them.
func Derive(result cty.Value, from ...Value) Value { return Value{v: result}.DerivedFrom(from...) }

// DerivedFrom returns v as a value that depends on other values as well: it is sensitive if
// anything in one of them is, and if it is not wholly known, then also because of what is unknown in
// them. What else is known of it stays.
func (v Value) DerivedFrom(others ...Value) Value {
	sensitive := false
	var causes []*Cause
	for _, o := range others {
		if o.m == nil {
			continue
		}
		sensitive = sensitive || o.HasSensitive()
		if more := o.Causes(); causes == nil {
			causes = slices.Clip(more)
		} else {
			causes = append(causes, more...)
		}
	}
	if sensitive {
		v = v.WithSensitive()
	}
	if len(causes) > 0 && !v.IsWhollyKnown() {
		v = v.WithCauses(causes...)
	}
	return v
}

// Attr returns an attribute of an object, or an element of a map. It reports false if
// there is none, which includes null and unknown values.
func (v Value) Attr(name string) (Value, bool) {
	t := v.v.Type()
	switch {
	case !v.v.IsKnown() || v.v.IsNull():
		return Value{}, false
	case t.IsObjectType():
		if !t.HasAttribute(name) {
			return Value{}, false
		}
		return v.part(v.v.GetAttr(name), v.m.member(name)), true
	case t.IsMapType():
		key := cty.StringVal(name)
		if v.v.HasIndex(key) != cty.True {
			return Value{}, false
		}
		return v.part(v.v.Index(key), v.m.member(name)), true
	}
	return Value{}, false
}

// Elem returns an element of a list or a tuple, or reports false if there is none.
func (v Value) Elem(i int) (Value, bool) {
	t := v.v.Type()
	if !t.IsListType() && !t.IsTupleType() || !v.v.IsKnown() || v.v.IsNull() || i < 0 || i >= v.v.LengthInt() {
		return Value{}, false
	}
	return v.part(v.v.Index(number(i)), v.m.elem(i)), true
}

// number returns an index as a value.
func number(i int) cty.Value {
	if i < firstNumbers {
		return numbers()[i]
	}
	return cty.NumberIntVal(int64(i))
}

// numbers are the first indexes. Making a number takes longer than using it.
var numbers = sync.OnceValue(func() *[firstNumbers]cty.Value {
	var all [firstNumbers]cty.Value
	for i := range all {
		all[i] = cty.NumberIntVal(int64(i))
	}
	return &all
})

const firstNumbers = 64

// Elems returns the elements of a list, tuple or set, or the values of a map or an
// object in the order of their keys. It is empty for other values, and for null
// and unknown ones.
func (v Value) Elems() []Value { return elemsAs(v, func(e Value) Value { return e }) }

// elemsAs returns what a function makes of each of the elements.
func elemsAs[T any](v Value, as func(Value) T) []T {
	if !v.v.IsKnown() || v.v.IsNull() || !v.v.CanIterateElements() {
		return nil
	}
	n := v.v.LengthInt()
	all := make([]T, 0, n)
	t := v.v.Type()
	if t.IsListType() || t.IsTupleType() {
		for i := range n {
			all = append(all, as(v.part(v.v.Index(number(i)), v.m.elem(i))))
		}
		return all
	}
	for it := v.v.ElementIterator(); it.Next(); {
		key, e := it.Element()
		switch {
		case t.IsSetType():
			e := v.part(e, nil).withRest(v)
			if v.m != nil {
				e = e.loosened(v.m.looseElems)
			}
			all = append(all, as(e))
		default:
			all = append(all, as(v.part(e, v.m.member(key.AsString()))))
		}
	}
	return all
}

// part returns a part of v, which is sensitive if v is.
func (v Value) part(c cty.Value, m *meta) Value {
	p := Value{v: c, m: m}
	if v.m == nil {
		return p
	}
	if v.m.sensitive {
		p = p.WithSensitive()
	}
	// The causes of a set are those of its elements.
	if len(v.m.causes) > 0 && v.v.IsKnown() && !c.IsWhollyKnown() && len(p.Causes()) == 0 {
		p = p.WithCauses(v.m.causes...)
	}
	return p
}

func (m *meta) member(name string) *meta {
	if m == nil {
		return nil
	}
	return m.members[name]
}

func (m *meta) elem(i int) *meta {
	if m == nil || i >= len(m.elems) {
		return nil
	}
	return m.elems[i]
}
