package globset

import (
	"slices"
	"strings"
)

// Most globs differ in how they begin. What follows from that alone needs no exploration.

// literalPrefix returns what all texts that a glob matches begin with.
func literalPrefix(glob string) string {
	if i := strings.IndexAny(glob, "*?"); i >= 0 {
		return glob[:i]
	}
	return glob
}

// agree reports whether a text may begin with both of two prefixes.
func agree(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// beginning returns what all texts begin with that are in each of some unions. It reports false if it is certain that there are none.
func beginning(unions [][]string) (begin string, ok bool) {
	for _, globs := range unions {
		prefix := literalPrefix(globs[0])
		for _, glob := range globs[1:] {
			prefix = common(prefix, literalPrefix(glob))
		}
		switch {
		case !agree(begin, prefix):
			return "", false
		case len(prefix) > len(begin):
			begin = prefix
		}
	}
	return begin, true
}

// common returns what two texts both begin with.
func common(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// isAmong reports whether each of some globs is written among others.
func isAmong(globs, others []string) bool {
	return !slices.ContainsFunc(globs, func(glob string) bool { return !slices.Contains(others, glob) })
}
