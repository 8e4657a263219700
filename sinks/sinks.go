// Package sinks writes down lines: it indents them, draws their gutters,
// escapes what is unsafe and colours what is left. No other package does any
// of that, and no sink decides what is printed.
package sinks

import (
	"io"
	"iter"

	"github.com/planfmt/planfmt/doc"
)

// Sink writes lines in some notation.
type Sink interface {
	Write(w io.Writer, lines iter.Seq[doc.Line]) error
}
