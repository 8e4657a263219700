package planvalue_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// checkSchema returns what is wrong with the assumptions about a value, each in a file of its own, by the schema of [thing].
func checkSchema(t *testing.T, trust planvalue.Trust, path string, facts ...string) []string {
	t.Helper()
	var files []planvalue.AssumptionFile
	for i, f := range facts {
		text := fmt.Sprintf("assume \"test_thing.%s\" {\n  value %q {\n    %s\n  }\n}\n", []string{"t", "*"}[i%2], path, strings.ReplaceAll(f, ", ", "\n"))
		files = append(files, planvalue.AssumptionFile{Name: fmt.Sprintf("a%d", i), Text: []byte(text)})
	}
	a, diags := planvalue.ParseAssumptions(files...)
	if !diags.HasErrors() {
		var shapes planvalue.Shapes
		for _, address := range []string{"test_thing.t", "test_thing.u"} {
			a.Mention(address)
			a.CheckSchema(address, &shapes, thing(t), trust)
		}
		diags = a.Findings()
	}
	var all []string
	for _, d := range diags {
		all = append(all, d.Detail)
	}
	return all
}

// TestAssumptionsOfAnotherKind assumes of each kind of value what can be said of another kind only.
func TestAssumptionsOfAnotherKind(t *testing.T) {
	facts := map[string]string{"string": `prefix = "a"`, "number": "min_exclusive = 1", "length": "max_length = 1", "null": "not_null = true"}
	for path, kind := range map[string]string{
		"arn": "string", "size": "number", "tags": "length", `tags["k"]`: "string", "zones": "length", "zones[0]": "string", "nested": "length",
		"nested[1].a": "string", "rule": "length", "rule[0].port": "number", "rule[0].id": "string", "perm": "length", `label["x"]`: "object", `label["x"].v`: "bool",
		"one": "object", "one.v": "bool", "all.w": "string", "any": "none", "any.a": "none", "rule.port": "none", "arn.x": "none", "nothing": "none", "rule[0].nothing": "none", "tags[0]": "none",
	} {
		for of, fact := range facts {
			want := of != kind && (of != "null" || kind == "none")
			if found := checkSchema(t, planvalue.Exact, path, fact); len(found) > 0 != want {
				t.Errorf("%s of %s: %q", fact, path, found)
			}
			if found := checkSchema(t, planvalue.Guessed, path, fact); len(found) > 0 {
				t.Errorf("%s of %s, of which no schema is known: %q", fact, path, found)
			}
		}
	}
}

// TestAssumptionsThatExcludeEachOther checks that both are named, wherever they are, and however their paths are spelled.
func TestAssumptionsThatExcludeEachOther(t *testing.T) {
	for _, c := range []struct {
		path, a, b string
		wrong      bool
	}{
		{"size", "min = 5", "max = 3", true},
		{"size", "min = 5", "max_exclusive = 5", true},
		{"size", "min = 5", "max = 5", false},
		{"rule[0].port", "max = 3", "min = 5", true},
		{"arn", `prefix = "arn:a"`, `prefix = "arn:b"`, true},
		{"arn", `prefix = "x"`, `prefix_exact = "y"`, true},
		{"arn", `prefix = "arn:"`, `prefix_exact = "arn:a"`, false},
		{"arn", `prefix = "e"`, `prefix = "é"`, false},
		{"arn", `prefix = "é"`, `prefix_exact = "è"`, false}, // e with both accents
		{"arn", `suffix = "ab"`, `suffix = "cb"`, true},
		{"arn", `suffix = "ab"`, `suffix = "b"`, false},
		{"tags", "min_length = 2", "max_length = 1", true},
		{"tags", "min_length = 1, not_null = true", "max_length = 1", false},
	} {
		for _, trust := range []planvalue.Trust{planvalue.Guessed, planvalue.Exact} {
			found := checkSchema(t, trust, c.path, c.a, c.b)
			if len(found) > 0 != c.wrong || c.wrong && !strings.Contains(found[0], "a0:2 and a1:2 contradict each other") {
				t.Errorf("%s and %s of %s: %q", c.a, c.b, c.path, found)
			}
		}
	}
	// What the schema says counts, too, if it is the provider's own.
	if found := checkSchema(t, planvalue.Exact, "rule", "min_length = 4"); len(found) != 1 || !strings.Contains(found[0], "the schema and a0:2 contradict each other") {
		t.Error(found)
	}
	// Without a schema, it is not known which one is wrong.
	if found := checkSchema(t, planvalue.Guessed, "x", "min = 4", `prefix = "a"`); len(found) != 1 || !strings.Contains(found[0], "(a0:2)") || !strings.Contains(found[0], "(a1:2)") {
		t.Error(found)
	}
	if found := checkSchema(t, planvalue.Exact, "tags[\"a\"]", `prefix = "a"`); len(found) > 0 {
		t.Error(found)
	}
	if found := checkSchema(t, planvalue.Exact, "tags.", `prefix = "a"`); len(found) != 1 || !strings.Contains(found[0], "is not a path") {
		t.Error(found)
	}
}

// TestAssumptionsThatThePlanContradicts compares what strings begin and end with, although the last letter of a prefix may get marks.
func TestAssumptionsThatThePlanContradicts(t *testing.T) {
	for _, c := range []struct {
		facts, value string
		wrong        bool
	}{
		{`prefix = "x"`, `"n"`, true},
		{`prefix = "x"`, `"xn"`, false},
		{`prefix = "e"`, `"é"`, false},
		{`prefix_exact = "e"`, `"é"`, true},
		{`prefix = "x"`, `7`, true},
		{`suffix = "x"`, `true`, true},
		{`suffix = "x"`, `null`, false},
		{`suffix = "x", not_null = true`, `null`, true},
		{`min = 3`, `"3"`, true},
		{`max_length = 3`, `"3"`, true},
		{`min = 3`, `3`, false},
		{`min_exclusive = 3`, `3`, true},
	} {
		a, diags := planvalue.ParseAssumptions(planvalue.AssumptionFile{Name: "a", Text: []byte("assume \"x_y.z\" {\n  v = { " + c.facts + " }\n}\n")})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		a.Mention("x_y.z")
		a.Check("x_y.z", planvalue.Side{Block: (&schema.Block{}).Finish(), Value: values.Of(`{"v": ` + c.value + `}`)})
		if found := a.Findings(); found.HasErrors() != c.wrong {
			t.Errorf("%s of %s: %v", c.facts, c.value, found)
		}
	}
}
