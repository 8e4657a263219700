package differ

import (
	"slices"
	"testing"
)

// A union has each name of both lists once, in order, so that it can be searched in, and both are part of it.
func TestUnite(t *testing.T) {
	a, b := []string{"a", "c", "d"}, []string{"b", "c"}
	all := unite(a, b)
	if want := []string{"a", "b", "c", "d"}; !slices.Equal(all, want) {
		t.Errorf("got %q, want %q", all, want)
	}
	if !isSubset(a, all) || !isSubset(b, all) || isSubset(all, a) {
		t.Errorf("%q and %q are not parts of %q, or it is part of one", a, b, all)
	}
}
