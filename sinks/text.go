package sinks

import (
	"io"
	"iter"

	"github.com/planfmt/planfmt/doc"
)

// Text writes lines as plain text.
type Text struct {
	// EscapeRunnerCommands spells out what a CI runner would take for a
	// command. It belongs on wherever the output is not a terminal.
	EscapeRunnerCommands bool
}

// Write writes the lines, each with a line feed. It collects its output and
// makes few, large writes; nothing is held back when it returns. The error is
// w's.
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
