// Package globset decides whether unions of globs leave room for a text: whether there is one that is in each of some sets and in none of
// others. In a glob, * stands for any number of any characters and ? for exactly one. Containment and overlap follow from this one
// question: a is within b if no text is in a and outside of b.
//
// The package compares texts as they are. Who wants no difference between upper and lower case folds the globs first.
package globset

import (
	"slices"
	"strings"
)

// A Set is a set of texts: those that one of some globs matches, or all others.
type Set struct {
	globs []string
	but   bool
}

// Of is the set of the texts that at least one glob matches. Without any globs it is empty.
func Of(globs ...string) Set { return Set{globs: globs} }

// Except is the set of the texts that no glob matches. Without any globs it is everything.
func Except(globs ...string) Set { return Set{globs: globs, but: true} }

// Complement is the set of all texts that are not in s.
func (s Set) Complement() Set { return Set{globs: s.globs, but: !s.but} }

// Has reports whether a text is in the set.
func (s Set) Has(text string) bool {
	return slices.ContainsFunc(s.globs, func(glob string) bool { return Match(glob, text) }) != s.but
}

// An Answer says whether something exists.
type Answer uint8

// Answers. The zero value claims nothing.
const (
	Undecided Answer = iota
	No
	Yes
)

// Limit is how many steps a Search takes that was not told otherwise.
const Limit = 1 << 21

// A Search answers questions until its steps are used up, and is undecided from then on. Steps are counted, so that the same questions
// always get the same answers, however busy the machine is.
type Search struct{ left int }

// NewSearch returns a search that takes at most so many steps; each costs about as much as comparing a character.
func NewSearch(steps int) *Search { return &Search{left: steps} }

// Spent reports whether the search has used up its steps.
func (s *Search) Spent() bool { return s.left <= 0 }

// Exists decides whether there is a text that is in each set of within and in none of without.
func (s *Search) Exists(within, without []Set) Answer {
	if s.Spent() {
		return Undecided
	}
	unions, outside := sort(within, without)
	if slices.ContainsFunc(unions, func(globs []string) bool { return len(globs) == 0 }) || slices.ContainsFunc(outside, matchesAll) {
		return No
	}
	begin, ok := beginning(unions)
	if !ok || slices.ContainsFunc(unions, func(globs []string) bool { return isAmong(globs, outside) }) {
		return No
	}
	outside = slices.DeleteFunc(outside, func(glob string) bool { return !agree(begin, literalPrefix(glob)) })
	if len(outside) == 0 && len(unions) <= 1 {
		return Yes
	}
	if literals, ok := leastLiterals(unions); ok {
		return s.amongLiterals(literals, unions, outside)
	}
	return newExploration(unions, outside).explore(s)
}

// Within decides whether each text of a is in b.
func (s *Search) Within(a, b Set) Answer { return not(s.Exists([]Set{a}, []Set{b})) }

// Overlap decides whether a text is in each of the sets.
func (s *Search) Overlap(sets ...Set) Answer { return s.Exists(sets, nil) }

func not(a Answer) Answer {
	switch a {
	case Yes:
		return No
	case No:
		return Yes
	}
	return Undecided
}

// sort turns complements around: what is to be in the complement of a union is to be outside of the union, and the other way round. All
// that is to be outside is one union.
func sort(within, without []Set) (unions [][]string, outside []string) {
	for _, set := range within {
		if set.but {
			outside = append(outside, set.globs...)
		} else {
			unions = append(unions, set.globs)
		}
	}
	for _, set := range without {
		if set.but {
			unions = append(unions, set.globs)
		} else {
			outside = append(outside, set.globs...)
		}
	}
	return unions, outside
}

func matchesAll(glob string) bool { return glob != "" && strings.Trim(glob, "*") == "" }

func isLiteral(glob string) bool { return !strings.ContainsAny(glob, "*?") }

// leastLiterals returns the shortest union that has literal texts only: a text that is searched for can only be one of these.
func leastLiterals(unions [][]string) (literals []string, ok bool) {
	for _, globs := range unions {
		if !slices.ContainsFunc(globs, func(glob string) bool { return !isLiteral(glob) }) && (!ok || len(globs) < len(literals)) {
			literals, ok = globs, true
		}
	}
	return literals, ok
}

func (s *Search) amongLiterals(literals []string, unions [][]string, outside []string) Answer {
	for _, text := range literals {
		if !s.matches(outside, text) && !slices.ContainsFunc(unions, func(globs []string) bool { return !s.matches(globs, text) }) {
			return s.sure(Yes)
		}
	}
	return s.sure(No)
}

// sure is the answer, unless the steps were used up on the way to it.
func (s *Search) sure(a Answer) Answer {
	if s.left < 0 {
		return Undecided
	}
	return a
}

func (s *Search) matches(globs []string, text string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool {
		s.left -= 1 + min(len(glob), len(text))
		return s.left >= 0 && Match(glob, text)
	})
}

// Match reports whether a glob matches a whole text. It goes back to the last star only, so that it takes a time that is at most the
// product of the lengths.
func Match(glob, text string) bool {
	g, t := []rune(glob), []rune(text)
	i, star, mark := 0, -1, 0
	for j := 0; j < len(t); {
		switch {
		case i < len(g) && g[i] == '*':
			star, mark = i, j
			i++
		case i < len(g) && (g[i] == '?' || g[i] == t[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(string(g[i:]), "*") == ""
}
