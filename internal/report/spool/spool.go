// Package spool keeps texts until a report is written at its end: in memory up to a limit, then in a temporary file. See [Texts].
package spool

import (
	"errors"
	"io"
	"sync"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/report/paper"
)

// Store keeps what is written of several documents until all of them have been read: in memory
// up to a limit, and the rest in a temporary file. Several goroutines may write to it at a time.
type Store struct {
	mu    sync.Mutex
	Store *jsondoc.Store
	free  [][]byte // buffers of texts that have ended
}

func NewStore(o Limits) *Store {
	return &Store{Store: jsondoc.NewStore(jsondoc.Options{MemoryLimit: o.MemoryLimit, TempDir: o.TempDir})}
}

// Limits say where reports that write everything at the end keep it until then.
type Limits struct {
	// MemoryLimit is how many bytes may be in memory; 0 means 8 MiB. The rest is in a temporary
	// file in TempDir, or in the system's default directory if that is empty.
	MemoryLimit int64
	TempDir     string
}

// Keep keeps bytes.
func (s *Store) Keep(text []byte) (jsondoc.Ref, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Store.Keep(text)
}

// Loader ends writing, and returns what reads the texts: bytes that are still on their way to the temporary file are not there to be read.
func (s *Store) Loader() (*jsondoc.Loader, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.Store.Seal(); err != nil {
		return nil, err
	}
	return s.Store.Loader(), nil
}

// buffer returns an empty buffer for the chunks of a text.
func (s *Store) buffer() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.free)
	if n == 0 {
		return make([]byte, 0, spoolChunk)
	}
	b := s.free[n-1]
	s.free = s.free[:n-1]
	return b[:0]
}

// release takes a buffer that is not needed any longer. There are never more than texts that were written at a time.
func (s *Store) release(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, b)
}

// Writer is a text in a spool. It is written by one goroutine, and then read.
type Writer struct {
	To   *Store
	buf  []byte
	refs []jsondoc.Ref
}

// spoolChunk is how many bytes are collected before they are kept.
const spoolChunk = 32 << 10

// Write collects bytes. The error is that of the spool.
func (t *Writer) Write(b []byte) (int, error) {
	n := len(b)
	if t.buf == nil {
		t.buf = t.To.buffer()
	}
	for len(b) > 0 {
		part := b[:min(len(b), spoolChunk-len(t.buf))]
		b = b[len(part):]
		if t.buf = append(t.buf, part...); len(t.buf) == spoolChunk {
			if err := t.flush(); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}

// flush keeps what has been collected. It is to be called at the end.
func (t *Writer) flush() error {
	if len(t.buf) == 0 {
		return nil
	}
	ref, err := t.To.Keep(t.buf)
	t.refs, t.buf = append(t.refs, ref), t.buf[:0]
	return err
}

// End keeps the rest, and frees memory.
func (t *Writer) End() error {
	err := t.flush()
	if t.buf != nil {
		t.To.release(t.buf)
		t.buf = nil
	}
	return err
}

// CopyTo writes the text.
func (t *Writer) CopyTo(w io.Writer, l *jsondoc.Loader) error {
	for _, ref := range t.refs {
		text, err := l.Bytes(ref)
		if err != nil {
			return err
		}
		if err := paper.WriteAll(w, text); err != nil {
			return err
		}
	}
	return nil
}

// Texts is for reports from outside that write everything at the end.
type Texts struct {
	texts *Store

	mu     sync.Mutex
	loader *jsondoc.Loader // nil until a text is read
}

// errSealed says that a text is written after another one has been read.
var errSealed = errors.New("nothing can be written to a spool any more when a text of it has been read")

// NewTexts returns an empty spool. It has to be closed.
func NewTexts(o Limits) *Texts { return &Texts{texts: NewStore(o)} }

// Close removes the temporary file.
func (s *Texts) Close() error { return s.texts.Store.Close() }

// NewText returns an empty text.
func (s *Texts) NewText() *Text { return &Text{in: s, text: Writer{To: s.texts}} }

// reader returns what reads the texts. Nothing is written from then on.
func (s *Texts) reader() (*jsondoc.Loader, error) {
	if s.loader != nil {
		return s.loader, nil
	}
	var err error
	s.loader, err = s.texts.Loader()
	return s.loader, err
}

// Text is a text in a [Texts]. One goroutine writes it. When that is done, and no text of the spool is written any more, it can be read.
type Text struct {
	in   *Texts
	text Writer
}

// Write adds to the text.
func (t *Text) Write(b []byte) (int, error) {
	if t.in.isSealed() {
		return 0, errSealed
	}
	return t.text.Write(b)
}

// Close ends the text.
func (t *Text) Close() error {
	if t.in.isSealed() {
		return nil // what has not been kept is in memory
	}
	return t.text.End()
}

func (s *Texts) isSealed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loader != nil
}

// CopyTo writes the text to w.
func (t *Text) CopyTo(w io.Writer) error {
	t.in.mu.Lock()
	defer t.in.mu.Unlock()
	l, err := t.in.reader()
	if err == nil {
		err = t.text.CopyTo(w, l)
	}
	if err == nil && len(t.text.buf) > 0 {
		err = paper.WriteAll(w, t.text.buf)
	}
	return err
}
