package planvalue

import "github.com/planfmt/planfmt/internal/lang/value"

// shapeParts are what the schema says of the parts of an unknown value: which are never null, and how many blocks there are. What the provider may choose is not
// checked against that.
type shapeParts struct{ *valueShape }

// withParts returns an unknown value with what the schema says of its parts.
func (s *valueShape) withParts(v value.Value) value.Value {
	if s.chosen || s.members == nil && s.elem == nil {
		return v
	}
	return v.WithParts(shapeParts{s})
}

// Attr returns an unknown attribute with what the schema says of it.
func (p shapeParts) Attr(name string, attr value.Value) value.Value {
	return p.member(name).part(attr, false)
}

// Elem returns an unknown element with what the schema says of it.
func (p shapeParts) Elem(elem value.Value) value.Value {
	return p.elem.part(elem, p.isBlock && p.notNull)
}

// part returns an unknown part with what the schema says of it.
func (s *valueShape) part(v value.Value, isBody bool) value.Value {
	if s == nil {
		return v
	}
	f := s.fact()
	f.NotNull = f.NotNull || isBody
	k := known{}
	if k.add(f) != nil {
		return v
	}
	return k.refine(s.withParts(v))
}
