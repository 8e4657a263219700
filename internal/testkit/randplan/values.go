package randplan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// value is a value before or after a change, with its flags. The zero value is
// null.
type value struct {
	kind valueKind
	// raw is the JSON text of a scalar. For a string, it lacks what makes it
	// secret.
	raw string
	// words are texts in a string that do not occur anywhere else in the
	// document, except where the value was copied to.
	words []string

	keys  []string // of an object, in order
	parts []*value // of an object or an array

	unknown bool
	mark    bool // sensitive
	// blocks says that these are the blocks of a type.
	blocks bool
}

type valueKind uint8

const (
	null valueKind = iota
	scalar
	str
	array
	obj
)

func (v *value) copy() *value {
	c := *v
	c.parts = nil
	for _, p := range v.parts {
		c.parts = append(c.parts, p.copy())
	}
	c.keys = slices.Clone(v.keys)
	return &c
}

// member returns a member of an object, or nil.
func (v *value) member(key string) *value {
	if i := slices.Index(v.keys, key); v.kind == obj && i >= 0 {
		return v.parts[i]
	}
	return nil
}

func (v *value) set(key string, p *value) {
	if i := slices.Index(v.keys, key); i >= 0 {
		v.parts[i] = p
		return
	}
	v.keys, v.parts = append(v.keys, key), append(v.parts, p)
}

// marked reports whether anything in a value is sensitive.
func (v *value) marked() bool {
	return v != nil && (v.mark || slices.ContainsFunc(v.parts, (*value).marked))
}

// fresh generates a value of a type. It may be null if that is allowed in its
// place.
func (g *maker) fresh(t *typ, depth int) *value {
	v := g.known(t, depth)
	v.blocks = t.blocks
	v.mark = v.mark || g.oneIn(40)
	return v
}

func (g *maker) known(t *typ, depth int) *value {
	if t.blocks && (t.kind == list || t.kind == set) {
		return g.elements(t.elem, depth) // never null
	}
	if g.oneIn(8) {
		return &value{}
	}
	switch t.kind {
	case text:
		return g.text(t.holdsJSON)
	case number:
		return &value{kind: scalar, raw: []string{"0", "1", "2.5", "-3"}[g.n(4)]}
	case boolean:
		return &value{kind: scalar, raw: strconv.FormatBool(g.oneIn(2))}
	case list, set:
		return g.elements(t.elem, depth)
	case mapping:
		v := &value{kind: obj}
		for _, key := range mapKeys() {
			if g.oneIn(3) {
				v.set(key, g.fresh(t.elem, depth+1))
			}
		}
		return v
	case object:
		v := &value{kind: obj}
		for _, m := range t.members {
			p := &value{}
			if !m.writeOnly {
				p = g.fresh(m.typ, depth+1)
			}
			v.set(m.name, p)
		}
		return v
	case tuple:
		v := &value{kind: array}
		for _, m := range t.members {
			v.parts = append(v.parts, g.fresh(m.typ, depth+1))
		}
		return v
	}
	return g.anything(2)
}

func mapKeys() []string { return []string{"0", "k", "long key", "name", "é"} }

func (g *maker) elements(elem *typ, depth int) *value {
	v := &value{kind: array}
	for range g.n(4) {
		v.parts = append(v.parts, g.fresh(elem, depth+1))
	}
	return v
}

// anything generates a value of any type.
func (g *maker) anything(depth int) *value {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch g.n(kinds) {
	case 1:
		return &value{kind: scalar, raw: []string{"0", "1", "true", "false"}[g.n(4)]}
	case 2:
		return &value{}
	case 4:
		v := &value{kind: array}
		for range g.n(4) {
			v.parts = append(v.parts, g.anything(depth-1))
		}
		return v
	case 5:
		v := &value{kind: obj}
		for _, key := range mapKeys() {
			if g.oneIn(2) {
				v.set(key, g.anything(depth-1))
			}
		}
		return v
	}
	return g.text(true)
}

// text generates a string. Two different strings that are not JSON differ in
// more than white space.
func (g *maker) text(holdsJSON bool) *value {
	v := &value{kind: str}
	word := func() string {
		g.words++
		w := "word" + strconv.Itoa(g.words) + "x"
		v.words = append(v.words, w)
		return w
	}
	kinds := 9
	if holdsJSON {
		kinds = 14
	}
	switch g.n(kinds) {
	case 0, 1, 2:
		v.raw = word()
	case 3, 4:
		v.raw = ""
	case 5:
		v.raw = "a"
	case 6:
		v.raw = "same\n" + word() + "\nsame"
	case 7:
		v.raw = word() + "\n  " + word()
	case 8:
		v.raw = "${a} \"" + word() + "\" é"
	case 9:
		v.raw = "{}"
	case 10:
		v.raw = `{"a":1,"b":"` + word() + `"}`
	case 11:
		v.raw = `{"a":[1,"` + word() + `",{"k":null}],"id":""}`
	case 12:
		v.raw = `[{"a":"` + word() + `","b":2},3]`
	case 13:
		v.raw = `["x","` + word() + `"]`
	}
	return v
}

// changed returns a changed value, in which most parts stay the same.
func (g *maker) changed(before *value, t *typ, depth int) *value {
	if before.kind == null || g.oneIn(8) {
		if g.oneIn(2) {
			return g.unknownValue(t, before)
		}
		v := g.fresh(t, depth)
		v.mark = v.mark || before.mark && !g.oneIn(8)
		return v
	}
	if g.oneIn(24) {
		return g.unknownValue(t, before)
	}
	v := *before
	if g.oneIn(40) {
		v.mark = !v.mark
	}
	switch t.kind {
	case object, tuple:
		v.keys, v.parts = slices.Clone(before.keys), nil
		for i, m := range t.members {
			p := before.parts[i]
			switch {
			case m.writeOnly:
				p = p.copy()
			case g.oneIn(3):
				p = g.changed(p, m.typ, depth+1)
			default:
				p = p.copy()
			}
			v.parts = append(v.parts, p)
		}
		return &v
	case list, set:
		return g.moved(&v, t, depth)
	case mapping:
		old := v
		v.keys, v.parts = nil, nil
		for _, key := range mapKeys() {
			p := old.member(key)
			switch {
			case p == nil && g.oneIn(6):
				v.set(key, g.changed(&value{}, t.elem, depth+1))
			case p == nil || g.oneIn(6):
			case g.oneIn(3):
				v.set(key, g.changed(p, t.elem, depth+1))
			default:
				v.set(key, p.copy())
			}
		}
		return &v
	case dynamic:
		return g.changeParts(&v, 2)
	}
	return v.copy()
}

// unknownValue returns a value that is only known after apply.
func (g *maker) unknownValue(t *typ, before *value) *value {
	return &value{unknown: true, blocks: t.blocks, mark: before.mark}
}

// moved returns a list in which elements change, are added and are removed.
func (g *maker) moved(v *value, t *typ, depth int) *value {
	old := v.parts
	v.parts = nil
	for _, p := range old {
		if g.oneIn(5) {
			v.parts = append(v.parts, g.fresh(t.elem, depth+1))
		}
		switch g.n(6) {
		case 0, 1, 2:
			v.parts = append(v.parts, p.copy())
		case 3, 4:
			v.parts = append(v.parts, g.changed(p, t.elem, depth+1))
		}
	}
	if g.oneIn(4) {
		v.parts = append(v.parts, g.fresh(t.elem, depth+1))
	}
	return v
}

// changeParts returns a value of any type in which parts change.
func (g *maker) changeParts(v *value, depth int) *value {
	switch {
	case g.oneIn(10):
		return &value{unknown: true, mark: v.mark}
	case g.oneIn(5) || v.kind < array:
		n := g.anything(depth)
		n.mark = v.mark
		return n
	}
	old := v.copy()
	v.keys, v.parts = nil, nil
	for i, p := range old.parts {
		switch g.n(6) {
		case 0:
			continue
		case 1:
			p = g.changeParts(p, max(depth-1, 0))
		case 2:
			if v.kind == array {
				v.parts = append(v.parts, g.anything(max(depth-1, 0)))
			}
		}
		if v.kind == obj {
			v.keys = append(v.keys, old.keys[i])
		}
		v.parts = append(v.parts, p)
	}
	return v
}

// tidySets makes sets as they are in real plans: no elements are equal if one leaves out what is
// unknown, and the order of those that are known, and are not redacted, depends on nothing else than what they are.
func (v *value) tidySets(t *typ) {
	if v == nil || v.kind < array {
		return
	}
	switch t.kind {
	case object, tuple:
		for i, m := range t.members {
			v.parts[i].tidySets(m.typ)
		}
	case list, mapping:
		for _, p := range v.parts {
			p.tidySets(t.elem)
		}
	case set:
		seen := map[string]bool{}
		v.parts = slices.DeleteFunc(v.parts, func(p *value) bool {
			p.tidySets(t.elem)
			text := spelled(p)
			defer func() { seen[text] = true }()
			return seen[text]
		})
		if !slices.ContainsFunc(v.parts, (*value).flagged) {
			sorted.Stable(v.parts, func(a, b *value) int { return strings.Compare(spelled(a), spelled(b)) })
		}
	}
}

// spelled returns what is known of a value.
func spelled(v *value) string { return (&emitter{}).value(v, false, true) }

// flagged reports whether anything in a value is unknown or sensitive.
func (v *value) flagged() bool {
	return v.unknown || v.mark || slices.ContainsFunc(v.parts, (*value).flagged)
}
