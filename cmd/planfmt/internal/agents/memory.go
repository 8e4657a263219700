package agents

import (
	"bytes"
	"context"
	"io"
	"slices"
)

// mostMemory is how many bytes, by estimates, the documents that are open or being read may take up, with the values that calls collect from
// them. One call alone may take more.
const mostMemory = 128 << 20

// memory says what documents take up. The fields belong to the mutex of [documents].
type memory struct {
	most  int64
	parts int           // how many of them the values have at most that one query collects
	used  int64         // by those that are open or being read
	freed chan struct{} // is closed when there is more room, a document is not used any more, or somebody else is first in line

	waiting []*queued // who waits for room, in the order in which they came
}

// queued is a call in the line of those who wait for memory.
type queued struct {
	bytes int64
	path  string // of the open document that the call is about; empty for none
}

// weight says how much a call needs for a document for which [estimate] says how much it takes to read it.
type weight int64

const (
	// passing is the weight of calls that look at each resource once.
	passing weight = 1
	// collecting is the weight of calls that may have the values of all resources in memory at once. Values that are decoded
	// take up about 10 times as much as their JSON, of which an estimate has the half.
	collecting weight = 20
)

// mostParts is how many parts the values may have that one query collects: they take up about 200 to 300 bytes each.
const mostParts = 1 << 20

// eachResource is how many bytes a resource takes up, apart from its values, while a document is read or open.
const eachResource = 2 << 10

// estimate returns how many bytes it takes to read a file.
func estimate(f io.ReaderAt, size int64) int64 {
	const (
		least = 1 << 20
		// Most of a document is not kept while it is read, and what is packed is much longer.
		share  = 2
		packed = 4
	)
	var begin [4]byte
	n, _ := f.ReadAt(begin[:], 0)
	for _, magic := range []string{"PK", "\x1f\x8b", "\x28\xb5\x2f\xfd"} {
		if bytes.HasPrefix(begin[:n], []byte(magic)) {
			return max(size*packed, least)
		}
	}
	return max(size/share, countResources(f, size)*eachResource, least)
}

// countResources returns about how many resources a document in JSON has, which may be very many and tiny, by looking at some places of it.
func countResources(f io.ReaderAt, size int64) int64 {
	const (
		places = 8
		length = 32 << 10
	)
	seen, found := int64(0), int64(0)
	buf := make([]byte, length)
	for i := range int64(places) {
		n, _ := f.ReadAt(buf, (size-length)*i/places) // what is not there is none
		if n > 0 {
			seen += int64(n)
			found += int64(bytes.Count(buf[:n], []byte(`"actions"`)))
		}
	}
	if seen == 0 {
		return 0
	}
	return int64(float64(size) * float64(found) / float64(seen))
}

// reserve waits until there are so many bytes. Documents that nobody uses are closed first. Whoever comes first is served first: a call
// that needs much is not overtaken for ever by calls that need little.
func (s *documents) reserve(ctx context.Context, n int64) error {
	return s.reserveFor(ctx, &queued{bytes: n})
}

func (s *documents) reserveFor(ctx context.Context, own *queued) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.memory.waiting = append(s.memory.waiting, own)
	err := s.waitFor(ctx, own)
	s.memory.waiting = slices.DeleteFunc(s.memory.waiting, func(p *queued) bool { return p == own })
	if err == nil {
		s.memory.used += own.bytes
	}
	s.free(0) // somebody else is the first now
	return err
}

// waitFor waits until a call is the first in line and has room, or its context ends.
func (s *documents) waitFor(ctx context.Context, own *queued) error {
	for !s.isNext(own) {
		freed := s.memory.freed
		s.mu.Unlock()
		var err error
		select {
		case <-freed:
		case <-ctx.Done():
			err = ctx.Err()
		}
		s.mu.Lock()
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// isNext reports whether a call is the first in line and has room, and makes room for it if it can.
func (s *documents) isNext(own *queued) bool {
	m := &s.memory
	if m.waiting[0] != own {
		return false
	}
	for m.used > s.openAt(own.path) && m.used+own.bytes > m.most {
		if !s.evict(own.path) {
			return false
		}
	}
	return true
}

// openAt returns how much memory the open document at a path takes up.
func (s *documents) openAt(path string) int64 {
	for i := range s.kept {
		if o := s.kept[i].opened; o != nil && s.kept[i].path == path {
			return o.size
		}
	}
	return 0
}

// free gives back so many bytes, and wakes those who wait for any.
func (s *documents) free(n int64) {
	s.memory.used -= n
	close(s.memory.freed)
	s.memory.freed = make(chan struct{})
}

// evict closes the document that has not been used for longest, and reports whether there is one that nobody uses. That at a path stays.
func (s *documents) evict(path string) bool {
	for i := range s.kept {
		if o := s.kept[i].opened; o != nil && o.users == 0 && s.kept[i].path != path {
			s.shut(i)
			return true
		}
	}
	return false
}
