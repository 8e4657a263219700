package review

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
)

// fingerprinter makes hashes of the values on one side of a resource.
type fingerprinter struct {
	created bool
	words   []string
	leaves  []leaf // of the last attribute
}

// hashed is the hash of a value.
type hashed struct {
	raw, general uint64
	info, plain  int32
	state        state
	isScalar     bool
	isZero       bool // it is "", 0 or false
}

type state uint8

const (
	known  state = iota
	empty        // null, or without anything in it
	hidden       // it or a part of it is sensitive, or known only after apply
)

const (
	maxText = 20 // characters of a text that count
	maxInfo = 6 * unit
)

var seed = maphash.MakeSeed()

func hashText(text string) uint64 { return maphash.String(seed, text) }

// combine makes one hash of two.
func combine(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1b54a32d192ed03)
	return high ^ low
}

// attribute makes the hash of an attribute or a block, and finds its leaves.
func (f *fingerprinter) attribute(d computed.Diff, path uint64) hashed {
	f.leaves = f.leaves[:0]
	return f.value(d, path, true)
}

// value makes the hash of a value. If finds is set, it adds its leaves. These are also the parts of a value that is hidden because of
// other parts.
func (f *fingerprinter) value(d computed.Diff, path uint64, finds bool) (h hashed) {
	c := d.Content()
	side := &c.Before
	if f.created {
		side = &c.After
	}
	l := leaf{path: path}
	switch {
	case d.Renderer == nil:
		return hashed{state: hidden}
	case c.Kind == computed.KindSensitive, side.Sensitive:
		h.state, l.state = hidden, sensitiveLeaf
	case c.Kind == computed.KindUnknown, side.State == computed.KnownAfterApply:
		h.state, l.state = hidden, unknownLeaf
	case c.Kind == computed.KindWriteOnly, side.State == computed.Null, side.State == computed.Missing:
		return hashed{state: empty}
	case c.Kind == computed.KindScalar:
		h = f.scalar(side.Literal)
		l.raw, l.general = h.raw, h.general
	case c.Kind == computed.KindSet: // an element has no place
		h = f.container(c, path, false)
		l.raw, l.general = h.raw, h.general
		if h.state == hidden {
			l.state = unknownLeaf
		}
	default:
		return f.container(c, path, finds)
	}
	if finds && h.state != empty {
		f.leaves = append(f.leaves, l)
	}
	return h
}

func (f *fingerprinter) scalar(l computed.Literal) hashed {
	h := hashed{raw: combine(uint64(l.Kind), hashText(l.Text)), isScalar: true}
	h.general = h.raw
	switch l.Kind {
	case computed.None, computed.NullLiteral:
		h.state = empty
	case computed.StringLiteral:
		if text, ok := f.generalize(l.Text); ok {
			h.general = combine(uint64(l.Kind), hashText(text))
		}
		h.info = int32(unit/5 + unit/6*min(len(l.Text), maxText))
		if l.Text == "" {
			h.info = unit / 10
		}
	case computed.NumberLiteral:
		h.info = int32(min(unit/5*len(l.Text), unit))
	default:
		h.info = unit / 5
	}
	if h.general == h.raw {
		h.plain = h.info
	}
	h.isZero = l.Text == "" || l.Text == "0" && l.Kind == computed.NumberLiteral || l.Text == "false" && l.Kind == computed.BoolLiteral
	return h
}

// generalize replaces whole words of a text that are in the address.
func (f *fingerprinter) generalize(text string) (string, bool) {
	found := false
	for _, w := range f.words {
		for from := 0; ; {
			i := strings.Index(text[from:], w)
			if i < 0 {
				break
			}
			i += from
			from = i + len(w)
			before, _ := utf8.DecodeLastRuneInString(text[:i])
			after, _ := utf8.DecodeRuneInString(text[from:])
			if !isWord(before) && !isWord(after) {
				text = text[:i] + "\x00" + text[from:]
				from, found = i+1, true
			}
		}
	}
	return text, found
}

func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// container makes the hash of the parts of a value.
func (f *fingerprinter) container(c computed.Content, path uint64, finds bool) hashed {
	h := hashed{state: empty}
	var raw, general []uint64 // of what may be a set
	isSet := c.Kind == computed.KindSet || c.Kind == computed.KindBlock
	places := uint64(0)
	for p := range c.Children() {
		key := hashText(p.Key)
		at := combine(path, key)
		switch p.Role {
		case computed.PartMember:
		case computed.PartUnknownBlocks:
			at = combine(combine(path, 1), hashText(p.BlockType))
			if finds {
				f.leaves = append(f.leaves, leaf{path: at, state: unknownLeaf})
			}
			h.state = hidden
			continue
		default:
			at = combine(combine(path, hashText(p.BlockType)), places)
			places++
		}
		v := f.value(p.Diff, at, finds)
		switch {
		case v.state == hidden:
			h.state = hidden
		case v.state == empty && c.Kind != computed.KindList && c.Kind != computed.KindSet:
			continue
		case v.state == known && h.state == empty:
			h.state = known
		}
		if h.state == hidden {
			if !finds {
				break
			}
			continue
		}
		if p.Role == computed.PartMember || p.Role == computed.PartBlock {
			name := combine(hashText(p.BlockType), key)
			v.raw, v.general = combine(name, v.raw), combine(name, v.general)
		}
		h.info, h.plain = min(h.info+v.info, maxInfo), min(h.plain+v.plain, maxInfo)
		if isSet {
			raw, general = append(raw, v.raw), append(general, v.general)
		} else {
			h.raw, h.general = combine(h.raw, v.raw), combine(h.general, v.general)
		}
	}
	if h.state == hidden {
		return hashed{state: hidden}
	}
	slices.Sort(raw) // blocks may form a set
	slices.Sort(general)
	for i := range raw {
		h.raw, h.general = combine(h.raw, raw[i]), combine(h.general, general[i])
	}
	return h
}
