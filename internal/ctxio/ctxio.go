// Package ctxio ends waiting for what cannot be interrupted, such as a read
// from a pipe, when a context ends. What was waited for goes on in the
// background and its result is dropped. Its main call is [Reader].
package ctxio

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/caught"
)

// Call calls f, and returns the context's error if that ends first; f goes on
// then. A panic of f is an error.
func Call[T any](ctx context.Context, f func() (T, error)) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	if ctx.Done() == nil {
		return f()
	}
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() { done <- r }()
		defer caught.As(&r.err)
		r.value, r.err = f()
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// chunk is how much a Reader reads at a time.
const chunk = 256 << 10

// Reader is r until the context ends; then reading from it is the context's
// error, at once. A read from r that has begun goes on in the background.
func Reader(ctx context.Context, r io.Reader) io.Reader {
	return &reader{ctx: ctx, r: r}
}

type reader struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte // lent to the call that is under way
	rest []byte // of it, what has been read and not been handed out
	err  error  // what comes after the rest
}

// Read reads what has been read already, or else from the reader below.
func (c *reader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	if c.ctx.Done() == nil {
		return c.r.Read(p)
	}
	if len(c.rest) == 0 && c.err == nil && len(p) > 0 {
		if c.buf == nil {
			c.buf = make([]byte, chunk)
		}
		var n int
		n, c.err = Call(c.ctx, func() (int, error) { return c.r.Read(c.buf) })
		c.rest = c.buf[:n]
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	if n == 0 {
		return 0, c.err
	}
	return n, nil
}
