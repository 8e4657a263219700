package query

import (
	"maps"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/planscope"
)

// TestCounts checks that the names that expressions can refer to are those that have numbers.
func TestCounts(t *testing.T) {
	if have, want := slices.Sorted(maps.Keys(counts)), slices.Sorted(slices.Values(planscope.Counts)); !slices.Equal(have, want) {
		t.Errorf("have %q, want %q", have, want)
	}
}
