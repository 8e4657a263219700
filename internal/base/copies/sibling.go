package copies

import (
	"encoding/binary"
	"maps"
	"slices"
	"sync"
)

// Documents that are shown together have a Set each, because all of them would have to be read
// before the first could be shown otherwise. The sets are siblings: they have the same key, so
// that it can be found out afterwards whether one document shows the secret of another.

// Sibling returns an empty set with the same key.
func (s *Set) Sibling() *Set {
	return &Set{digests: map[digest]struct{}{}, seed: s.seed, hashes: map[uint64]struct{}{}, key: s.key, beginnings: beginnings{key: s.beginnings.key}}
}

// Merge adds the strings of a sibling, to which nothing is added at the same time.
func (s *Set) Merge(sibling *Set) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.Copy(s.digests, sibling.digests)
	maps.Copy(s.hashes, sibling.hashes)
	for i, bits := range sibling.lengths {
		s.lengths[i] |= bits
	}
	s.beginnings.merge(sibling.beginnings)
}

// Remember makes the set remember what [Set.Has] is asked about, for [Set.TakeAsked].
func (s *Set) Remember() { s.inquiries = &inquiries{} }

// Remembers reports whether Remember has been called.
func (s *Set) Remembers() bool { return s.inquiries != nil }

// TakeAsked returns what the set has been asked about. The set does not remember it any longer, and frees memory.
func (s *Set) TakeAsked() (a Asked) {
	if s.inquiries != nil {
		a.hashes, a.full = s.inquiries.list()
		s.inquiries = &inquiries{}
	}
	s.mac = nil
	return a
}

// Asked are strings that a set was asked about, as hashes that only its siblings can compare with theirs.
type Asked struct {
	hashes []uint64 // sorted
	full   bool     // there were too many, so that it may have been any
}

// ReadAsked returns what [Asked.Append] has appended to nothing.
func ReadAsked(text []byte) Asked {
	a := Asked{full: len(text)%8 == 1}
	for ; len(text) >= 8; text = text[8:] {
		a.hashes = append(a.hashes, binary.LittleEndian.Uint64(text))
	}
	return a
}

// Append appends the hashes to a text.
func (a Asked) Append(text []byte) []byte {
	if a.full {
		return append(text, 0)
	}
	for _, h := range a.hashes {
		text = binary.LittleEndian.AppendUint64(text, h)
	}
	return text
}

// Concern reports whether one of the strings may be one that a set has, but not its sibling own, which may be nil.
func (a Asked) Concern(set, own *Set) bool {
	isTheirs := func(h uint64) bool {
		_, theirs := set.hashes[h]
		isOwn := false
		if own != nil {
			_, isOwn = own.hashes[h]
		}
		return theirs && !isOwn
	}
	if a.full {
		for h := range set.hashes {
			if isTheirs(h) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(a.hashes, isTheirs)
}

// maxInquiries is how many strings a set remembers.
const maxInquiries = 1 << 17

// inquiries are hashes of strings that a set was asked about.
type inquiries struct {
	mu     sync.Mutex
	hashes []uint64
	sorted int  // so many of them are sorted, and different from each other
	full   bool // there were too many
}

func (q *inquiries) add(h uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.full {
		return
	}
	if q.hashes = append(q.hashes, h); len(q.hashes) >= 2*max(q.sorted, 1<<10) {
		q.sort()
	}
}

// sort drops what is there twice.
func (q *inquiries) sort() {
	slices.Sort(q.hashes)
	q.hashes = slices.Compact(q.hashes)
	if q.sorted = len(q.hashes); q.sorted > maxInquiries {
		q.hashes, q.sorted, q.full = nil, 0, true
	}
}

// list returns the hashes. all says that there were too many to remember them.
func (q *inquiries) list() (hashes []uint64, all bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sort()
	q.hashes = slices.Clip(q.hashes)
	return q.hashes, q.full
}
