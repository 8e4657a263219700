package sinks

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/doc"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two  three", 8, []string{"one two", "three"}},
		{"one two three", 0, []string{"one two three"}},
		{"overlongword x overlongword", 4, []string{"overlongword", "x", "overlongword"}},
		{"a\u00a0b c", 3, []string{"a\u00a0b", "c"}},
		{"äöü äöü", 6, []string{"äöü", "äöü"}},
		{"äöü äöü", 7, []string{"äöü äöü"}},
		{"one\n  two three four\nfive six", 5, []string{"one", "  two three four", "five", "six"}},
		{"trailing ", 5, []string{"trailing "}},
	} {
		var got []string
		for _, l := range Wrap(doc.NewText(doc.Span{Text: c.in}), c.limit) {
			got = append(got, string(l.Bytes))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.limit, got, c.want)
		}
	}
}
