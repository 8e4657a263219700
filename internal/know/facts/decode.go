package facts

import (
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The format, all numbers unsigned varints, all strings preceded by their
// lengths:
//
//	magic
//	length of the header
//	header: number of providers; of each its address, its sources (number;
//	        package, version, release), the length of its section, the
//	        length of the packed index in it, that of the unpacked index
//	sections, one after the other
//
//	section:  packed index, packed chunks
//	index:    number of chunks; of each its packed length, its unpacked
//	          length, its number of types; then all types: length of the
//	          prefix shared with the name before, rest of the name, kind
//	chunk:    number of strings, the strings, sorted; number of blocks, the
//	          blocks, those within others first; number of types, of each
//	          the number of its block
//	block:    SDK + 2 if it has releases; these; number of members, the
//	          members
//	member:   distance of its name from the name before in the strings; form
//	          + mode*4 + guess*32 + 64 if it has releases; these; what it is.
//	          In place of form, mode and guess 128 if it has variants, then
//	          their number, of each form + mode*4 + guess*32, its releases
//	          and what it is
//	what:     of an attribute its type, of a block or a nested attribute the
//	          reference to its block or 0
//	type:     kind; of a collection the element's type, of an object the
//	          reference to its block
//
// A reference is the distance backwards from the block that refers. Packed is
// DEFLATE. What is equal within a chunk is there once, so that equal tables
// have equal bytes.
const (
	magic = "planfmt facts 2\n"

	maxProviders = 1 << 10
	maxSources   = 16      // of a provider: as many as Releases has bits
	maxChunk     = 1 << 20 // unpacked
	maxIndex     = 1 << 21 // unpacked
	maxTypeDepth = 8
	maxDepth     = 48      // of blocks in blocks
	maxMembers   = 1 << 20 // of a type; shared blocks count each time
)

var errShort = errors.New("cut off")

// reader reads the format. After the first error, it only reads zeros.
type reader struct {
	rest string
	err  error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = ""
}

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.fail(errShort)
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

// number reads a number up to limit, which is far below an overflow.
func (r *reader) number(limit int) int {
	n, shift := 0, 0
	for {
		b := r.byte()
		n |= int(b&0x7f) << shift
		switch {
		case n > limit:
			r.fail(fmt.Errorf("a number over %d", limit))
			return 0
		case b < 0x80:
			if b == 0 && shift > 0 {
				r.fail(errors.New("a number with idle bytes"))
			}
			return n
		case shift >= 28:
			r.fail(errors.New("a number too long"))
			return 0
		}
		shift += 7
	}
}

// count reads how many things follow, each of at least one byte.
func (r *reader) count() int { return r.number(len(r.rest)) }

func (r *reader) take(n int) string {
	if n > len(r.rest) {
		r.fail(errShort)
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *reader) string() string { return r.take(r.count()) }

// end returns the first error, or one that says that bytes are left.
func (r *reader) end() error {
	if r.err == nil && r.rest != "" {
		return fmt.Errorf("%d bytes too many", len(r.rest))
	}
	return r.err
}

func decodeHeader(data string) ([]*section, error) {
	if !strings.HasPrefix(data, magic) {
		return nil, errors.New("facts: not a table of facts")
	}
	file := reader{rest: data[len(magic):]}
	head := reader{rest: file.string()}
	if file.err != nil {
		head.fail(file.err)
	}
	sections := make([]*section, min(head.count(), maxProviders))
	for i := range sections {
		s := &section{Address: head.string()}
		sections[i] = s
		for range head.number(maxSources) {
			s.Sources = append(s.Sources, Source{Package: head.string(), Version: head.string(), Provider: s.Address, Release: head.string()})
		}
		s.packed = file.take(head.number(len(file.rest)))
		s.indexed = head.number(len(s.packed))
		s.raw = head.number(maxIndex)
		if i > 0 && sections[i-1].Address >= s.Address {
			head.fail(fmt.Errorf("%q is not in order", s.Address))
		}
		if head.err != nil {
			return nil, fmt.Errorf("facts: header: %w", head.err)
		}
	}
	if err := errors.Join(head.end(), file.end()); err != nil {
		return nil, fmt.Errorf("facts: header: %w", err)
	}
	return sections, nil
}

// open unpacks the index once.
func (s *section) open() error {
	s.once.Do(func() {
		var raw string
		if raw, s.err = inflate(s.packed[:s.indexed], s.raw); s.err == nil {
			s.err = s.decodeIndex(raw)
		}
		if s.err != nil {
			s.err = fmt.Errorf("index: %w", s.err)
		}
	})
	return s.err
}

func (s *section) decodeIndex(raw string) error {
	r, data := reader{rest: raw}, reader{rest: s.packed[s.indexed:]}
	s.chunks = make([]chunk, r.count())
	for i := range s.chunks {
		c := &s.chunks[i]
		c.packed = data.take(r.number(len(data.rest)))
		c.raw = r.number(maxChunk)
		c.types = r.number(len(raw))
	}
	var before place
	for i := range s.chunks {
		for n := range s.chunks[i].types {
			if r.err != nil {
				return r.err
			}
			name := before.name[:r.number(len(before.name))] + r.string()
			p := place{name: name, kind: Kind(r.number(int(DataSource))), chunk: i, ordinal: n}
			if len(s.types) > 0 && comparePlaces(before, p) >= 0 {
				return fmt.Errorf("%q is not in order", name)
			}
			s.types = append(s.types, p)
			before = p
		}
	}
	return errors.Join(r.end(), data.end())
}

// open unpacks the chunk once.
func (c *chunk) open() error {
	c.once.Do(func() { c.roots, c.err = c.decode() })
	return c.err
}

func (c *chunk) decode() ([]*Block, error) {
	raw, err := inflate(c.packed, c.raw)
	if err != nil {
		return nil, err
	}
	d := decoder{reader: reader{rest: raw}}
	roots := d.chunk()
	if err := d.end(); err != nil {
		return nil, err
	}
	if len(roots) != c.types {
		return nil, fmt.Errorf("%d types where the index has %d", len(roots), c.types)
	}
	return roots, nil
}

// decoder reads a chunk. size and depth of a block count each reference.
type decoder struct {
	reader
	names  []string
	blocks []*Block
	size   []int
	depth  []int
}

func (d *decoder) chunk() []*Block {
	d.names = make([]string, d.count())
	for i := range d.names {
		d.names[i] = d.string()
	}
	for range d.count() {
		if d.err != nil {
			return nil
		}
		d.block()
	}
	roots := make([]*Block, d.count())
	for i := range roots {
		n := d.number(len(d.blocks))
		if n >= len(d.blocks) {
			d.fail(errors.New("a type without a block"))
			return nil
		}
		roots[i] = d.blocks[n]
	}
	return roots
}

func (d *decoder) block() {
	flags := d.number(3)
	b := &Block{SDK: flags&1 != 0}
	if flags&2 != 0 {
		b.Releases = d.releases()
	}
	d.size, d.depth = append(d.size, 1), append(d.depth, 1)
	b.Members = make([]Member, 0, min(d.count(), len(d.names)))
	name := -1
	for range cap(b.Members) {
		name += 1 + d.number(len(d.names))
		if name >= len(d.names) {
			d.fail(errors.New("a member without a name"))
		}
		if d.err != nil {
			return
		}
		m := Member{Name: d.names[name]}
		bits := d.byte()
		if bits&64 != 0 {
			m.Releases = d.releases()
		}
		if bits&128 != 0 {
			m.Variants = d.variants()
			if len(m.Variants) < 2 || bits&63 != 0 {
				d.fail(errors.New("impossible variants"))
				return
			}
			m = m.Variants[0].apply(m)
			m.Guess = true
		} else {
			v := d.variant(bits & 63)
			m = v.apply(m)
		}
		d.size[len(d.blocks)]++
		b.Members = append(b.Members, m)
	}
	d.blocks = append(d.blocks, b)
}

func (d *decoder) variants() []Variant {
	all := make([]Variant, 0, 2)
	for range d.number(maxSources) {
		if d.err != nil {
			return nil
		}
		bits := d.byte()
		releases := d.releases()
		v := d.variant(bits)
		v.Releases = releases
		all = append(all, v)
	}
	return all
}

// variant reads the type of an attribute, or the block of a block or nested
// attribute.
func (d *decoder) variant(bits byte) Variant {
	v := Variant{Form: Form(bits & 3), Nesting: Nesting(bits >> 2 & 7), Guess: bits&32 != 0}
	if v.Nesting > Map || bits >= 64 {
		d.fail(errors.New("an impossible member"))
	}
	switch v.Form {
	case FormAttribute:
		v.Type = d.typ(maxTypeDepth)
	case FormNested, FormBlock:
		v.Block = d.blockRef()
	}
	return v
}

// releases reads a set of releases, which must not be empty.
func (d *decoder) releases() Releases {
	n := d.number(1<<maxSources - 1)
	if n == 0 {
		d.fail(errors.New("no releases"))
	}
	return Releases(n)
}

func (d *decoder) typ(depth int) *Type {
	if depth == 0 {
		d.fail(errors.New("a type nested too deep"))
		return nil
	}
	t := &Type{Kind: TypeKind(d.byte())}
	switch t.Kind {
	case TypeUnknown, TypeDynamic, TypeBool, TypeNumber, TypeString:
	case TypeList, TypeSet, TypeMap:
		t.Elem = d.typ(depth - 1)
	case TypeObject:
		t.Object = d.blockRef()
	default:
		d.fail(errors.New("an unknown type"))
	}
	return t
}

func (d *decoder) blockRef() *Block {
	this := len(d.blocks)
	to := this - d.number(this)
	if to == this {
		return nil
	}
	d.size[this] += d.size[to]
	d.depth[this] = max(d.depth[this], d.depth[to]+1)
	if d.size[this] > maxMembers || d.depth[this] > maxDepth {
		d.fail(errors.New("a block too large"))
	}
	return d.blocks[to]
}

// inflate unpacks data whose unpacked length is known, and never more than
// that.
func inflate(packed string, length int) (string, error) {
	z := flate.NewReader(strings.NewReader(packed))
	var raw strings.Builder
	if _, err := io.Copy(&raw, io.LimitReader(z, int64(length)+1)); err != nil {
		return "", err
	}
	if raw.Len() != length {
		return "", fmt.Errorf("%d bytes unpacked, expected %d", raw.Len(), length)
	}
	return raw.String(), nil
}
