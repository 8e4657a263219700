package yamldoc

import (
	"math"
	"strings"
	"testing"
)

func TestExpanded(t *testing.T) {
	for text, want := range map[string]int{
		"a":                           2, // the document is a part
		"[a, b]":                      4,
		"a: &a [1, 2]\nb: *a\nc: *a":  14,
		"a: &a [*a]":                  5,
		"a: &a {x: 1}\nb: {<<: *a}":   12,
		"- &a aaaaaaaaaa\n- *a\n- *a": 8,
	} {
		if got, ok := Expanded(text, 8); !ok || got != want {
			t.Errorf("%q has %d parts, %t; want %d", text, got, ok, want)
		}
	}
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x]\n"
	for i := range 30 {
		from, to := string(rune('a'+i%26))+strings.Repeat("z", i/26), string(rune('a'+(i+1)%26))+strings.Repeat("z", (i+1)/26)
		if i == 0 {
			from = "a0"
		}
		bomb += to + ": &" + to + " [" + strings.TrimSuffix(strings.Repeat("*"+from+",", 9), ",") + "]\n"
	}
	if got, ok := Expanded(bomb, 64); !ok || got != math.MaxInt {
		t.Errorf("the bomb has %d parts, %t", got, ok)
	}
	if _, ok := Expanded("[", 64); ok {
		t.Error("a document without its end can be read")
	}
}
