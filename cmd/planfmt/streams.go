package main

import (
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"

	"github.com/planfmt/planfmt/sinks"
)

// streams are the standard streams and what is known about them. A test has
// buffers in their place.
type streams struct {
	In       io.Reader
	Out, Err io.Writer

	InTTY, OutTTY, ErrTTY bool
	Columns               int // of the terminal behind Out, 0 for none

	errMu sync.Mutex
}

func systemStreams() *streams {
	s := &streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if s.OutTTY {
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			s.Columns = w
		}
	}
	return s
}

// complain writes a message to the error stream. The message may quote the
// plan, so it is escaped as the plan is. It is safe to call at any time.
func (s *streams) complain(message string) {
	text := sinks.EscapeLines("planfmt: "+strings.TrimRight(message, "\n")) + "\n"
	s.errMu.Lock()
	defer s.errMu.Unlock()
	// An error stream that cannot be written to has nobody to tell.
	_, _ = io.WriteString(s.Err, text)
}
