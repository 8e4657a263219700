package schema

import (
	"bufio"
	"os"
)

// heldTexts is how many bytes of the texts of schemas a Set keeps in memory. All providers that a project has need less. The rest is in
// a temporary file without a name, since most types are never looked up.
const heldTexts = 32 << 20

// spool keeps texts of schemas: in memory up to a limit, and then in a temporary file. Where such a file cannot be made, or would
// have a name, all stay in memory.
type spool struct {
	held   int64
	file   *os.File
	out    *bufio.Writer
	size   int64 // of the file
	failed bool
}

// text is the text of a schema that has not been decoded yet.
type text struct {
	raw  []byte // in memory
	file *os.File
	at   int64
	n    int
}

func (t *text) isKept() bool { return t.raw != nil || t.file != nil }

// read returns the bytes.
func (t *text) read() ([]byte, error) {
	if t.file == nil {
		return t.raw, nil
	}
	raw := make([]byte, t.n)
	_, err := t.file.ReadAt(raw, t.at)
	return raw, err
}

// keep keeps a text. hold copies one that stays in memory.
func (s *spool) keep(raw []byte, hold func([]byte) []byte) text {
	if s.held+int64(len(raw)) > heldTexts && s.open() {
		if _, err := s.out.Write(raw); err == nil {
			t := text{file: s.file, at: s.size, n: len(raw)}
			s.size += int64(len(raw))
			return t
		}
		s.failed = true // a text that is lost is an error when it is looked up
	}
	s.held += int64(len(raw))
	return text{raw: hold(raw)}
}

// open makes the file, and reports whether there is one. The file is closed when nobody can use it any more.
func (s *spool) open() bool {
	if s.file != nil || s.failed {
		return !s.failed
	}
	f, err := os.CreateTemp("", "planfmt-*")
	if err == nil && os.Remove(f.Name()) != nil {
		f.Close()
		_ = os.Remove(f.Name())
		err = os.ErrInvalid
	}
	if s.failed = err != nil; s.failed {
		return false
	}
	s.file, s.out = f, bufio.NewWriterSize(f, 256<<10)
	return true
}

// flush writes what is buffered. It must be called before a text is read.
func (s *spool) flush() error {
	if s.out == nil {
		return nil
	}
	return s.out.Flush()
}
