package sinks

import (
	"io"
	"iter"

	"github.com/planfmt/planfmt/doc"
)

// Text writes lines as plain text.
type Text struct {
	// EscapeRunnerCommands escapes text that a CI runner would obey as a command.
	// Set it whenever the output does not go to a terminal.
	EscapeRunnerCommands bool
}

// Write writes the lines, each with a line feed. It collects its output into a
// few large writes, and has written everything when it returns. The error is the
// one of w.
func (t Text) Write(w io.Writer, lines iter.Seq[doc.Line]) error {
	e := encoder{w: w, runner: t.EscapeRunnerCommands}
	for l := range lines {
		e.set(l)
		e.out = append(append(e.out, e.text...), '\n')
		if err := e.spill(); err != nil {
			return err
		}
	}
	return e.flush()
}
