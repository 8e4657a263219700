package kit

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// OpenPage parses a page, checks that its ids are distinct and that nothing in it is loaded, and returns the text that a person can read
// there, with one blank for white space.
func OpenPage(t testing.TB, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	var text strings.Builder
	var visit func(n *html.Node)
	visit = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			text.WriteString(n.Data)
		case n.Type == html.ElementNode && (n.Data == "style" || n.Data == "script"):
			return
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "id" && ids[a.Val]:
				t.Errorf("the id %q occurs twice", a.Val)
			case a.Key == "id":
				ids[a.Val] = true
			case strings.HasPrefix(a.Key, "on"), a.Key == "src", a.Key == "style":
				t.Errorf("an element has the attribute %s", a.Key)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			visit(c)
		}
		if n.Type == html.ElementNode {
			text.WriteByte(' ')
		}
	}
	visit(root)
	return Squeeze(text.String())
}

// Squeeze removes white space, which pages have around elements, and what stands between a heading and a number.
func Squeeze(s string) string {
	return strings.NewReplacer(":", "", "(", "", ")", "").Replace(strings.Join(strings.Fields(s), ""))
}
