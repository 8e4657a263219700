package terminal

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/system"
)

// directOutput is standard output for text that is not written by package output, such as help. It remembers the
// first write that failed, because not all code that prints returns the error.
type directOutput struct {
	streams *Streams
	Err     error
}

// Printer returns standard output for a command that prints only a few lines.
func (s *Streams) Printer() io.Writer {
	s.Direct.streams = s
	return &s.Direct
}

func (d *directOutput) Write(b []byte) (int, error) {
	if d.Err != nil {
		return 0, d.Err
	}
	_, err := d.streams.Out.Write(b)
	if err == nil || system.ClosedPipe(err) {
		return len(b), nil
	}
	d.Err = fmt.Errorf("standard output: %w", files.TrimName(err))
	return 0, d.Err
}
