package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// withoutWhitespace returns a JSON document without white space between its tokens. Strings keep their spelling.
func withoutWhitespace(document any) string {
	text, _ := document.(string)
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text
	}
	return b.String()
}

func (c *treeChecker) checkBlock(n *treeNode, p planned, at shape, path, only string) error {
	names := map[string]bool{}
	for name, group := range n.Blocks {
		names[name] = true
		part, path, at := planned{p.before.member(name), p.after.member(name)}, path+"."+name, at.member(name)
		if len(group.Elements) > 0 && group.Elements[0].AllBlocks && only == "" {
			all, stands := &group.Elements[0], part
			if group.Nesting != "single" && group.Nesting != "group" {
				if !all.onBefore() || all.Kind == "unknown" || isTrue(part.after.unknown) {
					stands.before = planSide{}
				}
				if !all.onAfter() {
					stands.after = planSide{}
				}
			}
			if err := c.check(all, stands, at, path, ""); err != nil {
				return err
			}
			if all.onBefore() && all.Kind == "sensitive" && !isTrue(part.after.unknown) {
				part.before = planSide{sensitive: true}
			}
			if all.onAfter() {
				part.after = planSide{sensitive: true}
			}
		}
		group.Elements = slices.DeleteFunc(group.Elements, func(n treeNode) bool { return n.AllBlocks })
		var err error
		switch group.Nesting {
		case "single", "group":
			if len(group.Elements) == 0 {
				continue
			}
			err = c.check(&group.Elements[0], part, at, path, only)
		case "list":
			err = c.checkBlocks(group.Elements, part, at, path, only)
		case "set":
			err = c.checkSet(group.Elements, -1, part, at, path, only)
		case "map":
			labelled := map[string]treeNode{}
			for _, e := range group.Elements {
				labelled[e.Label] = e
			}
			err = c.checkMembers(labelled, nil, -1, part, at, path, only)
		}
		if err != nil {
			return err
		}
	}
	return c.checkMembers(n.Attributes, names, -1, p, at, path, only)
}

// checkBlocks checks the blocks of a list, which are compared by their indexes. A null is no block.
func (c *treeChecker) checkBlocks(shown []treeNode, p planned, at shape, path, only string) error {
	before, after := p.before.elements(), p.after.elements()
	for i := range max(len(before), len(after)) {
		var part planned
		if i < len(before) {
			part.before = before[i]
		}
		if i < len(after) {
			part.after = after[i]
		}
		path := fmt.Sprintf("%s[%d]", path, i)
		k := slices.IndexFunc(shown, func(n treeNode) bool { return n.Index != nil && *n.Index == i })
		if k < 0 {
			if only == "" && !isSame(part, at.element(i)) {
				return c.errorf(path, "left out, but %v becomes %v", part.before.value, part.after.value)
			}
			continue
		}
		if err := c.check(&shown[k], part, at.element(i), path, only); err != nil {
			return err
		}
		shown = slices.Delete(slices.Clone(shown), k, k+1)
	}
	if len(shown) > 0 {
		return c.errorf(path, "%d blocks are in the tree only", len(shown))
	}
	return nil
}

// checkMembers checks members by name. Those in skip are checked already.
func (c *treeChecker) checkMembers(shown map[string]treeNode, skip map[string]bool, unchanged int, p planned, at shape, path, only string) error {
	left := 0
	names := union(p.before.names(), p.after.names())
	for _, name := range names {
		part, path := planned{p.before.member(name), p.after.member(name)}, path+"."+name
		n, ok := shown[name]
		switch {
		case skip[name]:
		case ok:
			if err := c.check(&n, part, at.member(name), path, only); err != nil {
				return err
			}
		case only != "":
			if s := sideOf(part, only); !s.isNothing() && unchanged == 0 {
				return c.errorf(path, "missing %s: %v", only, s.value)
			}
		case !isSame(part, at.member(name)):
			return c.errorf(path, "left out, but %v becomes %v (unknown: %v, sensitive: %v -> %v)", part.before.value, part.after.value, part.after.unknown, part.before.sensitive, part.after.sensitive)
		case !part.before.isNothing():
			left++
		}
	}
	for name, n := range shown {
		if !slices.Contains(names, name) && n.Kind != "write-only" && (n.changes() || n.Kind != "scalar") && n.Kind != "sensitive" {
			return c.errorf(path+"."+name, "in the tree only")
		}
	}
	if only == "" && unchanged >= 0 && left > unchanged {
		return c.errorf(path, "%d members are left out, and %d counted", left, unchanged)
	}
	return nil
}

func sideOf(p planned, only string) planSide {
	if only == "after" {
		return p.after
	}
	return p.before
}

// checkList checks elements in order. Between those in the tree, unchanged ones are left out.
func (c *treeChecker) checkList(shown []treeNode, unchanged int, p planned, at shape, path, only string) error {
	before, after := p.before.elements(), p.after.elements()
	if only == "before" {
		after = nil
	} else if only == "after" {
		before = nil
	}
	i, j, left := 0, 0, 0
	skip := func(n int) error {
		for ; n > 0; n-- {
			if only == "" {
				if i >= len(before) || j >= len(after) || !isSame(planned{before[i], after[j]}, at.element(i)) {
					return c.errorf(path, "an element is left out that changes: %d before, %d after", i, j)
				}
			}
			i, j, left = i+1, j+1, left+1
		}
		return nil
	}
	for k := range shown {
		n := &shown[k]
		if n.Index == nil {
			return c.errorf(path, "an element has no index")
		}
		to := *n.Index - i
		if n.Action == "create" {
			to = *n.Index - j
		}
		if err := skip(to); err != nil {
			return err
		}
		part := planned{}
		if n.onBefore() && i < len(before) {
			part.before, i = before[i], i+1
		}
		if n.onAfter() && j < len(after) {
			part.after, j = after[j], j+1
		}
		if err := c.check(n, part, at.element(*n.Index), fmt.Sprintf("%s[%d]", path, *n.Index), only); err != nil {
			return err
		}
	}
	if only != "" {
		return nil
	}
	if err := skip(max(len(before)-i, len(after)-j)); err != nil {
		return err
	}
	if unchanged >= 0 && left != unchanged {
		return c.errorf(path, "%d elements are left out, and %d counted", left, unchanged)
	}
	return nil
}

// checkSet checks elements in any order.
func (c *treeChecker) checkSet(shown []treeNode, unchanged int, p planned, at shape, path, only string) error {
	before, after := p.before.elements(), p.after.elements()
	nulls := 0
	if at.kind == blocksShape || unchanged < 0 { // a null is no block
		nulls = len(before)
		before, after = slices.DeleteFunc(before, planSide.isNothing), slices.DeleteFunc(after, planSide.isNothing)
		nulls -= len(before)
	}
	// What is hidden fits many elements, so it comes last.
	shown = slices.Clone(shown)
	slices.SortStableFunc(shown, func(a, b treeNode) int { return a.hidden() - b.hidden() })
	for k := range shown {
		n, found := &shown[k], false
		var last error
		first := true // look for elements that the plan marks, and that are on one side only
		try := func(b, a int) bool {
			part := planned{}
			if first && n.Kind == "sensitive" && (b >= 0 && !isTrue(before[b].sensitive) || a >= 0 && !isTrue(after[a].sensitive)) {
				return false
			}
			// Where parts are sensitive, nothing says which element it is. One that is on both sides is left out.
			isOther := func(i, j int) bool { return isSame(planned{before[i], after[j]}, at.element(0)) }
			if first && a < 0 && slices.ContainsFunc(indexes(after), func(j int) bool { return isOther(b, j) }) ||
				first && b < 0 && slices.ContainsFunc(indexes(before), func(i int) bool { return isOther(i, a) }) {
				return false
			}
			if b >= 0 {
				part.before = before[b]
			}
			if a >= 0 {
				part.after = after[a]
			}
			if err := c.check(n, part, at.element(0), path+"{}", only); err != nil {
				last = err
				return false
			}
			if b >= 0 {
				before = slices.Delete(slices.Clone(before), b, b+1)
			}
			if a >= 0 {
				after = slices.Delete(slices.Clone(after), a, a+1)
			}
			found = true
			return true
		}
	search:
		switch {
		case only == "before" || n.Action == "delete":
			for b := 0; b < len(before) && !try(b, -1); b++ {
			}
		case only == "after" || n.Action == "create":
			for a := 0; a < len(after) && !try(-1, a); a++ {
			}
		default:
			for b := 0; b < len(before) && !found; b++ {
				for a := 0; a < len(after) && !try(b, a); a++ {
				}
			}
		}
		if !found && first {
			first = false
			goto search
		}
		if !found && nulls > 0 && n.Kind == "block" && n.Action == "no-op" {
			nulls--
			continue
		}
		if !found {
			return c.errorf(path, "the plan has no such element: %s %s: %v", n.Action, n.Kind, last)
		}
	}
	if only != "" {
		return nil
	}
	same := pairUp(len(before), len(after), func(i, j int) bool { return isSame(planned{before[i], after[j]}, at.element(i)) })
	if len(before) != len(after) { // an element that occurs more than once is one element
		before, after = distinct(before, at), distinct(after, at)
		same = pairUp(len(before), len(after), func(i, j int) bool { return isSame(planned{before[i], after[j]}, at.element(i)) })
	}
	if len(same) != len(before) || len(same) != len(after) || unchanged > len(same) {
		return c.errorf(path, "%d elements before and %d after are left out, %d of them the same, %d counted", len(before), len(after), len(same), unchanged)
	}
	return nil
}

func indexes(all []planSide) []int {
	out := make([]int, len(all))
	for i := range out {
		out[i] = i
	}
	return out
}

// distinct returns the elements of a set that are different.
func distinct(all []planSide, at shape) (out []planSide) {
	for _, e := range all {
		if !slices.ContainsFunc(out, func(o planSide) bool { return isSame(planned{o, e}, at.element(0)) }) {
			out = append(out, e)
		}
	}
	return out
}

// decodeStrictly decodes a JSON document in which no name occurs twice.
func decodeStrictly(text string) (any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return decodeNext(d)
}

func decodeNext(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := decodeNext(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	case json.Delim('{'):
		object := map[string]any{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			if _, twice := object[name.(string)]; twice {
				return nil, fmt.Errorf("%q occurs twice", name)
			}
			if object[name.(string)], err = decodeNext(d); err != nil {
				return nil, err
			}
		}
		_, err = d.Token()
		return object, err
	}
	return t, nil
}
