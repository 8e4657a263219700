package globset

import (
	"slices"
	"strings"
)

// A glob is a pattern, with what every text that it matches begins and ends with.
type glob struct{ text, prefix, suffix string }

func newGlob(text string) glob {
	first := strings.IndexAny(text, "*?")
	if first < 0 {
		return glob{text, text, text}
	}
	return glob{text, text[:first], text[strings.LastIndexAny(text, "*?")+1:]}
}

// isWild reports whether the glob is more than a text.
func (g glob) isWild() bool { return len(g.prefix) < len(g.text) }

// matchesAll reports whether the glob matches every text.
func (g glob) matchesAll() bool { return g.text != "" && strings.Trim(g.text, "*") == "" }

// mayMeet reports whether nothing at the begin or at the end keeps two globs from matching the same text.
func (g glob) mayMeet(h glob) bool {
	return (strings.HasPrefix(g.prefix, h.prefix) || strings.HasPrefix(h.prefix, g.prefix)) &&
		(strings.HasSuffix(g.suffix, h.suffix) || strings.HasSuffix(h.suffix, g.suffix))
}

// isAmong reports whether each of some globs is written among others.
func isAmong(globs, others []glob) bool {
	return len(others) > 0 && !slices.ContainsFunc(globs, func(g glob) bool { return !slices.Contains(others, g) })
}
