package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/schema/facts"
)

// Confidence is how sure a decision about a key is.
type Confidence uint8

// The confidences. What is certain follows from the document alone and is
// never wrong; what is a coin toss may as well be otherwise.
const (
	Certain Confidence = iota
	Likely
	CoinToss
)

var confidenceNames = [...]string{"certain", "likely", "coin toss"}

func (c Confidence) String() string { return confidenceNames[min(int(c), len(confidenceNames)-1)] }

// Decision says what a key of an inferred schema was taken for, and why.
type Decision struct {
	Path       string // disk.size
	Is         string // `block, list` or `set(string)`
	IsBlock    bool
	Confidence Confidence
	Why        string
}

// inference makes a schema of the evidence about a type, of known facts, or of
// both. Where the two contradict each other the evidence wins.
type inference struct {
	decisions []Decision
	sdk       bool // the type is known to be written with the old SDK
	modern    bool // the type shows what the old SDK cannot describe
	all       bool // members that only the facts have belong in it too

	// parent is how sure it is of the key around the one at hand: of what is
	// inside it cannot be surer.
	parent Confidence
}

// infer makes a schema. Either argument may be nil.
func infer(s *shape, f *facts.Block) (*Block, []Decision) {
	n := inference{sdk: f != nil && f.SDK, all: s == nil}
	if s == nil {
		s = &shape{}
	}
	n.modern = f == nil && s.modern()
	b := n.block("", s, f)
	slices.SortStableFunc(n.decisions, func(a, b Decision) int { return strings.Compare(a.Path, b.Path) })
	return b, n.decisions
}

func (n *inference) decide(path, is string, block bool, c Confidence, why string, args ...any) {
	n.decisions = append(n.decisions, Decision{path, is, block, max(c, n.parent), fmt.Sprintf(why, args...)})
}

// within runs inside for what is in the key that was decided last.
func (n *inference) within(inside func()) {
	outer := n.parent
	n.parent = n.decisions[len(n.decisions)-1].Confidence
	inside()
	n.parent = outer
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (n *inference) names(s *shape, f *facts.Block) []string {
	var names []string
	for name := range s.members {
		names = append(names, name)
	}
	if n.all && f != nil {
		for _, m := range f.Members {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (n *inference) block(path string, s *shape, f *facts.Block) *Block {
	b := &Block{}
	for _, name := range n.names(s, f) {
		m := s.members[name]
		if m == nil {
			m = &shape{}
		}
		known := f.Member(name)
		at := join(path, name)
		if mode, ok := n.isBlock(at, name, s, m, known); ok {
			body := m.element()
			if mode == NestingSingle {
				body = m
			} else if mode == NestingMap {
				body = m.all()
			}
			var inner *facts.Block
			if known != nil && known.Form == facts.FormBlock {
				inner = known.Block
			}
			n.within(func() {
				b.Blocks = append(b.Blocks, NestedBlock{Name: name, Mode: mode, Block: n.block(at, body, inner)})
			})
			continue
		}
		b.Attributes = append(b.Attributes, n.attribute(at, name, s, m, known))
	}
	b.Finish()
	switch {
	case n.sdk:
		b.NonLegacy = false
	case f != nil && modern(f):
		b.NonLegacy = true
	}
	return b
}

// modern reports whether a body has what the old SDK cannot describe.
func modern(f *facts.Block) bool {
	for _, m := range f.Members {
		switch m.Form {
		case facts.FormNested:
			if !m.Guess {
				return true
			}
		case facts.FormBlock:
			if m.Mode == facts.Map {
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

// all is the evidence about the members of a map, taken together.
func (s *shape) all() *shape {
	out := &shape{}
	for _, m := range s.members {
		out.merge(m)
	}
	return out
}

// isBlock decides whether a key of a body is a block type, and how it nests.
func (n *inference) isBlock(path, name string, body, s *shape, known *facts.Member) (Mode, bool) {
	block := func(mode Mode, c Confidence, why string, args ...any) (Mode, bool) {
		n.decide(path, "block, "+mode.String(), true, c, why, args...)
		return mode, true
	}
	switch {
	case s.scalars() > 0, s.elem != nil && (s.elem.scalars() > 0 || s.elem.kinds[jsonplan.Array] > 0), s.form == formAttribute:
		return 0, false
	case s.form == formBlocks:
		return block(n.mode(s, known), Certain, "the configuration writes blocks")
	case s.form == formBlock && s.kinds[jsonplan.Array] == 0:
		if known != nil && known.Form == facts.FormBlock && known.Mode == facts.Map || s.labelled() {
			return block(NestingMap, Certain, "the configuration writes a map of blocks")
		}
		return block(NestingSingle, Certain, "the configuration writes a block")
	}
	if known != nil {
		switch known.Form {
		case facts.FormBlock:
			mode := n.mode(s, known)
			object := mode == NestingSingle || mode == NestingMap
			if object && s.kinds[jsonplan.Array] == 0 || !object && s.kinds[jsonplan.Object] == 0 {
				return block(mode, Likely, "known of the provider")
			}
		case facts.FormAttribute, facts.FormNested:
			return 0, false
		}
	}
	if s.kinds[jsonplan.Object] > 0 {
		if name == "timeouts" && s.kinds[jsonplan.Array] == 0 {
			return block(NestingSingle, Likely, "timeouts is a block in nearly every provider")
		}
		return 0, false
	}
	objects := s.elem != nil && s.elem.kinds[jsonplan.Object] > 0
	configured := body.bodies > 0
	mode := n.mode(s, known)
	switch {
	case name == "timeouts":
		return block(NestingSingle, Likely, "timeouts is a block in nearly every provider")
	case configured && s.creates > s.empties && objects:
		return block(mode, Likely, "new objects have it from the start although the configuration does not set it: a dynamic block")
	case s.creates > 0 && s.empties == s.creates && !objects:
		return block(mode, Likely, "new objects have an empty list: what a block is that is not there")
	case objects && n.modern && !strings.Contains(name, "block"):
		return 0, false
	case objects && !plural(name):
		return block(mode, CoinToss, "a list of objects, named as blocks are")
	case s.kinds[jsonplan.Array] > 0 && !objects && !plural(name):
		return block(mode, CoinToss, "an empty list, named as blocks are")
	case s.values() == 0 && s.unknown && blockName(name):
		return block(mode, CoinToss, "nothing is known but its name, which is one that blocks have")
	}
	return 0, false
}

// labelled reports whether a configuration's block has nothing but bodies in
// it, as a map of blocks has.
func (s *shape) labelled() bool {
	if s.kinds[jsonplan.Object] == 0 || len(s.members) == 0 || !s.ragged {
		return false
	}
	for _, m := range s.members {
		if m.form != formBlock && m.form != formUnsaid || m.kinds[jsonplan.Object] == 0 {
			return false
		}
	}
	return true
}

// mode is how a block type nests, as far as it shows.
func (n *inference) mode(s *shape, known *facts.Member) Mode {
	if known != nil && known.Form == facts.FormBlock {
		switch known.Mode {
		case facts.Single:
			if s.kinds[jsonplan.Array] == 0 {
				return NestingSingle
			}
		case facts.Map:
			if s.kinds[jsonplan.Array] == 0 {
				return NestingMap
			}
		case facts.List:
			return NestingList
		case facts.Set:
			// The order of objects in a set is not the same in all versions.
			return NestingSet
		}
	}
	if s.ordered && !s.unordered && !s.repeated {
		return NestingSet
	}
	return NestingList
}

// plural reports whether a name is that of several things. Providers name
// attributes that hold several in the plural, and blocks in the singular.
func plural(name string) bool {
	return strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") && !blockName(name) ||
		strings.HasSuffix(name, "ies") || name == "ingress" || name == "egress" || name == "route" ||
		name == "security_rule" || name == "access_policy" || strings.HasSuffix(name, "_list") || strings.HasSuffix(name, "_set")
}

// blockName reports whether a name is of a kind that blocks have far more
// often than attributes.
func blockName(name string) bool {
	for _, end := range []string{"_options", "_settings", "_config", "_configuration", "_specification", "_block_device", "network_interface", "timeouts", "_block"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return name == "identity" || name == "network_rules" || name == "auth_settings"
}

// attribute makes an attribute of a key.
func (n *inference) attribute(path, name string, body, s *shape, known *facts.Member) Attribute {
	a := Attribute{Name: name}
	confidence, why := n.whyAttribute(s, known)
	switch {
	case known != nil && known.Form == facts.FormNested && known.Block != nil && fitsNested(known, s):
		n.decide(path, "nested attribute", false, Likely, "known of the provider")
		n.within(func() { a.Nested = n.nested(path, s, known) })
		return a
	case known != nil && known.Form == facts.FormAttribute && fits(known.Type, s):
		a.Type = n.known(s, known.Type)
	case known != nil && known.Form == facts.FormBlock && (s.elem != nil && s.elem.kinds[jsonplan.Object] > 0 || s.kinds[jsonplan.Object] > 0):
		// Written as an attribute, the keys are still those of the block.
		a.Type = n.known(s, asType(known))
	case n.modern && s.objects() && n.inferNested(&a, path, s, func() {
		n.decide(path, "nested attribute", false, max(confidence, Likely), "%s; the type has objects that the old SDK cannot describe", why)
	}):
		return a
	default:
		a.Type = n.typ(s, false)
	}
	a.WriteOnly = strings.HasSuffix(name, "_wo") && s.values() == 0 && !s.unknown
	if s.values() > 0 || s.unknown || n.all {
		n.decide(path, TypeString(a.Type), false, confidence, "%s", why)
	}
	return a
}

// whyAttribute says how sure it is that a key is an attribute.
func (n *inference) whyAttribute(s *shape, known *facts.Member) (Confidence, string) {
	switch {
	case s.scalars() > 0:
		return Certain, "it has a value without parts"
	case s.elem != nil && (s.elem.scalars() > 0 || s.elem.kinds[jsonplan.Array] > 0):
		return Certain, "its elements are not objects"
	case s.form == formAttribute:
		return Certain, "the configuration sets it by an expression"
	case known != nil && known.Form != facts.FormUnknown:
		return Likely, "known of the provider"
	case s.kinds[jsonplan.Object] > 0:
		return Likely, "an object, and blocks that occur once are rare"
	case s.elem != nil && s.elem.kinds[jsonplan.Object] > 0 && n.modern:
		return CoinToss, "a list of objects, and new providers prefer attributes"
	case s.elem != nil && s.elem.kinds[jsonplan.Object] > 0:
		return CoinToss, "a list of objects, named as attributes are"
	case s.kinds[jsonplan.Array] > 0:
		return CoinToss, "an empty list, named as attributes are"
	}
	return Likely, "nothing is known but its name, and most keys are attributes"
}

// nested makes the nested type of an attribute.
func (n *inference) nested(path string, s *shape, known *facts.Member) *Object {
	o := &Object{Mode: NestingSingle}
	body := s
	switch known.Mode {
	case facts.List:
		o.Mode, body = NestingList, s.element()
	case facts.Set:
		o.Mode, body = NestingSet, s.element()
	case facts.Map:
		o.Mode, body = NestingMap, s.all()
	}
	for _, name := range n.names(body, known.Block) {
		m := body.members[name]
		if m == nil {
			m = &shape{}
		}
		o.Attributes = append(o.Attributes, n.attribute(join(path, name), name, body, m, known.Block.Member(name)))
	}
	return o.Finish()
}

// modern reports whether a type has an attribute that is an object of values of
// different types: with the old SDK such objects are elements of a list.
func (s *shape) modern() bool {
	for name, m := range s.members {
		switch {
		case name == "timeouts" || m.form == formBlock:
		case m.kinds[jsonplan.Object] > 0 && m.mixed():
			return true
		case m.elem != nil && m.elem.kinds[jsonplan.Object] > 0 && m.elem.modern():
			return true
		}
	}
	return false
}

// mixed reports whether the members of objects are of different JSON types, or
// have parts themselves.
func (s *shape) mixed() bool {
	all := s.all()
	kinds := 0
	for _, n := range all.kinds[jsonplan.Bool:] {
		if n > 0 {
			kinds++
		}
	}
	return kinds > 1 || all.kinds[jsonplan.Object] > 0 || all.kinds[jsonplan.Array] > 0 && all.elem != nil && all.elem.kinds[jsonplan.Object] > 0
}

// objects reports whether the values are objects, or lists of them.
func (s *shape) objects() bool {
	if s.scalars() > 0 {
		return false
	}
	if s.kinds[jsonplan.Array] > 0 {
		return s.kinds[jsonplan.Object] == 0 && s.elem != nil && s.elem.kinds[jsonplan.Object] > 0 &&
			s.elem.scalars() == 0 && s.elem.kinds[jsonplan.Array] == 0
	}
	return s.kinds[jsonplan.Object] > 0
}

// inferNested makes a nested type for an attribute that holds objects. It
// leaves maps of anything but objects to others. decide is called once it is
// clear that there will be one.
func (n *inference) inferNested(a *Attribute, path string, s *shape, decide func()) bool {
	o := &Object{Mode: NestingSingle}
	body := s
	last := a.Name[strings.LastIndexByte(a.Name, '_')+1:]
	switch {
	case s.kinds[jsonplan.Array] > 0:
		body = s.element()
		o.Mode = NestingList
		if last != "list" && (last == "set" || n.isSet(s)) && !s.unordered {
			o.Mode = NestingSet
		}
	case s.uniform() && (s.ragged || plural(a.Name) || last == "map"):
		if body = s.all(); body.kinds[jsonplan.Object] == 0 || body.ragged && body.uniform() {
			return false
		}
		o.Mode = NestingMap
	case s.ragged:
		return false
	}
	decide()
	n.within(func() {
		for _, name := range n.names(body, nil) {
			o.Attributes = append(o.Attributes, n.attribute(join(path, name), name, body, body.members[name], nil))
		}
	})
	a.Nested = o.Finish()
	return true
}

// uniform reports whether the members of objects are all of one JSON type.
func (s *shape) uniform() bool {
	all := s.all()
	kinds := 0
	for _, n := range all.kinds[jsonplan.Bool:] {
		if n > 0 {
			kinds++
		}
	}
	return kinds == 1
}

// fitsNested reports whether the values are such as a nested attribute has.
func fitsNested(known *facts.Member, s *shape) bool {
	if known.Mode == facts.List || known.Mode == facts.Set {
		return s.scalars() == 0 && s.kinds[jsonplan.Object] == 0 && (s.elem == nil || s.elem.scalars() == 0 && s.elem.kinds[jsonplan.Array] == 0)
	}
	return s.scalars() == 0 && s.kinds[jsonplan.Array] == 0
}

// asType is the type of an attribute that has the keys of a block.
func asType(m *facts.Member) *facts.Type {
	t := &facts.Type{Kind: facts.TypeObject, Object: &facts.Block{}}
	if m.Block != nil {
		t.Object = &facts.Block{}
		for _, k := range m.Block.Members {
			if k.Form == facts.FormBlock || k.Form == facts.FormNested {
				k.Type = asType(&k)
			}
			k.Form = facts.FormAttribute
			t.Object.Members = append(t.Object.Members, k)
		}
	}
	switch m.Mode {
	case facts.List:
		return &facts.Type{Kind: facts.TypeList, Elem: t}
	case facts.Set:
		return &facts.Type{Kind: facts.TypeSet, Elem: t}
	case facts.Map:
		return &facts.Type{Kind: facts.TypeMap, Elem: t}
	}
	return t
}

// fits reports whether the values are such as the type has.
func fits(t *facts.Type, s *shape) bool {
	if t == nil || s == nil {
		return true
	}
	scalars, arrays, objects := s.scalars(), s.kinds[jsonplan.Array], s.kinds[jsonplan.Object]
	switch t.Kind {
	case facts.TypeBool:
		return scalars == s.kinds[jsonplan.Bool] && arrays+objects == 0
	case facts.TypeNumber:
		return scalars == s.kinds[jsonplan.Number] && arrays+objects == 0
	case facts.TypeString:
		return scalars == s.kinds[jsonplan.String] && arrays+objects == 0
	case facts.TypeList, facts.TypeSet:
		return scalars+objects == 0 && fits(t.Elem, s.elem)
	case facts.TypeMap:
		if scalars+arrays > 0 {
			return false
		}
		for _, m := range s.members {
			if !fits(t.Elem, m) {
				return false
			}
		}
	case facts.TypeObject:
		return scalars+arrays == 0
	}
	return true
}

// known is a known type, with what the evidence adds to it.
func (n *inference) known(s *shape, t *facts.Type) cty.Type {
	if s == nil {
		s = &shape{}
	}
	if t == nil || !fits(t, s) {
		return n.typ(s, false)
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
		if (s.unordered || s.repeated) && s.elem.scalars() > 0 {
			return cty.List(n.known(s.elem, t.Elem))
		}
		return cty.Set(n.known(s.elem, t.Elem))
	case facts.TypeMap:
		return cty.Map(n.known(s.all(), t.Elem))
	case facts.TypeObject:
		types := map[string]cty.Type{}
		for name, m := range s.members {
			var mt *facts.Type
			if k := t.Object.Member(name); k != nil {
				mt = k.Type
			}
			types[name] = n.known(m, mt)
		}
		if t.Object != nil {
			for _, k := range t.Object.Members {
				if _, ok := types[k.Name]; !ok && (n.all || len(s.members) > 0) {
					types[k.Name] = n.known(nil, k.Type)
				}
			}
		}
		return cty.Object(types)
	}
	return n.typ(s, false)
}

// typ is the type that the values of an attribute show. inside says that they
// are elements or members of something.
func (n *inference) typ(s *shape, inside bool) cty.Type {
	if s == nil {
		return cty.String
	}
	var found []cty.Type
	if s.kinds[jsonplan.Bool] > 0 {
		found = append(found, cty.Bool)
	}
	if s.kinds[jsonplan.Number] > 0 {
		found = append(found, cty.Number)
	}
	if s.kinds[jsonplan.String] > 0 {
		found = append(found, cty.String)
	}
	if s.kinds[jsonplan.Array] > 0 || s.values() == 0 && s.elem != nil {
		elem := n.typ(s.elem, true)
		if n.isSet(s) && (!inside || s.ordered) {
			found = append(found, cty.Set(elem))
		} else {
			found = append(found, cty.List(elem))
		}
	}
	if s.kinds[jsonplan.Object] > 0 || s.values() == 0 && len(s.members) > 0 {
		found = append(found, n.object(s, inside))
	}
	switch len(found) {
	case 0:
		return cty.String
	case 1:
		return found[0]
	}
	return cty.DynamicPseudoType
}

// isSet decides whether an attribute's array is a set.
func (n *inference) isSet(s *shape) bool {
	switch {
	case s.unordered || s.repeated:
		return false
	case s.ordered:
		return true
	case s.elem != nil && s.elem.kinds[jsonplan.Object] > 0:
		return true
	}
	return s.pairs
}

// object decides between a map and an object.
func (n *inference) object(s *shape, inside bool) cty.Type {
	elem := n.typ(s.all(), true)
	uniform := !elem.HasDynamicTypes()
	if uniform && (s.ragged || !inside) {
		return cty.Map(elem)
	}
	types := map[string]cty.Type{}
	for name, m := range s.members {
		types[name] = n.typ(m, true)
	}
	if s.ragged && !inside {
		return cty.DynamicPseudoType
	}
	return cty.Object(types)
}
