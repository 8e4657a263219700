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
	globs []glob
	but   bool
}

// Of is the set of the texts that at least one glob matches. Without any globs it is empty.
func Of(globs ...string) Set {
	set := Set{globs: make([]glob, len(globs))}
	for i, text := range globs {
		set.globs[i] = newGlob(text)
	}
	return set
}

// Except is the set of the texts that no glob matches. Without any globs it is everything.
func Except(globs ...string) Set { return Of(globs...).Complement() }

// Complement is the set of all texts that are not in s.
func (s Set) Complement() Set { return Set{globs: s.globs, but: !s.but} }

// Has reports whether a text is in the set.
func (s Set) Has(text string) bool {
	return slices.ContainsFunc(s.globs, func(g glob) bool { return Match(g.text, text) }) != s.but
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

// Spend uses up steps for something else that is done beside the search.
func (s *Search) Spend(steps int) { s.left -= steps }

// Exists decides whether there is a text that is in each set of within and in none of without.
func (s *Search) Exists(within, without []Set) Answer {
	if s.Spent() {
		return Undecided
	}
	unions, outside := sort(within, without)
	unions, outside = s.prune(unions, outside)
	switch {
	case slices.ContainsFunc(unions, func(globs []glob) bool { return len(globs) == 0 }), slices.ContainsFunc(outside, glob.matchesAll):
		return No
	case slices.ContainsFunc(unions, func(globs []glob) bool { return isAmong(globs, outside) }):
		return No
	case len(unions) == 1 && len(outside) == 0:
		return Yes
	}
	if literals, ok := leastLiterals(unions); ok {
		return s.amongLiterals(literals, unions, outside)
	}
	return newExploration(unions, outside).explore(s)
}

// prune leaves out the globs that cannot matter, as what they begin or end with is not what those of another union do.
func (s *Search) prune(unions [][]glob, outside []glob) (left [][]glob, leftOutside []glob) {
	if len(unions) == 0 {
		return unions, outside
	}
	left = slices.Clone(unions)
	for i := range left {
		for j := range left {
			if i != j {
				left[i] = s.near(left[i], left[j])
			}
		}
	}
	for _, globs := range left {
		outside = s.near(outside, globs)
	}
	return left, outside
}

// near returns those of some globs that may have a text in common with one of others.
func (s *Search) near(globs, others []glob) []glob {
	s.left -= len(globs)
	return slices.DeleteFunc(slices.Clone(globs), func(g glob) bool {
		i := slices.IndexFunc(others, g.mayMeet)
		s.left -= i + 1
		return i < 0
	})
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
func sort(within, without []Set) (unions [][]glob, outside []glob) {
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

// leastLiterals returns the shortest union that has literal texts only: a text that is searched for can only be one of these.
func leastLiterals(unions [][]glob) (literals []glob, ok bool) {
	for _, globs := range unions {
		if !slices.ContainsFunc(globs, glob.isWild) && (!ok || len(globs) < len(literals)) {
			literals, ok = globs, true
		}
	}
	return literals, ok
}

func (s *Search) amongLiterals(literals []glob, unions [][]glob, outside []glob) Answer {
	for _, g := range literals {
		if !s.matches(outside, g.text) && !slices.ContainsFunc(unions, func(globs []glob) bool { return !s.matches(globs, g.text) }) {
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

func (s *Search) matches(globs []glob, text string) bool {
	return slices.ContainsFunc(globs, func(g glob) bool {
		s.left -= 1 + min(len(g.text), len(text))
		return s.left >= 0 && Match(g.text, text)
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
