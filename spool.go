package planfmt

import (
	"io"

	"github.com/planfmt/planfmt/internal/report"
)

// Spool keeps texts that a format writes only at the end, such as those of several documents (see [ManyWriter]), as planfmt's own formats do:
// in memory up to [Input].MemoryLimit, and the rest in a temporary file in TempDir, which no one else can read and which has no name.
// Several goroutines may make and write texts at a time.
type Spool struct{ spool *report.Spool }

// NewSpool returns an empty spool for a writer with this layout. The writer closes it in its own method Close, which is called whether or
// not there is an error.
func (l Layout) NewSpool() *Spool {
	return &Spool{report.NewSpool(report.SpoolOptions{MemoryLimit: l.memoryLimit, TempDir: l.tempDir})}
}

// Close removes the temporary file. Texts cannot be read any more.
func (s *Spool) Close() error { return s.spool.Close() }

// NewText returns an empty text.
func (s *Spool) NewText() *SpooledText { return &SpooledText{s.spool.NewText()} }

// SpooledText is a text in a [Spool]. One goroutine writes and closes it. When all texts of the spool have been written, it can be read.
type SpooledText struct{ text *report.SpooledText }

// Write adds to the text. It is an error once a text of the spool has been read. A [TempError] says that the temporary file cannot be written.
func (t *SpooledText) Write(b []byte) (int, error) { return t.text.Write(b) }

// Close ends the text, and frees the memory that it needs while it is written.
func (t *SpooledText) Close() error { return t.text.Close() }

// CopyTo writes the text to w. It may be called again.
func (t *SpooledText) CopyTo(w io.Writer) error { return t.text.CopyTo(w) }

// PolicyText returns the text of a file of policies, inputs or assumptions by the name that a range has for it, for formats with
// Uses.Verdicts. It returns nil if there is no such file.
func (l Layout) PolicyText(file string) []byte {
	if l.policies == nil {
		return nil
	}
	return l.policies(file)
}
