package sinks_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

func TestLink(t *testing.T) {
	for address, want := range map[string]bool{
		"https://github.com/o/r/blob/0a1/modules/a%20b/main.tf#L12":   true,
		"https://dev.azure.com/o/p/_git/r?path=%2Fa.tf&version=GC0a1": true,
		"https://":                      false,
		"https:///x":                    false,
		"http://example.com/":           false,
		"javascript:alert(1)":           false,
		"https://example.com/)[x](y":    false,
		"https://example.com/\"onx=":    false,
		"https://example.com/<b>":       false,
		"https://example.com/a b":       false,
		"https://example.com/a\nb":      false,
		"https://example.com/|":         false,
		"https://example.com/&copy;":    false,
		"https://example.com/\u202ex":   false,
		"https://example.com/`":         false,
		"https://example.com/'*_{path}": false,
	} {
		if got := sinks.IsLink(address); got != want {
			t.Errorf("%q: have %t", address, got)
		}
	}
	const page = "https://example.com/a?b=1&c=2"
	for _, test := range []struct{ got, want string }{
		{sinks.InText.Link("main.tf:1", page), "[`main.tf:1`](" + page + ")"},
		{sinks.InCell.Link("a|b", page), "[`a\\|b`](" + page + ")"},
		{sinks.InHTML.Link("<b>", page), `<a href="https://example.com/a?b=1&amp;c=2"><code>&lt;b&gt;</code></a>`},
		{sinks.InText.Link("main.tf:1", "http://example.com"), "`main.tf:1`"},
	} {
		if test.got != test.want {
			t.Errorf("have %s, want %s", test.got, test.want)
		}
	}
	var h sinks.HTML
	h.Page(page)
	h.Page("javascript:x")
	if got, want := string(h.Bytes()), ` href="https://example.com/a?b=1&amp;c=2" rel="noreferrer"`; got != want {
		t.Errorf("have %s, want %s", got, want)
	}
}

// ANSI writes links only if it is told to, and only those with a safe address. Every line has links of its own.
func TestANSILinks(t *testing.T) {
	write := func(s sinks.ANSI, address, text string) string {
		t.Helper()
		var b strings.Builder
		link := &doc.Link{Address: address}
		err := sinks.Write(&b, s, doc.Lines(func(w *doc.Writer) {
			w.Paragraph(doc.Span{Text: "at "}, doc.Span{Role: doc.Bold, Text: text, Link: link}, doc.Span{Text: "."})
		}))
		if err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const page = "https://example.com/a?b=c#L1"
	on := sinks.ANSI{Links: true}
	if got, want := write(on, page, "a.tf"), "at \x1b]8;;"+page+"\x1b\\\x1b[1ma.tf\x1b[0m\x1b]8;;\x1b\\.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	plain := "at \x1b[1ma.tf\x1b[0m.\n"
	if got := write(sinks.ANSI{}, page, "a.tf"); got != plain {
		t.Errorf("without links: %q", got)
	}
	for _, address := range []string{
		"", "http://example.com/", "javascript:alert(1)", "https://", "https://a\x1b\\b", "https://a b", "https://a\nb", "https://a\u202eb",
		"file://host/share", "file:///a b", "file:///a\x07", "file:///a?b", "https://a/" + strings.Repeat("b", 3000),
	} {
		if got := write(on, address, "a.tf"); got != plain {
			t.Errorf("%.40q: got %q", address, got)
		}
	}
	// What is unsafe in the text is escaped in a link, too.
	if got := write(on, page, "a\x1b]8;;b"); strings.Count(got, "\x1b]") != 2 {
		t.Errorf("got %q", got)
	}
	if got := write(sinks.ANSI{Links: true, Width: 12}, page, "one two three"); strings.Count(got, page) != 3 || strings.Count(got, "\x1b]8;;\x1b\\") != 3 || strings.Count(got, "\n") != 3 {
		t.Errorf("got %q", got)
	}
}

func TestFileLink(t *testing.T) {
	for path, want := range map[string]string{
		"/srv/a b/main.tf":    "file:///srv/a%20b/main.tf",
		"C:/x/main.tf":        "file:///C:/x/main.tf",
		"/a\x1b\\\n%;#?é:.tf": "file:///a%1B%5C%0A%25%3B%23%3F%C3%A9%3A.tf",
	} {
		if got := sinks.FileLink(path); got != want {
			t.Errorf("%q: got %s, want %s", path, got, want)
		}
	}
}
