package planfmt

import (
	"context"
	"errors"
	"io"

	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/rewrite"
)

// Redact reads a plan or a state from r, as [Show] does, and writes the same document to w as
// JSON, with a string in the place of everything sensitive: see package redact. Marks of what is
// sensitive stay, and others are added where the schema, or the names if there is none, say
// what the document does not. Strings that are the same as a sensitive one are replaced wherever
// they stand, unless MaskCopies is [Never].
//
// Of the options, Redact uses Input, Comparison, Warn and Progress. It reads strictly, as if
// Strict were set. ShowSensitive is an [OptionError]. Nothing is written before the whole document
// has been understood. The other errors are those of Show.
func Redact(ctx context.Context, w io.Writer, r io.Reader, opts Options) (err error) {
	defer caught.As(&err)
	switch {
	case r == nil:
		return ErrNoReader
	case w == nil:
		return ErrNoWriter
	case opts.ShowSensitive:
		return &OptionError{Field: "ShowSensitive", Err: errors.New("a redacted document never has sensitive values")}
	}
	opts.Strict = true
	// All that is known about the document is needed, and none of it is shown.
	opts.Selection = Selection{ShowUnchanged: true}
	opts.Wrap = nil
	s, err := opts.session(ctx)
	if err != nil {
		return err
	}
	return rewrite.Redact(ctx, s, w, r, opts.MaskCopies == Never)
}
