package reference_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// This mutates plans as generic JSON. It knows the members of a plan and how marks are read from docs/hash.md, and shares no
// code with what it tests.

// mutant is a place in an entry that enters the hash: something that a mutation can change.
type mutant struct {
	doc    any // the whole plan
	entry  string
	side   mutantSide // the one that is changed
	other  mutantSide // the other one
	path   []any      // to the value; names and indexes
	action string
}

// mutantSide is a side of a change: members of an object. A side that does not exist has no object.
type mutantSide struct {
	in                   map[string]any
	value, mark, unknown string // names of members; no unknown for the side before
}

func (s mutantSide) get(name string) any {
	if s.in == nil || name == "" {
		return absence{}
	}
	return get(s.in, name)
}

// mutants returns all places of a plan.
func mutants(doc any) (all []mutant) {
	for _, rc := range elems(get(doc, "resource_changes")) {
		change, _ := get(rc, "change").(map[string]any)
		actions := joined(get(change, "actions"))
		address := str(get(rc, "address"))
		moved := str(get(rc, "previous_address")) != "" && get(rc, "previous_address") != get(rc, "address")
		importing, imports := get(change, "importing").(map[string]any)
		if actions == "no-op" && !moved && !imports || actions == "delete" && str(get(rc, "mode")) == "data" {
			continue
		}
		if imports {
			all = places(all, mutant{doc: doc, entry: address + " importing", action: actions, side: mutantSide{in: importing, value: "identity"}})
		}
		all = changeMutants(all, mutant{doc: doc, entry: address, action: actions}, change)
	}
	outputs, _ := get(doc, "output_changes").(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		change, _ := outputs[name].(map[string]any)
		if actions := joined(get(change, "actions")); actions != "no-op" && !sensitiveOutput(doc, name) {
			all = changeMutants(all, mutant{doc: doc, entry: "output." + name, action: actions}, change)
		}
	}
	for i, a := range elems(get(doc, "action_invocations")) {
		side := mutantSide{in: a.(map[string]any), value: "config_values", mark: "config_sensitive", unknown: "config_unknown"}
		all = places(all, mutant{doc: doc, entry: fmt.Sprint("action ", i), action: "invoke", side: side})
	}
	return all
}

// sensitiveOutput reports whether something outside of its change calls an output sensitive.
func sensitiveOutput(doc any, name string) bool {
	for _, at := range [][]string{{"planned_values", "outputs"}, {"prior_state", "values", "outputs"}, {"configuration", "root_module", "outputs"}} {
		in := doc
		for _, step := range at {
			in = get(in, step)
		}
		if mark := get(get(in, name), "sensitive"); mark != (absence{}) && mark != false {
			return true
		}
	}
	return false
}

func changeMutants(all []mutant, m mutant, change map[string]any) []mutant {
	before := mutantSide{in: change, value: "before", mark: "before_sensitive"}
	after := mutantSide{in: change, value: "after", mark: "after_sensitive", unknown: "after_unknown"}
	switch m.action {
	case "delete", "forget":
		return all
	case "create", "read":
		before = mutantSide{}
	default:
		m.side, m.other = before, after
		all = places(all, m)
	}
	m.side, m.other = after, before
	return places(all, m)
}

// places adds the places of a side: those of values, and those that are unknown.
func places(all []mutant, m mutant) []mutant {
	var visit func(v, unknown any, path []any)
	visit = func(v, unknown any, path []any) {
		m.path = slices.Clone(path)
		all = append(all, m)
		object, _ := v.(map[string]any)
		names := maps.Clone(object)
		for name, part := range unknownParts(unknown) {
			if _, ok := names[name]; !ok && part {
				if names == nil {
					names = map[string]any{}
				}
				names[name] = absence{}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			visit(names[name], get(unknown, name), append(path, name))
		}
		for i, e := range elems(v) {
			visit(e, at(unknown, i), append(path, i))
		}
	}
	visit(m.side.get(m.side.value), m.side.get(m.side.unknown), nil)
	return all
}

// unknownParts returns which members of a tree are unknown as a whole.
func unknownParts(tree any) map[string]bool {
	all := map[string]bool{}
	if object, ok := tree.(map[string]any); ok {
		for name, part := range object {
			all[name] = part == true
		}
	}
	return all
}

// part returns what a path leads to.
func part(v any, path []any) any {
	for _, step := range path {
		if i, ok := step.(int); ok {
			v = at(v, i)
		} else {
			v = get(v, step.(string))
		}
	}
	return v
}

// marked reports whether the marks of one side hide a value on that side, at a place or around it.
func marksHide(marks, value any, path []any) bool {
	for i := 0; ; i++ {
		if mayHide(marks, value) {
			return true
		}
		if i == len(path) {
			return false
		}
		step := path[i]
		value = part(value, path[i:i+1])
		switch tree := marks.(type) {
		case []any:
			index, ok := step.(int)
			switch {
			case ok && index < len(tree):
				marks = tree[index]
			case ok && len(tree) > 0 && value != absence{}:
				return true
			default:
				return false
			}
		case map[string]any:
			marks = get(tree, fmt.Sprint(step))
		default: // it is the same for everything below
		}
	}
}

// mayHide reports whether a mark may be for a value as a whole.
func mayHide(mark, value any) bool {
	if value == (absence{}) || value == nil {
		return false
	}
	switch mark := mark.(type) {
	case absence:
		return false
	case bool:
		return mark
	case []any:
		_, fits := value.([]any)
		return !fits
	case map[string]any:
		_, fits := value.(map[string]any)
		return !fits
	}
	return true
}

// hidden reports whether a mark of either side may hide a place of the side that is changed. Where lists are not of the same
// length, the marks of the other side are for other elements.
func (m *mutant) hidden(path []any) bool {
	for _, marks := range []any{m.side.get(m.side.mark), m.other.get(m.other.mark)} {
		if marksHide(m.side.get(m.side.mark), m.side.get(m.side.value), path) || hasMark(part(marks, path)) {
			return true // the marks may be for what is in the new value
		}
	}
	these, others := m.side.get(m.side.value), m.other.get(m.other.value)
	for i, step := range path {
		if _, ok := step.(int); ok && len(elems(these)) != len(elems(others)) {
			path = path[:i]
			break
		}
		these, others = part(these, path[i:i+1]), part(others, path[i:i+1])
	}
	return marksHide(m.other.get(m.other.mark), m.other.get(m.other.value), path)
}

// near reports whether there is a mark around a place on either side, or anywhere in a list that it is in: reports pair the elements of
// lists in several ways, and hide both sides of a pair.
func (m *mutant) near(path []any) bool {
	for _, marks := range []any{m.side.get(m.side.mark), m.side.get("before_sensitive"), m.side.get("after_sensitive")} { // also if there is no side before
		for i := 0; ; i++ {
			inList := false
			if i < len(path) {
				_, inList = path[i].(int)
			}
			if l, ok := marks.([]any); ok && len(l) < max(len(elems(part(m.side.get(m.side.value), path[:i]))), len(elems(part(m.other.get(m.other.value), path[:i])))) {
				inList = true // those that the list of marks lacks may be hidden, too
				if len(l) > 0 {
					return true
				}
			}
			object, isObject := marks.(map[string]any)
			_, isList := marks.([]any)
			if (i == len(path) || inList || !isObject && !isList) && hasMark(marks) {
				return true
			}
			if i == len(path) || inList || !isObject {
				break
			}
			marks = get(object, path[i].(string))
		}
	}
	return false
}

// hasMark reports whether there is a mark in a tree that may hide something.
func hasMark(tree any) bool {
	switch tree := tree.(type) {
	case absence:
		return false
	case bool:
		return tree
	case []any:
		return slices.ContainsFunc(tree, hasMark)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(tree)), hasMark)
	}
	return true
}

// in returns the same place in a copy of the plan.
func (m *mutant) in(doc any) (mutant, bool) {
	for _, o := range mutants(doc) {
		if o.entry == m.entry && o.side.value == m.side.value && slices.Equal(o.path, m.path) {
			return o, true
		}
	}
	return mutant{}, false
}

// put sets a part of a tree, which it changes, and makes objects and lists around it as they are needed. It returns the tree.
func put(tree any, path []any, v any) any {
	if len(path) == 0 {
		return v
	}
	if i, ok := path[0].(int); ok {
		l := elems(tree)
		for len(l) <= i {
			l = append(l, false)
		}
		l[i] = put(l[i], path[1:], v)
		return l
	}
	object, ok := tree.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	object[path[0].(string)] = put(object[path[0].(string)], path[1:], v)
	return object
}

// remove removes a part from a tree. Elements behind it move.
func remove(tree any, path []any) any {
	around := part(tree, path[:len(path)-1])
	switch last := path[len(path)-1].(type) {
	case int:
		if l := elems(around); last < len(l) {
			return put(tree, path[:len(path)-1], slices.Delete(slices.Clone(l), last, last+1))
		}
	case string:
		if object, ok := around.(map[string]any); ok {
			delete(object, last)
		}
	}
	return tree
}

// insert makes room for an element in a tree of values, or in one of flags, if it has that list, and so many elements.
func insert(tree any, path []any, v any) any {
	i := path[len(path)-1].(int)
	l, ok := part(tree, path[:len(path)-1]).([]any)
	if !ok || i > len(l) {
		return tree
	}
	return put(tree, path[:len(path)-1], slices.Insert(slices.Clone(l), i, v))
}

func (m *mutant) set(name string, tree any) {
	if name == "" || tree == (absence{}) {
		return
	}
	m.side.in[name] = tree
}

// mutation says what has been changed in a plan. It is empty if nothing has.
type changeMade struct {
	what   string
	hidden bool // a mark may hide it
	means  bool // planfmt diff tells the values apart: docs/diff.md says which it does not
	near   bool // there are marks around it, so that reports may hide it
}

// mutate changes the plan at the place. The new values are unique.
func (m *mutant) mutate(r *rand.Rand) changeMade {
	unique := func() any {
		n := r.Int64N(1 << 50)
		switch r.IntN(8) {
		case 0:
			return json.Number(fmt.Sprint(n))
		case 1:
			return json.Number(fmt.Sprintf("-%d.5e%d", n, r.IntN(400)-200))
		case 2:
			return []any{fmt.Sprintf("unique %d", n)}
		case 3:
			return map[string]any{"name": fmt.Sprintf("unique %d", n)}
		}
		return fmt.Sprintf("unique %d", n)
	}
	s := m.side
	v := part(s.get(s.value), m.path)
	unknown := part(s.get(s.unknown), m.path) == true
	hidden, near := m.hidden(m.path), m.near(m.path)
	isRoot := len(m.path) == 0
	inList := false
	if !isRoot {
		_, inList = m.path[len(m.path)-1].(int)
	}
	if unknown {
		if isRoot || inList {
			return changeMade{}
		}
		m.set(s.unknown, remove(s.get(s.unknown), m.path))
		m.set(s.value, put(s.get(s.value), m.path, unique()))
		return changeMade{"what was unknown is known", hidden || m.hidden(m.path), true, near || m.near(m.path)}
	}
	type kind struct {
		what string
		do   func()
		path []any // if another place is changed
	}
	set := func(to any) func() { return func() { m.set(s.value, put(s.get(s.value), m.path, to)) } }
	var kinds []kind
	add := func(what string, do func()) { kinds = append(kinds, kind{what, do, m.path}) }
	list, isList := v.([]any)
	object, isObject := v.(map[string]any)
	scalar := !isList && !isObject && v != nil && v != absence{}
	if !isRoot || m.entry[:min(7, len(m.entry))] == "output." {
		switch v := v.(type) {
		case nil:
			add("a null becomes a value", set(unique()))
		case bool:
			add("a bool is turned", set(!v))
		case json.Number:
			add("another number", set(json.Number(fmt.Sprint(r.Int64N(1<<50)))))
		case string:
			add("another string", set(v+fmt.Sprint(r.Int64N(1<<50))))
		}
		if v != nil {
			add("a value becomes null", set(nil))
			add("another value", set(unique()))
		}
		if scalar {
			add("a scalar becomes a list", set([]any{v}))
		}
	}
	if s.unknown != "" && !isRoot && v != (absence{}) {
		add("what was known is unknown", func() {
			m.set(s.unknown, put(s.get(s.unknown), m.path, true))
			if s.in[s.unknown] == nil {
				s.in[s.unknown] = put(nil, m.path, true)
			}
			if inList {
				set(nil)()
			} else {
				m.set(s.value, remove(s.get(s.value), m.path))
			}
		})
	}
	if !isRoot && !inList && v != (absence{}) {
		add("a member is removed", func() { m.set(s.value, remove(s.get(s.value), m.path)) })
	}
	if isObject {
		for _, to := range []any{unique(), unique(), map[string]any{}, []any{}, nil} {
			at := append(slices.Clone(m.path), fmt.Sprint("unique", r.IntN(1<<30)))
			kinds = append(kinds, kind{fmt.Sprintf("%T is added", to), func() { m.set(s.value, put(s.get(s.value), at, to)) }, at})
		}
		if len(object) > 0 && !isRoot {
			add("an object is emptied", set(map[string]any{}))
		}
	}
	if isList {
		to, i := unique(), r.IntN(len(list)+1)
		if len(list) > 0 && r.IntN(2) == 0 { // one that is like another one
			to = changed(list[r.IntN(len(list))], unique())
		}
		for _, i := range []int{0, i, len(list)} {
			at := append(slices.Clone(m.path), i)
			kinds = append(kinds, kind{fmt.Sprintf("an element is inserted at %d of %d", i, len(list)), func() {
				m.set(s.value, insert(s.get(s.value), at, to))
				m.set(s.mark, insert(s.get(s.mark), at, false))
				m.set(s.unknown, insert(s.get(s.unknown), at, false))
			}, at})
		}
		if len(list) > 0 {
			i := r.IntN(len(list))
			at := append(slices.Clone(m.path), i)
			kinds = append(kinds, kind{fmt.Sprintf("element %d of %d is removed", i, len(list)), func() {
				m.set(s.value, remove(s.get(s.value), at))
				m.set(s.mark, remove(s.get(s.mark), at))
				m.set(s.unknown, remove(s.get(s.unknown), at))
			}, at})
			add("a list is emptied", set([]any{}))
		}
	}
	if len(kinds) == 0 {
		return changeMade{}
	}
	k := kinds[r.IntN(len(kinds))]
	was := part(s.get(s.value), k.path)
	hidden, near = m.hidden(k.path), m.near(k.path)
	k.do()
	is := part(s.get(s.value), k.path)
	// What stands in the place of unknown values means nothing.
	placeholder := !holdsScalar(was) && !holdsScalar(is) && hasMark(part(s.get(s.unknown), k.path)) && !strings.Contains(k.what, "unknown")
	element := false
	if n := len(k.path); n > 0 {
		_, element = k.path[n-1].(int)
	}
	return changeMade{k.what, hidden || m.hidden(k.path), !placeholder && !isSameObject(was, is) && (element || !isNothing(was) || !isNothing(is) || strings.Contains(k.what, "unknown")), near || m.near(k.path)}
}

// isNothing reports whether a member means the same as none, at least if it is a list of blocks.
func isNothing(v any) bool {
	l, isList := v.([]any)
	return isNull(v) || isList && len(l) == 0
}

// isSameObject reports whether two objects have nothing but nulls and empty lists. Without a schema, these are attributes without a value, and
// blocks that are not there.
func isSameObject(v, w any) bool {
	isBlank := func(v any) bool {
		object, ok := v.(map[string]any)
		for _, part := range object {
			ok = ok && isNothing(part)
		}
		return ok
	}
	return isBlank(v) && isBlank(w)
}

// holdsScalar reports whether there is a scalar in a value.
func holdsScalar(v any) bool {
	switch v := v.(type) {
	case absence, nil:
		return false
	case []any:
		return slices.ContainsFunc(v, holdsScalar)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), holdsScalar)
	}
	return true
}

// changed returns a copy of a value in which one scalar is another one.
func changed(v, to any) any {
	switch v := v.(type) {
	case []any:
		v = slices.Clone(v)
		if len(v) > 0 {
			v[len(v)-1] = changed(v[len(v)-1], to)
			return v
		}
	case map[string]any:
		v = maps.Clone(v)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			v[name] = changed(v[name], to)
			return v
		}
	}
	return to
}
