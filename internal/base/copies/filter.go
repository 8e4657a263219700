package copies

import (
	"bytes"
	"encoding/binary"
	"maps"
	"math/rand/v2"

	"github.com/planfmt/planfmt/internal/base/jsonescape"
)

// Most texts have no copies, and most places in a text do not look like the beginning of one. So [Filter.MayBeIn] looks at the first
// bytes of what [Parts] looks up.

// beginnings are hashes of the first minLength bytes of the strings in a set, with a key of its own. They have too few bits to say
// what the bytes are.
type beginnings struct {
	key    uint64 // odd
	hashes map[uint32]struct{}
}

func newBeginnings() beginnings { return beginnings{key: rand.Uint64() | 1} }

func (b *beginnings) hash(text []byte) uint32 {
	return uint32(binary.LittleEndian.Uint64(text) * b.key >> 32)
}

// add adds the beginning of a text that has at least minLength bytes.
func (b *beginnings) add(text string) {
	if b.hashes == nil {
		b.hashes = map[uint32]struct{}{}
	}
	b.hashes[b.hash([]byte(text[:minLength]))] = struct{}{}
}

// merge adds those of a sibling.
func (b *beginnings) merge(sibling beginnings) {
	if b.hashes == nil {
		b.hashes = map[uint32]struct{}{}
	}
	maps.Copy(b.hashes, sibling.hashes)
}

// Filter tells texts that have no strings of a Set from those that may have some. It is for one goroutine.
type Filter struct {
	*Set
	bits    []uint64 // a table of the first bits of the hashes
	scratch [maxDocument + 1][]byte
}

const filterBits = 16

// Filter returns a filter for the strings that the set has now.
func (s *Set) Filter() *Filter {
	f := &Filter{Set: s, bits: make([]uint64, 1<<filterBits/64)}
	for h := range s.beginnings.hashes {
		i := h >> (32 - filterBits)
		f.bits[i/64] |= 1 << (i % 64)
	}
	return f
}

// isBeginning reports whether a string of the set may begin where a text does, which has at least minLength bytes.
func (f *Filter) isBeginning(text []byte) bool {
	h := f.beginnings.hash(text)
	if i := h >> (32 - filterBits); f.bits[i/64]&(1<<(i%64)) == 0 {
		return false
	}
	_, ok := f.beginnings.hashes[h]
	return ok
}

// MayBeIn reports whether a string in a JSON text may be one of the set, a JSON document in which one is, or a longer text of which
// one is a part, see [Set.HasIn]. Names of members are strings, too. What [StandIn] returns counts as a string of the set.
func (f *Filter) MayBeIn(json []byte) bool { return f.mayBeIn(json, 0) }

func (f *Filter) mayBeIn(json []byte, depth int) bool {
	if bytes.Contains(json, []byte(standIn)) {
		return true
	}
	for i := 0; ; {
		n := bytes.IndexByte(json[i:], '"')
		if n < 0 {
			return false
		}
		begin := i + n + 1
		end, found := f.mayBegin(json, begin)
		if found {
			return true
		}
		if i = end + 1; end < len(json) && json[end] == '"' {
			continue
		}
		text, end, ok := appendUnescaped(f.scratch[depth][:0], json, begin)
		if f.scratch[depth] = text; !ok || f.mayBeInText(text, depth) {
			return true
		}
		i = end + 1
	}
}

// mayBegin reports whether a string of the set may begin in a text, from an index on: there, or behind what is between words. It ends
// at a quote, a backslash, or the end of the text, and returns where that is.
func (f *Filter) mayBegin(text []byte, i int) (end int, found bool) {
	for isBegin := true; i < len(text); i++ {
		kind := kinds[text[i]]
		if isBegin && i+minLength <= len(text) && f.isBeginning(text[i:]) {
			return i, true
		}
		if kind >= endsString {
			return i, false
		}
		isBegin = kind == delimiter
	}
	return i, false
}

// mayBeInText does the same as mayBeIn for a string without its escapes.
func (f *Filter) mayBeInText(text []byte, depth int) bool {
	if bytes.Contains(text, []byte(standIn)) {
		return true
	}
	escapes := false
	for i := 0; i < len(text); i++ {
		end, found := f.mayBegin(text, i)
		if found {
			return true
		}
		i = end
		escapes = escapes || i < len(text) && text[i] == '\\'
	}
	// The strings of a document begin behind quotes, so they have been looked at, except for those with escapes.
	document := bytes.TrimLeft(text, space)
	if !escapes || len(document) == 0 || document[0] != '{' && document[0] != '[' {
		return false
	}
	return depth == maxDocument || f.mayBeIn(text, depth+1)
}

// byteKind is what a byte is for mayBegin.
type byteKind uint8

const (
	inWord byteKind = iota
	delimiter
	endsString // a quote or a backslash, which are delimiters
)

var kinds = func() (all [256]byteKind) {
	for b := range all {
		switch c := byte(b); {
		case c == '"' || c == '\\':
			all[b] = endsString
		case isDelimiter(c) || isSpace(c):
			all[b] = delimiter
		}
	}
	return all
}()

// appendUnescaped appends a string in a JSON text without its escapes, and returns where it ends. The string begins at an index, behind
// its quote.
func appendUnescaped(text, json []byte, i int) (appended []byte, end int, ok bool) {
	for i < len(json) {
		begin := i
		for i < len(json) && json[i] != '"' && json[i] != '\\' {
			i++
		}
		text = append(text, json[begin:i]...)
		if i < len(json) && json[i] == '"' {
			return text, i, true
		}
		var rest []byte
		if text, rest, ok = jsonescape.Append(text, json[i:]); !ok {
			return text, 0, false
		}
		i = len(json) - len(rest)
	}
	return text, 0, false
}
