// Package margin is a notation of its own, made outside of planfmt's module: the
// layout of `terraform show`, with the signs in column 0, where `grep` finds them.
package margin

import (
	"bytes"
	"io"
	"iter"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// Sink is the notation, for planfmt.Layout.
type Sink struct{}

// Open begins a document.
func (Sink) Open(w io.Writer) (sinks.Document, error) {
	lines := sinks.Composer{EscapeRunnerCommands: true, Margin: doc.Sign.Spans}
	return &document{w: w, lines: lines}, nil
}

type document struct {
	w       io.Writer
	lines   sinks.Composer
	pending bytes.Buffer
}

// Write leaves out everything that is not about a resource, an output or an action.
// Plain text needs no further escapes: the Composer has made the lines safe.
func (d *document) Write(lines iter.Seq[doc.Line]) error {
	for l := range lines {
		if l.Subject == nil {
			continue
		}
		d.pending.Write(d.lines.Compose(l).Text())
		d.pending.WriteByte('\n')
	}
	_, err := d.pending.WriteTo(d.w)
	return err
}

// Close has nothing to add.
func (d *document) Close() error { return nil }
