package differ_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// plannedBlock is the schema of the tests.
func plannedBlock() *schema.Block {
	rule := (&schema.Block{Attributes: []schema.Attribute{{Name: "id", Type: cty.String}, {Name: "port", Type: cty.Number}, {Name: "key", Type: cty.String, Sensitive: true}}}).Finish()
	return (&schema.Block{
		Attributes: []schema.Attribute{
			{Name: "id", Type: cty.String},
			{Name: "size", Type: cty.Number},
			{Name: "tags", Type: cty.Map(cty.String)},
			{Name: "set", Type: cty.Set(cty.String)},
			{Name: "list", Type: cty.List(cty.String)},
			{Name: "any", Type: cty.DynamicPseudoType},
			{Name: "key", Type: cty.String, Sensitive: true},
			{Name: "nested", Nested: (&schema.Object{Nesting: schema.NestingSet, Attributes: []schema.Attribute{{Name: "a", Type: cty.String}, {Name: "b", Type: cty.String}}}).Finish()},
		},
		Blocks: []schema.NestedBlock{{Name: "rule", Nesting: schema.NestingSet, Block: rule}, {Name: "step", Nesting: schema.NestingList, Block: rule}},
	}).Finish()
}

// change reads a change: before, after, unknown.
func planned(texts ...string) values.Change {
	c := values.Change{}
	c.Before, c.After = values.Of(texts[0]), values.Of(texts[1])
	if len(texts) > 2 {
		c.Unknown = values.UnknownFlags(values.Of(texts[2]))
	}
	return c
}

// spellDifferences spells differences, a line for each.
func spellDifferences(all []computed.Difference) string {
	side := func(d computed.Diff) string {
		if d.Renderer == nil {
			return "none"
		}
		return d.Text()
	}
	var lines []string
	for _, d := range all {
		line := fmt.Sprintf("%s %s", d.Path, d.Kind)
		if d.Sensitive {
			line += " sensitive"
		} else {
			line += ": " + side(d.Old) + " | " + side(d.New)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestPlanned(t *testing.T) {
	tests := []struct {
		name     string
		old, new values.Change
		opts     differ.Planned
		want     string
	}{
		{"nothing", planned(`{"size":1}`, `{"size":2}`), planned(`{"size":1.0}`, `{"size":20e-1}`), differ.Planned{}, ""},
		{"result", planned(`{"size":1}`, `{"size":2}`), planned(`{"size":1}`, `{"size":3}`), differ.Planned{}, "size differs: 1 -> 2 | 1 -> 3"},
		{"beginning", planned(`{"size":1}`, `{"size":2}`), planned(`{"size":0}`, `{"size":2}`), differ.Planned{}, "size differs: 1 -> 2 | 0 -> 2"},
		{"unchanged in both", planned(`{"size":1}`, `{"size":1}`), planned(`{"size":2}`, `{"size":2}`), differ.Planned{}, ""},
		{"null and absent", planned(`{"size":1,"id":null,"rule":[]}`, `{"size":2,"tags":null,"rule":[]}`), planned(`{"size":1}`, `{"size":2,"rule":null}`), differ.Planned{}, ""},
		{"a null in a map is a value", planned(`{"tags":{}}`, `{"tags":{"a":null}}`), planned(`{"tags":{}}`, `{"tags":{}}`), differ.Planned{}, "tags.a differs: null | none"},
		{"a null in a list is an element", planned(`{"any":[{"k":1},null]}`, `{"any":[null,{"k":2}]}`), planned(`{"any":[{"k":1}]}`, `{"any":[null,{"k":2}]}`), differ.Planned{}, "any[1] differs: null -> {\n      + k = 2\n    } | {\n      + k = 2\n    }"},
		{"empty and null", planned(`{"list":null}`, `{"list":[]}`), planned(`{"list":null}`, `{"list":null}`), differ.Planned{}, "list differs: [] | none"},
		{"set", planned(`{"set":["a","b"]}`, `{"set":["b","c"]}`), planned(`{"set":["b","a"]}`, `{"set":["c","b"]}`), differ.Planned{}, ""},
		{"set with another element", planned(`{"set":["a"]}`, `{"set":["a","b"]}`), planned(`{"set":["a"]}`, `{"set":["c","d","a"]}`), differ.Planned{}, "set[0] differs: \"b\" | \"c\"\nset[1] differs: none | \"d\""},
		{"set that may be a list", planned(`{"set":["a","b"]}`, `{"set":["c","b"]}`), planned(`{"set":["a","b"]}`, `{"set":["b","c"]}`), differ.Planned{IsSet: func(path string) bool { return path != "set" }}, "set[0] differs: \"a\" -> \"c\" | \"a\" -> \"b\"\nset[1] differs: \"b\" | \"b\" -> \"c\""},
		{"list", planned(`{"list":[]}`, `{"list":["a","b"]}`), planned(`{"list":[]}`, `{"list":["b","a"]}`), differ.Planned{}, "list[0] differs: \"a\" | \"b\"\nlist[1] differs: \"b\" | \"a\""},
		{"blocks in another order", planned(`{"rule":[]}`, `{"rule":[{"port":1},{"port":2,"id":null}]}`), planned(`{"rule":[]}`, `{"rule":[{"port":2},{"port":1.0}]}`), differ.Planned{}, ""},
		{"nested set", planned(`{"nested":[]}`, `{"nested":[{"a":"x","b":"y"}]}`), planned(`{"nested":[]}`, `{"nested":[{"a":"x","b":"z"}]}`), differ.Planned{}, "nested[0].b differs: \"y\" | \"z\""},
		{"resolved", planned(`{"id":"a"}`, `{}`, `{"id":true}`), planned(`{"id":"a"}`, `{"id":"b"}`), differ.Planned{}, "id resolved: \"a\" -> (known after apply) | \"a\" -> \"b\""},
		{"lost", planned(`{}`, `{"id":"b"}`), planned(`{}`, `{}`, `{"id":true}`), differ.Planned{}, "id differs: \"b\" | (known after apply)"},
		{"both unknown", planned(`{"id":"a"}`, `{}`, `{"id":true}`), planned(`{"id":"a"}`, `{}`, `{"id":true}`), differ.Planned{}, ""},
		{"both unknown, another beginning", planned(`{"id":"a"}`, `{}`, `{"id":true}`), planned(`{"id":"b"}`, `{}`, `{"id":true}`), differ.Planned{}, "id differs: \"a\" -> (known after apply) | \"b\" -> (known after apply)"},
		{
			"elements that are resolved",
			planned(`{"rule":[]}`, `{"rule":[{"port":1},{"port":2}]}`, `{"rule":[{"id":true},{"id":true}]}`), planned(`{"rule":[]}`, `{"rule":[{"port":2,"id":"b"},{"port":1,"id":"a"}]}`),
			differ.Planned{},
			"rule[1].id resolved: (known after apply) | \"a\"\nrule[0].id resolved: (known after apply) | \"b\"",
		},
		{"sensitive by schema", planned(`{"key":"S"}`, `{"key":"T"}`), planned(`{"key":"S"}`, `{"key":"U"}`), differ.Planned{}, "key differs sensitive"},
		{"sensitive and the same", planned(`{"key":"S"}`, `{"key":"T"}`), planned(`{"key":"S"}`, `{"key":"T"}`), differ.Planned{}, ""},
		{"sensitive in a block", planned(`{"step":[]}`, `{"step":[{"key":"T","port":1}]}`), planned(`{"step":[]}`, `{"step":[{"key":"U","port":1}]}`), differ.Planned{}, "step[0].key differs sensitive"},
		{"sensitive where it does not fit", planned(`{"step":"S"}`, `{"step":"T"}`), planned(`{"step":"S"}`, `{"step":"U"}`), differ.Planned{}, "step differs sensitive"},
		{"destroyed", planned(`{"id":"a","size":1}`, `null`), planned(`{"id":"b","size":1}`, `null`), differ.Planned{Destroyed: true}, "id destroyed: \"a\" -> null | \"b\" -> null"},
		{"new object", planned(`null`, `{"size":1,"id":"a"}`), planned(`{"size":0,"id":"a"}`, `{"size":2,"id":"a"}`), differ.Planned{NewObject: true}, "size differs: 1 | 2"},
		{"another type", planned(`{"any":1}`, `{"any":[1]}`), planned(`{"any":1}`, `{"any":{"a":1}}`), differ.Planned{}, "any differs: 1 -> [\n      + 1,\n    ] | 1 -> {\n      + a = 1\n    }"},
		{"an extra member", planned(`{"extra":1}`, `{"extra":2}`), planned(`{"extra":1}`, `{"extra":3}`), differ.Planned{}, "extra differs: 1 -> 2 | 1 -> 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := plannedBlock()
			if have := spellDifferences(differ.New(differ.Options{}).Plans(test.old, test.new, b, test.opts)); have != test.want {
				t.Errorf("have\n%s\nwant\n%s", have, test.want)
			}
			for _, c := range []values.Change{test.old, test.new} {
				if have := spellDifferences(differ.New(differ.Options{}).Plans(c, c, b, test.opts)); have != "" {
					t.Errorf("it differs from itself:\n%s", have)
				}
			}
		})
	}
}

// TestPlannedMarks checks that a mark of one plan hides the value in both.
func TestPlannedMarks(t *testing.T) {
	mark := func(c values.Change, before, after string) values.Change {
		c.BeforeSensitive, c.AfterSensitive = values.SensitiveFlags(values.Of(before)), values.SensitiveFlags(values.Of(after))
		return c
	}
	open := func(after string) values.Change { return planned(`{"id":"a","set":[],"tags":{}}`, after) }
	tests := []struct{ name, old, oldMarks, new, newMarks, want string }{
		{"in one", `{"id":"S"}`, `{"id":true}`, `{"id":"T"}`, `{}`, "id differs sensitive"},
		{"only the mark", `{"id":"S"}`, `{"id":true}`, `{"id":"S"}`, `{}`, "id mark sensitive"},
		{"a part", `{"tags":{"a":"S","b":"x"}}`, `{"tags":{"a":true}}`, `{"tags":{"a":"T","b":"y"}}`, `{}`, "tags.a differs sensitive\ntags.b differs: \"x\" | \"y\""},
		{"a set", `{"set":["S"]}`, `{"set":[true]}`, `{"set":["T"]}`, `{}`, "set differs sensitive"},
		{"a set that is the same", `{"set":["S","T"]}`, `{"set":[true,true]}`, `{"set":["T","S"]}`, `{"set":[true,true]}`, ""},
	}
	for _, test := range tests {
		for range 2 {
			a, b := mark(open(test.old), `{}`, test.oldMarks), mark(open(test.new), `{}`, test.newMarks)
			a.Before, b.Before = values.Of(`{}`), values.Of(`{}`)
			have := spellDifferences(differ.New(differ.Options{}).Plans(a, b, plannedBlock(), differ.Planned{}))
			if have != test.want {
				t.Errorf("%s: have\n%s\nwant\n%s", test.name, have, test.want)
			}
		}
	}
}

// TestPlannedRefinements checks what becomes known against what was known before.
func TestPlannedRefinements(t *testing.T) {
	bound := func(n string) values.Bound { return values.Bound{Number: n} }
	tests := []struct {
		known       values.Refinement
		name, value string
		want        computed.DifferenceKind
	}{
		{values.Refinement{NotNull: true}, "id", `"a"`, computed.ResolvedValue},
		{values.Refinement{NotNull: true}, "id", `null`, computed.ContradictsKnown},
		{values.Refinement{}, "id", `null`, computed.ResolvedValue},
		{values.Refinement{Prefix: "arn:"}, "id", `"arn:x"`, computed.ResolvedValue},
		{values.Refinement{Prefix: "arn:"}, "id", `"x"`, computed.ContradictsKnown},
		{values.Refinement{Number: values.Range{Min: bound("1"), Max: bound("1e1")}}, "size", `10.0`, computed.ResolvedValue},
		{values.Refinement{Number: values.Range{Min: bound("1")}}, "size", `0.9`, computed.ContradictsKnown},
		{values.Refinement{Number: values.Range{Max: values.Bound{Number: "10", IsBeyond: true}}}, "size", `10`, computed.ContradictsKnown},
		{values.Refinement{Number: values.Range{Min: values.Bound{Number: "10", IsBeyond: true}}}, "size", `10`, computed.ContradictsKnown},
		{values.Refinement{Length: values.Range{Min: bound("2"), Max: bound("3")}}, "list", `["a","b"]`, computed.ResolvedValue},
		{values.Refinement{Length: values.Range{Min: bound("2")}}, "list", `["a"]`, computed.ContradictsKnown},
		{values.Refinement{Length: values.Range{Max: bound("0")}}, "tags", `{"a":"b"}`, computed.ContradictsKnown},
		{values.Refinement{Length: values.Range{Max: bound("1")}}, "rule", `[{"port":1},{"port":2}]`, computed.ContradictsKnown},
		{values.Refinement{Prefix: "arn:"}, "key", `"SECRET"`, computed.ContradictsKnown},
	}
	for _, test := range tests {
		a := planned(`{}`, `{}`, `{"`+test.name+`":true}`)
		a.Refinements.Add([]plans.Step{plans.Key(test.name)}, test.known)
		b := planned(`{}`, `{"`+test.name+`":`+test.value+`}`)
		have := differ.New(differ.Options{}).Plans(a, b, plannedBlock(), differ.Planned{})
		if len(have) != 1 || have[0].Kind != test.want {
			t.Errorf("%+v and %s: have %s", test.known, test.value, spellDifferences(have))
		}
		if text := spellDifferences(have); strings.Contains(text, "SECRET") || strings.Contains(text, "arn:\"") {
			t.Errorf("a secret comes out: %s", text)
		}
	}
}
