package source

import (
	"encoding/binary"
	"errors"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/plans"
)

// List is a list of entries about resources, in the document's order. The zero value is empty, and keeps all in memory.
//
// A list may have a [jsondoc.Store], see [NewList]. Then only the first entries stay in memory as they are. Those after them are packed,
// and go to the Store: whoever reads the list gets new ones each time. So an entry is told from others by its Handle, never by its
// address in memory.
type List struct {
	head []*Resource
	n    int

	store  *jsondoc.Store
	room   int64                // for the rest of head
	parts  []jsondoc.Ref        // packed entries, several in each
	packed packer               // those after the parts
	whole  map[Handle]*Resource // of packed entries, those with faults
	err    atomic.Pointer[error]
	once   sync.Once
	all    []*Resource // what Slice returns, if it has to be made
}

const (
	// headSize is how many bytes the entries take at most that stay in memory as they are.
	headSize = 1 << 20
	// entrySize is what an entry takes in memory, about: with its address, a pointer to it, and its place among the jobs.
	entrySize = 384
	// partSize is how many bytes of packed entries are kept together.
	partSize = 16 << 10
)

// NewList returns an empty list that keeps entries in a Store, which is the caller's, when they take more memory than that may.
func NewList(s *jsondoc.Store) *List { return &List{store: s, room: min(s.Limit(), headSize)} }

// ListOf returns a list with these entries.
func ListOf(all []*Resource) *List { return &List{head: all, n: len(all)} }

// Len returns how many entries there are.
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return l.n
}

// Add adds an entry. The error is a *plans.TempError.
func (l *List) Add(r *Resource) error {
	l.n++
	if l.store == nil || l.room >= entrySize && l.packed.n == 0 && l.parts == nil {
		l.head, l.room = append(l.head, r), l.room-entrySize
		return nil
	}
	if r.faults != nil {
		if l.whole == nil {
			l.whole = map[Handle]*Resource{}
		}
		l.whole[r.Handle] = r
	}
	l.packed.add(r)
	if len(l.packed.text) < partSize {
		return nil
	}
	part, err := l.store.Keep(l.packed.text)
	if err != nil {
		return err
	}
	l.parts = append(l.parts, part)
	l.packed.reset()
	return nil
}

// All returns the entries in order. Several goroutines may call it, when all have been added and the Store is sealed. If the Store
// cannot be read, there are no more entries, and Err says why: whoever has read the list has to ask.
func (l *List) All() iter.Seq[*Resource] {
	return func(yield func(*Resource) bool) {
		if l == nil {
			return
		}
		for _, r := range l.head {
			if !yield(r) {
				return
			}
		}
		if l.packed.n == 0 && l.parts == nil {
			return
		}
		load, n := l.store.Loader(), len(l.head)
		for i := 0; i <= len(l.parts); i++ {
			text := l.packed.text
			if i < len(l.parts) {
				var err error
				if text, err = load.Bytes(l.parts[i]); err != nil {
					l.fail(err)
					return
				}
			}
			u := unpacker{text: text}
			for len(u.text) > 0 {
				r := u.next()
				if u.wrong {
					l.fail(errChanged)
					return
				}
				n++
				if as := l.whole[r.Handle]; as != nil {
					r = as
				}
				if !yield(r) {
					return
				}
			}
		}
		if n != l.n {
			l.fail(errChanged)
		}
	}
}

var errChanged = errors.New("the temporary file is not as planfmt has written it")

// Slice returns all entries in memory, the same ones each time, for what needs them all at once. As with All, Err says whether they are all.
func (l *List) Slice() []*Resource {
	if l == nil {
		return nil
	}
	if l.n == len(l.head) {
		return l.head[:l.n:l.n]
	}
	l.once.Do(func() {
		l.all = make([]*Resource, 0, l.n)
		for r := range l.All() {
			l.all = append(l.all, r)
		}
	})
	return l.all
}

func (l *List) fail(err error) { l.err.CompareAndSwap(nil, &err) }

// Err says why entries could not be read again.
func (l *List) Err() error {
	if l == nil {
		return nil
	}
	if err := l.err.Load(); err != nil {
		return *err
	}
	return nil
}

// All returns all entries about resources but those of the prior state: of a state, and what changes, in this order.
func (f *Facts) All() iter.Seq[*Resource] {
	return func(yield func(*Resource) bool) {
		for _, r := range f.Resources {
			if !yield(r) {
				return
			}
		}
		for r := range f.Changes.All() {
			if !yield(r) {
				return
			}
		}
		for _, list := range [...][]*Resource{f.Drift, f.Deferred} {
			for _, r := range list {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// packer packs entries. Neighbours have most in common, so each says only how it differs from the one before it.
type packer struct {
	text []byte
	n    int
	last Resource
}

func (p *packer) reset() { p.text, p.n, p.last = p.text[:0], 0, Resource{} }

// fields are the texts of an entry.
func fields(r *Resource) [11]*string {
	return [...]*string{
		&r.Address, &r.PreviousAddress, &r.ModuleAddress, &r.Mode, &r.Type, &r.Name, (*string)(&r.Index), &r.Deposed, &r.ProviderName,
		(*string)(&r.ActionReason), (*string)(&r.DeferredReason),
	}
}

// flags are what an entry says yes or no to.
func flags(r *Resource) [5]*bool {
	return [...]*bool{&r.Tainted, &r.FirstOfModule, &r.Enclosed, &r.GeneratedConfig, &r.Unmarked}
}

// What else an entry has; these bits are followed by those of flags.
const (
	hasImporting = 1 << iota
	importsUnknown
	sameNames // ActionNames are those of the entry before
	noNames   // ActionNames is nil
	otherBits
)

func (p *packer) add(r *Resource) {
	bits := 0
	for i, f := range flags(r) {
		if *f {
			bits |= otherBits << i
		}
	}
	switch {
	case r.ActionNames == nil:
		bits |= noNames
	case equalNames(r.ActionNames, p.last.ActionNames):
		bits |= sameNames
	}
	if in := r.Importing; in != nil {
		bits |= hasImporting
		if in.Unknown {
			bits |= importsUnknown
		}
	}
	p.number(bits)
	p.number(int(r.Action))
	p.text = binary.AppendVarint(p.text, int64(r.Handle)-int64(p.last.Handle))
	before := fields(&p.last)
	for i, f := range fields(r) {
		p.string(*before[i], *f)
	}
	if bits&(noNames|sameNames) == 0 {
		p.number(len(r.ActionNames))
		for _, name := range r.ActionNames {
			p.string("", name)
		}
	}
	if in := r.Importing; in != nil {
		p.string("", in.ID)
		p.string("", in.Identity)
	}
	p.last = *r
	p.n++
}

func equalNames(a, b []string) bool {
	if len(a) != len(b) || b == nil {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (p *packer) number(n int) { p.text = binary.AppendUvarint(p.text, uint64(n)) }

// string adds a text as the length of what it shares with another one, and the rest.
func (p *packer) string(before, s string) {
	common := 0
	for common < min(len(before), len(s)) && before[common] == s[common] {
		common++
	}
	p.number(common)
	p.number(len(s) - common)
	p.text = append(p.text, s[common:]...)
}

// unpacker does what a packer has done, in reverse.
type unpacker struct {
	text  []byte
	last  *Resource
	wrong bool // the text is not what a packer has written
	buf   []byte
}

func (u *unpacker) next() *Resource {
	last := u.last
	if last == nil {
		last = &Resource{}
	}
	r := &Resource{}
	bits := u.number()
	for i, f := range flags(r) {
		*f = bits&(otherBits<<i) != 0
	}
	r.Action = plans.Action(u.number())
	delta, n := binary.Varint(u.text)
	if n <= 0 {
		u.wrong = true
		return r
	}
	u.text = u.text[n:]
	r.Handle = Handle(int64(last.Handle) + delta)
	before := fields(last)
	for i, f := range fields(r) {
		*f = u.string(*before[i])
	}
	switch {
	case bits&noNames != 0:
	case bits&sameNames != 0:
		r.ActionNames = last.ActionNames
	default:
		r.ActionNames = []string{}
		for range u.number() {
			if r.ActionNames = append(r.ActionNames, u.string("")); u.wrong {
				return r
			}
		}
	}
	if bits&hasImporting != 0 {
		r.Importing = &plans.Importing{ID: u.string(""), Unknown: bits&importsUnknown != 0, Identity: u.string("")}
	}
	u.last = r
	return r
}

func (u *unpacker) number() int {
	n, size := binary.Uvarint(u.text)
	if size <= 0 {
		u.wrong = true
		return 0
	}
	u.text = u.text[size:]
	return int(n)
}

func (u *unpacker) string(before string) string {
	common, rest := u.number(), u.number()
	if u.wrong || uint(common) > uint(len(before)) || uint(rest) > uint(len(u.text)) {
		u.wrong = true
		return ""
	}
	added := u.text[:rest]
	u.text = u.text[rest:]
	if rest == 0 {
		return before[:common]
	}
	u.buf = append(append(u.buf[:0], before[:common]...), added...)
	return string(u.buf)
}
