package planfmt

import (
	"context"
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
