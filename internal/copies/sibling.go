package copies

import (
	"crypto/hmac"
	"crypto/sha256"
	"maps"
	"slices"
	"sync"
)

// Documents that are shown together have a Set each, because all of them would have to be read
// before the first could be shown otherwise. The sets are siblings: they have the same key, so
// that it can be found out afterwards whether one document shows the secret of another.

// Sibling returns an empty set with the same key.
func (s *Set) Sibling() *Set {
	other := &Set{digests: map[digest]struct{}{}, seed: s.seed, hashes: map[uint64]struct{}{}, key: s.key, beginnings: beginnings{key: s.beginnings.key}}
	other.mac = hmac.New(sha256.New, other.key[:])
	return other
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

// Remember makes the set remember what [Set.Has] is asked about, for [Set.WasAsked].
func (s *Set) Remember() { s.inquiries = &inquiries{} }

// IsUnused reports whether nothing has been added to the set, and nothing that it remembers has
// been asked.
func (s *Set) IsUnused() bool {
	return s.IsEmpty() && (s.inquiries == nil || len(s.inquiries.hashes) == 0 && !s.inquiries.full)
}

// Remembers reports whether Remember has been called.
func (s *Set) Remembers() bool { return s.inquiries != nil }

// WasAsked reports whether [Set.Has] may have been asked about a string that a sibling has, but
// not the set itself. If too many strings have been asked about, it may have been any.
func (s *Set) WasAsked(sibling *Set) bool {
	if s.inquiries == nil {
		return false
	}
	hashes, all := s.inquiries.list()
	if all {
		for h := range sibling.hashes {
			if _, own := s.hashes[h]; !own {
				return true
			}
		}
		return false
	}
	for _, h := range hashes {
		_, theirs := sibling.hashes[h]
		if _, own := s.hashes[h]; theirs && !own {
			return true
		}
	}
	return false
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
