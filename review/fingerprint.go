package review

import (
	"encoding/binary"
	"hash/maphash"
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
}

// hashed is the hash of a value.
type hashed struct {
	state        state
	raw, general uint64
	info, plain  int
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

// combine makes one hash of several.
func combine(all ...uint64) uint64 {
	b := make([]byte, 0, 64)
	for _, h := range all {
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	return maphash.Bytes(seed, b)
}

func (f *fingerprinter) value(d computed.Diff) hashed {
	c := d.Content()
	side := c.Before
	if f.created {
		side = c.After
	}
	switch {
	case d.Renderer == nil, c.Kind == computed.KindSensitive, c.Kind == computed.KindUnknown,
		side.Sensitive, side.State == computed.KnownAfterApply:
		return hashed{state: hidden}
	case c.Kind == computed.KindWriteOnly, side.State == computed.Null, side.State == computed.Missing:
		return hashed{state: empty}
	case c.Kind == computed.KindScalar:
		return f.scalar(side.Literal)
	}
	return f.container(c)
}

func (f *fingerprinter) scalar(l computed.Literal) hashed {
	h := hashed{raw: maphash.String(seed, string(rune(l.Kind))+l.Text)}
	h.general = h.raw
	switch l.Kind {
	case computed.None, computed.NullLiteral:
		h.state = empty
	case computed.StringLiteral:
		if text, ok := f.generalize(l.Text); ok {
			h.general = maphash.String(seed, string(rune(l.Kind))+text)
		}
		h.info = unit/5 + unit/6*min(len(l.Text), maxText)
		if l.Text == "" {
			h.info = unit / 10
		}
	case computed.NumberLiteral:
		h.info = min(unit/5*len(l.Text), unit)
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
func (f *fingerprinter) container(c computed.Content) hashed {
	h := hashed{state: empty}
	var raw, general []uint64
	for p := range c.Children() {
		v := f.value(p.Diff)
		switch {
		case v.state == hidden || p.Role == computed.PartUnknownBlocks:
			return hashed{state: hidden}
		case v.state == empty && c.Kind != computed.KindList && c.Kind != computed.KindSet:
			continue
		case v.state == known:
			h.state = known
		}
		if p.Role == computed.PartMember || p.Role == computed.PartBlock {
			name := maphash.String(seed, p.BlockType+"\x00"+p.Key)
			v.raw, v.general = combine(name, v.raw), combine(name, v.general)
		}
		h.info, h.plain = h.info+v.info, h.plain+v.plain
		raw, general = append(raw, v.raw), append(general, v.general)
	}
	if c.Kind == computed.KindSet || c.Kind == computed.KindBlock { // blocks may form a set
		slices.Sort(raw)
		slices.Sort(general)
	}
	h.raw, h.general = combine(raw...), combine(general...)
	h.info, h.plain = min(h.info, maxInfo), min(h.plain, maxInfo)
	return h
}
