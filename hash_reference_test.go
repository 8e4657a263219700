package planfmt_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// This is docs/hash.md, written a second time and in another way: the whole document is in
// memory, and every function returns the text that it describes. It expects a plan that can be
// read. The hash of any plan must be the same.

// absence stands for a value that does not exist.
type absence struct{}

// referencePlan has what enters of a plan, in canonical form.
type referencePlan struct {
	entries []string
	state   string
}

func (p referencePlan) hash(key []byte) string {
	var digests []string
	for _, e := range p.entries {
		sum := sha256.Sum256([]byte(e))
		digests = append(digests, string(sum[:]))
	}
	slices.Sort(digests)
	message := refText("planfmt-hash-1") + refText(p.state) + strings.Join(digests, "")
	if key == nil {
		return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(message)))
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(message))
	return fmt.Sprintf("hmac-sha256:%x", mac.Sum(nil))
}

// referenceEntries returns the canonical form of what enters of a plan.
func referenceEntries(document []byte, keyed bool) (p referencePlan, err error) {
	doc, err := decodeAny(document)
	if err != nil {
		return p, err
	}
	p.state = "planned"
	if get(doc, "errored") == true {
		p.state = "errored"
	}
	for _, rc := range elems(get(doc, "resource_changes")) {
		change := get(rc, "change")
		actions := joined(get(change, "actions"))
		address, previous := refAddress(rc), str(get(rc, "previous_address"))
		if previous == address {
			previous = ""
		}
		imports := !isNull(get(change, "importing"))
		if actions == "no-op" && previous == "" && !imports || actions == "delete" && refMode(rc, address) == "data" {
			continue
		}
		e := refText("resource") + refText(address) + refText(str(get(rc, "deposed"))) + refText(str(get(rc, "provider_name"))) + refText(actions) + refText(previous)
		if imports {
			by := get(change, "importing")
			unknown := "f"
			if get(by, "unknown") == true {
				unknown = "t"
			}
			identity := get(by, "identity")
			if isNull(identity) {
				identity = absence{}
			}
			e += "+" + refText(str(get(by, "id"))) + unknown + refSide(identity, absence{}, absence{}, absence{}, true)
		} else {
			e += "-"
		}
		e += refPaths(elems(get(change, "replace_paths")))
		p.entries = append(p.entries, e+refChange(actions, change, keyed))
	}
	outputs, _ := get(doc, "output_changes").(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		change := outputs[name]
		actions := joined(get(change, "actions"))
		if actions == "no-op" {
			continue
		}
		c := maps.Clone(change.(map[string]any))
		if refSensitiveOutput(doc, name) {
			c["before_sensitive"], c["after_sensitive"] = true, true
		}
		p.entries = append(p.entries, refText("output")+refText(name)+refText(actions)+refChange(actions, c, keyed))
	}
	for i, a := range elems(get(doc, "action_invocations")) {
		address := str(get(a, "address"))
		if address == "" {
			address = fmt.Sprintf("action_invocations[%d]", i)
		}
		e := refText("action") + refText(address) + refText(str(get(a, "provider_name")))
		if t := get(a, "lifecycle_action_trigger"); !isNull(t) {
			e += "+" + refText(str(get(t, "triggering_resource_address"))) + refText(str(get(t, "action_trigger_event")))
			for _, name := range []string{"action_trigger_block_index", "actions_list_index"} {
				n, _ := get(t, name).(json.Number)
				if n == "" {
					n = "0"
				}
				e += refText(string(n))
			}
		} else {
			e += "-"
		}
		if t := get(a, "invoke_action_trigger"); !isNull(t) {
			e += "+" + refText(str(get(t, "calling_resource_address")))
		} else {
			e += "-"
		}
		marks := get(a, "config_sensitive")
		e += refChange("create", map[string]any{
			"after": get(a, "config_values"), "before_sensitive": marks, "after_sensitive": marks, "after_unknown": get(a, "config_unknown"),
		}, keyed)
		p.entries = append(p.entries, e)
	}
	return p, nil
}

func decodeAny(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

func get(v any, name string) any {
	if m, ok := v.(map[string]any); ok {
		if part, ok := m[name]; ok {
			return part
		}
	}
	return absence{}
}

func at(v any, i int) any {
	if l := elems(v); i < len(l) {
		return l[i]
	}
	return absence{}
}

func elems(v any) []any { l, _ := v.([]any); return l }

func str(v any) string { s, _ := v.(string); return s }

func isNull(v any) bool { return v == nil || v == absence{} }

func joined(actions any) string {
	var names []string
	for _, a := range elems(actions) {
		names = append(names, str(a))
	}
	return strings.Join(names, ",")
}

func refText(s string) string { return strconv.Itoa(len(s)) + ":" + s }

func refMode(rc any, address string) string {
	if m := str(get(rc, "mode")); m != "" {
		return m
	}
	for strings.HasPrefix(address, "module.") {
		_, address, _ = strings.Cut(strings.TrimPrefix(address, "module."), ".")
	}
	if strings.HasPrefix(address, "data.") {
		return "data"
	}
	return "managed"
}

func refAddress(rc any) string {
	if a := str(get(rc, "address")); a != "" {
		return a
	}
	a := str(get(rc, "type")) + "." + str(get(rc, "name"))
	if str(get(rc, "mode")) == "data" {
		a = "data." + a
	}
	if m := str(get(rc, "module_address")); m != "" {
		a = m + "." + a
	}
	if index := get(rc, "index"); !isNull(index) {
		text, _ := json.Marshal(index)
		a += "[" + string(text) + "]"
	}
	return a
}

func refPaths(paths []any) string {
	var all [][]any
	for _, p := range paths {
		var steps []any
		for _, s := range elems(p) {
			if n, ok := s.(json.Number); ok {
				f, _ := n.Float64()
				s = int(f)
			} else if _, ok := s.(string); !ok {
				break
			}
			steps = append(steps, s)
		}
		all = append(all, steps)
	}
	slices.SortFunc(all, func(a, b []any) int {
		return slices.CompareFunc(a, b, func(s, t any) int {
			i, isIndex := s.(int)
			j, isIndex2 := t.(int)
			switch {
			case isIndex && isIndex2:
				return i - j
			case isIndex:
				return -1
			case isIndex2:
				return 1
			}
			return strings.Compare(s.(string), t.(string))
		})
	})
	text, last := "[", "none"
	for _, steps := range all {
		path := ""
		for _, s := range steps {
			path += refStep(s)
		}
		if path += ";"; path != last {
			text, last = text+path, path
		}
	}
	return text + "]"
}

func refStep(s any) string {
	if i, ok := s.(int); ok {
		return fmt.Sprintf("i%d;", i)
	}
	return "k" + refText(s.(string))
}

func refChange(actions string, change any, keyed bool) string {
	before, after, unknown := get(change, "before"), get(change, "after"), get(change, "after_unknown")
	beforeMarks, afterMarks := get(change, "before_sensitive"), get(change, "after_sensitive")
	switch actions {
	case "create", "read":
		before = absence{}
	case "delete", "forget":
		before, after, unknown = absence{}, absence{}, absence{}
	}
	text := refSide(before, after, beforeMarks, afterMarks, keyed) + refSide(after, before, afterMarks, beforeMarks, keyed)
	if node := refUnknown(unknown, before, after, beforeMarks, afterMarks, keyed); node != "" {
		return text + node
	}
	return text + "-"
}

func refSide(x, y, xMarks, yMarks any, keyed bool) string {
	if node := refNode(x, y, xMarks, yMarks, keyed); node != "" {
		return node
	}
	return "-"
}

func refNode(x, y, xMarks, yMarks any, keyed bool) string {
	if x == (absence{}) || refSame(x, y) {
		return "" // then nothing below is another value, hidden or not
	}
	if !keyed && (covers(xMarks, x) || covers(yMarks, y)) {
		return "*"
	}
	if leaf := refLeaf(x); leaf != "" {
		return leaf
	}
	inner := ""
	each(x, func(step, part any) {
		if node := refNode(part, step2(y, step), markAt(xMarks, step), markAt(yMarks, step), keyed); node != "" {
			inner += refStep(step) + node
		}
	})
	if inner == "" {
		return ""
	}
	return "(" + inner + ")"
}

func refUnknown(u, before, after, beforeMarks, afterMarks any, keyed bool) string {
	if u == true {
		return "?"
	}
	inner := ""
	each(u, func(step, part any) {
		node := refUnknown(part, step2(before, step), step2(after, step), markAt(beforeMarks, step), markAt(afterMarks, step), keyed)
		if node != "" {
			inner += refStep(step) + node
		}
	})
	switch {
	case inner == "":
		return ""
	case !keyed && (covers(beforeMarks, before) || covers(afterMarks, after)):
		return "?"
	}
	return "(" + inner + ")"
}

// each visits the parts of an object, sorted by name, or of an array.
func each(v any, visit func(step, part any)) {
	if m, ok := v.(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			visit(name, m[name])
		}
	}
	for i, e := range elems(v) {
		visit(i, e)
	}
}

func step2(v, step any) any {
	if i, ok := step.(int); ok {
		return at(v, i)
	}
	return get(v, step.(string))
}

func markAt(tree, step any) any {
	switch tree := tree.(type) {
	case map[string]any:
	case []any:
		if i, ok := step.(int); ok && i >= len(tree) && len(tree) > 0 {
			return true
		}
	default:
		return tree
	}
	return step2(tree, step)
}

func covers(mark, v any) bool {
	switch m := mark.(type) {
	case absence:
		return false
	case nil:
		return !isNull(v)
	case bool:
		return m
	case []any:
		_, same := v.([]any)
		return !same && !isNull(v) && anyMark(m)
	case map[string]any:
		_, same := v.(map[string]any)
		return !same && !isNull(v) && anyMark(m)
	}
	return true
}

func anyMark(mark any) bool {
	found := false
	switch m := mark.(type) {
	case bool:
		return m
	case []any, map[string]any:
		each(m, func(_, part any) { found = found || anyMark(part) })
		return found
	}
	return true
}

func refSame(v, w any) bool {
	if v == (absence{}) || w == (absence{}) {
		return v == w
	}
	return refWhole(v) == refWhole(w)
}

// refWhole is a text that is the same for the same values.
func refWhole(v any) string {
	text := refLeaf(v)
	each(v, func(step, part any) { text += refStep(step) + refWhole(part) + "," })
	return fmt.Sprintf("%T(%s)", v, text)
}

func refLeaf(v any) string {
	switch v := v.(type) {
	case nil:
		return "z"
	case bool:
		return strconv.FormatBool(v)[:1]
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

// refNumber makes an integer of the digits, and divides it by ten as often as it can.
func refNumber(text string) string {
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	exponent := new(big.Int)
	if power != "" {
		exponent.SetString(strings.TrimPrefix(power, "+"), 10)
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d, _ := new(big.Int).SetString(whole+fraction, 10)
	if d.Sign() == 0 {
		return "0"
	}
	exponent.Sub(exponent, big.NewInt(int64(len(fraction))))
	ten := big.NewInt(10)
	for {
		q, r := new(big.Int).QuoRem(d, ten, new(big.Int))
		if r.Sign() != 0 {
			return d.String() + "e" + exponent.String()
		}
		d = q
		exponent.Add(exponent, big.NewInt(1))
	}
}

// refSensitiveOutput reports whether an output is sensitive by what stands outside of its change.
func refSensitiveOutput(doc any, name string) bool {
	for _, where := range []any{get(get(doc, "planned_values"), "outputs"), get(get(get(doc, "prior_state"), "values"), "outputs"), get(get(get(doc, "configuration"), "root_module"), "outputs")} {
		if mark := get(get(where, name), "sensitive"); mark != (absence{}) && mark != false {
			return true
		}
	}
	return false
}
