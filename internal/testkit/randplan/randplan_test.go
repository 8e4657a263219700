package randplan_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/randplan"
)

func TestDocumentsAreJSONAndRepeatable(t *testing.T) {
	for seed := range uint64(100) {
		for _, opts := range []randplan.Options{{}, {OpenTofu: true}, {NoChanges: true}} {
			doc := randplan.Make(randplan.Bytes(seed), opts)
			for name, text := range map[string][]byte{"plan": doc.Plan, "schemas": doc.Schemas} {
				if !json.Valid(text) {
					t.Fatalf("seed %d: the %s is no JSON:\n%s", seed, name, text)
				}
			}
			again := randplan.Make(randplan.Bytes(seed), opts)
			if !bytes.Equal(doc.Plan, again.Plan) || !bytes.Equal(doc.Schemas, again.Schemas) {
				t.Fatalf("seed %d makes another plan each time", seed)
			}
		}
	}
}

// A fuzzer cuts the bytes short: then the rest is as simple as can be.
func TestFewBytesSuffice(t *testing.T) {
	data := randplan.Bytes(1)
	for n := range 200 {
		if doc := randplan.Make(data[:n], randplan.Options{}); !json.Valid(doc.Plan) {
			t.Fatalf("%d bytes make\n%s", n, doc.Plan)
		}
	}
}
