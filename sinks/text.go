package sinks

import "io"

// Text writes plain text.
type Text struct {
	// Width is the number of columns of the page: paragraphs are wrapped and rules
	// drawn one column short of it. 0 stands for [DefaultWidth]. If it is less than
	// 3, paragraphs are not wrapped.
	Width int
	// EscapeRunnerCommands is the same as in [Composer].
	EscapeRunnerCommands bool
}

// Open begins a document of plain text. Its Write collects the lines into a few
// large writes, and has written all of them when it returns. The errors are those
// of w.
func (t Text) Open(w io.Writer) (Document, error) {
	return newPage(w, t.Width, t.EscapeRunnerCommands, nil), nil
}
