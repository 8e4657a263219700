package marker

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// A sealed comment fits its key until any character of it changes. Line ends, and the white space at the ends, do not count.
func TestSeal(t *testing.T) {
	m := Marker{ID: "plan"}
	m.SetRun(&plans.PipelineRun{System: "github", Number: 7}, true)
	key, other := []byte("0123456789abcdef"), []byte("fedcba9876543210")
	for _, f := range sinks.Flavours() {
		open := f.Hide(m.Text(1000)) + "**Plan: 1 to add.**\n\nmac=x\n"
		sealed := SealComment(open, key)
		if len(sealed) != len(open) || sealed == open || !IsSealed(sealed, key) || !IsSealed("\n"[1:]+strings.ReplaceAll(sealed, "\n", "\r\n")+" ", key) {
			t.Fatalf("%s: not sealed: %s", f.Name, sealed)
		}
		if got, ok := ParseMarker(sealed, "plan"); !ok || got.run != 7 {
			t.Errorf("%s: the marker is lost: %v", f.Name, got)
		}
		if IsSealed(sealed, other) || IsSealed(open, key) || IsSealed("", key) || IsSealed(strings.Replace(sealed, sealName, " mac=A", 1), key) {
			t.Errorf("%s: a seal that does not fit is believed", f.Name)
		}
		for i := range len(strings.TrimSpace(sealed)) {
			if c := sealed[i]; c != '\n' && IsSealed(sealed[:i]+string(rune(c^1))+sealed[i+1:], key) {
				t.Errorf("%s: byte %d was changed, and nobody noticed", f.Name, i)
			}
		}
	}
}
