package planfmt

import (
	"context"
	"errors"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/rewrite"
	"github.com/planfmt/planfmt/internal/schemas/infer"
)

// JSONResult is the outcome of [WriteJSON].
type JSONResult struct {
	// Copied says that the input was such a document already, and has been copied.
	Copied bool
	// Inexact are the types whose schema was not known, or is of another version of the
	// provider. See docs/json.md for what their values may lack.
	Inexact []infer.TypeSchema
	// Marked are the attributes that are marked as sensitive in the document only because of
	// their names, and how many values of each there are. They are of types without schemas,
	// and the input may lack marks.
	Marked []computed.Masked
}

// WriteJSON writes the JSON document that `terraform show -json` prints: of a binary plan, that
// of the plan, and of a state file, that of the state. A document that is such JSON already is copied, without a change
// but for its encoding, which is UTF-8. The document contains all
// sensitive values, with the marks that say which these are.
//
// Of the options, WriteJSON uses Input, Schemas, SchemaLimits, Layers, RequireExact, Workers,
// Warn and Progress. It writes nothing before it has understood all of r. The errors
// are those of [Show]; it is also an error if any part cannot be read.
func WriteJSON(ctx context.Context, w io.Writer, r io.Reader, opts Options) (res *JSONResult, err error) {
	defer caught.As(&err)
	switch {
	case r == nil:
		return nil, ErrNoReader
	case w == nil:
		return nil, ErrNoWriter
	}
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	found, err := rewrite.JSON(ctx, s, w, r)
	return (*JSONResult)(found), err
}

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
