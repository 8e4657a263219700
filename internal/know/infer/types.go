package infer

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/values"
)

// modern reports whether a body has a key that is impossible with the old SDK.
func modern(f *facts.Block) bool {
	for _, m := range f.Members {
		switch m.Form {
		case facts.FormNested:
			if !m.Guess {
				return true
			}
		case facts.FormBlock:
			if m.Nesting == facts.Map {
				return true
			}
		case facts.FormAttribute:
			if !m.Guess && modernFact(m.Type) {
				return true
			}
		}
	}
	return false
}

func modernFact(t *facts.Type) bool {
	switch {
	case t == nil:
		return false
	case t.Kind == facts.TypeDynamic || t.Kind == facts.TypeObject:
		return true
	case t.Elem == nil || t.Elem.Elem == nil:
		return hasDynamic(t.Elem)
	}
	inner := t.Elem.Elem.Kind
	return inner > facts.TypeString || inner == facts.TypeDynamic
}

func hasDynamic(t *facts.Type) bool {
	if t == nil {
		return false
	}
	if t.Kind == facts.TypeDynamic || hasDynamic(t.Elem) {
		return true
	}
	if t.Object != nil {
		for _, m := range t.Object.Members {
			if hasDynamic(m.Type) {
				return true
			}
		}
	}
	return false
}

// blockAsType returns the type of an attribute with the same keys as a block.
func blockAsType(m *facts.Member) *facts.Type {
	t := &facts.Type{Kind: facts.TypeObject, Object: &facts.Block{}}
	if m.Block != nil {
		t.Object = &facts.Block{}
		for _, k := range m.Block.Members {
			if k.Form == facts.FormBlock || k.Form == facts.FormNested {
				k.Type = blockAsType(&k)
			}
			k.Form = facts.FormAttribute
			t.Object.Members = append(t.Object.Members, k)
		}
	}
	switch m.Nesting {
	case facts.List:
		return &facts.Type{Kind: facts.TypeList, Elem: t}
	case facts.Set:
		return &facts.Type{Kind: facts.TypeSet, Elem: t}
	case facts.Map:
		return &facts.Type{Kind: facts.TypeMap, Elem: t}
	}
	return t
}

// fits reports whether the values may be of the type.
func fits(t *facts.Type, s *keyEvidence) bool {
	if t == nil || s == nil {
		return true
	}
	scalars, arrays, objects := s.scalars(), s.kinds.has(values.Array), s.kinds.has(values.Object)
	switch t.Kind {
	case facts.TypeBool:
		return scalars.only(values.Bool) && !arrays && !objects
	case facts.TypeNumber:
		return scalars.only(values.Number) && !arrays && !objects
	case facts.TypeString:
		return scalars.only(values.String) && !arrays && !objects
	case facts.TypeList, facts.TypeSet:
		return scalars == 0 && !objects && fits(t.Elem, s.elem)
	case facts.TypeMap:
		if scalars != 0 || arrays {
			return false
		}
		for _, m := range s.members() {
			if !fits(t.Elem, m) {
				return false
			}
		}
		return fits(t.Elem, s.veiled)
	case facts.TypeObject:
		return scalars == 0 && !arrays && !s.large
	}
	return true
}

// known returns a known type, with what the evidence adds to it. If the values
// contradict it, the type is that of the values.
func (n *inference) known(s *keyEvidence, t *facts.Type) cty.Type {
	if s == nil {
		s = &keyEvidence{}
	}
	if t == nil || !fits(t, s) {
		return n.typ(s, wholeValue)
	}
	switch t.Kind {
	case facts.TypeDynamic:
		return cty.DynamicPseudoType
	case facts.TypeBool:
		return cty.Bool
	case facts.TypeNumber:
		return cty.Number
	case facts.TypeString:
		return cty.String
	case facts.TypeList:
		return cty.List(n.known(s.elem, t.Elem))
	case facts.TypeSet:
		if (s.unordered || s.repeated) && s.elem.scalars() != 0 {
			return cty.List(n.known(s.elem, t.Elem))
		}
		return cty.Set(n.known(s.elem, t.Elem))
	case facts.TypeMap:
		return cty.Map(n.known(s.all(), t.Elem))
	case facts.TypeObject:
		if s.veiled != nil && t.Object == nil {
			return n.object(s, partOfValue)
		}
		types := map[string]cty.Type{}
		for name, m := range s.members() {
			var mt *facts.Type
			if k := t.Object.Member(name); k != nil {
				mt = k.Type
			}
			types[name] = n.known(m, mt)
		}
		if t.Object != nil {
			for _, k := range t.Object.Members {
				if _, ok := types[k.Name]; !ok && (n.all || len(s.members()) > 0) {
					types[k.Name] = n.known(nil, k.Type)
				}
			}
		}
		return cty.Object(types)
	}
	return n.typ(s, wholeValue)
}

// level says what a type is for.
type level uint8

const (
	wholeValue  level = iota // the values of an attribute
	partOfValue              // their elements or members
)

// typ returns the type that values suggest.
func (n *inference) typ(s *keyEvidence, l level) cty.Type {
	if s == nil {
		return cty.String
	}
	var found []cty.Type
	if s.kinds.has(values.Bool) {
		found = append(found, cty.Bool)
	}
	if s.kinds.has(values.Number) {
		found = append(found, cty.Number)
	}
	if s.kinds.has(values.String) {
		found = append(found, cty.String)
	}
	if s.kinds.has(values.Array) || s.values() == 0 && s.elem != nil {
		elem := n.typ(s.elem, partOfValue)
		if set, _ := s.listOrSet(formAttribute); set && (l == wholeValue || s.ordered) {
			found = append(found, cty.Set(elem))
		} else {
			found = append(found, cty.List(elem))
		}
	}
	if s.kinds.has(values.Object) || s.values() == 0 && len(s.members()) > 0 {
		found = append(found, n.object(s, l))
	}
	switch {
	case len(found) == 0:
		return cty.String
	case len(found) > 1, l == wholeValue && found[0].HasDynamicTypes():
		// Providers do not declare types that are partly dynamic. If a part can be
		// anything, so can the whole. A tuple looks the same.
		return cty.DynamicPseudoType
	}
	return found[0]
}

// object returns a map or an object type. It looks at the members either together
// or one by one. Only for a whole value may it do both: otherwise, the time would
// double with each level.
func (n *inference) object(s *keyEvidence, l level) cty.Type {
	// Objects of the same type have the same attributes, and these have valid names.
	isMap := s.ragged || s.hasLabels() || s.veiled != nil
	if isMap || l == wholeValue {
		if elem := n.typ(s.all(), partOfValue); !elem.HasDynamicTypes() {
			return cty.Map(elem)
		}
		if isMap {
			return cty.DynamicPseudoType
		}
	}
	types := map[string]cty.Type{}
	for name, m := range s.members() {
		types[name] = n.typ(m, partOfValue)
	}
	return cty.Object(types)
}

// stripNames returns a type without the names in its objects.
func stripNames(t cty.Type) cty.Type {
	switch {
	case t.IsListType():
		return cty.List(stripNames(t.ElementType()))
	case t.IsSetType():
		return cty.Set(stripNames(t.ElementType()))
	case t.IsMapType():
		return cty.Map(stripNames(t.ElementType()))
	case t.IsObjectType():
		return cty.EmptyObject
	}
	return t
}
