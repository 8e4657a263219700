package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"
)

// TestQuick runs everything once, with small inputs.
func TestQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: this test builds programs and runs them, which takes several seconds")
	}
	var out bytes.Buffer
	if err := bench(&out, options{quick: true, seed: 1}); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	for _, want := range []string{"| mix of 1 MB, schemas / skip, CPU ", "| 100,000 outputs, no schemas, CPU ", "| start without schemas, CPU ", " resources, first screen of the view / compact ", "plans of 50 kB as jsonl, peak memory "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, &out)
		}
	}
}

// TestMix checks that the plans are what the documents say that they are.
func TestMix(t *testing.T) {
	const size = 5e6
	for _, test := range []struct {
		name          string
		mix           mix
		noOps, active float64 // shares of the resources and of the bytes
		tolerance     float64
	}{
		{"usual", usual, 0.6, 0.15, 0.02},
		{"no-ops", allNoOp, 1, 0, 0},
		{"changes", allOther, 0, 0.48, 0.03},
		{"creations", allNew, 0, 0.5, 0.03},
	} {
		sum, err := newGenerator(1).writePlan(io.Discard, size, test.mix)
		if err != nil {
			t.Fatal(err)
		}
		near := func(what string, got, want, tolerance float64) {
			if math.Abs(got-want) > tolerance {
				t.Errorf("%s: %s: %.3f, want %.3f", test.name, what, got, want)
			}
		}
		total := float64(sum.total)
		near("no-ops", float64(sum.noOps)/float64(sum.resources), test.noOps, test.tolerance)
		near("bytes in changing resources", float64(sum.active)/total, test.active, test.tolerance)
		near("size", total/size, 1, 0.05)
		t.Logf("%s: %d resources of %.0f bytes; changes %.0f%%, of those that change %.1f%% of the bytes", test.name, sum.resources,
			total/float64(sum.resources), 100*float64(sum.changes)/total, 100*float64(sum.active)/total)
	}
}

// TestInputs checks that the inputs are JSON, and the same for the same seed.
func TestInputs(t *testing.T) {
	for _, in := range inputs() {
		var texts [2]bytes.Buffer
		for i := range texts {
			if err := writeInput(&texts[i], in.name, 7, 2); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) {
			t.Errorf("%s: differs from run to run", in.name)
		}
		if !strings.HasSuffix(in.name, ".gz") && !strings.HasSuffix(in.name, ".hcl") && !json.Valid(texts[0].Bytes()) {
			t.Errorf("%s: not JSON: %.200s", in.name, &texts[0])
		}
	}
}
