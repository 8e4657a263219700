package text

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// Broken lines are no longer than they may be, nothing of the text is missing, and no line is empty.
func TestBreakText(t *testing.T) {
	t.Parallel()
	words := []string{"a", "bcd", "policy.Statement[0]", strings.Repeat("x", 90), "日本語", strings.Repeat("界", 40), "é", "e\u0301\u0323", "नमस्ते", "✅", "⚠\ufe0f", "👨\u200d👩\u200d👧", "🇩🇪", "\x1b[31m", "\u202e", "->", "a,b", ".", "::", "::::::", "\n", "::error::x", "##vso[task.x]y", "##[group]", "section_start:1:a", "^^^ +++", "--- z"}
	squeeze := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(s, " ", ""), `\u003a`, ":") // only a colon that begins a line is escaped
	}
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 15))
		width := 8 + r.IntN(60)
		text := doc.NewText(doc.Span{Text: strings.Repeat(" ", r.IntN(width*3/4))})
		for range r.IntN(20) {
			text.Add(doc.Role(r.IntN(5)), words[r.IntN(len(words))]+strings.Repeat(" ", r.IntN(4)))
		}
		var all strings.Builder
		sink := sinks.Text{EscapeRunnerCommands: seed%2 == 0}
		lines := breakText(text, width, sink)
		for i, l := range lines {
			if n := textWidth(sinks.Escaped(l, sink)); n > width {
				t.Errorf("seed %d: a line of %d columns in %d: %q", seed, n, width, l.Bytes)
			}
			if first, _ := utf8.DecodeRuneInString(strings.TrimLeft(string(l.Bytes), " ")); i > 0 && unicode.In(first, unicode.Mn, unicode.Me) {
				t.Errorf("seed %d: line %d begins with what belongs to the character before: %q", seed, i, l.Bytes)
			}
			if len(lines) > 1 && strings.TrimSpace(string(l.Bytes)) == "" {
				t.Errorf("seed %d: line %d of %d is empty: %q", seed, i, len(lines), text.Bytes)
			}
			all.Write(l.Bytes)
		}
		if got, want := squeeze(all.String()), squeeze(string(sinks.Escaped(text, sink).Bytes)); got != want {
			t.Errorf("seed %d: got %q, want %q", seed, got, want)
		}
	}
}
