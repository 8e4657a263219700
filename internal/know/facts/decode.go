package facts

import (
	"errors"
	"fmt"

	"github.com/planfmt/planfmt/internal/know/packed"
)

// The format is a table of [packed] with these parts, all numbers unsigned varints, all strings preceded by their
// lengths: the header; of each provider its index, and its chunks.
//
//	header:   number of providers; of each its address, its sources (number;
//	          package, version, release), the number of its chunks
//	index:    of each chunk the number of its types; of each of these the
//	          length of the prefix shared with the name before, rest of the
//	          name, kind
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
// A reference is the distance backwards from the block that refers. What is
// equal within a chunk is there once, so that equal tables have equal bytes.
const (
	maxProviders = 1 << 10
	maxSources   = 16 // of a provider: as many as Releases has bits
	maxTypeDepth = 8
	maxDepth     = 48      // of blocks in blocks
	maxMembers   = 1 << 20 // of a type; shared blocks count each time
)

func decodeHeader(data string) ([]*section, error) {
	table, err := packed.Open(data)
	if err != nil {
		return nil, fmt.Errorf("facts: %w", err)
	}
	text, err := table.Part(0)
	head := packed.NewReader(text)
	if err != nil {
		head.Fail(err)
	}
	sections := make([]*section, min(head.Count(), maxProviders))
	next := 1
	for i := range sections {
		s := &section{Address: head.String(), table: table, index: next}
		sections[i] = s
		for range head.Number(maxSources) {
			s.Sources = append(s.Sources, Source{Package: head.String(), Version: head.String(), Provider: s.Address, Release: head.String()})
		}
		s.chunks = make([]chunk, head.Number(table.Len()))
		next += 1 + len(s.chunks)
		if i > 0 && sections[i-1].Address >= s.Address {
			head.Fail(fmt.Errorf("%q is not in order", s.Address))
		}
		if head.Err != nil {
			break
		}
	}
	if head.Err == nil && next != table.Len() {
		head.Fail(fmt.Errorf("%d parts, expected %d", table.Len(), next))
	}
	if err := head.End(); err != nil {
		return nil, fmt.Errorf("facts: header: %w", err)
	}
	return sections, nil
}

// open unpacks the index once.
func (s *section) open() error {
	s.once.Do(func() {
		var text string
		if text, s.err = s.table.Part(s.index); s.err == nil {
			s.err = s.decodeIndex(text)
		}
		if s.err != nil {
			s.err = fmt.Errorf("index: %w", s.err)
		}
	})
	return s.err
}

func (s *section) decodeIndex(text string) error {
	r := packed.NewReader(text)
	var before sectionPlace
	for i := range s.chunks {
		c := &s.chunks[i]
		c.table, c.part = s.table, s.index+1+i
		c.types = r.Count()
		for n := range c.types {
			if r.Err != nil {
				return r.Err
			}
			name := before.name[:r.Number(len(before.name))] + r.String()
			p := sectionPlace{name: name, kind: Kind(r.Number(int(DataSource))), chunk: i, ordinal: n}
			if len(s.types) > 0 && comparePlaces(before, p) >= 0 {
				return fmt.Errorf("%q is not in order", name)
			}
			s.types = append(s.types, p)
			before = p
		}
	}
	return r.End()
}

// open unpacks the chunk once.
func (c *chunk) open() error {
	c.once.Do(func() { c.roots, c.err = c.decode() })
	return c.err
}

func (c *chunk) decode() ([]*Block, error) {
	text, err := c.table.Part(c.part)
	if err != nil {
		return nil, err
	}
	d := decoder{Reader: packed.NewReader(text)}
	roots := d.chunk()
	if err := d.End(); err != nil {
		return nil, err
	}
	if len(roots) != c.types {
		return nil, fmt.Errorf("%d types where the index has %d", len(roots), c.types)
	}
	return roots, nil
}

// decoder reads a chunk. size and depth of a block count each reference.
type decoder struct {
	packed.Reader
	names  []string
	blocks []*Block
	size   []int
	depth  []int
}

func (d *decoder) chunk() []*Block {
	d.names = make([]string, d.Count())
	for i := range d.names {
		d.names[i] = d.String()
	}
	for range d.Count() {
		if d.Err != nil {
			return nil
		}
		d.block()
	}
	roots := make([]*Block, d.Count())
	for i := range roots {
		n := d.Number(len(d.blocks))
		if n >= len(d.blocks) {
			d.Fail(errors.New("a type without a block"))
			return nil
		}
		roots[i] = d.blocks[n]
	}
	return roots
}

func (d *decoder) block() {
	flags := d.Number(3)
	b := &Block{SDK: flags&1 != 0}
	if flags&2 != 0 {
		b.Releases = d.releases()
	}
	d.size, d.depth = append(d.size, 1), append(d.depth, 1)
	b.Members = make([]Member, 0, min(d.Count(), len(d.names)))
	name := -1
	for range cap(b.Members) {
		name += 1 + d.Number(len(d.names))
		if name >= len(d.names) {
			d.Fail(errors.New("a member without a name"))
		}
		if d.Err != nil {
			return
		}
		m := Member{Name: d.names[name]}
		bits := d.Byte()
		if bits&64 != 0 {
			m.Releases = d.releases()
		}
		if bits&128 != 0 {
			m.Variants = d.variants()
			if len(m.Variants) < 2 || bits&63 != 0 {
				d.Fail(errors.New("impossible variants"))
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
	for range d.Number(maxSources) {
		if d.Err != nil {
			return nil
		}
		bits := d.Byte()
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
		d.Fail(errors.New("an impossible member"))
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
	n := d.Number(1<<maxSources - 1)
	if n == 0 {
		d.Fail(errors.New("no releases"))
	}
	return Releases(n)
}

func (d *decoder) typ(depth int) *Type {
	if depth == 0 {
		d.Fail(errors.New("a type nested too deep"))
		return nil
	}
	t := &Type{Kind: TypeKind(d.Byte())}
	switch t.Kind {
	case TypeUnknown, TypeDynamic, TypeBool, TypeNumber, TypeString:
	case TypeList, TypeSet, TypeMap:
		t.Elem = d.typ(depth - 1)
	case TypeObject:
		t.Object = d.blockRef()
	default:
		d.Fail(errors.New("an unknown type"))
	}
	return t
}

func (d *decoder) blockRef() *Block {
	this := len(d.blocks)
	to := this - d.Number(this)
	if to == this {
		return nil
	}
	d.size[this] += d.size[to]
	d.depth[this] = max(d.depth[this], d.depth[to]+1)
	if d.size[this] > maxMembers || d.depth[this] > maxDepth {
		d.Fail(errors.New("a block too large"))
	}
	return d.blocks[to]
}
