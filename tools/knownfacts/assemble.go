package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/schema/facts"
)

// assembler puts the facts of one type together.
type assembler struct {
	*source
	// nested says what an attribute that holds objects is when its own
	// struct does not tell.
	nested bool
	done   map[string]*facts.Block
	open   map[string]bool
}

// entry is the type with its facts. nested says what attributes that hold
// objects are where nothing tells: nested ones, or plain ones.
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

// block is the body that a class has getters for and that a struct's writer
// writes. In a plain object everything is an attribute with a type.
func (a *assembler) block(class, structName string, plain bool) *facts.Block {
	id := class
	if plain {
		id = "plain " + class
	}
	if b := a.done[id]; b != nil {
		return b
	}
	if a.open[id] {
		a.problem("%s contains itself", class)
		return nil
	}
	a.open[id] = true
	defer delete(a.open, id)
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
	a.done[id] = b
	return b
}

func (a *assembler) member(structName, key string, g getter, p property, settable, plain bool) facts.Member {
	m := facts.Member{Name: key}
	isBlock := a.blocks[structName+"."+key]
	if settable && isBlock != strings.Contains(p.value, "ToHclTerraform, true)") && (p.typ == "set" || p.typ == "list" && strings.HasPrefix(p.value, "cdktf.listMapper")) {
		a.problem("%s.%s: comment and code disagree about the block", structName, key)
	}
	if isBlock {
		m.Form = facts.FormBlock
		if p.storage == "any" { // cut short, as those that contain themselves are
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
		m.Mode, m.Block = mode, a.block(inner+"OutputReference", inner, false)
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
		m.Form, m.Mode, m.Block, m.Guess = facts.FormNested, mode, body, !sure
		return m
	}
	m.Form, m.Guess = facts.FormAttribute, !sure
	m.Type = &facts.Type{Kind: facts.TypeObject, Object: body}
	switch mode {
	case facts.List:
		m.Type = &facts.Type{Kind: facts.TypeList, Elem: m.Type}
	case facts.Set:
		m.Type = &facts.Type{Kind: facts.TypeSet, Elem: m.Type}
	case facts.Map:
		m.Type = &facts.Type{Kind: facts.TypeMap, Elem: m.Type}
	}
	return m
}

// objects is the struct that a key holds and how, "" when it holds none.
func objects(g getter, p property) (inner string, mode facts.Mode) {
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

// leaves are the beginnings of the names of what holds no objects.
var leaves = [...]struct {
	prefix string
	kind   facts.TypeKind
}{
	{"String", facts.TypeString}, {"Number", facts.TypeNumber}, {"Boolean", facts.TypeBool}, {"Any", facts.TypeDynamic},
	{"string", facts.TypeString}, {"number", facts.TypeNumber}, {"boolean", facts.TypeBool}, {"any", facts.TypeDynamic},
}

// wrapper reports whether a class is one of the library's, for collections of
// collections.
func wrapper(class string) bool { _, ok := shape(class); return ok }

// shape reads names like stringListMap, a map of lists of strings: the
// innermost first.
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

// attributeType is the type of an attribute without objects, and whether a
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
		return t.Elem, false // there are no maps of anything: it is anything
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

// allSets makes the lists of a type sets: a set of lists is as good as unknown.
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
