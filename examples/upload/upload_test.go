package upload_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planfmt/planfmt/examples/upload"
)

func readPlan(t *testing.T) string {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	plan, err := os.ReadFile("../../testdata/example/small.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(plan)
}

func limits(plan int) upload.Limits {
	return upload.Limits{Plan: int64(plan), Page: 10 << 20, Slow: time.Minute, AtATime: 2, Resources: 1000}
}

func TestHandler(t *testing.T) {
	plan := readPlan(t)
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	gz.Write([]byte(plan))
	gz.Close()
	server := httptest.NewServer(upload.Handler(limits(len(plan))))
	defer server.Close()
	small := limits(len(plan))
	small.Page = 100
	strict := httptest.NewServer(upload.Handler(small))
	defer strict.Close()
	for _, tt := range []struct {
		name, url, body string
		status          int
		want            string
	}{
		{"a plan", server.URL, plan, http.StatusOK, "aws_route53_record.www"},
		{"one that is too large", server.URL, plan + " ", http.StatusRequestEntityTooLarge, "too large"},
		{"one that is packed", server.URL, packed.String(), http.StatusUnsupportedMediaType, "send the plan without gzip\n"},
		{"one that is cut off", server.URL, plan[:len(plan)/2], http.StatusUnprocessableEntity, "the document is cut off"},
		{"no plan", server.URL, "<script>alert(1)</script>", http.StatusUnprocessableEntity, "not JSON"},
		{"nothing", server.URL, "", http.StatusUnprocessableEntity, "empty"},
		{"a page that is too large", strict.URL, plan, http.StatusUnprocessableEntity, "the page would be too large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := http.Post(tt.url, "application/octet-stream", strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			var body strings.Builder
			if _, err := io.Copy(&body, res.Body); err != nil {
				t.Fatal(err)
			}
			if res.StatusCode != tt.status || !strings.Contains(body.String(), tt.want) {
				t.Errorf("%s: %.300s", res.Status, body.String())
			}
			if isPage := strings.HasPrefix(res.Header.Get("Content-Type"), "text/html"); isPage != (tt.status == http.StatusOK) {
				t.Errorf("Content-Type: %s", res.Header.Get("Content-Type"))
			}
		})
	}
	noneLeft(t)
}

// TestClients sends bodies as clients do that are slow, break off or vanish, many at a time, to a handler whose requests have a deadline.
// The race detector finds a read that is left behind.
func TestClients(t *testing.T) {
	plan := readPlan(t)
	l := limits(len(plan))
	l.Slow, l.AtATime = 200*time.Millisecond, 100
	handler := upload.Handler(l)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 100*time.Millisecond)
		defer cancel()
		handler.ServeHTTP(w, r.WithContext(ctx))
	}))
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			c, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(plan), plan[:len(plan)/2])
			if i%2 == 0 {
				return // it vanishes
			}
			res, err := http.ReadResponse(bufio.NewReader(c), nil) // it sends no more, and waits
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Body.Close()
			if res.StatusCode != http.StatusRequestTimeout {
				t.Error(res.Status)
			}
		})
	}
	all.Wait()
	server.Close() // waits for all requests
	noneLeft(t)
}

// TestTooMany sends more requests at a time than the handler takes.
func TestTooMany(t *testing.T) {
	plan := readPlan(t)
	l := limits(len(plan))
	l.AtATime = 1
	handler, reads := upload.Handler(l), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("First") != "" {
			r.Body = &tells{ReadCloser: r.Body, reads: reads}
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	body, send := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		req, err := http.NewRequest(http.MethodPost, server.URL, body)
		if err != nil {
			t.Error(err)
			return
		}
		req.Header.Set("First", "yes")
		if res, err := http.DefaultClient.Do(req); err == nil {
			res.Body.Close()
		}
	}()
	<-reads
	res, err := http.Post(server.URL, "application/json", strings.NewReader(plan))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Error(res.Status)
	}
	send.Close()
	<-done
}

// tells closes a channel when it is read for the first time.
type tells struct {
	io.ReadCloser
	once  sync.Once
	reads chan struct{}
}

func (r *tells) Read(p []byte) (int, error) {
	r.once.Do(func() { close(r.reads) })
	return r.ReadCloser.Read(p)
}

// noneLeft fails if there are temporary files.
func noneLeft(t *testing.T) {
	t.Helper()
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
