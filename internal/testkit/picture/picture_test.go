package picture

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
	if err := Draw(&out, strings.NewReader("\n  \x1b[32m+\x1b[0m a  <b>\n\n"), "show"); err != nil {
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
		if err := Draw(io.Discard, strings.NewReader(bad), ""); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

// TestREADME checks that the README's picture needs nothing in which browsers
// differ: no spaces, and a place for every character.
func TestREADME(t *testing.T) {
	f, err := os.Open("../../../docs/example.svg")
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

func TestAnimate(t *testing.T) {
	var out strings.Builder
	frames := []Frame{
		{"same\n\x1b[7ma \x1b[0m\n", 1000},
		{"same\n\x1b[30;43mb\x1b[0m\n", 3000},
		{"same\n\x1b[7ma \x1b[0m\n\nlong line", 1000},
	}
	if err := Animate(&out, frames, 1); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<g>\n<text y=\"31\" x=\"16 25 34 43\">same</text>\n</g>", // always
		".k0 { animation: k0 5000ms step-end infinite }\n@keyframes k0 { 0.000% { visibility: visible } 20.000% { visibility: hidden } 80.000% { visibility: visible } }",
		"<g class=\"k0\" visibility=\"hidden\">\n<rect class=\"fg\" x=\"16\" y=\"36\" width=\"18\" height=\"20\"/>\n<text class=\"bg\" y=\"51\" x=\"16\">a</text>\n</g>",
		"<g class=\"k1\">\n<rect class=\"yellow\" x=\"16\" y=\"36\" width=\"9\" height=\"20\"/>\n<text class=\"bg\" y=\"51\" x=\"16\">b</text>\n</g>",
		`width="113" height="112"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, &out)
		}
	}
	if err := Animate(io.Discard, frames, 3); err == nil {
		t.Error("no error for a frame that there is not")
	}
	if err := Animate(io.Discard, []Frame{{"\x1b[35mx", 1}}, 0); err == nil {
		t.Error("no error for a colour that there is not")
	}
}
