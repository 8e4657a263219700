package sinks

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/invisible"
)

// There are two passes over a line: the first escapes unsafe characters, the second
// what a CI runner would obey. In this order, the second pass sees what the runner
// will see. Once an invisible character in the middle of a command is escaped, it is
// not a command any more. Neither pass changes text in place. Each lists edits, which
// are then applied to the text and to the positions in it.

// edit replaces size bytes at a position.
type edit struct {
	at, size int
	text     string
}

// isSuspicious reports whether a byte may belong to an unsafe character: it is a
// control character other than TAB, or not ASCII.
func isSuspicious(c byte) bool { return c < ' ' && c != '\t' || c > '~' }

// isHarmless reports whether a line is plain ASCII, without anything that a runner
// could obey. It may return false for harmless text, but never true for other text. The line's own text begins
// at an index; blanks and a sign are before it.
func isHarmless(line []byte, own int, runner bool) bool {
	all := classify(line[max(0, min(own, len(line)-wordLen)):]) // a few bytes cost more than a word
	return all&suspicious == 0 && !(runner && mayBeCommand(line, own, all))
}

// classify returns the classes of the bytes of a text. It may return more classes for a
// text that is suspicious, or has a TAB.
func classify(text []byte) byteClass {
	n := len(text)
	if n < wordLen {
		var all byteClass
		for _, c := range text {
			all |= classes[c]
		}
		return all
	}
	// Eight bytes at a time: the highest bit of a byte says that it is in a class. A
	// subtraction may borrow from the next byte, but only if the byte is in the class.
	const ones = 0x0101010101010101
	var odd, hashes, colons uint64
	for i := 0; ; i += wordLen {
		i = min(i, n-wordLen)
		w := binary.LittleEndian.Uint64(text[i:])
		odd |= w | (w - ' '*ones) | (w + ones) // not ASCII, below a blank, above a tilde
		hashes |= (w ^ '#'*ones) - ones
		colons |= (w ^ ':'*ones) - ones
		if i == n-wordLen {
			break
		}
	}
	const high = 0x80 * ones
	var all byteClass
	if odd&high != 0 {
		all |= suspicious
	}
	if hashes&high != 0 {
		all |= hash
	}
	if colons&high != 0 {
		all |= colon
	}
	return all
}

// wordLen is how many bytes classify looks at together.
const wordLen = 8

// byteClass is a set of what a byte may belong to.
type byteClass uint8

const (
	suspicious byteClass = 1 << iota // see isSuspicious
	hash                             // #
	colon                            // :
)

// classes are the classes of all bytes.
var classes = func() (all [256]byteClass) {
	for c := range all {
		if isSuspicious(byte(c)) {
			all[c] |= suspicious
		}
	}
	all['#'] |= hash
	all[':'] |= colon
	return all
}()

// unsafeEdits lists the edits that escape the unsafe characters of a line, and bytes
// that are not UTF-8, as Go's %q does.
func unsafeEdits(edits []edit, text []byte) []edit {
	for i := 0; i < len(text); {
		if !isSuspicious(text[i]) {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			edits = append(edits, edit{i, 1, hex(`\x`, rune(text[i]), 2)})
		case isUnsafe(r) && !isPresentation(r, text[:i], text[i+size:]):
			edits = append(edits, edit{i, size, spell(r)})
		}
		i += size
	}
	return edits
}

// isUnsafe reports whether a character does something to the text around it
// or cannot be seen: those of the class Cc (but TAB), and what is invisible. The
// joiners U+200C and U+200D are safe, since scripts and emoji need them.
func isUnsafe(r rune) bool {
	if r < 0xa0 {
		return r < ' ' && r != '\t' || r >= 0x7f
	}
	return r != '\u200c' && r != '\u200d' && invisible.Is(r)
}

// isPresentation reports whether a character is one of the variation selectors that
// ask for an emoji as a picture or as text, and follows an emoji. Digits, # and *
// count only if they begin a keycap.
func isPresentation[T string | []byte](r rune, before, after T) bool {
	if r != '\ufe0e' && r != '\ufe0f' {
		return false
	}
	base, _ := utf8.DecodeLastRuneInString(string(before[max(0, len(before)-utf8.UTFMax):]))
	if base < utf8.RuneSelf {
		next, _ := utf8.DecodeRuneInString(string(after[:min(len(after), utf8.UTFMax)]))
		return strings.ContainsRune("0123456789#*", base) && next == '\u20e3'
	}
	return unicode.Is(emoji, base)
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

// apply makes the edits, which are in order and do not overlap, appending the
// text to out. The ends of runs move with the text; one in the middle of a
// replaced character moves behind it.
func apply(out, text []byte, edits []edit, runs []doc.Run) []byte {
	pos, delta, r := 0, 0, 0
	for _, e := range edits {
		for ; r < len(runs) && runs[r].End <= e.at; r++ {
			runs[r].End += delta
		}
		delta += len(e.text) - e.size
		for ; r < len(runs) && runs[r].End < e.at+e.size; r++ {
			runs[r].End = e.at + e.size + delta
		}
		out = append(append(out, text[pos:e.at]...), e.text...)
		pos = e.at + e.size
	}
	for ; r < len(runs); r++ {
		runs[r].End += delta
	}
	return append(out, text[pos:]...)
}

// Escape makes text of any origin safe to print as part of one line, such as an
// error message. It escapes unsafe characters and line feeds as Go's %q does, and
// leaves nothing that a CI runner would obey as a command. It adds no quotes.
func Escape(s string) string {
	text := []byte(s)
	if isHarmless(text, 0, true) {
		return s
	}
	c := Composer{EscapeRunnerCommands: true, text: text}
	c.clean()
	return string(c.text)
}

// EscapeLines is like [Escape], but for text with more than one line: it keeps line
// feeds. Therefore, a line feed in a name must be escaped before the name becomes
// part of such a text; see plans.SpellName.
func EscapeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = Escape(l)
	}
	return strings.Join(lines, "\n")
}

// Escaped returns a text as a sink will write it at the beginning of a line, so that its characters can be counted. The notations of this
// package do not escape it again. Of other sinks, it is not known whether they escape commands of CI runners: these are escaped then.
func Escaped(t doc.Text, s Sink) doc.Text {
	runner := true
	switch s := s.(type) {
	case Text:
		runner = s.EscapeRunnerCommands
	case ANSI:
		runner = s.EscapeRunnerCommands
	}
	if isHarmless(t.Bytes, 0, runner) {
		return t
	}
	c := Composer{EscapeRunnerCommands: runner}
	return c.compose(&doc.Line{Text: t})
}
