package planhash

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
)

// TestDigestsAreSorted checks that many digests come out as sorting all of them at once orders them, equal ones included.
func TestDigestsAreSorted(t *testing.T) {
	for _, n := range []int{0, 1, runLen, runLen + 1, 3*runLen + 100} {
		for _, limit := range []int64{-1, 0} {
			var d digests
			dir := t.TempDir()
			var want []string
			for i := range n {
				sum := sha256.Sum256(binary.AppendUvarint(nil, uint64(i/2)))
				want = append(want, string(sum[:]))
				if err := d.add(sum, jsondoc.Options{MemoryLimit: limit, TempDir: dir}); err != nil {
					t.Fatal(err)
				}
			}
			slices.Sort(want)
			var have []string
			if err := d.each(func(sum []byte) { have = append(have, string(sum)) }); err != nil {
				t.Fatal(err)
			}
			d.store.Close()
			if !slices.Equal(have, want) {
				t.Errorf("%d digests with limit %d are not sorted", n, limit)
			}
		}
	}
}
