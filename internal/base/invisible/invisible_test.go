package invisible_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/base/invisible"
)

// TestIs knows characters of each kind that nobody can see, and some that look as empty but are seen by what they do to scripts.
func TestIs(t *testing.T) {
	for _, r := range []rune{0x2800, 0x1d159, 0x16fe4, 0x1107f, 0x13441, 0x13442, 0x3164, 0x115f, 0x1160, 0xffa0, 0x17b4, 0x17b5, 0x34f, 0xad, 0x200b, 0x202e, 0x2028, 0x2065, 0xfe00, 0xe0100, 0xe0fff, 0x180b, 0x1d173} {
		if !invisible.Is(r) {
			t.Errorf("%U is invisible", r)
		}
	}
	for _, r := range "aÄ1-. \u2801\u0301\u1039\u17d2中\U0001d15a\U00013440😀" {
		if invisible.Is(r) {
			t.Errorf("%U is visible", r)
		}
	}
}
