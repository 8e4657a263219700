package reference_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// This is the part of the reference of the hash that is about values: "Leaves and places" in docs/hash.md, and paths.

func refText(s string) string { return strconv.Itoa(len(s)) + ":" + s }

// refLeaf is the canonical form of a leaf, or the empty string if the value is none.
func refLeaf(v any) string {
	switch v := v.(type) {
	case nil:
		return "z"
	case bool:
		return map[bool]string{false: "f", true: "t"}[v]
	case json.Number:
		return "n" + refText(refNumber(string(v)))
	case string:
		return "s" + refText(v)
	case []any:
		if len(v) == 0 {
			return "l"
		}
	case map[string]any:
		if len(v) == 0 {
			return "o"
		}
	}
	return ""
}

// refNumber is the canonical number.
func refNumber(s string) string {
	s, negative := strings.CutPrefix(s, "-")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	e := new(big.Int)
	if exponent != "" {
		e.SetString(strings.TrimPrefix(exponent, "+"), 10)
	}
	digits := whole + fraction
	short := strings.TrimRight(digits, "0")
	e.Add(e, big.NewInt(int64(len(digits)-len(short)-len(fraction))))
	short = strings.TrimLeft(short, "0")
	if short == "" {
		return "0"
	}
	return map[bool]string{true: "-", false: ""}[negative] + short + "e" + e.String()
}

// index returns the index that a number is: whole, not negative, and at most 2^53.
func index(n json.Number) (int, bool) {
	digits, exponent, ok := strings.Cut(refNumber(string(n)), "e")
	if !ok {
		return 0, true
	}
	zeros, err := strconv.Atoi(exponent)
	if err != nil || zeros < 0 || zeros > 20 {
		return 0, false
	}
	i, err := strconv.ParseInt(digits+strings.Repeat("0", zeros), 10, 64)
	return int(i), err == nil && i >= 0 && i <= 1<<53
}

// whole is the text of a value with all that is in it. Equal values have equal texts.
func whole(v any) string {
	var b strings.Builder
	var add func(v any)
	add = func(v any) {
		switch l := refLeaf(v); v := v.(type) {
		case []any:
			b.WriteByte('[')
			for _, e := range v {
				add(e)
			}
			b.WriteByte(']')
		case map[string]any:
			b.WriteByte('{')
			for _, name := range slices.Sorted(maps.Keys(v)) {
				b.WriteString(refText(name))
				add(v[name])
			}
			b.WriteByte('}')
		case absence:
			b.WriteByte('-')
		default:
			b.WriteString(l)
		}
	}
	add(v)
	return b.String()
}

// refSide is a value on one side with its mark.
type refSide struct{ value, mark any }

// covers says whether a mark covers the value on its own side.
func covers(mark, value any) bool {
	if value == any(absence{}) || value == nil || value == any("") || len(elems(value)) == 0 && kind(value) == '[' || refLeaf(value) == "o" {
		return false
	}
	switch m := mark.(type) {
	case bool:
		return m
	case nil, json.Number, string:
		return true
	case []any, map[string]any:
		return kind(mark) != kind(value) && marksSomething(m)
	}
	return false
}

func kind(v any) byte {
	switch v.(type) {
	case []any:
		return '['
	case map[string]any:
		return '{'
	}
	return 0
}

func marksSomething(mark any) bool {
	switch m := mark.(type) {
	case bool:
		return m
	case []any:
		return slices.ContainsFunc(m, marksSomething)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(m)), marksSomething)
	}
	return true
}

// step2 is the part of a value at a step: a name or an index.
func step2(v, step any) any {
	switch step := step.(type) {
	case string:
		return get(v, step)
	case int:
		return at(v, step)
	}
	return absence{}
}

// markAt is the mark at a step of a value that has the step.
func markAt(mark, step any) any {
	if l, ok := mark.([]any); ok && len(l) > 0 {
		if i, ok := step.(int); ok && i >= len(l) {
			return true
		}
	}
	switch mark.(type) {
	case []any, map[string]any:
		return step2(mark, step)
	}
	return mark
}

func (s refSide) step(step any) refSide {
	v := step2(s.value, step)
	if l, ok := s.mark.([]any); ok && v == any(absence{}) {
		return refSide{v, step2(l, step)}
	}
	return refSide{v, markAt(s.mark, step)}
}

// refPair is a value with its counterpart.
type refPair struct{ own, other refSide }

func (p refPair) hidden() bool {
	return covers(p.own.mark, p.own.value) || covers(p.other.mark, p.other.value)
}

// step is the section "Counterparts".
func (r reference) step(p refPair, step any) refPair {
	nothing := refSide{absence{}, absence{}}
	x, isX := p.own.value.([]any)
	y, isY := p.other.value.([]any)
	i, isIndex := step.(int)
	switch {
	case !isIndex:
		return refPair{p.own.step(step), p.other.step(step)}
	case isX && isY && i < len(x):
		if j := r.counterparts(x, y)[i]; j >= 0 {
			return refPair{p.own.step(step), p.other.step(j)}
		}
	}
	return refPair{p.own.step(step), nothing}
}

// counterparts are the indexes of the counterparts of the elements of x, -1 if there are none.
func (r reference) counterparts(x, y []any) []int {
	all := make([]int, len(x))
	if len(y) == 0 {
		for i := range all {
			all[i] = -1
		}
		return all
	}
	at := [2]*any{&x[0], &y[0]}
	if known, ok := r.partners[at]; ok {
		return known
	}
	texts := func(l []any) (all []string, first map[string]int) {
		first = map[string]int{}
		for i, e := range l {
			all = append(all, whole(e))
			if _, ok := first[all[i]]; !ok {
				first[all[i]] = i
			}
		}
		return all, first
	}
	xs, inX := texts(x)
	ys, inY := texts(y)
	aligned := len(xs) == len(ys)
	for i := 0; aligned && i < len(xs); i++ {
		_, moved := inY[xs[i]]
		_, came := inX[ys[i]]
		aligned = xs[i] == ys[i] || !moved && !came
	}
	for i := range all {
		j, ok := inY[xs[i]]
		switch {
		case aligned || i < len(ys) && xs[i] == ys[i]:
			all[i] = i
		case ok:
			all[i] = j
		default:
			all[i] = -1
		}
	}
	r.partners[at] = all
	return all
}

// pair makes the pair of the roots. With a key, there are no marks.
func (r reference) pair(own, other refSide) refPair {
	if r.keyed {
		own.mark, other.mark = absence{}, absence{}
	}
	return refPair{own, other}
}

// side is SIDE(x, y).
func (r reference) side(x, y refSide) string {
	return cmp.Or(r.sideNode(r.pair(x, y), r.pair(y, x), false), "-")
}

func (r reference) sideNode(x, y refPair, gone bool) string {
	have, there := x.own.value, y.own.value
	if gone {
		there = absence{}
	}
	if have == any(absence{}) {
		return ""
	}
	leaf, same := refLeaf(have), whole(have) == whole(there)
	switch empty := slices.Contains([]string{"z", "s0:", "l", "o"}, leaf); {
	case same && (empty || x.hidden() || leaf != "" && !y.hidden()):
		return ""
	case !empty && x.hidden():
		return "*"
	case leaf != "":
		return leaf
	}
	gone = gone || y.hidden()
	return nodes([]any{have}, map[bool]string{true: "()", false: "<>"}[kind(have) == kind(there)], func(step any) string {
		return r.sideNode(r.step(x, step), r.step(y, step), gone)
	})
}

// nodes are the nodes of the parts of an array or an object, in brackets.
func nodes(of []any, brackets string, node func(step any) string) string {
	var b strings.Builder
	add := func(name string, step any) {
		if n := node(step); n != "" {
			b.WriteString(name + n)
		}
	}
	switch v := of[0].(type) {
	case []any:
		for i := range v {
			add(stepText(i), i)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			add(stepText(name), name)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return brackets[:1] + b.String() + brackets[1:]
}

func stepText(step any) string {
	if i, ok := step.(int); ok {
		return "i" + strconv.Itoa(i) + ";"
	}
	return "k" + refText(step.(string))
}

// unknown is UNKNOWN.
func (r reference) unknown(tree any, after, before refSide) string {
	return cmp.Or(r.unknownNode(tree, r.pair(after, before)), "-")
}

func (r reference) unknownNode(tree any, after refPair) string {
	if tree == any(true) {
		return "?"
	}
	if after.hidden() || bluntMark(after.own.mark) {
		if hasTrue(tree) {
			return "?"
		}
		return ""
	}
	return nodes([]any{tree}, "()", func(step any) string { return r.unknownNode(step2(tree, step), r.step(after, step)) })
}

// bluntMark says whether a mark is true, a number or a string.
func bluntMark(mark any) bool {
	switch m := mark.(type) {
	case bool:
		return m
	case json.Number, string:
		return true
	}
	return false
}

func hasTrue(tree any) bool {
	switch t := tree.(type) {
	case bool:
		return t
	case []any:
		return slices.ContainsFunc(t, hasTrue)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(t)), hasTrue)
	}
	return false
}

// replace is REPLACE.
func (r reference) replace(change members, before, after refSide) string {
	var paths [][]any
	for _, p := range change.list("replace_paths") {
		steps, ok := p.([]any)
		if !ok {
			change.fail("replace_paths", "an array of arrays")
		}
		path, err := r.path(steps, r.pair(before, after), r.pair(after, before))
		if err != nil {
			change.fail("replace_paths", err.Error())
		}
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b []any) int { return slices.CompareFunc(a, b, compareSteps) })
	s := ""
	for _, p := range slices.CompactFunc(paths, slices.Equal) {
		for _, step := range p {
			s += stepText(step)
		}
		s += ";"
	}
	return "[" + s + "]"
}

func (r reference) path(steps []any, before, after refPair) (path []any, err error) {
	var all []any
	for i, s := range steps {
		if kind(s) != 0 && i > 0 {
			break
		}
		switch v := s.(type) {
		case json.Number:
			i, ok := index(v)
			if !ok {
				return nil, fmt.Errorf("paths: %s is not an index", v)
			}
			all = append(all, i)
		case string:
			all = append(all, v)
		default:
			return nil, fmt.Errorf("paths: %v is not a step", s)
		}
	}
	for _, s := range all {
		if before.hidden() || after.hidden() || bluntMark(after.own.mark) {
			break
		}
		path = append(path, s)
		before, after = r.step(before, s), r.step(after, s)
	}
	return path, nil
}

func compareSteps(a, b any) int {
	i, isI := a.(int)
	j, isJ := b.(int)
	switch {
	case isI && isJ:
		return cmp.Compare(i, j)
	case isI:
		return -1
	case isJ:
		return 1
	}
	return cmp.Compare(a.(string), b.(string))
}
