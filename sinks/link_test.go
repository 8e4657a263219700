package sinks_test

import (
	"testing"

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
