package graph

import (
	"fmt"
	"testing"
)

// Instances are told apart by their blocks and keys, whatever the hashes of these are.
func TestRestOfSameHash(t *testing.T) {
	for _, bits := range []int{0, 2, 64} {
		r := newRest()
		r.mask = 1<<bits - 1
		want := map[string]int32{}
		blocks := []*graphBlock{{number: 0}, {number: 1}, {number: 300}}
		keys := []string{"", "[", `["a"]`, `["ab"]`, "[1000000]", `t.a["x"].b`, "\x01", "\x00", string(make([]byte, 300))}
		for round := range int32(2) {
			for i, b := range blocks {
				for j, key := range keys {
					id := fmt.Sprint(b.number, key)
					if got := r.get(b, key); got != want[id] {
						t.Fatalf("%d bits: %q in block %d has the profile %d, want %d", bits, key, b.number, got, want[id])
					}
					want[id] = 1 + round*1000 + int32(i*len(keys)+j)
					r.set(b, key, want[id])
				}
			}
		}
		if n := len(blocks) * len(keys); len(r.at) != n {
			t.Errorf("%d bits: there are %d instances, want %d", bits, len(r.at), n)
		}
	}
}

// Only what Terraform writes is a small number: an address in a document may be anything.
func TestPlaceOf(t *testing.T) {
	for key, want := range map[string]int{
		"": 0, "[0]": 1, "[12]": 13, "[50": -1, "50]": -1, "[05]": -1, "[-1]": -1, "[]": -1, `["1"]`: -1, "[1234567890]": -1, "x5y": -1, "[+5]": -1,
	} {
		if got := placeOf(key); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
}
