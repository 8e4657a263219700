package globset

import (
	"encoding/binary"
	"slices"
)

// An exploration walks through what all globs may have read of a text so far, one character after the other. A state is the set of places
// in all globs that reading may have come to; it is explored once.
type exploration struct {
	places  []place
	first   []int // of each union, the first of its places; the last union is what the text is to be outside of
	ends    []int // of each union, the place behind its last one
	starts  []int // the first place of each glob
	outside int   // the union that the text is to be outside of
}

// A place is a position in a glob.
type place struct {
	char rune // what is to come next
	kind placeKind
}

type placeKind uint8

const (
	literal placeKind = iota
	anyOne            // ?
	star              // *: it may also be left without reading anything
	end               // the glob is read
)

func newExploration(unions [][]glob, outside []glob) *exploration {
	e := &exploration{outside: len(unions)}
	for _, globs := range append(slices.Clone(unions), outside) {
		e.first = append(e.first, len(e.places))
		for _, glob := range globs {
			e.starts = append(e.starts, len(e.places))
			e.add(glob.text)
		}
		e.ends = append(e.ends, len(e.places))
	}
	return e
}

func (e *exploration) add(glob string) {
	for _, char := range glob {
		switch char {
		case '*':
			if n := len(e.places); n == e.starts[len(e.starts)-1] || e.places[n-1].kind != star {
				e.places = append(e.places, place{kind: star})
			}
		case '?':
			e.places = append(e.places, place{kind: anyOne})
		default:
			e.places = append(e.places, place{char: char})
		}
	}
	e.places = append(e.places, place{kind: end})
}

// A state lists places in ascending order.
type state []int32

// explore visits the states that can be reached until one is found at which a text of the wanted kind ends.
func (e *exploration) explore(s *Search) Answer {
	var begin state
	for _, at := range e.starts {
		begin = e.enter(begin, at)
	}
	seen := map[string]bool{}
	for queue := []state{begin}; len(queue) > 0; {
		now := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if e.dead(now) || seen[key(now)] {
			continue
		}
		if e.accepts(now) {
			return Yes
		}
		seen[key(now)] = true
		for _, char := range e.choices(now) {
			if s.left -= len(now); s.Spent() {
				return Undecided
			}
			queue = append(queue, e.step(now, char))
		}
	}
	return No
}

// enter adds a place, and the one behind a star, which may stand for nothing.
func (e *exploration) enter(s state, at int) state {
	s = append(s, int32(at))
	if e.places[at].kind == star {
		s = append(s, int32(at+1))
	}
	return s
}

func key(s state) string {
	b := make([]byte, 0, 4*len(s))
	for _, at := range s {
		b = binary.LittleEndian.AppendUint32(b, uint32(at))
	}
	return string(b)
}

// step reads one character.
func (e *exploration) step(s state, char rune) state {
	var next state
	for _, at := range s {
		switch p := e.places[at]; {
		case p.kind == star:
			next = e.enter(next, int(at))
		case p.kind == anyOne, p.kind == literal && p.char == char:
			next = e.enter(next, int(at)+1)
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// other stands for all characters that no glob asks for: 0x110000 is not one of Unicode.
const other rune = 0x110000

// choices are the characters that make a difference in a state.
func (e *exploration) choices(s state) []rune {
	chars := []rune{other}
	for _, at := range s {
		if e.places[at].kind == literal {
			chars = append(chars, e.places[at].char)
		}
	}
	slices.Sort(chars)
	return slices.Compact(chars)
}

// dead reports whether no text that goes on from here can be found: a union has no place left, or everything that goes on is to be outside.
func (e *exploration) dead(s state) bool {
	for u := range e.outside {
		if !slices.ContainsFunc(s, func(at int32) bool { return e.of(at, u) }) {
			return true
		}
	}
	return slices.ContainsFunc(s, func(at int32) bool {
		return e.of(at, e.outside) && e.places[at].kind == star && e.places[at+1].kind == end
	})
}

func (e *exploration) accepts(s state) bool {
	for u := range e.outside {
		if !e.ended(s, u) {
			return false
		}
	}
	return !e.ended(s, e.outside)
}

func (e *exploration) ended(s state, union int) bool {
	return slices.ContainsFunc(s, func(at int32) bool { return e.of(at, union) && e.places[at].kind == end })
}

func (e *exploration) of(at int32, union int) bool {
	return int(at) >= e.first[union] && int(at) < e.ends[union]
}
