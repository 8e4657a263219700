package report_test

import (
	"testing"

	"github.com/planfmt/planfmt/test/kit"
)

// TestGoldens checks that each format writes what the goldens have, so that the tests of this room find what changes in it. test/golden updates them.
func TestGoldens(t *testing.T) {
	t.Parallel()
	for _, g := range kit.Goldens(t) {
		for i, got := range kit.GoldenSections(t, g) {
			if f := g.Archive.Files[i]; got != string(f.Data) {
				t.Errorf("%s, %s:\n%s", g.File, f.Name, kit.LineDiff(string(f.Data), got))
			}
		}
	}
}
