package facts

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/know/packed"
)

// chunkMembers is how many members a chunk has before the next one begins;
// shared blocks count each time. A look-up unpacks all of them, so there should
// not be more than it takes to compress well.
const chunkMembers = 4000

// Encode returns the table of some providers. The same facts give the same
// bytes, whatever their order. Encode rejects what [Decode] would reject.
func Encode(providers []Provider) ([]byte, error) {
	parts, err := encodeParts(providers)
	if err != nil {
		return nil, err
	}
	file := packed.Encode(parts)
	if err := (&Table{data: string(file)}).Check(); err != nil {
		return nil, err
	}
	return file, nil
}

func encodeParts(providers []Provider) ([]string, error) {
	providers = slices.Clone(providers)
	sorted.Stable(providers, func(a, b Provider) int { return strings.Compare(a.Address, b.Address) })
	parts := []string{""}
	head := binary.AppendUvarint(nil, uint64(len(providers)))
	for _, p := range providers {
		index, chunks, err := encodeSection(p)
		if err != nil {
			return nil, fmt.Errorf("facts: %s: %w", p.Address, err)
		}
		head = packed.AppendString(head, p.Address)
		head = binary.AppendUvarint(head, uint64(len(p.Sources)))
		for _, s := range p.Sources {
			head = packed.AppendString(packed.AppendString(packed.AppendString(head, s.Package), s.Version), s.Release)
		}
		head = binary.AppendUvarint(head, uint64(len(chunks)))
		parts = append(append(parts, index), chunks...)
	}
	parts[0] = string(head)
	return parts, nil
}

// encodeSection returns a provider's index and its chunks.
func encodeSection(p Provider) (index string, chunks []string, err error) {
	entries := slices.Clone(p.Entries)
	sorted.Stable(entries, func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
	var b []byte
	before := ""
	for rest := entries; len(rest) > 0; {
		chunk, n, err := encodeChunk(rest)
		if err != nil {
			return "", nil, err
		}
		chunks = append(chunks, string(chunk))
		b = binary.AppendUvarint(b, uint64(n))
		for _, e := range rest[:n] {
			shared := sharedPrefix(before, e.Name)
			b = packed.AppendString(binary.AppendUvarint(b, uint64(shared)), e.Name[shared:])
			b = binary.AppendUvarint(b, uint64(e.Kind))
			before = e.Name
		}
		rest = rest[n:]
	}
	return string(b), chunks, nil
}

// encodeChunk returns a chunk, not packed, with as many of the entries as fit.
func encodeChunk(entries []Entry) (raw []byte, n int, err error) {
	w := blockWriter{seen: map[string]int{}, done: map[*Block]int{}, names: map[string]int{}, sizes: map[*Block]int{}}
	for members := 0; n < len(entries) && (n == 0 || members < chunkMembers); n++ {
		e := entries[n]
		if e.Block == nil {
			return nil, 0, fmt.Errorf("%s %s: no block", e.Kind, e.Name)
		}
		size, err := w.gather(e.Block, maxDepth)
		if err != nil {
			return nil, 0, fmt.Errorf("%s %s: %w", e.Kind, e.Name, err)
		}
		members += size
	}
	// Blocks refer to names by their rank, which is known only now.
	ranked := make([]string, 0, len(w.names))
	for name := range w.names {
		ranked = append(ranked, name)
	}
	slices.Sort(ranked)
	raw = binary.AppendUvarint(raw, uint64(len(ranked)))
	for i, name := range ranked {
		w.names[name] = i
		raw = packed.AppendString(raw, name)
	}
	var roots []byte
	for _, e := range entries[:n] {
		roots = binary.AppendUvarint(roots, uint64(w.block(e.Block)))
	}
	raw = binary.AppendUvarint(raw, uint64(w.count))
	raw = append(raw, w.out...)
	raw = binary.AppendUvarint(raw, uint64(n))
	return append(raw, roots...), n, nil
}

// blockWriter writes the blocks of a chunk, equal ones once. seen finds a block by
// its bytes with absolute references, done by its address.
type blockWriter struct {
	names map[string]int
	sizes map[*Block]int
	out   []byte
	count int
	seen  map[string]int
	done  map[*Block]int
}

// gather collects the names of a block and of those below it, and counts their
// members. Shared blocks count each time, so that the number does not depend on
// whether equal blocks are shared.
func (w *blockWriter) gather(b *Block, depth int) (size int, err error) {
	if b == nil {
		return 0, nil
	}
	if depth == 0 {
		return 0, errors.New("blocks nested too deep")
	}
	if size, ok := w.sizes[b]; ok {
		return size, nil
	}
	for i, m := range b.Members {
		if i > 0 && b.Members[i-1].Name >= m.Name {
			return 0, fmt.Errorf("%q is not in order", m.Name)
		}
		w.names[m.Name] = 0
		size++
		for _, v := range m.forms() {
			below := v.Block
			for t := v.Type; t != nil; t = t.Elem {
				if t.Object != nil {
					below = t.Object
				}
			}
			n, err := w.gather(below, depth-1)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", m.Name, err)
			}
			if size += n; size > maxMembers {
				return 0, fmt.Errorf("%s: too many members", m.Name)
			}
		}
	}
	w.sizes[b] = size
	return size, nil
}

// blockKey is the bytes of a block without its references. refs says where
// these belong, in pairs of an offset and the number of a block, or -1 for
// none.
type blockKey struct {
	bytes []byte
	refs  []int
}

func (k *blockKey) number(n int) { k.bytes = binary.AppendUvarint(k.bytes, uint64(n)) }

// forms returns what the member is in the releases, as variants.
func (m *Member) forms() []Variant {
	if len(m.Variants) > 0 {
		return m.Variants
	}
	return []Variant{{Form: m.Form, Guess: m.Guess, Type: m.Type, Nesting: m.Nesting, Block: m.Block}}
}

func (v *Variant) bits() byte {
	bits := byte(v.Form) | byte(v.Nesting)<<2
	if v.Guess {
		bits |= 32
	}
	return bits
}

func (w *blockWriter) member(k *blockKey, m Member) {
	forms := m.forms()
	bits := byte(128)
	if len(m.Variants) == 0 {
		bits = forms[0].bits()
	}
	if m.Releases != 0 {
		bits |= 64
	}
	k.bytes = append(k.bytes, bits)
	if m.Releases != 0 {
		k.number(int(m.Releases))
	}
	if len(m.Variants) == 0 {
		w.variant(k, &forms[0])
		return
	}
	k.number(len(forms))
	for i := range forms {
		k.bytes = append(k.bytes, forms[i].bits())
		k.number(int(forms[i].Releases))
		w.variant(k, &forms[i])
	}
}

func (w *blockWriter) variant(k *blockKey, v *Variant) {
	below, has := v.Block, v.Form == FormNested || v.Form == FormBlock
	if v.Form == FormAttribute {
		for t := v.Type; ; t = t.Elem {
			if t == nil {
				k.bytes = append(k.bytes, byte(TypeUnknown))
				break
			}
			k.bytes = append(k.bytes, byte(t.Kind))
			below, has = t.Object, t.Kind == TypeObject
			if t.Kind != TypeList && t.Kind != TypeSet && t.Kind != TypeMap {
				break
			}
		}
	}
	if !has {
		return
	}
	n := -1
	if below != nil {
		n = w.block(below)
	}
	k.refs = append(k.refs, len(k.bytes), n)
}

// block returns the number of a block. If the block is new, it writes it first.
func (w *blockWriter) block(b *Block) int {
	if n, ok := w.done[b]; ok {
		return n
	}
	var k blockKey
	flags := byte(0)
	if b.SDK {
		flags = 1
	}
	if b.Releases != 0 {
		k.bytes = binary.AppendUvarint(append(k.bytes, flags|2), uint64(b.Releases))
	} else {
		k.bytes = append(k.bytes, flags)
	}
	k.number(len(b.Members))
	name := -1
	for _, m := range b.Members {
		at := w.names[m.Name]
		k.number(at - name - 1)
		name = at
		w.member(&k, m)
	}
	key, refs := k.bytes, k.refs
	// If the bytes and the references are equal, the blocks are.
	whole := fmt.Append(key, refs)
	n, ok := w.seen[string(whole)]
	if !ok {
		n = w.count
		w.count++
		w.seen[string(whole)] = n
		from := 0
		for i := 0; i < len(refs); i += 2 {
			w.out = append(w.out, key[from:refs[i]]...)
			from = refs[i]
			distance := 0
			if refs[i+1] >= 0 {
				distance = n - refs[i+1]
			}
			w.out = binary.AppendUvarint(w.out, uint64(distance))
		}
		w.out = append(w.out, key[from:]...)
	}
	w.done[b] = n
	return n
}

// Check reads the whole table. It reports whatever is not what [Encode] writes, apart from packing: wrong order,
// duplicates, excessive depth, or another format.
func (t *Table) Check() error {
	providers, err := t.Providers()
	if err != nil {
		return err
	}
	for _, p := range providers {
		if p.Address != Address(p.Address) || strings.Count(p.Address, "/") != 1 {
			return fmt.Errorf("facts: %s: not an address in lower case without a host", p.Address)
		}
	}
	parts, err := encodeParts(providers)
	if err != nil {
		return err
	}
	table, err := packed.Open(t.data)
	if err != nil {
		return err
	}
	for i, want := range parts {
		if have, err := table.Part(i); err != nil || have != want {
			return fmt.Errorf("facts: part %d is not as it is written", i)
		}
	}
	return nil
}

func sharedPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
