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
	leaves  []leaf // of what has been hashed
	spare   []*container
	// raw and general are the hashes of the parts of the containers around the present place.
	raw, general []uint64
}

// hashed is the hash of a value.
type hashed struct {
	raw, general uint64
	info, plain  int32
	state        fingerprintState
	isScalar     bool
	isZero       bool // it is "", 0 or false
}

type fingerprintState uint8

const (
	known  fingerprintState = iota
	empty                   // null, or without anything in it
	hidden                  // it or a part of it is sensitive, or known only after apply
)

const (
	maxText = 20 // characters of a text that count
	maxInfo = 6 * unit
)

var seed = maphash.MakeSeed()

var noText = maphash.String(seed, "")

func hashText(text string) uint64 {
	if text == "" {
		return noText
	}
	return maphash.String(seed, text)
}

// combine makes one hash of two.
func combine(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1b54a32d192ed03)
	return high ^ low
}

// value makes the hash of a value. If finds is set, it adds its leaves. These are also the parts of a value that is hidden because of
// other parts.
func (f *fingerprinter) value(d *computed.Diff, path uint64, finds bool) (h hashed) {
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
		h = f.scalar(&side.Literal)
		l.raw, l.general = h.raw, h.general
	case c.Kind == computed.KindSet: // an element has no place
		h = f.container(&c, path, false)
		l.raw, l.general = h.raw, h.general
		if h.state == hidden {
			l.state = unknownLeaf
		}
	default:
		return f.container(&c, path, finds)
	}
	if finds && h.state != empty {
		f.leaves = append(f.leaves, l)
	}
	return h
}

func (f *fingerprinter) scalar(l *computed.Literal) hashed {
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

// container is a value with parts whose hash is being made. The fingerprinter uses it again.
type container struct {
	*fingerprinter
	hashed
	kind   computed.Kind
	path   uint64
	finds  bool
	places uint64 // parts without a name of their own so far
	from   int    // where the hashes of the parts begin in the fingerprinter
	add    func(computed.Part) bool
}

func (f *fingerprinter) newContainer() *container {
	if last := len(f.spare) - 1; last >= 0 {
		in := f.spare[last]
		f.spare = f.spare[:last]
		return in
	}
	in := &container{fingerprinter: f}
	in.add = in.part
	return in
}

// container makes the hash of the parts of a value.
func (f *fingerprinter) container(c *computed.Content, path uint64, finds bool) hashed {
	in := f.newContainer()
	in.hashed, in.kind, in.path, in.finds, in.places, in.from = hashed{state: empty}, c.Kind, path, finds, 0, len(f.raw)
	c.Children()(in.add)
	h := in.sum()
	f.spare = append(f.spare, in)
	return h
}

// sum makes one hash of those of the parts.
func (in *container) sum() hashed {
	f := in.fingerprinter
	raw, general := f.raw[in.from:], f.general[in.from:]
	f.raw, f.general = f.raw[:in.from], f.general[:in.from]
	if in.state == hidden {
		return hashed{state: hidden}
	}
	if in.kind == computed.KindSet || in.kind == computed.KindBlock { // blocks may form a set
		slices.Sort(raw)
		slices.Sort(general)
	}
	h := in.hashed
	for i := range raw {
		h.raw, h.general = combine(h.raw, raw[i]), combine(h.general, general[i])
	}
	return h
}

// part adds a part to the container. It returns false if no more parts matter.
func (in *container) part(p computed.Part) bool {
	f := in.fingerprinter
	key := hashText(p.Key)
	at := combine(in.path, key)
	switch p.Role {
	case computed.PartMember:
	case computed.PartUnknownBlocks:
		if in.finds {
			f.leaves = append(f.leaves, leaf{path: combine(combine(in.path, 1), hashText(p.BlockType)), state: unknownLeaf})
		}
		in.state = hidden
		return in.finds
	default:
		at = combine(combine(in.path, hashText(p.BlockType)), in.places)
		in.places++
	}
	v := f.value(&p.Diff, at, in.finds)
	switch {
	case v.state == hidden:
		in.state = hidden
	case v.state == empty && in.kind != computed.KindList && in.kind != computed.KindSet:
		return true
	case v.state == known && in.state == empty:
		in.state = known
	}
	if in.state == hidden {
		return in.finds
	}
	if p.Role == computed.PartMember || p.Role == computed.PartBlock {
		name := combine(hashText(p.BlockType), key)
		v.raw, v.general = combine(name, v.raw), combine(name, v.general)
	}
	in.info, in.plain = min(in.info+v.info, maxInfo), min(in.plain+v.plain, maxInfo)
	f.raw, f.general = append(f.raw, v.raw), append(f.general, v.general)
	return true
}
