// Package wildcard matches patterns in which * stands for any characters.
package wildcard

import "strings"

// Match reports whether a text matches a pattern in which * stands for any number of any characters.
func Match(pattern, text string) bool { return MatchParts(strings.Split(pattern, "*"), text) }

// MatchParts is Match for a pattern that has been split at its stars. It takes a time that is proportional to the length of the text for
// each part.
func MatchParts(parts []string, text string) bool {
	last := len(parts) - 1
	if last == 0 {
		return parts[0] == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1:last] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return strings.HasSuffix(text, parts[last])
}
