package sinks

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The passes below never rewrite text in place: they list edits, and apply
// them to the text and to whatever has been noted about positions in it.
//
// There are two passes, in this order. The first spells unsafe characters, so
// that the second sees what a reader of the output will see: a runner command
// with an invisible character in its middle is none.

// edit replaces size bytes at a position.
type edit struct {
	at, size int
	text     string
}

// suspicious reports whether a byte may belong to an unsafe character: a
// control character but TAB, or no ASCII.
func suspicious(c byte) bool { return c < ' ' && c != '\t' || c > '~' }

// harmless reports whether text is plain ASCII with nothing in it that a
// runner could obey. It may say no to harmless text, never yes to other text.
func harmless(text []byte, runner bool) bool {
	for _, c := range text {
		if suspicious(c) {
			return false
		}
	}
	return !runner || !bytes.Contains(text, []byte("##")) && !bytes.Contains(text, []byte("::"))
}

// spellings lists the edits that spell the unsafe characters of text as Go's
// %q does: those of the classes Cc (but TAB and LF), Cf (but the joiners ZWJ
// and ZWNJ), Zl and Zp, and bytes that are no UTF-8.
func spellings(edits []edit, text []byte) []edit {
	for i := 0; i < len(text); {
		if !suspicious(text[i]) || text[i] == '\n' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			edits = append(edits, edit{i, 1, hex(`\x`, rune(text[i]), 2)})
		case unsafeRune(r):
			edits = append(edits, edit{i, size, spell(r)})
		}
		i += size
	}
	return edits
}

func unsafeRune(r rune) bool {
	if r < 0xa0 {
		return r < ' ' && r != '\t' && r != '\n' || r >= 0x7f
	}
	if r == '\u2028' || r == '\u2029' {
		return true
	}
	return unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d'
}

func spell(r rune) string {
	switch r {
	case '\a':
		return `\a`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\v':
		return `\v`
	}
	switch {
	case r < utf8.RuneSelf:
		return hex(`\x`, r, 2)
	case r < 0x10000:
		return hex(`\u`, r, 4)
	}
	return hex(`\U`, r, 8)
}

func hex(prefix string, r rune, digits int) string {
	b := []byte(prefix)
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[r>>shift&0xf])
	}
	return string(b)
}

// disarming lists the edits that keep CI runners from taking a line of text
// for a command: Azure Pipelines looks for ##[ and ##vso[ anywhere, GitHub
// Actions for ##[ anywhere and for ::name ...:: behind leading white space.
func disarming(edits []edit, text []byte) []edit {
	for start := 0; start <= len(text); {
		line := text[start:]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		if at := leadingCommand(line); at >= 0 {
			edits = append(edits, edit{start + at, 1, `\u003a`})
		}
		for i := 0; i+2 < len(line); i++ {
			if line[i] == '#' && line[i+1] == '#' && (line[i+2] == '[' || vso(line[i+2:])) {
				edits = append(edits, edit{start + i + 1, 1, `\u0023`})
			}
		}
		start += len(line) + 1
	}
	return edits
}

// vso reports whether text begins `vso[`, in any case that Unicode knows: the
// long s folds to an s.
func vso(text []byte) bool {
	n := bytes.IndexByte(text[:min(len(text), 6)], '[')
	return n > 0 && bytes.EqualFold(text[:n], []byte("vso"))
}

// leadingCommand is where the `::` of a `::name ...::` stands that only white
// space precedes, or -1.
func leadingCommand(line []byte) int {
	at := 0
	for at < len(line) {
		r, size := utf8.DecodeRune(line[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += size
	}
	rest, ok := bytes.CutPrefix(line[at:], []byte("::"))
	if !ok || len(rest) == 0 || rest[0]|0x20 < 'a' || rest[0]|0x20 > 'z' || !bytes.Contains(rest, []byte("::")) {
		return -1
	}
	return at
}

// apply makes the edits, which are in order and do not overlap, appending the
// text to out. The ends of runs move with the text; one in the middle of a
// replaced character moves behind it.
func apply(out, text []byte, edits []edit, runs []run) []byte {
	pos, delta, r := 0, 0, 0
	for _, e := range edits {
		for ; r < len(runs) && runs[r].end <= e.at; r++ {
			runs[r].end += delta
		}
		delta += len(e.text) - e.size
		for ; r < len(runs) && runs[r].end < e.at+e.size; r++ {
			runs[r].end = e.at + e.size + delta
		}
		out = append(append(out, text[pos:e.at]...), e.text...)
		pos = e.at + e.size
	}
	for ; r < len(runs); r++ {
		runs[r].end += delta
	}
	return append(out, text[pos:]...)
}

// Escape makes text of any origin safe to print as part of one line, such as
// an error message: unsafe characters and line feeds are spelled as Go's %q
// spells them, and nothing is left that a CI runner would obey. It quotes
// nothing else.
func Escape(s string) string { return EscapeLines(strings.ReplaceAll(s, "\n", `\n`)) }

// EscapeLines is like [Escape] for text of more than one line: line feeds stay.
func EscapeLines(s string) string {
	text := []byte(s)
	if harmless(text, true) {
		return s
	}
	var e encoder
	e.runner = true
	e.text = text
	e.clean()
	return string(e.text)
}
