package planfmt

import (
	"context"
	"errors"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/internal/work/rewrite"
)

// JSONResult is the outcome of [WriteJSON].
type JSONResult struct {
	// Copied says that the input was already JSON of this kind, and has been copied.
	Copied bool
	// Inexact are the types whose schema was not known, or is of another version of the
	// provider. See docs/json.md for what their values may lack.
	Inexact []infer.TypeSchema
	// Marked counts the values that are marked as sensitive only because of their names, by
	// attribute. Their types have no schemas, and the input may lack marks.
	Marked []computed.Masked
}

// WriteJSON writes the JSON document that `terraform show -json` prints for a binary plan or a state
// file. If the input is already such JSON, WriteJSON copies it, and changes only its encoding to UTF-8.
// The output contains all sensitive values, with marks that say which these are.
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
// JSON, with a string in the place of each sensitive value. Marks of sensitive values stay, and
// marks are added for values that only a schema calls sensitive, or the names if there is no schema.
// Copies of sensitive strings are replaced everywhere, unless MaskCopies is [ChoiceNever].
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
	opts.Selection = Selection{}
	opts.Wrap = nil
	s, err := opts.session(ctx)
	if err != nil {
		return err
	}
	return rewrite.Redact(ctx, s, w, r, opts.MaskCopies == ChoiceNever)
}

// ErrStateHash is returned by [Hash] for a state, which has no hash because it plans nothing.
var ErrStateHash = passes.ErrStateHash

// Hash reads a plan from r, as [Show] does, and returns the hash of what it would do.
// docs/hash.md defines the hash. It depends on the document only: of the options, Hash uses Input,
// HashKey, HashLikeJSON, Workers, Warn and Progress.
//
// If an entry is missing or cannot be read, there is no hash, and the error names its address.
// The other errors are those of Show, and [ErrStateHash] for a state.
func Hash(ctx context.Context, r io.Reader, opts Options) (hash computed.Hash, err error) {
	defer caught.As(&err)
	found, err := opts.identify(ctx, r)
	return found.Hash, err
}

// Identity identifies a plan. The binary file of a plan and its JSON have the same identity.
type Identity struct {
	// Timestamp is when the plan was made, RFC 3339, to the second. It is empty in plans of old
	// versions. Without it, plans that would do the same have the same identity.
	Timestamp string
	// TerraformVersion is the version of the program that made the plan.
	TerraformVersion string
	// Hash is the text of the hash of what the plan would do.
	Hash string
}

// Identify reads a plan from r, and returns its identity. Of the options, it uses those
// that [Hash] uses, but neither Warn nor Progress. The hash covers sensitive values if there is a key. The errors are those of [Hash].
func Identify(ctx context.Context, r io.Reader, opts Options) (id Identity, err error) {
	defer caught.As(&err)
	opts.Warn, opts.Progress, opts.HashLikeJSON = nil, nil, true
	found, err := opts.identify(ctx, r)
	if err != nil {
		return id, err
	}
	return Identity{found.Timestamp, found.TerraformVersion, found.Hash.Text}, nil
}

func (o Options) identify(ctx context.Context, r io.Reader) (found passes.Identified, err error) {
	if r == nil {
		return found, ErrNoReader
	}
	s, err := o.session(ctx)
	if err != nil {
		return found, err
	}
	return passes.Identify(ctx, s, r)
}
