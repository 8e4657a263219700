package infer

import (
	"math/bits"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// attribute infers the attribute for a key.
func (n *inference) attribute(path, name string, body, s *keyEvidence, known *facts.Member) schema.Attribute {
	a := schema.Attribute{Name: name}
	confidence, why := n.whyAttribute(s, known)
	n.notBlock = ""
	switch {
	case known != nil && known.Form == facts.FormNested && known.Block != nil && fitsNested(known, s):
		n.decide(Decision{Path: path, Is: "nested attribute", Confidence: Likely, Why: "planfmt knows it from the provider", Nesting: knownNesting(known, s)})
		body := nestedBody(s, known)
		n.decideInside(s, body, func() { a.Nested = n.nestedType(path, body, known) })
		return a
	case known != nil && known.Form == facts.FormAttribute && fits(known.Type, s):
		a.Type = n.known(s, known.Type)
	case known != nil && known.Form == facts.FormBlock && (s.hasObjectElems() || s.kinds.has(values.Object)):
		// It is written as an attribute, but has the same keys as the block.
		a.Type = n.known(s, blockAsType(known))
	case s.dissected && s.objects() && n.inferNested(&a, s, Decision{
		Path: path, Is: "nested attribute", Confidence: max(confidence, Likely),
		Why: why + "; part of it forces replacement, and only nested attributes are planned part by part",
	}):
		return a
	case n.modern && s.objects() && n.inferNested(&a, s, Decision{
		Path: path, Is: "nested attribute", Confidence: max(confidence, Likely),
		Why: why + "; the type has objects that the old SDK cannot describe",
	}):
		return a
	default:
		a.Type = n.typ(s, wholeValue)
	}
	if why := n.writeOnly(name, body, s); why != "" {
		a.WriteOnly = true
		n.decide(Decision{Path: path, Is: "write-only attribute", Confidence: Likely, Why: why})
		return a
	}
	if s.values() != 0 || s.unknown || n.all {
		told := a.Type
		if s.hasSecret() {
			told = stripNames(told)
		}
		n.decide(Decision{Path: path, Is: schema.TypeString(told), Confidence: confidence, Why: why, Nesting: typeNesting(a.Type, s, known)})
	}
	return a
}

// writeOnly returns why an attribute is write-only. It returns "" if it is not. The
// value of a write-only attribute is in no state and no plan. An attribute is
// write-only if the configuration sets it to a constant, but it is null. An
// expression proves nothing, since it may be null itself. All resources of the type
// must set the constant, since some of them may have no instances. And with the old
// SDK, constants in lists and maps do not count: it drops those that the provider
// ignores. Only write-only attributes take ephemeral values.
func (n *inference) writeOnly(name string, body, s *keyEvidence) string {
	switch {
	case s.values() != 0 || s.unknown:
		return ""
	case s.ephemeral:
		return "an ephemeral value is assigned to it"
	case s.given > 0 && s.given == body.bodies && s.nulled && (n.modern || !s.givenParts):
		return "the configuration sets it, but it is null"
	case strings.HasSuffix(name, "_wo"):
		return "it is always null and has a name typical of write-only attributes"
	}
	return ""
}

// whyAttribute returns how sure it is that a key is an attribute, and why.
func (n *inference) whyAttribute(s *keyEvidence, known *facts.Member) (Confidence, string) {
	switch {
	case s.scalars() != 0:
		return Certain, "it has a primitive value"
	case s.elem != nil && (s.elem.scalars() != 0 || s.elem.kinds.has(values.Array)):
		return Certain, "its elements are not objects"
	case s.form == formAttribute:
		return Certain, "the configuration sets it with an expression"
	case known != nil && known.Form != facts.FormUnknown:
		return Likely, "planfmt knows it from the provider"
	case n.notBlock != "":
		return n.confidence, n.notBlock
	case s.kinds.has(values.Object):
		return Likely, "it is an object, and non-repeatable blocks are rare"
	case s.hasObjectElems() && n.modern:
		return CoinToss, "it is a list of objects, and new providers prefer attributes"
	case s.hasObjectElems():
		return CoinToss, "it is a list of objects and has a name typical of attributes"
	case s.kinds.has(values.Array):
		return CoinToss, "it is an empty list and has a name typical of attributes"
	}
	return Likely, "only its name is known, and most keys are attributes"
}

// nestedBody returns the evidence about the objects in a nested attribute.
func nestedBody(s *keyEvidence, known *facts.Member) *keyEvidence {
	switch known.Nesting {
	case facts.List, facts.Set:
		return s.element()
	case facts.Map:
		return s.all()
	}
	return s
}

// nestedType infers the type of a nested attribute.
func (n *inference) nestedType(path string, body *keyEvidence, known *facts.Member) *schema.Object {
	o := &schema.Object{Nesting: schema.NestingSingle}
	switch known.Nesting {
	case facts.List:
		o.Nesting = schema.NestingList
	case facts.Set:
		o.Nesting = schema.NestingSet
	case facts.Map:
		o.Nesting = schema.NestingMap
	}
	for _, name := range n.names(body, known.Block) {
		m := body.members()[name]
		if m == nil {
			m = &keyEvidence{}
		}
		o.Attributes = append(o.Attributes, n.attribute(join(path, name), name, body, m, known.Block.Member(name)))
	}
	return o.Finish()
}

// modern reports whether a type has an attribute that is an object with members of
// different types. With the old SDK, such an object is in a list.
func (s *keyEvidence) modern() bool {
	for name, m := range s.members() {
		switch {
		case name == "timeouts" || m.form == formBlock:
		case m.kinds.has(values.Object) && m.hasMixedMembers():
			return true
		case m.hasObjectElems() && m.elem.modern():
			return true
		}
	}
	return false
}

// hasMixedMembers reports whether the members of objects are of different JSON types,
// or contain objects themselves.
func (s *keyEvidence) hasMixedMembers() bool {
	all := s.all()
	return all.countKinds() > 1 || all.kinds.has(values.Object) || all.kinds.has(values.Array) && all.hasObjectElems()
}

// hasObjectElems reports whether there are lists with objects here.
func (s *keyEvidence) hasObjectElems() bool { return s.elem != nil && s.elem.kinds.has(values.Object) }

// objects reports whether all values are objects, or all are lists of objects.
func (s *keyEvidence) objects() bool {
	if s.kinds.has(values.Array) && s.elem != nil {
		return s.hasOnly(values.Array) && s.elem.hasOnly(values.Object)
	}
	return s.hasOnly(values.Object)
}

// hasOnly reports whether all values are of one of the kinds. Nulls do not count.
func (s *keyEvidence) hasOnly(kinds ...values.Kind) bool {
	return s.values() != 0 && s.values()&^newKindSet(kinds...) == 0
}

// hasLabels reports whether a member has a name that no attribute can have.
func (s *keyEvidence) hasLabels() bool {
	for name := range s.members() {
		if !schema.IsAttributeName(name) {
			return true
		}
	}
	return false
}

// hasNullMembers reports whether a member is null. Objects have all their attributes,
// even if null, but maps rarely contain nulls.
func (s *keyEvidence) hasNullMembers() bool {
	for _, m := range s.members() {
		if m.kinds.has(values.Null) {
			return true
		}
	}
	return false
}

// inferNested gives an attribute that contains objects a nested type, and adds the
// decision. It does not do so, and returns false, for maps of anything else, and if
// the names of members are not known.
func (n *inference) inferNested(a *schema.Attribute, s *keyEvidence, d Decision) bool {
	o := &schema.Object{Nesting: schema.NestingSingle}
	body := s
	last := lastWord(a.Name)
	switch {
	case s.kinds.has(values.Array):
		body = s.element()
		o.Nesting = schema.NestingList
		var set bool
		set, d.Nesting = s.listOrSet(formAttribute)
		if last == "list" || last == "set" && !s.unordered {
			set = last == "set"
			d.Nesting = Nesting{Confidence: Likely, Why: "its name says so", Shows: s.contested}
		}
		if set {
			o.Nesting = schema.NestingSet
		}
		d.Nesting.Is = o.Nesting.String()
	case s.hasUniformMembers() && (s.large || s.ragged || s.hasLabels() || plural(a.Name) || last == "map" || n.nested == 0 && !s.dissected && !s.hasNullMembers() && !s.all().hasOnly(values.Object)):
		if body = s.all(); !body.kinds.has(values.Object) || body.ragged && body.hasUniformMembers() {
			return false
		}
		o.Nesting = schema.NestingMap
	case s.ragged, s.hasLabels():
		return false
	}
	if body.veiled != nil || n.nested == 0 && n.typ(s, wholeValue) == cty.DynamicPseudoType {
		return false // the names of some members are not known, or it may be anything
	}
	n.decide(d)
	path := d.Path
	n.nested++
	n.decideInside(s, body, func() {
		for _, name := range n.names(body, nil) {
			o.Attributes = append(o.Attributes, n.attribute(join(path, name), name, body, body.members()[name], nil))
		}
	})
	n.nested--
	a.Nested = o.Finish()
	return true
}

// hasUniformMembers reports whether all members of objects are of the same JSON type.
func (s *keyEvidence) hasUniformMembers() bool { return s.all().countKinds() == 1 }

// countKinds counts the kinds of values here, without null.
func (s *keyEvidence) countKinds() int { return bits.OnesCount8(uint8(s.values())) }

// fitsNested reports whether the values may be those of a known nested attribute.
func fitsNested(known *facts.Member, s *keyEvidence) bool {
	if nestedBody(s, known).large {
		return false
	}
	if known.Nesting == facts.List || known.Nesting == facts.Set {
		return s.scalars() == 0 && !s.kinds.has(values.Object) && (s.elem == nil || s.elem.scalars() == 0 && !s.elem.kinds.has(values.Array))
	}
	return s.scalars() == 0 && !s.kinds.has(values.Array)
}
