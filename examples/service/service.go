// Package service is an HTTP service that answers with what a plan does: as JSON, as a page or as text, whatever the client accepts.
package service

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/sinks"
)

// Limits are those of a request. A plan and its answer are in memory, so Plan, Answer and Resources say how much a request takes.
type Limits struct {
	Plan, Answer int64 // bytes
	Resources    int
	Time         time.Duration
}

// formats are the formats by the types that clients ask for; the first is for those that take anything.
var formats = []struct{ accept, format string }{{"application/json", "json"}, {"text/html", "html"}, {"text/plain", "human"}}

// Handler shows the plan in the body of a POST.
func Handler(l Limits) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Only a deadline ends a read from a connection, so the body is read before planfmt sees any of it.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(l.Time))
		plan, err := io.ReadAll(http.MaxBytesReader(w, r.Body, l.Plan))
		if err != nil {
			http.Error(w, "the plan has not arrived, or is too large", http.StatusBadRequest)
			return
		}
		as := formats[0]
		for _, f := range formats {
			if strings.Contains(r.Header.Get("Accept"), f.accept) {
				as = f
				break
			}
		}
		ctx, cancel := context.WithTimeout(r.Context(), l.Time)
		defer cancel()
		answer := limited{left: l.Answer}
		res, err := planfmt.Show(ctx, &answer, bytes.NewReader(plan), planfmt.Options{
			Format: as.format, Input: planfmt.Input{MaxUnpacked: l.Plan, MaxResources: l.Resources},
		})
		if _, ok := errors.AsType[*planfmt.InputError](err); ok || errors.Is(err, errLarge) {
			http.Error(w, sinks.EscapeLines(err.Error()), http.StatusUnprocessableEntity)
			return
		} else if err != nil { // a panic, too: what went wrong here is not for those who ask
			http.Error(w, "the plan cannot be shown", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", as.accept+"; charset=utf-8")
		if len(res.Problems) > 0 { // the answer says which parts are missing
			w.Header().Set("X-Plan-Problems", "true")
		}
		_, _ = answer.WriteTo(w)
	})
}

var errLarge = errors.New("the answer would be too large")

// limited keeps so many bytes at most.
type limited struct {
	bytes.Buffer
	left int64
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, errLarge
	}
	return l.Buffer.Write(p)
}
