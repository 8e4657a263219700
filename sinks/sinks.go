// Package sinks writes lines: it indents them, draws their gutters, escapes
// unsafe characters and adds colour. No other package does any of that, and no
// sink decides what is printed.
package sinks

import (
	"io"
	"iter"

	"github.com/planfmt/planfmt/doc"
)

// Sink writes lines in a notation, such as plain text or ANSI.
type Sink interface {
	Write(w io.Writer, lines iter.Seq[doc.Line]) error
}
