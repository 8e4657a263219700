// Package upload is an HTTP handler that shows an uploaded plan as a page.
package upload

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/sinks"
)

// Handler shows the plan in the body of a POST, as long as it has at most so many bytes. It keeps nothing: what does
// not fit into memory is in a temporary file that has no name, and is gone when the page has been made.
func Handler(limit int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bufio.NewReader(http.MaxBytesReader(w, r.Body, limit))
		if head, _ := body.Peek(2); string(head) == "\x1f\x8b" {
			// However small it is, it may unpack to more than the disk holds.
			http.Error(w, "send the plan without gzip", http.StatusUnsupportedMediaType)
			return
		}
		var page bytes.Buffer
		_, err := planfmt.Show(r.Context(), &page, body, planfmt.Options{Format: "html"})
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			http.Error(w, "the plan is too large", http.StatusRequestEntityTooLarge)
		} else if err != nil {
			http.Error(w, sinks.EscapeLines(err.Error()), http.StatusBadRequest)
		} else {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			w.Write(page.Bytes())
		}
	})
}
