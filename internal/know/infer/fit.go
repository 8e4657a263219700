package infer

import (
	"cmp"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Misfit says why a provider's schema does not fit a document: it is for another
// version of the provider. All lists are sorted.
type Misfit struct {
	// OtherVersion says that the version of the type's schema is known on both
	// sides, and differs. See [Resolution].
	OtherVersion bool
	// Missing are the members in the document that the schema lacks, as paths of
	// names without indexes: disk.size.
	Missing []string
	// Unused are the attributes of the schema that never occur in the document,
	// not even as a null. Terraform writes every attribute.
	Unused []string
	// Contradicted are the schema's blocks that the configuration sets as
	// attributes, and the attributes that it writes as blocks.
	Contradicted []string
	// NoSets are the schema's sets that must be lists in the document: their
	// elements are not in the order of a set, or occur more than once.
	NoSets []string
	// Unmarked are the schema's sensitive attributes that the document does not
	// mark, although it has marks. Terraform marks every sensitive attribute.
	Unmarked []string
}

// lists returns the lists of members, the most serious first.
func (m *Misfit) lists() []*[]string {
	return []*[]string{&m.Contradicted, &m.NoSets, &m.Unmarked, &m.Missing, &m.Unused}
}

// compare orders misfits, the best fit first. A nil Misfit is a perfect fit.
func (m *Misfit) compare(o *Misfit) int {
	if m == nil || o == nil {
		return cmp.Compare(boolToInt(m != nil), boolToInt(o != nil))
	}
	theirs := o.lists()
	for i, list := range m.lists() {
		if n := cmp.Compare(len(*list), len(*theirs[i])); n != 0 {
			return n
		}
	}
	return cmp.Compare(boolToInt(m.OtherVersion), boolToInt(o.OtherVersion))
}

// onlyUnused reports whether nothing is wrong with the schema, apart from
// attributes that the document does not have.
func (m *Misfit) onlyUnused() bool {
	n := 0
	for _, list := range m.lists() {
		n += len(*list)
	}
	return !m.OtherVersion && n == len(m.Unused)
}

// newMisfit compares a schema with the evidence about the type. The result is nil if
// the schema fits.
func newMisfit(s schema.Schema, seen *keyEvidence, version string) *Misfit {
	m := &Misfit{OtherVersion: s.Version != "" && version != "" && s.Version != version}
	if seen != nil {
		m.block("", s.Block, seen)
	}
	if m.onlyUnused() && len(m.Unused) == 0 {
		return nil
	}
	for _, list := range m.lists() {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return m
}

func (m *Misfit) block(path string, b *schema.Block, s *keyEvidence) {
	m.missing(path, s, func(name string) bool { return b.Attribute(name) != nil || b.NestedBlock(name) != nil })
	m.attributes(path, b.Attributes, s)
	for i := range b.Blocks {
		nb := &b.Blocks[i]
		seen := s.members()[nb.Name]
		if seen == nil {
			continue
		}
		at := join(path, nb.Name)
		if seen.form == formAttribute {
			m.Contradicted = append(m.Contradicted, at)
			continue
		}
		m.nesting(at, nb.Nesting, seen)
		if body := seen.body(nb.Nesting); body != nil {
			m.block(at, nb.Block, body)
		}
	}
}

func (m *Misfit) attributes(path string, attributes []schema.Attribute, s *keyEvidence) {
	for i := range attributes {
		a := &attributes[i]
		at := join(path, a.Name)
		seen := s.members()[a.Name]
		if seen != nil && seen.shown && a.Sensitive {
			m.Unmarked = append(m.Unmarked, at)
		}
		switch {
		case seen == nil:
			// That a write-only attribute is missing proves nothing.
			if s.isWhole() && !a.WriteOnly {
				m.Unused = append(m.Unused, at)
			}
		case seen.form == formBlocks || seen.form == formBlock:
			m.Contradicted = append(m.Contradicted, at)
		case a.Nested != nil:
			m.nesting(at, a.Nested.Nesting, seen)
			if body := seen.body(a.Nested.Nesting); body != nil {
				m.missing(at, body, func(name string) bool { return a.Nested.Attribute(name) != nil })
				m.attributes(at, a.Nested.Attributes, body)
			}
		default:
			m.typed(at, a.Type, seen)
		}
	}
}

// typed compares an attribute's type with the values.
func (m *Misfit) typed(path string, t cty.Type, s *keyEvidence) {
	switch {
	case s == nil || t == cty.DynamicPseudoType:
	case t.IsListType() || t.IsSetType():
		if t.IsSetType() {
			m.nesting(path, schema.NestingSet, s)
		}
		m.typed(path, t.ElementType(), s.elem)
	case t.IsMapType():
		if !t.ElementType().IsPrimitiveType() && s.hasMembers() {
			m.typed(path, t.ElementType(), s.all())
		}
	case t.IsObjectType():
		types := t.AttributeTypes()
		m.missing(path, s, func(name string) bool { _, ok := types[name]; return ok })
		for name, t := range types {
			seen := s.members()[name]
			if seen == nil && s.isWhole() {
				m.Unused = append(m.Unused, join(path, name))
			}
			m.typed(join(path, name), t, seen)
		}
	}
}

// nesting notes a set that cannot be one.
func (m *Misfit) nesting(path string, mode schema.NestingMode, s *keyEvidence) {
	if mode == schema.NestingSet && s.hidesAsSet() {
		m.NoSets = append(m.NoSets, path)
	}
}

func (m *Misfit) missing(path string, s *keyEvidence, known func(string) bool) {
	if s.large {
		m.Contradicted = append(m.Contradicted, path)
	}
	for name, seen := range s.members() {
		if seen.occurs() && !known(name) {
			m.Missing = append(m.Missing, join(path, name))
		}
	}
}

// occurs reports whether there was anything here apart from flags.
func (s *keyEvidence) occurs() bool {
	if s.unknown || s.form != formUnsaid {
		return true
	}
	return s.kinds != 0
}

// isWhole reports whether all members of the objects here have been seen.
func (s *keyEvidence) isWhole() bool { return s.whole && len(s.members()) > 0 }

// body returns the evidence about the objects in a block type or in a nested
// attribute, or nil if there were none.
func (s *keyEvidence) body(mode schema.NestingMode) *keyEvidence {
	switch mode {
	case schema.NestingList, schema.NestingSet:
		return s.elem
	case schema.NestingMap:
		if !s.hasMembers() {
			return nil
		}
		return s.all()
	}
	return s
}

// fit corrects a schema that is for another version. For each member, it takes what
// the document proves, then what the schema says, then known facts and what the
// document makes likely. An exception is whether a key is a block: there, the known
// facts come before the schema, since they are from the release that fits the
// document best.
//
// If the document only lacks attributes, it may have been shortened by hand. Then
// values that contradict the schema remain a problem.
func fit(b *schema.Block, m *Misfit, s *keyEvidence, f *facts.Block, k *relatedKeys) (*schema.Block, []Decision) {
	if s == nil {
		return b, nil
	}
	n := fitter{inference: inference{sdk: f != nil && f.SDK, modern: b.NonLegacy, related: k}, strict: m.onlyUnused()}
	n.secret, n.data = s.secret, s.data
	out := n.fitBlock("", b, s, f)
	return out, n.visibleDecisions()
}

// fitter corrects a schema.
type fitter struct {
	inference
	strict bool // values that contradict the schema do not change it
}

func (n *fitter) fitBlock(path string, b *schema.Block, s *keyEvidence, f *facts.Block) *schema.Block {
	out := &schema.Block{}
	for _, a := range b.Attributes {
		n.fitMember(out, path, s, f.Member(a.Name), &a, nil)
	}
	for _, nb := range b.Blocks {
		n.fitMember(out, path, s, f.Member(nb.Name), nil, &nb)
	}
	for _, name := range n.names(s, nil) {
		if b.Attribute(name) == nil && b.NestedBlock(name) == nil {
			n.member(out, path, name, s, f.Member(name))
		}
	}
	out.Finish().NonLegacy = b.NonLegacy
	return out
}

// fitMember adds a member of the schema: the attribute a, or the block nb.
func (n *fitter) fitMember(out *schema.Block, path string, s *keyEvidence, known *facts.Member, a *schema.Attribute, nb *schema.NestedBlock) {
	var name string
	var secret, kept bool
	if a != nil {
		name, secret = a.Name, a.HasSecrets()
	} else {
		name, secret = nb.Name, nb.Block.HasSecrets()
	}
	seen := s.members()[name]
	switch {
	case seen == nil:
		kept = true
	case a != nil:
		kept = seen.form != formBlocks && seen.form != formBlock && !n.contradictsAttribute(a, seen) &&
			(known == nil || known.Form != facts.FormBlock)
	default:
		kept = seen.form != formAttribute && !n.contradictsMode(nb.Nesting, seen) &&
			(known == nil || known.Form == facts.FormBlock || known.Form == facts.FormUnknown)
	}
	switch {
	case seen == nil && s.isWhole() && a != nil && a.WriteOnly:
		// It is left out because the release that made the document does not have
		// it. Other attributes without a value are not drawn anyway.
	case !kept && secret:
		// It is not clear any more which part of it is secret.
		out.Attributes = append(out.Attributes, schema.Attribute{Name: name, Type: cty.DynamicPseudoType, Sensitive: true})
		n.decide(Decision{Path: join(path, name), Is: "any, sensitive", Confidence: Likely, Why: "the schema has a different type, and part of it is sensitive"})
	case !kept:
		n.member(out, path, name, s, known)
	case a != nil && seen == nil:
		out.Attributes = append(out.Attributes, *a)
	case a != nil:
		out.Attributes = append(out.Attributes, n.fitAttribute(join(path, name), *a, seen, known))
	default:
		inner := *nb
		inner.Nesting = n.fitMode(join(path, name), nb.Nesting, seen)
		if body := bodyOf(seen, nb.Nesting); body != nil {
			var inside *facts.Block
			if known != nil {
				inside = known.Block
			}
			inner.Block = n.fitBlock(join(path, name), nb.Block, body, inside)
		}
		out.Blocks = append(out.Blocks, inner)
	}
}

func bodyOf(s *keyEvidence, mode schema.NestingMode) *keyEvidence {
	if s == nil {
		return nil
	}
	return s.body(mode)
}

// fitMode returns how a key nests: a set that cannot be one becomes a list.
func (n *fitter) fitMode(path string, mode schema.NestingMode, s *keyEvidence) schema.NestingMode {
	if mode != schema.NestingSet || n.strict || !s.isNoSet() {
		return mode
	}
	n.decide(Decision{Path: path, Is: "list", Confidence: Likely, Why: "its elements are not in the order of a set"})
	return schema.NestingList
}

// fitAttribute adds what the type of an attribute lacks.
func (n *fitter) fitAttribute(path string, a schema.Attribute, s *keyEvidence, known *facts.Member) schema.Attribute {
	if a.Nested == nil {
		a.Type = n.fitType(a.Type, s)
		return a
	}
	body := bodyOf(s, a.Nested.Nesting)
	if body == nil {
		return a
	}
	o := &schema.Object{Nesting: n.fitMode(path, a.Nested.Nesting, s)}
	for _, inner := range a.Nested.Attributes {
		m := body.members()[inner.Name]
		switch {
		case m == nil:
			if !inner.WriteOnly || !body.isWhole() {
				o.Attributes = append(o.Attributes, inner)
			}
		case n.contradictsAttribute(&inner, m):
			sensitive := inner.HasSecrets()
			inner = n.attribute(join(path, inner.Name), inner.Name, body, m, nil)
			inner.Sensitive = inner.Sensitive || sensitive
			o.Attributes = append(o.Attributes, inner)
		default:
			o.Attributes = append(o.Attributes, n.fitAttribute(join(path, inner.Name), inner, m, innerFact(known, inner.Name)))
		}
	}
	for _, name := range n.names(body, nil) {
		if a.Nested.Attribute(name) == nil {
			o.Attributes = append(o.Attributes, n.attribute(join(path, name), name, body, body.members()[name], innerFact(known, name)))
		}
	}
	a.Nested = o.Finish()
	return a
}

func innerFact(known *facts.Member, name string) *facts.Member {
	if known == nil {
		return nil
	}
	return known.Block.Member(name)
}

// fitType adds what a type lacks.
func (n *fitter) fitType(t cty.Type, s *keyEvidence) cty.Type {
	switch {
	case s == nil || t == cty.DynamicPseudoType:
		return t
	case !n.strict && contradictsType(t, s):
		return n.typ(s, partOfValue)
	case t.IsListType():
		return cty.List(n.fitType(t.ElementType(), s.elem))
	case t.IsSetType() && !n.strict && s.isNoSet():
		return cty.List(n.fitType(t.ElementType(), s.elem))
	case t.IsSetType():
		return cty.Set(n.fitType(t.ElementType(), s.elem))
	case t.IsMapType():
		return cty.Map(n.fitType(t.ElementType(), s.all()))
	case t.IsTupleType():
		types := slices.Clone(t.TupleElementTypes())
		for i, t := range types {
			if t.IsObjectType() {
				types[i] = n.fitType(t, s.elem)
			}
		}
		return cty.Tuple(types)
	case t.IsObjectType():
		types := map[string]cty.Type{}
		for name, t := range t.AttributeTypes() {
			types[name] = n.fitType(t, s.members()[name])
		}
		for name, m := range s.members() {
			if _, ok := types[name]; !ok {
				types[name] = n.typ(m, partOfValue)
			}
		}
		return cty.Object(types)
	}
	return t
}

// contradictsType reports whether the values cannot be of a type. It does not look
// at elements and members.
func contradictsType(t cty.Type, s *keyEvidence) bool {
	scalars, arrays, objects := s.scalars(), s.kinds.has(values.Array), s.kinds.has(values.Object)
	switch {
	case t == cty.DynamicPseudoType, s.kinds&^newKindSet(values.Null) == 0: // what has been replaced may be of any type
		return false
	case t == cty.Bool:
		return !scalars.only(values.Bool) || arrays || objects
	case t == cty.Number:
		return !scalars.only(values.Number) || arrays || objects
	case t == cty.String:
		return !scalars.only(values.String) || arrays || objects
	case t.IsMapType():
		return scalars != 0 || arrays
	case t.IsObjectType():
		return scalars != 0 || arrays || s.large
	}
	return scalars != 0 || objects
}

func (n *fitter) contradictsAttribute(a *schema.Attribute, s *keyEvidence) bool {
	if a.Nested != nil {
		return n.contradictsMode(a.Nested.Nesting, s)
	}
	return !n.strict && contradictsType(a.Type, s)
}

// contradictsMode reports whether the values cannot be those of blocks, or of
// nested attributes, with a nesting mode.
func (n *fitter) contradictsMode(mode schema.NestingMode, s *keyEvidence) bool {
	if n.strict {
		return false
	}
	if body := s.body(mode); body != nil && body.large {
		return true
	}
	if mode == schema.NestingList || mode == schema.NestingSet {
		return s.scalars() != 0 || s.kinds.has(values.Object) || s.elem != nil && (s.elem.scalars() != 0 || s.elem.kinds.has(values.Array))
	}
	return s.scalars() != 0 || s.kinds.has(values.Array)
}
