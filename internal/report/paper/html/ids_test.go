package html

import (
	"fmt"
	"testing"
)

// Ids are unique, and those of many things with one name cost as much as those of as many names. The names of some things are the ids
// that others would get.
func TestPageIDs(t *testing.T) {
	const n = 4000
	allocations := func(name func(int) string) float64 {
		return testing.AllocsPerRun(1, func() {
			ids, taken := newPageIDs(), map[string]bool{}
			for i := range n {
				id := ids.add(name(i))
				if taken[id] {
					t.Fatalf("id %q is there twice", id)
				}
				taken[id] = true
			}
		})
	}
	plain := allocations(func(i int) string { return fmt.Sprintf("a~%d", i) })
	for what, name := range map[string]func(int) string{
		"one name":                   func(int) string { return "a" },
		"a name that the page has":   func(int) string { return "summary" },
		"the ids of copies, first":   func(i int) string { return []string{fmt.Sprintf("a~%d", i+2), "a"}[min(2*i/n, 1)] },
		"the ids of copies, between": func(i int) string { return []string{fmt.Sprintf("a~%d", i), "a"}[i%2] },
	} {
		if got := allocations(name); got > 3*plain {
			t.Errorf("%s: %v allocations, %v for as many names", what, got, plain)
		}
	}
	ids := newPageIDs()
	if got := fmt.Sprint([]string{ids.add("a"), ids.add("a~2"), ids.add("a"), ids.add("a"), ids.add("a~2")}); got != "[a a~2 a~3 a~4 a~2~2]" {
		t.Errorf("ids %s", got)
	}
}
