package planfmt

import (
	"context"
	"errors"
	"io"
)

// Show reads a plan as JSON from r and writes it to w as people read it.
// Nothing is written before the whole of r has been read and understood; an
// error then leaves w untouched. Parts that cannot be rendered are no error:
// they are in the Result.
func Show(ctx context.Context, w io.Writer, r io.Reader, opts Options) (*Result, error) {
	return nil, errors.New("not wired yet")
}
