package sinks_test

import (
	"testing"

	"github.com/planfmt/planfmt/sinks"
)

func TestBlocks(t *testing.T) {
	for got, want := range map[string]string{
		sinks.Heading(2, "a"): "## a\n\n",
		sinks.Heading(9, "a"): "###### a\n\n",
		sinks.ListItem("a"):   "- a\n",
		sinks.TableHead(sinks.Column{Title: "A"}, sinks.Column{Title: "B"}):                                                  "| A | B |\n|---|---|\n",
		sinks.TableHead(sinks.Column{Title: "A", Align: sinks.AlignLeft}, sinks.Column{Title: "B", Align: sinks.AlignRight}): "| A | B |\n| :-- | --: |\n",
		sinks.TableRow("a", ""):               "| a |  |\n",
		sinks.TableRest("a"):                  "| | a |\n",
		sinks.PageLink("a", "https://b.test"): "[a](https://b.test)",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestFold(t *testing.T) {
	summary := func(in sinks.Inline) string { return in.Bold("a") }
	for _, f := range sinks.Flavours() {
		before, after := f.Fold(summary, false)
		want, end := "<details>\n<summary><b>a</b></summary>\n\n", "\n</details>\n"
		if !f.HasDetails {
			want, end = "#### **a**\n\n", ""
		}
		if before != want || after != end {
			t.Errorf("%s: got %q and %q", f.Name, before, after)
		}
		if before, _ := f.Fold(summary, true); f.HasDetails && before != "<details open>\n<summary><b>a</b></summary>\n\n" {
			t.Errorf("%s: got %q", f.Name, before)
		}
	}
}

func TestHide(t *testing.T) {
	for _, f := range sinks.Flavours() {
		line := f.Hide("a")
		if got, ok := f.Hidden(line[:len(line)-2]); !ok || got != "a" {
			t.Errorf("%s: %q is taken for %q, %v", f.Name, line, got, ok)
		}
		if _, ok := f.Hidden("a"); ok {
			t.Errorf("%s: text is taken for a comment", f.Name)
		}
	}
}

func TestElements(t *testing.T) {
	var h sinks.HTML
	h.Doctype().Break().Comment("c").Open("p", "class", "a", "hidden").Begin("b", "id", "x").Attr("title", `"<`)
	h.Flag("open").End().Text("a<b").Close("b", "p")
	const want = "<!doctype html>\n<!-- c --><p class=\"a\" hidden><b id=\"x\" title=\"&#34;&lt;\" open>a&lt;b</b></p>"
	if got := string(h.Bytes()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
