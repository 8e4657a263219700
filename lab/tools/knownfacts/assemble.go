package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/facts"
)

// assembler collects the facts about one type.
type assembler struct {
	*source
	// nested says that attributes with objects are nested attributes, if their
	// own structs do not tell.
	nested bool
	done   map[string]*facts.Block
	open   map[string]bool

	unrolled int // blocks now open for a second time
}

// unroll is how many of the blocks around a block may be open for a second
// time: for example, a statement in a rule's statement in a rule's statement.
const unroll = 2

// entry returns the type with its facts. nested says that attributes with
// objects are nested attributes, and not plain ones, if nothing else tells.
func (s *source) entry(nested bool) facts.Entry {
	a := assembler{source: s, nested: nested, done: map[string]*facts.Block{}, open: map[string]bool{}}
	kind := facts.Resource
	if s.data {
		kind = facts.DataSource
	}
	b := *a.block(s.class, s.class, false)
	b.SDK = s.idIsArg && !s.data
	return facts.Entry{Name: s.typ, Kind: kind, Block: &b}
}

// block returns the body from the getters of a class and the writer of a
// struct. In a plain object, every member is an attribute with a type.
func (a *assembler) block(class, structName string, plain bool) *facts.Block {
	id := class
	if plain {
		id = "plain " + class
	}
	if b := a.done[id]; b != nil {
		return b
	}
	// A block may contain itself. It is unrolled a few times, and unknown below
	// that. So a block is only kept in done if none around it is unrolled.
	if a.open[id] {
		if a.unrolled == unroll {
			return nil
		}
		a.unrolled++
		defer func() { a.unrolled-- }()
	} else {
		a.open[id] = true
		defer delete(a.open, id)
	}
	keys := map[string]bool{}
	var getters map[string]getter
	if c := a.classes[class]; c != nil {
		getters = c.getters
	} else {
		a.problem("no class %s", class)
	}
	var properties map[string]property
	if w := a.writers[structName]; w != nil {
		properties = w.keys
	}
	for k := range getters {
		keys[k] = true
	}
	for k := range properties {
		keys[k] = true
	}
	b := &facts.Block{}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		g, hasGetter := getters[k]
		p, hasProperty := properties[k]
		if !hasGetter {
			a.problem("%s.%s has no getter", class, k)
		}
		b.Members = append(b.Members, a.member(structName, k, g, p, hasProperty, plain))
	}
	if a.unrolled == 0 {
		a.done[id] = b
	}
	return b
}

func (a *assembler) member(structName, key string, g getter, p property, settable, plain bool) facts.Member {
	m := facts.Member{Name: key}
	declared := structName
	if structName == a.class {
		declared = root
	}
	isBlock := a.blocks[declared+"."+key]
	if settable && strings.Contains(p.value, "listMapper") && isBlock != strings.Contains(p.value, "ToHclTerraform, true)") {
		a.problem("%s.%s: comment and code disagree about the block", structName, key)
	}
	if isBlock {
		m.Form = facts.FormBlock
		if p.storage == "any" { // cut short, as for blocks that contain themselves
			return m
		}
	}
	inner, mode := objects(g, p)
	if inner == "" {
		if isBlock {
			a.problem("%s.%s: a block without a class", structName, key)
			return m
		}
		m.Form = facts.FormAttribute
		m.Type, m.Guess = attributeType(g, p)
		return m
	}
	if isBlock {
		if !settable && mode == facts.Single && key != "timeouts" {
			mode, m.Guess = facts.List, true // old packages do not say which
		}
		m.Nesting, m.Block = mode, a.block(inner+"OutputReference", inner, false)
		return m
	}
	// For a list of lists of objects, the class makes the objects of the inner
	// lists.
	if list, ok := strings.CutSuffix(inner, "List"); ok && a.classes[inner+"OutputReference"] == nil && a.classes[list+"OutputReference"] != nil {
		object := &facts.Type{Kind: facts.TypeObject, Object: a.block(list+"OutputReference", list, true)}
		m.Form, m.Guess = facts.FormAttribute, true
		m.Type = collection(mode, &facts.Type{Kind: facts.TypeList, Elem: object})
		return m
	}
	nested, sure := !plain && a.nested, plain || !a.nested
	if !plain && a.nested {
		w := a.writers[inner]
		switch {
		case w != nil && w.nulls:
			nested, sure = false, true
		case a.prose[inner]:
			nested, sure = true, true
		}
	}
	body := a.block(inner+"OutputReference", inner, !nested)
	if nested {
		m.Form, m.Nesting, m.Block, m.Guess = facts.FormNested, mode, body, !sure
		return m
	}
	m.Form, m.Guess = facts.FormAttribute, !sure
	m.Type = collection(mode, &facts.Type{Kind: facts.TypeObject, Object: body})
	return m
}

// collection returns the type of a collection that nests in this mode.
func collection(mode facts.Nesting, elem *facts.Type) *facts.Type {
	switch mode {
	case facts.List:
		return &facts.Type{Kind: facts.TypeList, Elem: elem}
	case facts.Set:
		return &facts.Type{Kind: facts.TypeSet, Elem: elem}
	case facts.Map:
		return &facts.Type{Kind: facts.TypeMap, Elem: elem}
	}
	return elem
}

// objects returns the struct whose objects a key holds, and how, or "" if it
// holds none.
func objects(g getter, p property) (inner string, mode facts.Nesting) {
	if !g.made || wrapper(g.call) {
		return "", 0
	}
	mode = facts.Single
	switch p.typ {
	case "list":
		mode = facts.List
	case "set":
		mode = facts.Set
	case "map":
		mode = facts.Map
	}
	if name, ok := strings.CutSuffix(g.call, "OutputReference"); ok {
		return name, mode
	}
	if name, ok := strings.CutSuffix(g.call, "Map"); ok {
		return name, facts.Map
	}
	if g.toList {
		mode = facts.Set
	} else {
		mode = facts.List
	}
	return strings.TrimSuffix(g.call, "List"), mode
}

// leaves are prefixes of the names of types without objects.
var leaves = [...]struct {
	prefix string
	kind   facts.TypeKind
}{
	{"String", facts.TypeString},
	{"Number", facts.TypeNumber},
	{"Boolean", facts.TypeBool},
	{"Any", facts.TypeDynamic},
	{"string", facts.TypeString},
	{"number", facts.TypeNumber},
	{"boolean", facts.TypeBool},
	{"any", facts.TypeDynamic},
}

// wrapper reports whether a class is from the library, for collections of
// collections.
func wrapper(class string) bool { _, ok := shape(class); return ok }

// shape parses names such as stringListMap, a map of lists of strings. The
// innermost type comes first.
func shape(name string) (*facts.Type, bool) {
	for _, leaf := range leaves {
		rest, ok := strings.CutPrefix(name, leaf.prefix)
		if !ok {
			continue
		}
		t := &facts.Type{Kind: leaf.kind}
		for rest != "" {
			if after, ok := strings.CutPrefix(rest, "List"); ok {
				t, rest = &facts.Type{Kind: facts.TypeList, Elem: t}, after
			} else if after, ok := strings.CutPrefix(rest, "Map"); ok {
				t, rest = &facts.Type{Kind: facts.TypeMap, Elem: t}, after
			} else {
				return nil, false
			}
		}
		return t, true
	}
	return nil, false
}

// attributeType returns the type of an attribute without objects, and whether
// part of it is a guess.
func attributeType(g getter, p property) (*facts.Type, bool) {
	name := p.storage
	switch {
	case name != "":
	case g.made:
		name = g.call
	default:
		name = strings.TrimSuffix(strings.TrimPrefix(g.call, "get"), "Attribute")
		if name == "List" {
			name = "StringList"
		}
	}
	t, ok := shape(name)
	if !ok || name == "any" {
		return &facts.Type{}, false
	}
	if t.Kind == facts.TypeMap && t.Elem.Kind == facts.TypeDynamic {
		return t.Elem, false // there are no maps of dynamic values: the whole value is dynamic
	}
	if t.Kind == facts.TypeList && (g.toList || p.typ == "set") {
		t = &facts.Type{Kind: facts.TypeSet, Elem: t.Elem}
	}
	guess := false
	for e := t.Elem; e != nil; e = e.Elem {
		guess = guess || e.Kind == facts.TypeList
	}
	if guess && t.Kind == facts.TypeSet {
		t = allSets(t)
	}
	return t, guess
}

// allSets replaces the lists in a type with sets. That they are lists was a guess.
func allSets(t *facts.Type) *facts.Type {
	if t == nil {
		return nil
	}
	kind := t.Kind
	if kind == facts.TypeList {
		kind = facts.TypeSet
	}
	return &facts.Type{Kind: kind, Elem: allSets(t.Elem)}
}
