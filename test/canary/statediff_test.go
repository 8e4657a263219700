package canary_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/test/kit"
)

// withAllMarks returns a plan in which what is marked before a change is marked after it, too.
func withAllMarks(plan []byte) map[string]any {
	var doc map[string]any
	_ = kit.Decode(plan, &doc)
	var join func(a, b any) any
	join = func(a, b any) any {
		if a == true || b == true {
			return true
		}
		x, isObject := a.(map[string]any)
		if y, ok := b.(map[string]any); ok && isObject {
			all := maps.Clone(x)
			for k, m := range y {
				all[k] = join(all[k], m)
			}
			return all
		}
		if b == false || b == nil && a != false { // false beside what is no mark stays what is no mark
			return a
		}
		return b
	}
	eachChange(doc, func(c map[string]any) {
		if after, ok := c["after_sensitive"]; ok {
			c["after_sensitive"] = join(c["before_sensitive"], after)
		}
	})
	return doc
}

// isMarks reports whether something has the form of marks.
func isMarks(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, m := range v {
			if !isMarks(m) || m == nil {
				return false
			}
		}
	case []any:
		for _, m := range v {
			if !isMarks(m) || m == nil {
				return false
			}
		}
	case bool, nil:
	default:
		return false
	}
	return true
}

var canaryText = regexp.MustCompile(kit.Canary + `[0-9a-f]*`)

// withSecrets returns the JSON of a state with an output that marks the canaries of a document: those that are marked there need not be
// marked in the state, which has only a part of it.
func withSecrets(doc, text []byte) []byte {
	var state map[string]any
	_ = kit.Decode(doc, &state)
	all := []any{}
	for _, secret := range canaryText.FindAllString(string(text), -1) {
		all = append(all, secret)
	}
	kit.Object(state["values"])["outputs"] = map[string]any{"marked": map[string]any{"value": all, "sensitive": true}}
	return kit.Encode(state)
}

// diffStates compares the states before and after a plan with each other and with such that do not have or do not mark the secrets, in each form.
func diffStates(w io.Writer, in canaryDocument, opts planfmt.Options) {
	var unmarked map[string]any
	if kit.Decode(in.text, &unmarked) != nil {
		return
	}
	eachChange(unmarked, func(c map[string]any) {
		c["before_sensitive"], c["after_sensitive"] = map[string]any{}, map[string]any{}
	})
	before, after := kit.StateAfter(in.plan, true), kit.StateAfter(in.plan, false)
	marked := kit.StateAfter(withAllMarks(in.text), false) // what is marked in neither of two states is no secret in them
	if in.copies {
		before, after, marked = withSecrets(before, in.text), withSecrets(after, in.text), withSecrets(marked, in.text)
	}
	other := bytes.ReplaceAll(marked, []byte(kit.Canary), []byte("BARLEY"))
	pairs := [][2][]byte{{before, after}, {other, after}, {marked, kit.StateAfter(unmarked, false)}, {marked, []byte(`{"format_version":"1.0"}`)}}
	wellFormed := true
	eachChange(in.plan, func(c map[string]any) {
		wellFormed = wellFormed && isMarks(c["before_sensitive"]) && isMarks(c["after_sensitive"])
	})
	if wellFormed { // paths cannot say what other marks would
		pairs = append(pairs, [][2][]byte{
			{kit.StateFile(before), kit.StateFile(after)}, {after, kit.StateFile(other)}, {kit.StateFile(other), after}, {kit.StateFile(kit.StateAfter(unmarked, true)), kit.StateFile(before)},
		}...)
	}
	for _, pair := range pairs {
		var targets []planfmt.Target
		for _, f := range planfmt.PlanDiffFormats() {
			targets = append(targets, planfmt.Target{W: w, Format: f.Name, Layout: planfmt.Layout{Limit: 10_000}})
		}
		_, err := planfmt.DiffPlans(context.Background(), bytes.NewReader(pair[0]), bytes.NewReader(pair[1]), remark(w, opts), targets...)
		fmt.Fprintln(w, err)
	}
}
