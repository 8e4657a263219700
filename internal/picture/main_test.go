package main

import (
	"strings"
	"testing"
)

func TestDraw(t *testing.T) {
	var out strings.Builder
	err := draw(&out, strings.NewReader("first\n  \x1b[32m+\x1b[0m a <b>\n\nlast\n"), "+", "last")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`fill="#7ee787">+</text>`,
		`>a &lt;b&gt;</text>`,
		`height="50"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, &out)
		}
	}
	for _, not := range []string{"first", "last", "\x1b"} {
		if strings.Contains(out.String(), not) {
			t.Errorf("%q in\n%s", not, &out)
		}
	}
	if err := draw(&out, strings.NewReader("x"), "y", ""); err == nil {
		t.Error("no error where the text begins nowhere")
	}
	if err := draw(&out, strings.NewReader("\x1b[2J"), "", ""); err == nil {
		t.Error("no error for a sequence that is no colour")
	}
}
