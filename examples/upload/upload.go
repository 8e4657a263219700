// Package upload is an HTTP handler that shows an uploaded plan as a page.
package upload

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/sinks"
)

// Limits are what a request, and all requests together, may take.
type Limits struct {
	Plan, Page int64         // bytes of the body and of the answer
	Slow       time.Duration // for the whole body to arrive, and for the page to be made
	AtATime    int           // requests; the others are told to come back
	Resources  int           // that a plan may change or list
}

// Handler shows the plan in the body of a POST. The body goes to a temporary file first: a read from the network cannot be ended by a
// context, only by a deadline of the connection, so planfmt never reads from there. Both files are gone when the request has been answered.
func Handler(l Limits) http.Handler {
	free := make(chan struct{}, l.AtATime)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case free <- struct{}{}:
			defer func() { <-free }()
		default:
			w.Header().Set("Retry-After", "5")
			http.Error(w, "too many plans at a time", http.StatusServiceUnavailable)
			return
		}
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(l.Slow)) // a server that has none still has a limit in bytes
		page, err := show(r.Context(), http.MaxBytesReader(w, r.Body, l.Plan), l)
		if err == nil {
			defer discard(page)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			_, _ = io.Copy(w, page)
		} else if status := statusOf(err); status >= http.StatusInternalServerError { // what went wrong here is not for those who ask
			http.Error(w, http.StatusText(status), status)
		} else if status != 0 {
			http.Error(w, sinks.EscapeLines(err.Error()), status)
		}
	})
}

var (
	errGzip  = errors.New("send the plan without gzip") // however small it is, it may unpack to more than the disk holds
	errLarge = errors.New("the page would be too large")
)

// statusOf returns the status for an error, or 0 if there is nobody to tell.
func statusOf(err error) int {
	_, large := errors.AsType[*http.MaxBytesError](err)
	_, input := errors.AsType[*planfmt.InputError](err)
	switch {
	case errors.Is(err, context.Canceled):
		return 0
	case large:
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return http.StatusRequestTimeout
	case errors.Is(err, errGzip):
		return http.StatusUnsupportedMediaType
	case input, errors.Is(err, errLarge):
		return http.StatusUnprocessableEntity
	case errors.Is(err, io.ErrUnexpectedEOF): // the body has ended before its length
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError // a panic is one of these: planfmt.PanicError
}

// show stores the plan, and returns its page in a file, at the start.
func show(ctx context.Context, body io.Reader, l Limits) (page *os.File, err error) {
	ctx, cancel := context.WithTimeout(ctx, l.Slow)
	defer cancel()
	plan, err := os.CreateTemp("", "plan")
	if err != nil {
		return nil, err
	}
	defer discard(plan)
	if _, err = io.Copy(plan, body); err != nil {
		return nil, err
	}
	var head [2]byte
	if _, _ = plan.ReadAt(head[:], 0); string(head[:]) == "\x1f\x8b" {
		return nil, errGzip
	}
	if page, err = os.CreateTemp("", "page"); err != nil {
		return nil, err
	}
	if _, err = plan.Seek(0, io.SeekStart); err == nil {
		opts := planfmt.Options{Format: "html", Input: planfmt.Input{MemoryLimit: 16 << 20, MaxResources: l.Resources}}
		_, err = planfmt.Show(ctx, &limited{page, l.Page}, plan, opts)
	}
	_, seekErr := page.Seek(0, io.SeekStart)
	if err = cmp.Or(err, seekErr); err != nil {
		discard(page)
		return nil, err
	}
	return page, nil
}

func discard(f *os.File) { _ = errors.Join(f.Close(), os.Remove(f.Name())) }

// limited writes so many bytes at most.
type limited struct {
	w    io.Writer
	left int64
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, errLarge
	}
	return l.w.Write(p)
}
