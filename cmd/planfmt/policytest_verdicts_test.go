package main

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/planfmt/planfmt/verdict"
)

// TestVerdictFiles: what is written is read again, is what the schema describes, and has a line for each verdict, whatever the plan calls things.
func TestVerdictFiles(t *testing.T) {
	text, err := os.ReadFile("../../docs/schema/verdicts-1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("verdicts.json", parsed); err != nil {
		t.Fatal(err)
	}
	described, err := c.Compile("verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	all := []expectedVerdict{
		{"plan_policy.few", "", "", verdict.Fail},
		{"resource_policy.a*.b", "a.b[\"\n\x1b[31m\u202e\"]", "create", verdict.Undecided},
		{"resource_policy.a*.b", "a.b[\"]}\\\"]", "no-op", verdict.Pass},
		{"resource_policy.a*.b", "a.b[\"]}\\\"]", "no-op", verdict.Error},
	}
	for n := range len(all) + 1 {
		b := appendVerdicts(nil, all[:n])
		if lines := strings.Count(string(b), "\n"); lines != n+2 || strings.ContainsAny(string(b), "\x1b\u202e") {
			t.Errorf("%d lines:\n%s", lines, b)
		}
		got, err := parseVerdicts(b)
		if err != nil || !slices.Equal(got, all[:n]) {
			t.Errorf("%v %v, want %v", got, err, all[:n])
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
		if err == nil {
			err = described.Validate(doc)
		}
		if err != nil {
			t.Errorf("%v:\n%s", err, b)
		}
	}
	for _, bad := range []string{
		``, `null`, `[]`, `{}`, `{"format_version": "1.0"}`, `{"format_version": "1.0", "verdicts": null}`, `{"format_version": "2.0", "verdicts": []}`,
		`{"format_version": "1.0", "verdicts": []} {}`, `{"format_version": "1.0", "verdicts": [{}]}`,
		`{"format_version": "1.0", "verdicts": [{"policy": "a", "outcome": "skipped"}]}`,
		`{"format_version": "1.0", "verdicts": [{"policy": "a", "outcome": "passed"}]}`,
		`{"format_version": "1.0", "verdicts": [{"policy": "a", "outcome": "pass", "adress": "b"}]}`,
		`{"format_version": "1.0", "verdicts": [null]}`,
	} {
		if got, err := parseVerdicts([]byte(bad)); err == nil {
			t.Errorf("%s: %v", bad, got)
		}
	}
}

// TestMatchVerdicts: verdicts are as expected if and only if each that there is stands in the file as often as it is there, whatever the order.
func TestMatchVerdicts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() []expectedVerdict {
		all := make([]expectedVerdict, r.IntN(5))
		for i := range all {
			all[i] = expectedVerdict{"p", string(rune('a' + r.IntN(2))), "", verdict.Outcome(1 + r.IntN(2))}
		}
		return all
	}
	for range 5000 {
		found, expected := draw(), draw()
		count := map[expectedVerdict]int{}
		for _, v := range found {
			count[v]++
		}
		for _, v := range expected {
			count[v]--
		}
		same := true
		for _, n := range count {
			same = same && n == 0
		}
		slices.SortFunc(found, compareVerdicts)
		slices.SortFunc(expected, compareVerdicts)
		matched := true
		var actual, wanted []expectedVerdict
		for _, v := range matchVerdicts(found, make([]string, len(found)), expected) {
			matched = matched && v.AsExpected()
			if one := (expectedVerdict{v.Policy, v.Address, v.Operation, v.Outcome}); v.Outcome != verdict.Skipped {
				actual = append(actual, one)
			}
			if one := (expectedVerdict{v.Policy, v.Address, v.Operation, v.Expected}); v.Expected != verdict.Skipped {
				wanted = append(wanted, one)
			}
		}
		if matched != same || len(found) > 0 && !reflect.DeepEqual(actual, found) || len(expected) > 0 && !reflect.DeepEqual(wanted, expected) {
			t.Fatalf("found %v, expected %v: %t", found, expected, matched)
		}
	}
}
