package main

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

// streams are the standard streams and what is known about them. Tests use
// buffers instead.
type streams struct {
	In       io.Reader
	Out, Err io.Writer

	InTTY, OutTTY, ErrTTY bool
	Columns               int // of the terminal at Out; 0 if there is none
	OutClosed             bool

	direct directOutput // of commands that print a little

	pager atomic.Pointer[pager] // of the command; nil for none

	errMu      sync.Mutex
	holding    bool       // a pager has the terminal
	held       []string   // lines for Err, until it has not
	errColumns func() int // of the terminal at Err; may be nil
	drawn      int        // columns of the progress line on the terminal at Err
	ended      bool       // no such line is drawn any more
	temps      temporaries
	screen     atomic.Pointer[liveScreen]
	restore    atomic.Pointer[func()]      // puts the terminal back that a view has changed; nil if there is none
	outSize    func() (columns, lines int) // of the terminal at Out; may be nil
}

func systemStreams() *streams {
	s := &streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),

		// Programs that only want the exit status often open /dev/null for
		// both. In that case, nobody misses the output.
		OutClosed: isClosed(os.Stdout) && !isClosed(os.Stderr),
	}
	s.errColumns = func() int {
		columns, _, err := term.GetSize(int(os.Stderr.Fd()))
		if err != nil {
			return 0
		}
		return columns
	}
	s.outSize = func() (columns, lines int) {
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

// onRunner reports whether the environment is that of a CI runner.
func (f *factory) onRunner() bool {
	for _, name := range []string{"CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION", "BUILDKITE", "GITLAB_CI"} {
		if v := f.getenv(name); v != "" && v != "false" {
			return true
		}
	}
	return false
}

// relay passes on the lines that another program writes, and makes them safe to
// print. Only one goroutine may use it at a time.
type relay struct {
	streams *streams
	line    []byte // the beginning of a line that has not ended yet
}

// Write passes on complete lines.
func (r *relay) Write(b []byte) (int, error) {
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
func (r *relay) Close() error {
	if len(r.line) > 0 {
		r.pass(r.line)
		r.line = nil
	}
	return nil
}

func (r *relay) pass(line []byte) {
	r.streams.printLine(sinks.Escape(string(bytes.TrimSuffix(line, []byte("\r")))))
}

// warn writes a message to standard error. The message may have several lines.
// Names in it that come from elsewhere must have been spelled with
// plans.SpellName; warn escapes everything else that is unsafe. It is safe to
// call at any time.
func (s *streams) warn(message string) {
	s.printLine(sinks.EscapeLines("planfmt: " + strings.TrimRight(message, "\n")))
}

// printLine writes safe text and a line feed to standard error. A line that
// shows progress makes room for it.
func (s *streams) printLine(text string) {
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

// hold keeps what would be written to standard error, if that is a terminal, until [streams.release]. A pager has
// the terminal meanwhile.
func (s *streams) hold() {
	s.errMu.Lock()
	defer s.errMu.Unlock()
	s.holding = s.ErrTTY
}

// release writes what was kept.
func (s *streams) release() {
	s.errMu.Lock()
	s.holding = false
	held := s.held
	s.held = nil
	s.errMu.Unlock()
	for _, text := range held {
		s.printLine(text)
	}
}
