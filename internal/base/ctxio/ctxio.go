// Package ctxio ends the wait for something that cannot be interrupted, such as
// a read from a pipe, when a context ends. The operation goes on in the
// background and its result is dropped. The main call is [Reader].
package ctxio

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/base/caught"
)

// Call calls f. If the context ends first, it returns the context's error, and
// f goes on in the background. A panic in f becomes an error.
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

// Reader reads from r until the context ends. After that, reading returns the
// context's error at once. A read from r that has begun goes on in the
// background.
func Reader(ctx context.Context, r io.Reader) io.Reader {
	return &interruptibleReader{ctx: ctx, r: r}
}

type interruptibleReader struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte // used by the call that is under way
	rest []byte // the part of buf that was read but not yet returned
	err  error  // to be returned after the rest
}

// Read returns what has already been read, or reads from the reader below.
func (c *interruptibleReader) Read(p []byte) (int, error) {
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

// Unblocked reads from an r that never blocks, such as a regular file, until the context
// ends. It reads in the caller's goroutine, into the caller's memory.
func Unblocked(ctx context.Context, r io.Reader) io.Reader { return unblocked{ctx, r} }

// Writer writes to w until the context ends. After that, writing returns the context's error. A write that has begun is not
// interrupted.
func Writer(ctx context.Context, w io.Writer) io.Writer { return interruptibleWriter{ctx, w} }

type interruptibleWriter struct {
	ctx context.Context
	w   io.Writer
}

func (w interruptibleWriter) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.w.Write(p)
}

type unblocked struct {
	ctx context.Context
	r   io.Reader
}

func (u unblocked) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}
