package near_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/base/near"
)

func TestNames(t *testing.T) {
	names := []string{"type", "module", "hide", "type", "provider"}
	for name, want := range map[string]string{
		"typ": "type", "modul": "module", "provder": "provider", "zzzzzz": "", "hid": "hide",
	} {
		if got := near.Names(name, names, 1); strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if !slices.Equal(names, []string{"type", "module", "hide", "type", "provider"}) {
		t.Errorf("the argument has become %q", names)
	}
}

// The time that it takes is bounded by the lengths of the names that are near enough to matter.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	names := make([]string, 10_000)
	for i := range names {
		names[i] = long[i:]
	}
	if got := near.Names(long, names, 3); got != nil {
		t.Errorf("%d names", len(got))
	}
	if got := near.Names("typ", append(names, "type"), 3); !slices.Equal(got, []string{"type"}) {
		t.Errorf("%.100q", got)
	}
}
