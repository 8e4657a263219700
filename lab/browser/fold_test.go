package browser_test

import (
	"strconv"
	"testing"
)

func itoa(n int) string { return strconv.Itoa(n) }

// folds returns how many of the elements that fold resources and groups are open, and how many there are.
func (p *tab) folds() (open, all int) {
	p.t.Helper()
	n := evaluate[[]int](p, `[document.querySelectorAll("main details.r[open], main details.g[open]").length, document.querySelectorAll("main details.r, main details.g").length]`)
	return n[0], n[1]
}

func TestFolding(t *testing.T) {
	tab := open(t, estate())
	tab.click(`document.getElementById("expand")`)
	if open, all := tab.folds(); open != all {
		t.Errorf("after expanding all, %d of %d are open", open, all)
	}
	const body = `document.getElementById("aws_instance.web").querySelector(".code").checkVisibility()`
	same(t, "the body is visible", evaluate[bool](tab, body), true)
	tab.click(`document.getElementById("collapse")`)
	if open, all := tab.folds(); open != 0 {
		t.Errorf("after collapsing all, %d of %d are open", open, all)
	}
	same(t, "the body is visible", evaluate[bool](tab, body), false)
	tab.click(`document.getElementById("aws_instance.web").querySelector("summary")`)
	same(t, "the body is visible", evaluate[bool](tab, body), true)
	if open, _ := tab.folds(); open != 1 {
		t.Errorf("after opening one, %d are open", open)
	}
	tab.click(`document.getElementById("aws_instance.web").querySelector("summary")`)
	same(t, "the body is visible", evaluate[bool](tab, body), false)
	// Only what the filters leave is opened.
	tab.click(`document.querySelector(".chip[value=delete]")`)
	tab.click(`document.getElementById("expand")`)
	tab.click(`document.getElementById("reset")`)
	if open, _ := tab.folds(); open != 1 {
		t.Errorf("after expanding what a filter leaves, %d are open, want 1", open)
	}
}

// TestUnchangedParts opens what does not change in a resource.
func TestUnchangedParts(t *testing.T) {
	tab := open(t, estate())
	tab.click(`document.getElementById("collapse")`)
	tab.click(`document.getElementById("aws_instance.web").querySelector("summary")`)
	const hidden = `[...document.getElementById("aws_instance.web").querySelectorAll(".code *")].find(e => e.children.length == 0 && e.textContent.includes("eu-central-1a"))`
	if !evaluate[bool](tab, hidden+` !== undefined`) {
		t.Fatal("the page does not have an attribute that does not change")
	}
	same(t, "an attribute that does not change is visible", evaluate[bool](tab, hidden+`.checkVisibility()`), false)
	const fold = `[...document.getElementById("aws_instance.web").querySelectorAll(".code summary")].find(e => /unchanged attributes? hidden/.test(e.textContent))`
	tab.click(fold)
	same(t, "after opening, it is visible", evaluate[bool](tab, hidden+`.checkVisibility()`), true)
	tab.click(fold)
	same(t, "after closing, it is visible", evaluate[bool](tab, hidden+`.checkVisibility()`), false)
}
