package jsondoc

import (
	"encoding/binary"
	"errors"
)

// Refs is a list of many [Ref]s, which are kept in a Store of their own: a few bytes for each add up in a document with a million entries.
type Refs struct {
	store *Store
	parts []Ref  // of refsAtOnce Refs each
	last  []byte // those after the parts
	n     int
}

const (
	// refLen is how many bytes a Ref takes.
	refLen = 24
	// refsAtOnce is how many Refs are kept together.
	refsAtOnce = 512
)

// NewRefs returns an empty list that is kept in a Store, which is the caller's.
func NewRefs(s *Store) *Refs { return &Refs{store: s} }

// Len returns how many there are.
func (l *Refs) Len() int { return l.n }

// Add adds a Ref. A few may be added when the Store is sealed. The error is a *plans.TempError.
func (l *Refs) Add(r Ref) error {
	if len(l.last) == refsAtOnce*refLen && !l.store.sealed {
		part, err := l.store.Keep(l.last)
		if err != nil {
			return err
		}
		l.parts, l.last = append(l.parts, part), l.last[:0]
	}
	l.last = binary.LittleEndian.AppendUint64(l.last, uint64(r.at))
	l.last = binary.LittleEndian.AppendUint64(l.last, uint64(r.len))
	l.last = binary.LittleEndian.AppendUint64(l.last, r.sum)
	l.n++
	return nil
}

// RefReader reads a list. It is for one goroutine, and cheapest for Refs that are close to each other.
type RefReader struct {
	list *Refs
	load *Loader
	part int    // the number of the part that was read last, from 1
	raw  []byte // that part
}

// Reader returns a reader. Nothing is added to the list any more, and its Store is sealed.
func (l *Refs) Reader() RefReader {
	if l == nil {
		return RefReader{}
	}
	return RefReader{list: l, load: l.store.Loader()}
}

// errNoRef says that an index is in no list.
var errNoRef = errors.New("the entry is not from this document")

// At returns the Ref with an index.
func (r *RefReader) At(i int) (Ref, error) {
	if r.list == nil || i < 0 || i >= r.list.n {
		return Ref{}, errNoRef
	}
	part, raw := i/refsAtOnce, r.list.last
	at := i - len(r.list.parts)*refsAtOnce
	if part < len(r.list.parts) {
		if r.part != part+1 {
			var err error
			if r.raw, err = r.load.Bytes(r.list.parts[part]); err != nil {
				r.part = 0
				return Ref{}, err
			}
			r.part = part + 1
		}
		raw, at = r.raw, i%refsAtOnce
	}
	raw = raw[at*refLen:]
	return Ref{
		at:  int64(binary.LittleEndian.Uint64(raw)),
		len: int(binary.LittleEndian.Uint64(raw[8:])),
		sum: binary.LittleEndian.Uint64(raw[16:]),
	}, nil
}
