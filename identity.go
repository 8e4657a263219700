package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/source/open"

	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/source"
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
// that [Hash] uses. The hash covers sensitive values if there is a key. The errors are those of [Hash].
func Identify(ctx context.Context, r io.Reader, opts Options) (id Identity, err error) {
	defer caught.As(&err)
	if r == nil {
		return id, ErrNoReader
	}
	if err := opts.check(); err != nil {
		return id, err
	}
	src, err := open.Read(ctx, r, source.Options{Options: opts.storing(), Workers: opts.Workers}, nil)
	if err != nil {
		return id, err
	}
	defer src.Close()
	facts := src.Facts()
	if facts.State {
		return id, ErrStateHash
	}
	schemas, err := opts.loadSchemas(ctx)
	if err != nil {
		return id, err
	}
	hash, err := hashPlan(ctx, src, opts, opts.resolver(schemas), &tracker{})
	if err != nil {
		return id, err
	}
	return Identity{facts.Timestamp, facts.TerraformVersion, hash.Text}, nil
}
