package terminal

import (
	"io"
	"os"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
)

// OpenInput opens a document, which is standard input if the file is "-". name is for messages.
// It returns a file as a file, so that the reader can seek.
func OpenInput(s *Streams, file string) (in io.ReadCloser, name string, err error) {
	if file == "-" {
		if f, ok := s.In.(*os.File); ok {
			return KeptOpen{f}, "standard input", nil
		}
		return io.NopCloser(s.In), "standard input", nil
	}
	f, err := files.Open(file)
	return f, file, err
}

// KeptOpen is a file that others still use. It can be read again if the file
// can, as standard input can if it is redirected from a file.
type KeptOpen struct{ *os.File }

// Close leaves the file open.
func (KeptOpen) Close() error { return nil }
