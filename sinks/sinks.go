// Package sinks writes documents in a notation, such as plain text. Its main call
// is [Write]. Only this package indents lines, draws gutters, escapes unsafe
// characters, wraps paragraphs and adds colour, and no sink decides what is
// printed.
//
// To write a notation of your own, implement [Sink]. A [Composer] puts each line
// together and makes it safe; what is left to do is the escapes of the notation's
// syntax, and how it writes headings, paragraphs and rules. [AppendJSON] is for
// notations that are JSON.
//
// To add a notation, write a [Sink]. It opens a document, gets its lines in batches (a resource at a time) and closes it. A
// [Composer] puts each line together: gutter, depth and text, with everything unsafe escaped. What remains is a switch over the kind
// of a line, one over the roles of its runs, and one escape of its own syntax. A line has its subject and its path, so a sink can
// fold, link and count without parsing text. For plain text, which needs neither, a [doc.Direct] writes straight into the bytes of
// the page (page.go).
//
// A doc.Line is one line, so a line feed in it is escaped. A message may have several lines: each text in it that comes from a
// document is quoted where the message is made, and [EscapeLines] escapes the rest where it is printed. Lines that a CI runner would
// obey are escaped, unless the reader is a terminal that no CI runner has created.
package sinks

import (
	"io"
	"iter"

	"github.com/planfmt/planfmt/doc"
)

// Sink is a notation.
type Sink interface {
	// Open begins a document, which will be written to w.
	Open(w io.Writer) (Document, error)
}

// Document is a document that is being written. After an error, no further method
// is called.
type Document interface {
	// Write adds lines that belong together, such as those of a resource. When it
	// returns, they have been written to the document's writer, as far as the
	// notation can write them before it sees what follows. It must not keep the
	// lines or their texts.
	Write(lines iter.Seq[doc.Line]) error
	// Close ends the document. It does not close the document's writer.
	Close() error
}

// Preparer is a [Document] that can put lines together apart from the lines around
// them, so that it can be done for several resources at the same time. Those of
// [Text] and [ANSI] can.
type Preparer interface {
	Document
	// Prepare does the part of Write that does not depend on what has been written
	// before, and returns the rest. Several goroutines may call Prepare at a time,
	// in any order. What it returns is called as Write would be called, and at most
	// once. It may range over the lines again.
	Prepare(lines iter.Seq[doc.Line]) (write func() error)
}

// AllPreparer is a [Preparer] that can report whether it has put all of the lines together. Then nothing that the lines were made of
// is needed any more.
type AllPreparer interface {
	Preparer
	// PrepareAll is like Prepare, for the lines that a function writes. The function may be called again.
	PrepareAll(lines func(*doc.Writer)) (write func() error, all bool)
}

// Write writes a whole document.
func Write(w io.Writer, s Sink, lines iter.Seq[doc.Line]) error {
	d, err := s.Open(w)
	if err != nil {
		return err
	}
	if err := d.Write(lines); err != nil {
		return err
	}
	return d.Close()
}
