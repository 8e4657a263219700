package wording_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/report/wording"
)

// What both plans have, or neither, is not what only one has.
func TestOnlyOne(t *testing.T) {
	old, new := new(int), new(int)
	for name, test := range map[string]struct{ old, new, want *int }{
		"old": {old, nil, old}, "new": {nil, new, new}, "both": {old, new, nil}, "neither": {},
	} {
		if got := wording.OnlyOne(test.old, test.new); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
