package sinks

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// AppendDOT appends lines of text as a string in double quotes, as the language DOT of Graphviz wants it. Nothing in the text means anything to Graphviz, and unsafe characters are escaped as in [Escape].
func AppendDOT(b []byte, lines ...string) []byte {
	b = append(b, '"')
	for i, line := range lines {
		if i > 0 {
			b = append(b, `\n`...)
		}
		for _, c := range []byte(Escape(line)) {
			switch c {
			case '"', '\\': // \N and \G in a label stand for names
				b = append(b, '\\', c)
			case '&': // Graphviz knows the entities of HTML
				b = append(b, "&amp;"...)
			default:
				b = append(b, c)
			}
		}
	}
	return append(b, '"')
}

// AppendMermaid appends lines of text as a string in double quotes, as a label in a flowchart of mermaid wants it. Nothing in the text means anything to mermaid, nor to the Markdown or the HTML that
// it takes labels for, and unsafe characters are escaped as in [Escape].
func AppendMermaid(b []byte, lines ...string) []byte {
	b = append(b, '"')
	for i, line := range lines {
		if i > 0 {
			b = append(b, "<br/>"...)
		}
		last := byte(' ')
		line = Escape(line)
		for j := range len(line) {
			c := line[j]
			if isPlainInMermaid(line, j, last) {
				b = append(b, c)
			} else {
				b = append(b, '#')
				b = strconv.AppendUint(b, uint64(c), 10)
				b = append(b, ';')
			}
			last = c
		}
	}
	return append(b, '"')
}

// isPlainInMermaid reports whether the byte of a text at a place, which comes after another one, stands for itself.
func isPlainInMermaid(text string, at int, before byte) bool {
	switch c := text[at]; {
	case c >= utf8.RuneSelf, isWordByte(c):
		return true
	case c == '_': // between words, it is not emphasis
		return isWordByte(before) && at+1 < len(text) && isWordByte(text[at+1])
	case c == '.': // behind a number, it begins a list; and www. a link
		return isWordByte(before) && (before < '0' || before > '9') && at+1 < len(text) && !strings.HasSuffix(text[:at], "www")
	case c == '-', c == ',':
		return before != ' ' && before != '-'
	case c == ' ': // spaces at the ends of a line, and many of them, are lost
		return at > 0 && before != ' ' && at+1 < len(text)
	}
	return false
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
