package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

func TestDraw(t *testing.T) {
	var out strings.Builder
	if err := draw(&out, strings.NewReader("\n  \x1b[32m+\x1b[0m a  <b>\n\n"), "show"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<text class="dim" y="31" x="16">$</text>`,
		`<text class="bold" y="31" x="34 43 52 61">show</text>`,
		`<text class="green" y="71" x="34">+</text>`,
		`<text y="71" x="52">a</text>`,
		`<text y="71" x="79 88 97">&lt;b&gt;</text>`,
		`height="92"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, &out)
		}
	}
	for _, bad := range []string{"", "\n", "\x1b[2J", "\x1b[35mx"} {
		if err := draw(io.Discard, strings.NewReader(bad), ""); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

// TestREADME checks that the README's picture needs nothing in which browsers
// differ: no spaces, and a place for every character.
func TestREADME(t *testing.T) {
	f, err := os.Open("../../docs/example.svg")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := xml.NewDecoder(f)
	texts, places := 0, -1
	lines := map[string]bool{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			for _, a := range token.Attr {
				switch {
				case token.Name.Local == "text" && a.Name.Local == "x":
					places = len(strings.Fields(a.Value))
				case token.Name.Local == "text" && a.Name.Local == "y":
					lines[a.Value] = true
				case a.Name.Local == "href", a.Name.Local == "space", a.Name.Local == "textLength":
					t.Errorf("an attribute that not all browsers treat alike: %s", a.Name.Local)
				}
			}
		case xml.CharData:
			if places < 0 {
				continue
			}
			if texts++; strings.Contains(string(token), " ") || len([]rune(string(token))) != places {
				t.Errorf("%d places for %q", places, token)
			}
		case xml.EndElement:
			places = -1
		}
	}
	if texts < 50 || len(lines) < 15 {
		t.Errorf("%d words in %d lines", texts, len(lines))
	}
}
