package reference_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// This file reads the format json as docs/formats.md and docs/schema/diff-1.1.json describe it, and a plan as Terraform
// does. It shares no code with planfmt. It goes down the tree of a value and both sides of it at the same time:
// whatever the tree says has to be so in the plan, and what it leaves out as unchanged has to be the same on both sides.

// treeNode is a value of the format json.
type treeNode struct {
	Kind, Action, Label string
	Index               *int
	AllBlocks           bool `json:"all_blocks"`
	Type                string
	Before, After       json.RawMessage
	Unknown             bool
	Sensitive           string
	Notes               []string
	Elements            []treeNode
	Members, Attributes map[string]treeNode
	Blocks              map[string]struct {
		Nesting  string
		Elements []treeNode
	}
	Unchanged       int
	UnchangedBlocks int `json:"unchanged_blocks"`
	Document, Value *treeNode
	BeforeValue     *treeNode `json:"before_value"`
	AfterValue      *treeNode `json:"after_value"`
}

// planSide is a value of a plan on one side. A value is there if it is in the document, or known only after apply.
type planSide struct {
	value              any
	there              bool
	unknown, sensitive any // trees of flags
}

// planned is a value of a plan on both sides.
type planned struct{ before, after planSide }

func isTrue(flag any) bool { return flag == true }

// anyFlag reports whether a flag in a tree is set.
func anyFlag(tree any) bool {
	switch t := tree.(type) {
	case bool:
		return t
	case []any:
		return slices.ContainsFunc(t, anyFlag)
	case map[string]any:
		for _, v := range t {
			if anyFlag(v) {
				return true
			}
		}
	}
	return false
}

// flagAt returns the flags of a part.
func flagAt(tree any, key string, i int) any {
	switch t := tree.(type) {
	case bool:
		return t
	case []any:
		if i >= 0 && i < len(t) {
			return t[i]
		}
	case map[string]any:
		return t[key]
	}
	return nil
}

// isNothing reports whether there is neither a value nor anything unknown. A null is nothing.
func (s planSide) isNothing() bool { return s.value == nil && !anyFlag(s.unknown) }

func (s planSide) member(name string) planSide {
	m, _ := s.value.(map[string]any)
	v, there := m[name]
	out := planSide{value: v, there: there, unknown: flagAt(s.unknown, name, -1), sensitive: flagAt(s.sensitive, name, -1)}
	out.there = out.there || anyFlag(out.unknown)
	return out
}

func (s planSide) names() []string {
	var names []string
	m, _ := s.value.(map[string]any)
	for name := range m {
		names = append(names, name)
	}
	if flags, ok := s.unknown.(map[string]any); ok {
		for name, f := range flags {
			if _, known := m[name]; !known && anyFlag(f) {
				names = append(names, name)
			}
		}
	}
	return names
}

// elements returns the elements of a list, with those that the plan leaves out because they are unknown: if as many
// are unknown as a whole as there are too few, then these; otherwise, those behind the end.
func (s planSide) elements() []planSide {
	list, _ := s.value.([]any)
	flags, _ := s.unknown.([]any)
	whole := 0
	for _, f := range flags {
		if isTrue(f) {
			whole++
		}
	}
	var out []planSide
	add := func(v any, there bool) {
		i := len(out)
		out = append(out, planSide{value: v, there: there, unknown: flagAt(s.unknown, "", i), sensitive: flagAt(s.sensitive, "", i)})
	}
	if len(flags) > len(list) && len(list)+whole == len(flags) {
		for _, f := range flags {
			if isTrue(f) {
				add(nil, true)
			} else {
				add(list[0], true)
				list = list[1:]
			}
		}
		return out
	}
	for _, v := range list {
		add(v, true)
	}
	last := len(flags)
	for last > len(list) && !anyFlag(flags[last-1]) {
		last--
	}
	for i := len(list); i < last; i++ {
		add(nil, anyFlag(flags[i]))
	}
	return out
}

// isSame reports whether a value may be left out as unchanged: both sides are the same, nothing is unknown, and the same parts
// are sensitive. A null and what is not there are the same, but for members of maps, and so are no blocks and an empty list of them. Sets may come
// in another order.
func isSame(p planned, at shape) bool {
	if at.mayBeBlocks() && p.before.isEmpty() && p.after.isEmpty() && !anyFlag(p.after.unknown) {
		return true
	}
	hasValue := p.before.value != nil || p.after.value != nil
	if anyFlag(p.after.unknown) || hasValue && p.before.sensitive != nil && p.after.sensitive != nil && isTrue(p.before.sensitive) != isTrue(p.after.sensitive) {
		return false
	}
	if at.hasNulls() && p.before.there != p.after.there {
		return false
	}
	switch b := p.before.value.(type) {
	case map[string]any:
		if _, ok := p.after.value.(map[string]any); !ok {
			return false
		}
		for _, name := range union(p.before.names(), p.after.names()) {
			if !isSame(planned{p.before.member(name), p.after.member(name)}, at.member(name)) {
				return false
			}
		}
		return true
	case []any:
		a, ok := p.after.value.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		before, after := p.before.elements(), p.after.elements()
		same := func(i, j int) bool { return isSame(planned{before[i], after[j]}, at.element(i)) }
		inOrder := true
		for i := range before {
			inOrder = inOrder && same(i, i)
		}
		return inOrder || at.mayBeSet() && len(pairUp(len(before), len(after), same)) == len(before)
	}
	return p.before.value == p.after.value // numbers are json.Number
}

// pairUp pairs what is the same, in order.
func pairUp(n, m int, same func(i, j int) bool) [][2]int {
	taken := make([]bool, m)
	var pairs [][2]int
	for i := range n {
		for j := range m {
			if !taken[j] && same(i, j) {
				taken[j] = true
				pairs = append(pairs, [2]int{i, j})
				break
			}
		}
	}
	return pairs
}

// isEmpty reports whether there are no blocks.
func (s planSide) isEmpty() bool {
	switch v := s.value.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return e != nil })
	case map[string]any:
		for _, block := range v {
			if block != nil {
				return false
			}
		}
		return true
	}
	return s.value == nil
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// treeChecker checks trees against plans.
type treeChecker struct {
	leaves int // how many values were checked
}

func (c *treeChecker) errorf(path, format string, args ...any) error {
	return fmt.Errorf("%s: %s", path, fmt.Sprintf(format, args...))
}

// changes reports whether an action is a change.
func (n *treeNode) changes() bool { return n.Action != "no-op" }

// onBefore and onAfter say on which sides the value is, by its action.
func (n *treeNode) onBefore() bool { return n.Action != "create" }

func (n *treeNode) onAfter() bool { return n.Action != "delete" }

// check checks a node. only is for a value of which only one side is described: "before" or "after".
func (c *treeChecker) check(n *treeNode, p planned, at shape, path, only string) error {
	c.leaves++
	switch only {
	case "before":
		p.after = p.before
		p.after.unknown = nil
	case "after":
		p.before = p.after
	}
	if only == "" {
		if err := c.checkAction(n, p, at, path); err != nil {
			return err
		}
	}
	if n.Kind != "sensitive" && n.Kind != "mismatch" && n.Kind != "write-only" {
		for _, s := range []planSide{p.before, p.after} {
			if isTrue(s.sensitive) && s.value != nil {
				return c.errorf(path, "a sensitive value is of kind %s", n.Kind)
			}
		}
	}
	switch n.Kind {
	case "scalar":
		return c.checkScalar(n, p, path, only)
	case "json":
		return c.checkDocument(n, p, at, path, only)
	case "list":
		return c.checkList(n.Elements, n.Unchanged, p, at, path, only)
	case "set":
		return c.checkSet(n.Elements, n.Unchanged, p, at, path, only)
	case "map":
		return c.checkMembers(n.Members, nil, n.Unchanged, p, at, path, only)
	case "object":
		return c.checkMembers(n.Attributes, nil, n.Unchanged, p, at, path, only)
	case "block":
		return c.checkBlock(n, p, at, path, only)
	case "sensitive", "write-only":
		return nil
	case "unknown":
		if only != "before" && !isTrue(p.after.unknown) {
			return c.errorf(path, "it is known")
		}
		return c.checkPart(n.Before, n.BeforeValue, p, at, path, "before")
	case "type-change":
		return errors.Join(c.checkPart(n.Before, n.BeforeValue, p, at, path, "before"), c.checkPart(n.After, n.AfterValue, p, at, path, "after"))
	case "mismatch":
		if n.Value == nil || n.Value.Kind == "sensitive" {
			return nil
		}
		return c.check(n.Value, p, at, path, only)
	}
	return c.errorf(path, "of kind %q", n.Kind)
}

// checkAction checks what a node says happens to it.
func (c *treeChecker) checkAction(n *treeNode, p planned, at shape, path string) error {
	for _, part := range n.parts() {
		if part.changes() && !n.changes() {
			return c.errorf(path, "no-op, above %s", part.Action)
		}
	}
	if n.Kind == "write-only" {
		return nil
	}
	same := isSame(p, at)
	switch {
	case n.Action == "create" && p.before.value != nil:
		return c.errorf(path, "created, but it is there before: %v", p.before.value)
	case n.Action == "delete" && (p.after.value != nil || anyFlag(p.after.unknown)):
		return c.errorf(path, "deleted, but it is there after: %v", p.after.value)
	case n.Action == "no-op" && !same:
		return c.errorf(path, "no-op, but %v becomes %v (unknown: %v)", p.before.value, p.after.value, p.after.unknown)
	case n.changes() && p.before.there == p.after.there && reflect.DeepEqual(p.before.value, p.after.value) && !anyFlag(p.after.unknown) && !anyFlag(p.before.sensitive) && !anyFlag(p.after.sensitive) && !n.hasWriteOnly():
		return c.errorf(path, "%s, but %v does not change", n.Action, p.before.value)
	}
	return nil
}

// hidden returns how many parts are sensitive.
func (n *treeNode) hidden() int {
	count := 0
	if n.Kind == "sensitive" {
		count++
	}
	for _, p := range n.parts() {
		count += p.hidden()
	}
	return count
}

func (n *treeNode) hasWriteOnly() bool {
	return n.Kind == "write-only" || slices.ContainsFunc(n.parts(), func(p *treeNode) bool { return p.hasWriteOnly() })
}

// parts returns the parts of a node on both sides, apart from documents in strings that do not change otherwise.
func (n *treeNode) parts() (all []*treeNode) {
	for i := range n.Elements {
		all = append(all, &n.Elements[i])
	}
	for _, m := range []map[string]treeNode{n.Members, n.Attributes} {
		for _, v := range m {
			all = append(all, &v)
		}
	}
	for _, b := range n.Blocks {
		for i := range b.Elements {
			all = append(all, &b.Elements[i])
		}
	}
	for _, one := range []*treeNode{n.Document, n.Value} {
		if one != nil {
			all = append(all, one)
		}
	}
	return all
}

func (c *treeChecker) checkPart(literal json.RawMessage, value *treeNode, p planned, at shape, path, only string) error {
	side := p.before
	if only == "after" {
		side = p.after
	}
	switch {
	case value != nil:
		return c.check(value, p, at, path, only)
	case literal != nil:
		return c.checkLiteral(literal, side, path, only)
	case side.value != nil:
		return c.errorf(path, "the value %s is missing: %v", only, side.value)
	}
	return nil
}

func (c *treeChecker) checkLiteral(literal json.RawMessage, side planSide, path, name string) error {
	if side.value == nil && string(literal) == "null" {
		return nil
	}
	var v any
	d := json.NewDecoder(strings.NewReader(string(literal)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return err
	}
	if v != side.value {
		return c.errorf(path, "%s is %v in the tree and %#v in the plan", name, v, side.value)
	}
	return nil
}

func (c *treeChecker) checkScalar(n *treeNode, p planned, path, only string) error {
	before := n.Before
	if before == nil && n.onBefore() { // if nothing changes, it is the same as after
		before = n.After
	}
	if only != "after" && before != nil {
		if err := c.checkLiteral(before, p.before, path, "before"); err != nil {
			return err
		}
	}
	if only != "before" && n.After != nil {
		return c.checkLiteral(n.After, p.after, path, "after")
	}
	return nil
}

// checkDocument checks the JSON in a string.
func (c *treeChecker) checkDocument(n *treeNode, p planned, at shape, path, only string) error {
	in := planned{}
	for i, side := range []planSide{p.before, p.after} {
		text, ok := side.value.(string)
		if !ok {
			if side.value != nil {
				return c.errorf(path, "json, but it is %v", side.value)
			}
			continue
		}
		v, err := decodeStrictly(text)
		if err != nil {
			return c.errorf(path, "%v", err)
		}
		*[]*planSide{&in.before, &in.after}[i] = planSide{value: v, there: true}
	}
	if slices.Contains(n.Notes, "whitespace") && (withoutWhitespace(p.before.value) != withoutWhitespace(p.after.value) || !isSame(in, exactly) || p.before.value == p.after.value) {
		return c.errorf(path, "not only white space changes")
	}
	return c.check(n.Document, in, exactly, path+"(json)", only)
}
