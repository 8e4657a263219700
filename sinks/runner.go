package sinks

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A CI runner reads what a job prints, and obeys some of it as commands:
//
//	Azure Pipelines  ##[name] and ##vso[...] anywhere in a line
//	GitHub Actions   ##[name] anywhere, ::name ...:: behind leading white space
//	TeamCity         ##teamcity[...] anywhere
//	GitLab           section_start:TIME:NAME and section_end:TIME:NAME anywhere
//	Buildkite        --- NAME, +++ NAME, ~~~ NAME and ^^^ +++ at the start of a line

// mayBeCommand reports whether a line of plain ASCII may hold something that a runner obeys. Its own text begins at an
// index; has is the classes of the bytes in that.
func mayBeCommand(line []byte, own int, has byteClass) bool {
	return has&hash != 0 && bytes.Contains(line[own:], []byte("##")) ||
		has&colon != 0 && (bytes.HasPrefix(bytes.TrimLeft(line[own:], " \t"), []byte("::")) || bytes.Contains(line[own:], []byte("section_"))) ||
		isHeading(line)
}

// commandEdits lists the edits that keep CI runners from taking a line for a
// command.
func commandEdits(edits []edit, line []byte) []edit {
	if isHeading(line) {
		edits = append(edits, spellEdit(line, 0))
	} else if at := findLeadingCommand(line); at >= 0 {
		edits = append(edits, spellEdit(line, at))
	}
	for i := range line {
		switch line[i] {
		case '#':
			if isHashCommand(line[i:]) {
				edits = append(edits, spellEdit(line, i+1))
			}
		case 's':
			if isSection(line[i:]) {
				edits = append(edits, spellEdit(line, i+len("section")))
			}
		}
	}
	return edits
}

// spellEdit returns the edit that escapes the ASCII character at a position.
func spellEdit(line []byte, at int) edit { return edit{at, 1, hex(`\u`, rune(line[at]), 4)} }

// isHashCommand reports whether text begins ##[, ##vso[ or ##teamcity[, in any
// case that Unicode knows: the long s folds to an s.
func isHashCommand(text []byte) bool {
	name, ok := bytes.CutPrefix(text, []byte("##"))
	if !ok {
		return false
	}
	n := bytes.IndexByte(name[:min(len(name), len("teamcity[")+1)], '[')
	return n == 0 || n > 0 && (bytes.EqualFold(name[:n], []byte("vso")) || bytes.EqualFold(name[:n], []byte("teamcity")))
}

// isSection reports whether text begins a section of GitLab's log, or ends one.
// GitLab wants a carriage return behind it, which a terminal puts there.
func isSection(text []byte) bool {
	rest, ok := bytes.CutPrefix(text, []byte("section_start:"))
	if !ok {
		rest, ok = bytes.CutPrefix(text, []byte("section_end:"))
	}
	return ok && len(rest) > 0 && '0' <= rest[0] && rest[0] <= '9'
}

// isHeading reports whether a line is a heading of Buildkite's log. The signs
// of replacements, such as -/+, begin none.
func isHeading(line []byte) bool {
	if len(line) < 4 || line[0] == ' ' {
		return false
	}
	switch string(line[:3]) {
	case "---", "+++", "~~~":
		return line[3] == ' ' || line[3] == '\t'
	case "^^^":
		return bytes.HasPrefix(bytes.TrimLeft(line[3:], " \t"), []byte("+++"))
	}
	return false
}

// findLeadingCommand returns the position of the `::` of a `::name ...::` that only
// white space precedes, or -1.
func findLeadingCommand(line []byte) int {
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
