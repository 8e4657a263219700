package view

import (
	"testing"

	"github.com/planfmt/planfmt"
)

// TestBackground checks that the colours follow what the terminal says about its background.
func TestBackground(t *testing.T) {
	plan := `{"format_version":"1.2","output_changes":{"a":{"actions":["create"],"before":null,"after":1}}}`
	screen := func(theme Theme, events ...event) string {
		v := newViewer(t, Options{Plan: open(t, []byte(plan), planfmt.Options{}), Theme: theme})
		for _, e := range events {
			v.send(e)
		}
		return v.screen(true)
	}
	dark, light := screen(Theme{Colors: ColorsTrue}), screen(Theme{Colors: ColorsTrue, Light: true})
	if dark == light {
		t.Error("the screens do not differ")
	}
	if screen(Theme{Colors: ColorsTrue}, lightEvent{true}) != light || screen(Theme{Colors: ColorsTrue, Light: true}, lightEvent{false}) != dark {
		t.Error("the terminal's answer does not count")
	}
	if screen(Theme{Colors: Colors16}) != screen(Theme{Colors: Colors16}, lightEvent{true}) {
		t.Error("the background counts for the user's own colours")
	}
}
