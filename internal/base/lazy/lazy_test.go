package lazy_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/base/lazy"
)

func TestRegexp(t *testing.T) {
	digits := lazy.Regexp(`^[0-9]+$`)
	if !digits().MatchString("12") || digits().MatchString("x") {
		t.Error("not the regular expression")
	}
}

func TestWords(t *testing.T) {
	words := lazy.Words("a b\n\tc  a")
	if got := slices.Sorted(maps.Keys(words())); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("got %v", got)
	}
}
