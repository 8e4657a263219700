package service_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planfmt/planfmt/examples/service"
)

var limits = service.Limits{Plan: 1 << 20, Answer: 4 << 20, Resources: 50, Time: 10 * time.Second}

func readPlan(t *testing.T) string {
	t.Helper()
	plan, err := os.ReadFile("../../testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(plan)
}

func post(t *testing.T, l service.Limits, accept, body string) (int, string, http.Header) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	service.Handler(l).ServeHTTP(w, r)
	return w.Code, w.Body.String(), w.Header()
}

func TestFormats(t *testing.T) {
	plan := readPlan(t)
	for accept, want := range map[string]string{"application/json": `"address":"aws_instance.web"`, "*/*": `"format_version"`, "text/html, */*": "<!doctype html>", "text/plain": "Plan: "} {
		status, answer, header := post(t, limits, accept, plan)
		if status != http.StatusOK || !strings.Contains(strings.ToLower(answer), strings.ToLower(want)) {
			t.Errorf("%s: %d, %.200s", accept, status, answer)
		}
		if strings.HasPrefix(header.Get("Content-Type"), "application/json") != json.Valid([]byte(answer)) {
			t.Errorf("%s: the type is %s", accept, header.Get("Content-Type"))
		}
	}
}

func TestLimits(t *testing.T) {
	plan := readPlan(t)
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	_, _ = io.CopyN(gz, strings.NewReader(strings.Repeat(" ", 4<<20)), 4<<20)
	_ = gz.Close()
	few, short, small := limits, limits, limits
	few.Resources, short.Answer, small.Plan = 2, 100, 100
	for name, c := range map[string]struct {
		limits service.Limits
		body   string
		status int
	}{
		"no plan":        {limits, "hello", http.StatusUnprocessableEntity},
		"cut off":        {limits, plan[:len(plan)/2], http.StatusUnprocessableEntity},
		"unpacks to 4M":  {limits, packed.String(), http.StatusUnprocessableEntity},
		"many resources": {few, plan, http.StatusUnprocessableEntity},
		"long answer":    {short, plan, http.StatusUnprocessableEntity},
		"long plan":      {small, plan, http.StatusBadRequest},
	} {
		if status, answer, _ := post(t, c.limits, "*/*", c.body); status != c.status || strings.Contains(answer, "aws_instance") {
			t.Errorf("%s: %d, %.200s", name, status, answer)
		}
	}
}

// slow is a body that never ends, of a client that is still there.
type slow struct{ stop chan struct{} }

func (s slow) Read(p []byte) (int, error) {
	<-s.stop
	return 0, io.EOF
}

// TestConnections answers many clients at a time over real connections. One that sends nothing does not keep its goroutine for ever.
func TestConnections(t *testing.T) {
	l := limits
	l.Time = 200 * time.Millisecond
	quick, patient := httptest.NewServer(service.Handler(l)), httptest.NewServer(service.Handler(limits))
	defer patient.Close()
	body := slow{make(chan struct{})}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, quick.URL, body)
	if err != nil {
		t.Fatal(err)
	}
	r.ContentLength = 100
	if res, err := http.DefaultClient.Do(r); err == nil {
		if res.Body.Close(); res.StatusCode != http.StatusBadRequest {
			t.Errorf("slow: %s", res.Status)
		}
	}
	close(body.stop)
	quick.Close() // waits for the handlers
	plan := readPlan(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			res, err := http.Post(patient.URL, "application/json", strings.NewReader(plan))
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Body.Close()
			if text, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusOK || !json.Valid(text) {
				t.Errorf("%v, %s", err, res.Status)
			}
		})
	}
	all.Wait()
}
