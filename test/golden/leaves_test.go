package golden_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

// TestLeavesAreThoseOfJSON compares the leaves of each resource with those that somebody finds who knows only the format json and its schema:
// none is missing, and none shows what json hides.
func TestLeavesAreThoseOfJSON(t *testing.T) {
	seen := map[string]int{}
	for _, g := range kit.Goldens(t) {
		for _, shown := range []bool{false, true} {
			opts := g.Opts
			opts.ShowSensitive = shown
			compareLeaves(t, fmt.Sprintf("%s, ShowSensitive=%t", g.File, shown), g.Document(), opts, seen)
		}
	}
	for _, what := range []string{"changed", "unchanged", "unknown", "unknown with value", "sensitive", "shown", "muted", "forces", "one side", "whole"} {
		if seen[what] == 0 {
			t.Errorf("no leaf is %s", what)
		}
	}
}

func compareLeaves(t *testing.T, name string, document []byte, opts planfmt.Options, seen map[string]int) {
	t.Helper()
	var resources []computed.Resource
	format := planfmt.Format{Name: "leaves", New: func(io.Writer, planfmt.Layout) (planfmt.Writer, error) {
		return kit.CollectResources{All: &resources}, nil
	}}
	for _, f := range planfmt.Formats() {
		if f.Name == "jsonl" {
			format.Needs = f.Needs
		}
	}
	opts.Formats = []planfmt.Format{format}
	var out bytes.Buffer
	_, err := planfmt.ShowAll(context.Background(), bytes.NewReader(document), opts,
		planfmt.Target{W: &out, Format: "jsonl"}, planfmt.Target{W: io.Discard, Format: "leaves"})
	if err != nil {
		return
	}
	for line := range strings.Lines(out.String()) {
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.UseNumber()
		var r map[string]any
		if err := decoder.Decode(&r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r["kind"] != "resource" {
			continue
		}
		diff, body, whole := r["diff"], resources[0].Body, resources[0].Importing != nil || resources[0].Section == computed.StateSection
		where := name + ": " + resources[0].Address
		resources = resources[1:]
		if diff == nil {
			for l := range body.Leaves() {
				t.Errorf("%s: a leaf without a diff: %v", where, l.Path)
			}
			continue
		}
		want := leafReader{}
		want.node(diff.(map[string]any), plans.NewPath(), leafPlace{})
		all, changed := leafTexts(body.Leaves()), leafTexts(body.ChangedLeaves())
		for text, n := range changed {
			if all[text] < n {
				t.Errorf("%s: changed, but not among all leaves: %s", where, text)
			}
		}
		if want.changed.String() != sortedText(withoutNoOps(changed)) {
			t.Errorf("%s: json has the changed leaves\n%sbut the diff\n%s", where, want.changed, sortedText(withoutNoOps(changed)))
		}
		unchanged := maps.Clone(all)
		for text, n := range withoutNoOps(all) {
			if unchanged[text] -= n; changed[text] != n {
				t.Errorf("%s: %d times among the leaves, but %d times among those that change: %s", where, n, changed[text], text)
			}
		}
		for text, n := range want.unchanged {
			if unchanged[text] < n {
				t.Errorf("%s: json has this leaf that does not change: %s; the diff has only\n%v", where, text, leafCounts(unchanged))
			}
			unchanged[text] -= n
		}
		for text, n := range unchanged {
			if whole && n > 0 {
				t.Errorf("%s: json has no such leaf: %s", where, text)
			}
		}
		for l := range body.Leaves() {
			count := func(what string, is bool) {
				if is {
					seen[what]++
				}
			}
			count("changed", l.Action != plans.NoOp)
			count("unchanged", l.Action == plans.NoOp)
			count("unknown", l.IsUnknown())
			count("unknown with value", l.IsUnknown() && l.Before.Kind != computed.None)
			count("sensitive", l.IsSensitive())
			count("shown", l.IsSensitive() && (l.Before.Kind != computed.None || l.After.Kind != computed.None))
			count("muted", l.Muted)
			count("forces", l.Replace)
			count("one side", l.OneSide)
			count("whole", l.Kind == computed.KindList || l.Kind == computed.KindBlock || l.Kind == computed.KindJSON)
		}
	}
	if len(resources) > 0 {
		t.Errorf("%s: json lacks %s", name, resources[0].Address)
	}
}

// leafCounts says how often there is each leaf, as a text.
type leafCounts map[string]int

func (c leafCounts) String() string { return sortedText(c) }

func sortedText(c map[string]int) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(c)) {
		for range c[key] {
			fmt.Fprintf(&b, "  %s\n", key)
		}
	}
	return b.String()
}

func withoutNoOps(c leafCounts) leafCounts {
	c = maps.Clone(c)
	maps.DeleteFunc(c, func(text string, _ int) bool { return strings.Contains(text, " no-op ") })
	return c
}

// leafTexts returns texts of the leaves, to compare with those of a leafReader.
func leafTexts(all func(func(computed.Leaf) bool)) leafCounts {
	c := leafCounts{}
	for l := range all {
		before, after := literalText(l.Before.Literal), literalText(l.After.Literal)
		c[leafText(l.Path, l.Kind.String(), l.Action.String(), before, after, l.IsUnknown(), l.Before.Sensitive, l.After.Sensitive, l.Muted, l.Replace, l.OneSide)]++
	}
	return c
}

func literalText(l computed.Literal) string {
	switch l.Kind {
	case computed.None, computed.NullLiteral:
		return "-"
	case computed.StringLiteral, computed.SpelledLiteral:
		return fmt.Sprintf("%q", l.Text)
	}
	return l.Text
}

func leafText(p plans.Path, kind, action, before, after string, unknown, sensitiveBefore, sensitiveAfter, muted, forces, oneSide bool) string {
	// In JSON, elements of sets have no index.
	return fmt.Sprintf("%s: %s %s %s -> %s unknown=%t sensitive=%t,%t muted=%t forces=%t side=%t",
		indexText.ReplaceAllString(p.String(), "[]"), kind, action, before, after, unknown, sensitiveBefore, sensitiveAfter, muted, forces, oneSide)
}

var indexText = regexp.MustCompile(`\[[0-9]+\]|\[\]`)

// leafPlace is what a leaf has from the values around it, in JSON.
type leafPlace struct {
	muted, forces, oneSide          bool
	sensitiveBefore, sensitiveAfter bool
}

// leafReader finds the leaves in JSON.
type leafReader struct{ changed, unchanged leafCounts }

// node finds those of a node, and reports whether any of them changes.
func (r *leafReader) node(n map[string]any, path plans.Path, in leafPlace) (changes bool) {
	if r.changed == nil {
		r.changed, r.unchanged = leafCounts{}, leafCounts{}
	}
	kind, action := n["kind"].(string), n["action"].(string)
	is := func(name string) bool { return n[name] == true }
	own := in
	in.muted, in.forces = in.muted || is("muted"), in.forces || is("forces_replacement")
	has := false // any leaf
	child := func(v any, path plans.Path, in leafPlace) {
		has = true
		changes = r.node(v.(map[string]any), path, in) || changes
	}
	sensitive := n["sensitive"]
	sb, sa := in.sensitiveBefore || sensitive == "both" || sensitive == "before", in.sensitiveAfter || sensitive == "both" || sensitive == "after"
	before, after := n["before"], n["after"]
	add := func() {
		noOp := action == "no-op"
		if _, ok := n["before"]; !ok && noOp {
			before = after
		}
		c := r.changed
		if noOp {
			c = r.unchanged
		}
		c[leafText(path, kind, action, jsonText(before), jsonText(after), is("unknown"), sb, sa,
			!noOp && (own.muted || is("muted")), is("forces_replacement") || own.forces && !noOp, own.oneSide)]++
		changes = changes || !noOp || is("forces_replacement")
	}
	switch kind {
	case "scalar", "write-only":
		add()
		return changes
	case "unknown", "type-change":
		add()
		in.oneSide = true
		for _, side := range []string{"before_value", "after_value"} {
			if v, ok := n[side].(map[string]any); ok && v["kind"] != "scalar" && (v["kind"] != "sensitive" || v["value"] != nil) && (v["kind"] != "unknown" || v["before"] != nil || v["before_value"] != nil) {
				r.node(v, path, in)
			}
		}
		return changes
	case "sensitive", "mismatch":
		in.sensitiveBefore, in.sensitiveAfter = sb, sa
		if v, ok := n["value"].(map[string]any); ok {
			if v["kind"] == "scalar" {
				before, after = v["before"], v["after"]
				if _, ok := v["before"]; !ok && v["action"] == "no-op" {
					before = after
				}
			} else {
				child(v, path, in)
			}
		}
	case "json", "yaml":
		child(n["document"], path, in)
	case "list", "set":
		for _, e := range elementsOf(n["elements"]) {
			child(e, path.Child(plans.Index(0)), in)
		}
	case "map", "object", "block":
		for _, members := range []string{"members", "attributes"} {
			for key, v := range membersOf(n[members]) {
				child(v, path.Child(plans.Key(key)), in)
			}
		}
		for name, group := range membersOf(n["blocks"]) {
			for _, b := range elementsOf(membersOf(group)["elements"]) {
				at, nesting := path.Child(plans.Key(name)), membersOf(group)["nesting"]
				label, labelled := membersOf(b)["label"].(string)
				_, isElement := membersOf(b)["index"]
				switch {
				case labelled && membersOf(b)["kind"] != "mismatch":
					at = at.Child(plans.Key(label))
				case isElement, nesting == "set" && membersOf(b)["all_blocks"] == nil && membersOf(b)["kind"] != "list":
					at = at.Child(plans.Index(0))
				}
				child(b, at, in)
			}
		}
	default:
		panic(kind)
	}
	notes := elementsOf(n["notes"])
	about := slices.Contains(notes, any("reordered")) || slices.Contains(notes, any("formatting")) || slices.Contains(notes, any("whitespace"))
	if !has && n["unchanged"] == nil && n["unchanged_blocks"] == nil || (action != "no-op" || is("forces_replacement")) && !changes || about {
		add()
	}
	return changes
}

func membersOf(v any) map[string]any { m, _ := v.(map[string]any); return m }

func elementsOf(v any) []any { l, _ := v.([]any); return l }

func jsonText(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case string:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprint(v)
}
