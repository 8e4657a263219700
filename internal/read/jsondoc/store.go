package jsondoc

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"

	"github.com/planfmt/planfmt/internal/base/spoil"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// defaultMemoryLimit is how many bytes of raw changes stay in memory when
// Options do not say.
const defaultMemoryLimit = 8 << 20

// ErrClosed is the error of [Loader.Load] after [Store.Close].
var ErrClosed = errors.New("the plan is closed")

// Ref says where a [Store] has the raw bytes of one value. The zero Ref refers
// to none.
type Ref struct {
	at  int64 // the offset times four, plus the place
	len int
	sum uint64 // of the bytes: it shows whether a file has been changed
}

func newRef(where storage, off int64, raw []byte) Ref {
	return Ref{at: off<<2 | int64(where), len: len(raw)}
}

// Len returns the number of the bytes.
func (r Ref) Len() int { return r.len }

func (r Ref) place() storage { return storage(r.at & 3) }
func (r Ref) offset() int64  { return r.at >> 2 }

type storage uint8

const (
	placeNone   storage = iota
	placeMemory         // the offset is the number of a block times blockLen, plus an offset in it
	placeSpool
	placeInput
)

// blockLen is how long the blocks are in which small values stay in memory. A value
// that is longer has a block of its own.
const blockLen = 64 << 10

// Store keeps raw bytes. If the input can be read again, it keeps only where they
// are. If not, it keeps them in memory up to a limit, and the rest in a temporary
// file. After [Scanner.Document], several goroutines may use it.
type Store struct {
	input io.ReaderAt // nil when the input cannot be read again
	limit int64
	most  int // values; 0 means any number
	dir   string
	seed  maphash.Seed

	count  int  // values that have been put
	sealed bool // see Seal

	held   int64    // bytes in memory
	blocks [][]byte // these bytes
	file   *os.File
	out    *bufio.Writer
	size   int64  // of the file
	remove string // a file that could not be unlinked while it is open

	handed atomic.Pointer[handed] // see HandOn
	index  *Store                 // see Index
}

// handed is a value that has been parsed already.
type handed struct {
	ref    Ref
	value  values.Value
	parser values.Parser // which has parsed it
}

// NewStore returns a Store for bytes that are in no document, see [Store.Keep].
func NewStore(opts Options) *Store { return newStore(opts, nil) }

func newStore(opts Options, input io.ReaderAt) *Store {
	limit := opts.MemoryLimit
	if limit == 0 {
		limit = defaultMemoryLimit
	}
	return &Store{input: input, limit: limit, most: opts.MaxResources, dir: opts.TempDir, seed: maphash.MakeSeed()}
}

func (s *Store) tempError(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return &plans.TempError{Dir: cmp.Or(s.dir, os.TempDir()), Err: err}
}

// Count counts a value that a document keeps. If there are more than Options.MaxResources, the error is a *plans.InputError.
func (s *Store) Count() error {
	if s.count++; s.most > 0 && s.count > s.most {
		return &plans.InputError{Kind: plans.InputTooMany, Msg: fmt.Sprintf("the document has more than %d resources, outputs and actions that may be shown", s.most)}
	}
	return nil
}

// Put counts a value that the Scanner of the Store has read, and keeps its bytes. The error is that of Count, or a
// *plans.TempError.
func (s *Store) Put(e Excerpt) (Ref, error) {
	if err := s.Count(); err != nil {
		return Ref{}, err
	}
	if s.input == nil {
		return s.Keep(e.Raw)
	}
	ref := newRef(placeInput, e.in.base+e.off, e.Raw)
	ref.sum = maphash.Bytes(s.seed, e.Raw)
	return ref, nil
}

// Keep keeps bytes of any kind. They are not parsed: [Loader.Bytes] returns them. The error is
// a *plans.TempError.
func (s *Store) Keep(raw []byte) (Ref, error) {
	if s.file == nil && s.held+int64(len(raw)) <= s.limit {
		return s.hold(raw), nil
	}
	if err := s.open(); err != nil {
		return Ref{}, err
	}
	if _, err := s.out.Write(raw); err != nil {
		return Ref{}, s.tempError(err)
	}
	ref := newRef(placeSpool, s.size, raw)
	ref.sum = maphash.Bytes(s.seed, raw)
	s.size += int64(len(raw))
	return ref, nil
}

// hold keeps a copy of raw in memory.
func (s *Store) hold(raw []byte) Ref {
	last := len(s.blocks) - 1
	if last < 0 || len(s.blocks[last])+len(raw) > cap(s.blocks[last]) {
		room := min(blockLen, int(s.limit-s.held))
		s.blocks = append(s.blocks, make([]byte, 0, max(room, len(raw))))
		last++
	}
	block := &s.blocks[last]
	ref := newRef(placeMemory, int64(last)*blockLen+int64(len(*block)), raw)
	*block = append(*block, raw...)
	s.held += int64(len(raw))
	return ref
}

// open makes the temporary file. It holds secrets: nobody else may read it
// (os.CreateTemp makes it with mode 0600), and it has no name from the start
// where the system allows that, so that it never outlives the process.
func (s *Store) open() error {
	if s.file != nil {
		return nil
	}
	f, err := os.CreateTemp(s.dir, "planfmt-*")
	if err != nil {
		return s.tempError(err)
	}
	if err := os.Remove(f.Name()); err != nil {
		s.remove = f.Name()
	}
	s.file, s.out = f, bufio.NewWriterSize(f, 256<<10)
	return nil
}

// Seal ends writing. A [Loader] must not be used before. The error is a *plans.TempError.
func (s *Store) Seal() error {
	s.sealed = true
	if s.index != nil {
		if err := s.index.Seal(); err != nil {
			return err
		}
	}
	if s.out == nil {
		return nil
	}
	if err := s.out.Flush(); err != nil {
		return s.tempError(err)
	}
	s.out = nil
	return nil
}

// indexLimit is how many bytes of an index stay in memory when Options do not say.
const indexLimit = 1 << 20

// Index returns a Store for what is known of each value in this one. It is sealed and closed with this one. Another goroutine may write
// to it than to this one.
func (s *Store) Index() *Store {
	if s.index == nil {
		limit := s.limit
		if limit == defaultMemoryLimit {
			limit = indexLimit
		}
		s.index = &Store{limit: limit, dir: s.dir, seed: s.seed}
	}
	return s.index
}

// Limit is how many bytes stay in memory.
func (s *Store) Limit() int64 { return s.limit }

// Loader loads values from a [Store]. It is for one goroutine.
type Loader struct {
	store  *Store
	parser values.Parser

	buf   []byte // what has been read last from a file
	begin Ref    // refers to its first byte
	end   int64  // the offset behind the last value

	last []byte // what was returned last, if that is spoiled
}

// readAhead is how much a [Loader] reads at a time if the values are short and close to
// each other. To ask the system for each of them costs more than to copy a few that
// nobody wants.
const readAhead = 32 << 10

// Loader returns a Loader.
func (s *Store) Loader() *Loader { return &Loader{store: s} }

// Load parses the bytes that a Ref refers to. The value and the names of its members are
// valid until the next call. It is an error if the file has changed, or has been closed
// ([ErrClosed]).
func (l *Loader) Load(ref Ref) (values.Value, error) {
	l.spoil()
	if s := l.store; s != nil {
		if h := s.handed.Load(); h != nil && h.ref == ref && s.handed.CompareAndSwap(h, nil) {
			l.parser, l.buf = h.parser, nil
			return h.value, nil
		}
	}
	raw, err := l.read(ref)
	if err != nil {
		return values.Value{}, err
	}
	return l.parser.Parse(l.own(raw))
}

// Bytes returns the bytes that a Ref refers to, as they were kept. They are valid until the
// next call.
func (l *Loader) Bytes(ref Ref) ([]byte, error) {
	l.spoil()
	raw, err := l.read(ref)
	return l.own(raw), err
}

// Release says that nobody needs what was returned last any more.
func (l *Loader) Release() {
	if spoil.On {
		l.spoil()
		l.last = nil
		_, _ = l.parser.ParseString("null") // what it has parsed before becomes invalid
	}
}

// spoil makes what was returned last unusable, in tests.
func (l *Loader) spoil() { spoil.Bytes(l.last) }

// own returns bytes that can be spoiled later, in tests.
func (l *Loader) own(raw []byte) []byte {
	if spoil.On {
		raw = slices.Clip(slices.Clone(raw))
		l.last = raw
	}
	return raw
}

// read returns the bytes that a Ref refers to, in the buffer unless the Store has them in
// memory.
func (l *Loader) read(ref Ref) ([]byte, error) {
	s := l.store
	if s == nil {
		return nil, errors.New("the entry has no bytes to read")
	}
	var at io.ReaderAt
	what := thePlan
	switch ref.place() {
	case placeMemory:
		begin := ref.offset() % blockLen
		end := begin + int64(ref.len)
		return s.blocks[ref.offset()/blockLen][begin:end:end], nil
	case placeSpool:
		at, what = s.file, "the temporary file"
	case placeInput:
		at = s.input
	default:
		return nil, errors.New("the entry has no bytes to read")
	}
	begin, n := ref.offset()-l.begin.offset(), int64(ref.len)
	if ref.place() != l.begin.place() || begin < 0 || begin+n > int64(len(l.buf)) {
		if err := l.fill(ref, at, what); err != nil {
			return nil, err
		}
		begin = 0
	}
	l.end = ref.offset() + n
	raw := l.buf[begin : begin+n : begin+n]
	return raw, check{s.seed, ref.sum}.sameText(raw, what)
}

// fill reads the bytes that a Ref refers to, and more if others are likely to be wanted.
func (l *Loader) fill(ref Ref, at io.ReaderAt, what string) error {
	const kept = 1 << 20
	if cap(l.buf) > kept && cap(l.buf) > 4*ref.len {
		l.buf = nil
	}
	size := ref.len
	if gap := ref.offset() - l.end; ref.place() == l.begin.place() && gap >= 0 && gap <= readAhead/2 {
		size = max(size, readAhead)
	}
	l.buf = slices.Grow(l.buf[:0], size)[:size]
	n, err := readAgain(l.buf, ref.len, at, ref.offset(), what)
	l.buf, l.begin = l.buf[:n], ref
	return err
}

// thePlan is the file that an input is read from, for a message.
const thePlan = "the plan's file"

// check is the sum of bytes that have been read before.
type check struct {
	seed maphash.Seed
	sum  uint64
}

// sameText returns an error unless raw is what has been read before.
func (c check) sameText(raw []byte, what string) error {
	if maphash.Bytes(c.seed, raw) != c.sum {
		return fmt.Errorf("%s changed while planfmt was reading it", what)
	}
	return nil
}

// readAgain reads bytes that have been read before: at least so many, and all of raw if
// there are as many. It returns how many it has read.
func readAgain(raw []byte, least int, at io.ReaderAt, off int64, what string) (int, error) {
	n, err := at.ReadAt(raw, off)
	switch {
	case n >= least:
		return n, nil
	case errors.Is(err, os.ErrClosed):
		return 0, ErrClosed
	case errors.Is(err, io.EOF):
		return 0, fmt.Errorf("%s became shorter while planfmt was reading it", what)
	}
	return 0, fmt.Errorf("reading %s again: %w", what, err)
}

// Close gives the temporary file back. The input is the caller's.
func (s *Store) Close() error {
	if s == nil {
		return nil
	}
	s.handed.Store(nil)
	err := s.index.Close()
	if s.file == nil {
		return err
	}
	closed := s.file.Close()
	if errors.Is(closed, os.ErrClosed) {
		return err
	}
	if s.remove != "" {
		closed = errors.Join(closed, os.Remove(s.remove))
	}
	return errors.Join(err, closed)
}
