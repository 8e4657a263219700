// Package terminal has the standard streams, and everything that appears on a terminal besides the output: messages,
// progress, a pager, and the lines that show the state of a run.
package terminal

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/term"

	"github.com/planfmt/planfmt/sinks"
)

// Streams are the standard streams and their properties. Tests use buffers
// instead.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	InTTY, OutTTY, ErrTTY bool
	Columns               int // of the terminal at Out; 0 if there is none

	Direct directOutput // see Printer

	Pager atomic.Pointer[Pager] // of the command; nil for none

	errMu      sync.Mutex
	holding    bool       // a pager has the terminal
	held       []string   // lines for Err that wait for the end of the pager
	ErrColumns func() int // of the terminal at Err; may be nil
	drawn      int        // columns of the progress line on the terminal at Err
	ended      bool       // no progress line may be drawn any more
	Temps      Temporaries
	screen     atomic.Pointer[LiveScreen]
	restore    atomic.Pointer[func()]      // undoes what a view has changed on the terminal; nil if there is no view
	OutSize    func() (columns, lines int) // of the terminal at Out; may be nil
}

func System() *Streams {
	s := &Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),
	}
	s.ErrColumns = func() int {
		columns, _, err := term.GetSize(int(os.Stderr.Fd()))
		if err != nil {
			return 0
		}
		return columns
	}
	s.OutSize = func() (columns, lines int) {
		columns, lines, err := term.GetSize(int(os.Stdout.Fd()))
		if err != nil {
			return 0, 0
		}
		return columns, lines
	}
	if s.OutTTY {
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			s.Columns = w
		}
	}
	return s
}

// Relay passes on the lines that another program writes, and makes them safe to
// print. Only one goroutine may use it at a time.
type Relay struct {
	Streams *Streams
	line    []byte // the beginning of a line that has not ended yet
}

// Write passes on complete lines.
func (r *Relay) Write(b []byte) (int, error) {
	r.line = append(r.line, b...)
	for {
		line, rest, ended := bytes.Cut(r.line, []byte("\n"))
		if !ended {
			return len(b), nil
		}
		r.pass(line)
		r.line = append(r.line[:0], rest...)
	}
}

// Close passes on the last line, even if it does not end in a line feed.
func (r *Relay) Close() error {
	if len(r.line) > 0 {
		r.pass(r.line)
		r.line = nil
	}
	return nil
}

func (r *Relay) pass(line []byte) {
	r.Streams.PrintLine(sinks.Escape(string(bytes.TrimSuffix(line, []byte("\r")))))
}

// Warn writes a message to standard error. The message may have several lines.
// Names in it that come from a document must have been spelled with
// plans.SpellName; Warn escapes everything else that is unsafe. It is safe to
// call at any time.
func (s *Streams) Warn(message string) {
	s.PrintLine(sinks.EscapeLines("planfmt: " + strings.TrimRight(message, "\n")))
}

// PrintLine writes safe text and a line feed to standard error. A line that
// shows progress makes room for it.
func (s *Streams) PrintLine(text string) {
	s.errMu.Lock()
	defer s.errMu.Unlock()
	if s.holding {
		s.held = append(s.held, text)
		return
	}
	s.redraw("")
	// If standard error cannot be written to, there is nobody to tell.
	_, _ = io.WriteString(s.Err, text+"\n")
}

// hold keeps messages for standard error, if that is a terminal, until [Streams.release]: a pager uses the terminal
// meanwhile.
func (s *Streams) hold() {
	s.errMu.Lock()
	defer s.errMu.Unlock()
	s.holding = s.ErrTTY
}

// release writes the messages that [Streams.hold] has kept.
func (s *Streams) release() {
	s.errMu.Lock()
	s.holding = false
	held := s.held
	s.held = nil
	s.errMu.Unlock()
	for _, text := range held {
		s.PrintLine(text)
	}
}
