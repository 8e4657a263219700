package upload_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/examples/upload"
)

func TestHandler(t *testing.T) {
	plan, err := os.ReadFile("../../testdata/example/small.json")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	gz.Write(plan)
	gz.Close()
	server := httptest.NewServer(upload.Handler(int64(len(plan))))
	defer server.Close()
	for _, tt := range []struct {
		name, body string
		status     int
		want       string
	}{
		{"a plan", string(plan), http.StatusOK, "aws_route53_record.www"},
		{"one that is too large", string(plan) + " ", http.StatusRequestEntityTooLarge, "the plan is too large\n"},
		{"one that is packed", packed.String(), http.StatusUnsupportedMediaType, "send the plan without gzip\n"},
		{"one that is cut off", string(plan[:len(plan)/2]), http.StatusBadRequest, "the document is cut off"},
		{"no plan", "<script>alert(1)</script>", http.StatusBadRequest, "not JSON"},
		{"nothing", "", http.StatusBadRequest, "empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := http.Post(server.URL, "application/octet-stream", strings.NewReader(tt.body))
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
}
