package kit

import (
	"strings"
	"testing"
	"unicode"
)

// CheckSafe finds what must not reach a terminal or a CI runner.
func CheckSafe(t *testing.T, text string, color bool) {
	t.Helper()
	if color {
		text = stripColor(text)
	}
	for _, r := range text {
		if r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d' {
			continue
		}
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			t.Fatalf("%U in %q", r, text)
		}
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
			t.Fatalf("a runner command in %q", line)
		}
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "::")
		if name, _, two := strings.Cut(rest, "::"); ok && two && isCommandName(name) {
			t.Fatalf("a runner command in %q", line)
		}
	}
}

// isCommandName reports whether a runner would take NAME in ::NAME ...:: for
// one of its commands.
func isCommandName(s string) bool {
	name, _, _ := strings.Cut(s, " ")
	for _, r := range name {
		if r != '-' && r != '_' && (r|0x20 < 'a' || r|0x20 > 'z') {
			return false
		}
	}
	return name != ""
}

// stripColor takes away well-formed sequences of colour, and nothing else.
func stripColor(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		end := strings.TrimLeft(s[i+2:], "0123456789;")
		if !strings.HasPrefix(end, "m") {
			b.WriteString("\x1b[")
			s = s[i+2:]
			continue
		}
		s = end[1:]
	}
}
