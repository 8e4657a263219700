package near_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/near"
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
