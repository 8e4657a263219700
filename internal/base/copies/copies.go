// Package copies recognises strings that are equal to a sensitive string, or contain one. A [Set] has the
// sensitive strings of a document, as keyed digests; [Eligible] says which strings count.
//
// A [Set] has digests of the sensitive strings that count ([Eligible]). Sources add those that the document marks, and the differ
// adds those that it hides, in a pass over all changes before any is written. Then the differ asks the set about each string, if a
// format wants that. [Parts] finds the parts of a longer text that may be copies. Code that hides values in a new way, or that reads
// sensitive values which are not shown, has to add these values to the set, too. A document that shows a secret of another one in
// the same session is read again, with the secrets of all (sibling.go).
package copies

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"hash"
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Set is a set of sensitive strings. It does not keep the strings, but their digests, with a key
// that is drawn for each Set: HMAC-SHA256, cut to 128 bits. The digests never leave the Set.
//
// Several goroutines may call Add at a time, and several may call Has, but not both.
type Set struct {
	mu      sync.Mutex
	mac     hash.Hash // of what is added; nil until it is needed
	digests map[digest]struct{}

	// Most strings are not in the set. They are told apart by their length, and by a hash that
	// costs less than a digest.
	lengths [maxLength/64 + 1]uint64
	seed    maphash.Seed
	hashes  map[uint64]struct{}
	key     [sha256.Size]byte
	// beginnings are those of the strings.
	beginnings beginnings

	allowed   map[digest]bool // strings that are not secrets, see Allow
	inquiries *inquiries      // nil if they are not remembered
	// standIns says that a stand-in for a sensitive string was added: then all others in the
	// document are stand-ins for copies.
	standIns bool
}

// digest is the digest of a string.
type digest [16]byte

// maxLength is up to which length strings are told apart by it.
const maxLength = 1024

// maxDocument is how deep the documents in strings may nest, one in a string of the other.
const maxDocument = 8

// New returns an empty set with a new key.
func New() *Set {
	s := &Set{digests: map[digest]struct{}{}, seed: maphash.MakeSeed(), hashes: map[uint64]struct{}{}, beginnings: newBeginnings()}
	// It never fails, see package rand.
	_, _ = rand.Read(s.key[:])
	return s
}

// IsEmpty reports whether the set has no strings.
func (s *Set) IsEmpty() bool { return len(s.digests) == 0 && !s.standIns }

// Allow says that a string is not a secret, although it is sensitive somewhere: it may be read beside that. Add does not add it any more.
func (s *Set) Allow(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.allowed == nil {
		s.allowed = map[digest]bool{}
	}
	s.allowed[s.sum(text)] = true
}

// isAllowed reports whether a string is not a secret.
func (s *Set) isAllowed(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.allowed) > 0 && s.allowed[s.sum(text)]
}

// Add adds a sensitive string, if it is eligible. If it is a JSON document, the strings in it
// are secrets, too.
func (s *Set) Add(text string) { s.add(text, 0) }

func (s *Set) add(text string, depth int) {
	if len(text) < minLength || s.isAllowed(text) {
		return
	}
	if IsStandIn(text) {
		s.mu.Lock()
		s.standIns = true
		s.mu.Unlock()
		return
	}
	h := maphash.String(s.seed, text)
	s.mu.Lock()
	_, known := s.hashes[h]
	s.mu.Unlock()
	if known && s.has(text) { // the same secret often stands in several places
		return
	}
	if Eligible(text) {
		s.mu.Lock()
		s.digests[s.sum(text)] = struct{}{}
		s.hashes[h] = struct{}{}
		s.beginnings.add(text)
		i := min(len(text), maxLength)
		s.lengths[i/64] |= 1 << (i % 64)
		s.mu.Unlock()
	}
	if depth < maxDocument {
		document, _ := readDocument(text)
		for _, text := range document.texts {
			s.add(text, depth+1)
		}
	}
}

// has looks up a string while strings are added.
func (s *Set) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.digests[s.sum(text)]
	return ok
}

// Has reports whether a string is the same as one of the set.
func (s *Set) Has(text string) bool {
	if len(text) < minLength {
		return false
	}
	if s.inquiries != nil {
		s.inquiries.add(maphash.String(s.seed, text))
	}
	if s.standIns && IsStandIn(text) {
		return true
	}
	i := min(len(text), maxLength)
	if s.lengths[i/64]&(1<<(i%64)) == 0 {
		return false
	}
	if _, ok := s.hashes[maphash.String(s.seed, text)]; !ok {
		return false
	}
	_, ok := s.digests[sum(hmac.New(sha256.New, s.key[:]), text)]
	return ok
}

// HasIn reports whether a string is the same as one of the set, a JSON document in which one is, as a
// string or the name of a member, or a longer text of which one is a part, see [Parts]. It is for strings that
// are shown as they are spelled, without a look at what is in them.
func (s *Set) HasIn(text string) bool { return len(text) >= minLength && s.hasIn(text, 0) }

func (s *Set) hasIn(text string, depth int) bool {
	if s.Has(text) {
		return true
	}
	if depth < maxDocument {
		if document, ok := readDocument(text); ok {
			is := func(text string) bool { return s.hasIn(text, depth+1) }
			return slices.ContainsFunc(document.texts, is) || slices.ContainsFunc(document.names, is)
		}
	}
	for range s.PartsOf(text) {
		return true
	}
	return false
}

// HasInProse is [Set.HasIn] for sentences that somebody else has written, such as the message of a provider or of a scanner: a sentence may end
// with a sensitive string, and one may be a part of a name, of a path or of an address in it.
func (s *Set) HasInProse(text string) bool {
	return s.HasIn(text) || slices.ContainsFunc(strings.Fields(text), func(word string) bool { return s.HasIn(strings.Trim(word, ".,;:!?")) }) ||
		slices.ContainsFunc(strings.FieldsFunc(text, dividesProse), s.HasIn)
}

// dividesProse reports whether a character can stand between the parts of names and paths.
func dividesProse(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("./\\:,;@#?&=[](){}<>|\"'`", r)
}

// PartsOf yields where the strings of the set are in a longer text, see [Parts].
func (s *Set) PartsOf(text string) iter.Seq2[int, int] { return Parts(text, s.Has) }

// sum returns the digest of a string. The caller holds the lock.
func (s *Set) sum(text string) digest {
	if s.mac == nil {
		s.mac = hmac.New(sha256.New, s.key[:])
	}
	return sum(s.mac, text)
}

// sum returns the digest of a string.
func sum(mac hash.Hash, text string) digest {
	mac.Reset()
	mac.Write([]byte(text))
	var all [sha256.Size]byte
	return digest(mac.Sum(all[:0])[:len(digest{})])
}
