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

// keep keeps a text. memory returns a slice for one that stays in memory.
func (s *spool) keep(raw recording, memory func(n int) []byte) text {
	n := raw.size()
	if s.held+int64(n) > heldTexts && s.open() {
		if s.write(raw) == nil {
			t := text{file: s.file, at: s.size, n: n}
			s.size += int64(n)
			return t
		}
		s.failed = true // a text that is lost is an error when it is looked up
	}
	s.held += int64(n)
	held := memory(n)[:0]
	for _, piece := range raw {
		held = append(held, piece...)
	}
	return text{raw: held}
}

func (s *spool) write(raw recording) error {
	for _, piece := range raw {
		if _, err := s.out.Write(piece); err != nil {
			return err
		}
	}
	return nil
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
