package main

import (
	"bytes"
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
	OutClosed             bool

	errMu sync.Mutex
	temps temporaries
}

func systemStreams() *streams {
	s := &streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY: term.IsTerminal(int(os.Stderr.Fd())),

		// A program that only wants the exit status often gives this one
		// /dev/null for both: then nobody misses the output.
		OutClosed: isClosed(os.Stdout) && !isClosed(os.Stderr),
	}
	if s.OutTTY {
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			s.Columns = w
		}
	}
	return s
}

// onRunner reports whether the environment is one that a CI runner gives its
// jobs.
func (f *factory) onRunner() bool {
	for _, name := range []string{"CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION", "BUILDKITE", "GITLAB_CI"} {
		if v := f.getenv(name); v != "" && v != "false" {
			return true
		}
	}
	return false
}

// relay passes on lines that another program writes, made safe to print. It
// is not for use by several goroutines.
type relay struct {
	streams *streams
	line    []byte // the beginning of one that has not ended yet
}

// Write passes on the lines that have ended.
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

// Close passes on the last line if no line feed has ended it.
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

// warn writes a message to the error stream. The message may have several
// lines; names in it that come from elsewhere have been spelled with
// plans.SpellName, and what else is unsafe in them is escaped here. It is safe
// to call at any time.
func (s *streams) warn(message string) {
	s.printLine(sinks.EscapeLines("planfmt: " + strings.TrimRight(message, "\n")))
}

// printLine writes text that is safe to the error stream, and a line feed.
func (s *streams) printLine(text string) {
	s.errMu.Lock()
	defer s.errMu.Unlock()
	// An error stream that cannot be written to has nobody to tell.
	_, _ = io.WriteString(s.Err, text+"\n")
}
