package showing

import (
	"bufio"
	"bytes"
	"io"
	"os"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// reopenable is one of several documents, which can be opened again. What is not a file, such as a pipe,
// is copied to a temporary file for that.
type reopenable struct {
	*files.Plan
	streams *terminal.Streams
	copied  *os.File // nil if there is none
}

// open opens the document at its start.
func (in *reopenable) open() (io.ReadCloser, error) {
	if in.Err != nil {
		return nil, in.Err
	}
	if in.Text != nil {
		return io.NopCloser(bytes.NewReader(in.Text)), nil
	}
	if in.copied != nil {
		_, err := in.copied.Seek(0, io.SeekStart)
		return terminal.KeptOpen{File: in.copied}, err
	}
	if in.Path != "-" {
		f, err := files.OpenRegular(in.Path)
		if err != nil {
			return nil, err
		}
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return f, nil
		}
		defer f.Close()
		return in.copy(f)
	}
	return in.copy(in.streams.In)
}

// copy copies what can be read only once.
func (in *reopenable) copy(r io.Reader) (io.ReadCloser, error) {
	failed := func(err error) error { return &plans.TempError{Dir: os.TempDir(), Err: files.TrimName(err)} }
	f, err := os.CreateTemp("", "planfmt-*")
	if err != nil {
		return nil, failed(err)
	}
	// It may hold secrets, and has no name from the start where the system allows that.
	os.Remove(f.Name())
	in.copied = f
	source := &sourceErrors{Reader: r}
	if _, err := io.Copy(f, bufio.NewReaderSize(source, 256<<10)); err != nil {
		if source.err != nil {
			return nil, files.TrimName(source.err)
		}
		return nil, failed(err)
	}
	_, err = f.Seek(0, io.SeekStart)
	return terminal.KeptOpen{File: f}, err
}

// sourceErrors remembers the error of a reader, to tell it from that of a writer.
type sourceErrors struct {
	io.Reader
	err error
}

func (s *sourceErrors) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// close removes the copy.
func (in *reopenable) close() {
	if in.copied != nil {
		in.copied.Close()
		os.Remove(in.copied.Name()) // where an open file cannot be removed
	}
}
