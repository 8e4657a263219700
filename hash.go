package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/passes"
)

// ErrStateHash is returned by [Hash] for a state, which has no hash because it plans nothing.
var ErrStateHash = passes.ErrStateHash

// Hash reads a plan from r, as [Show] does, and returns the hash of what it would do.
// docs/hash.md defines the hash. It depends on the document only: of the options, Hash uses Input,
// HashKey, Workers, Warn and Progress.
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
	opts.Warn, opts.Progress = nil, nil
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
