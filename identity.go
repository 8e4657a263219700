package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/caught"
)

// Identity tells a plan from others. The binary file of a plan and its JSON have the same one.
type Identity struct {
	// Timestamp is when the plan was made, RFC 3339, to the second. It is empty in plans of old
	// versions; then the identity does not tell plans apart that would do the same.
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
	hash, facts, err := readHash(ctx, r, opts)
	if err != nil {
		return id, err
	}
	return Identity{facts.Timestamp, facts.TerraformVersion, hash.Text}, nil
}
