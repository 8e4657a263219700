package forge_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/forge/forgetest"
)

// commentAnswers are answers with one comment, which is not ours, as the forges give them: the request, and what it is answered with.
var commentAnswers = map[string]struct{ match, body string }{
	"github": {"POST /graphql", `{"data":{"repository":{"pullRequest":{"comments":{"nodes":[
		{"id":"IC_5","number":"5","body":"a","viewerDidAuthor":false,"isMinimized":false,"url":"https://github.example/5"}],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}}}`},
	"gitlab":       {"GET /api/v4/projects", `[{"id":5,"body":"a","system":false,"author":{"id":12}}]`},
	"azure-devops": {"GET /project", `{"value":[{"id":5,"isDeleted":false,"comments":[{"id":1,"content":"a","commentType":"text","author":{"id":"12"}}]}],"count":1}`},
	"bitbucket":    {"GET /2.0/repositories", `{"values":[{"id":5,"deleted":false,"content":{"raw":"a"},"user":{"uuid":"{12}"},"links":{"html":{"href":"https://bitbucket.example/5"}}}],"pagelen":50,"page":1}`},
}

// optional are the members that may be missing, by their path. Those that end in =null may only be null.
var optional = map[string][]string{
	"github":       {"data.repository.pullRequest.comments.nodes.0.url", "data.repository.pullRequest.comments.nodes.0.number", "data.repository.pullRequest.comments.pageInfo.endCursor"},
	"gitlab":       {"0.system", "0.author=null", "0.author.id"},
	"azure-devops": {"count", "value.0.isDeleted", "value.0.comments.0.commentType", "value.0.comments.0.author=null", "value.0.comments.0.author.id"},
	"bitbucket":    {"pagelen", "page", "values.0.deleted", "values.0.links", "values.0.links.html", "values.0.links.html.href", "values.0.user=null", "values.0.user.uuid"},
}

// eachSpoilt calls f with a document in which one part is missing, null, or of another type: for each part.
func eachSpoilt(t *testing.T, text string, f func(path, how, spoilt string)) {
	t.Helper()
	var doc any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	give := func(path, how string) {
		spoilt, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		f(strings.TrimPrefix(path, "."), how, string(spoilt))
	}
	var walk func(path string, v any, set func(any))
	walk = func(path string, v any, set func(any)) {
		others := map[string]any{"null": nil}
		switch v.(type) {
		case []any:
			others["an object"], others["a string"], others["a number"] = map[string]any{}, "", 0
		case map[string]any:
			others["a list"], others["a string"] = []any{}, ""
		}
		for how, other := range others {
			set(other)
			give(path, how)
		}
		set(v)
		switch v := v.(type) {
		case []any:
			for i := range v {
				walk(fmt.Sprintf("%s.%d", path, i), v[i], func(to any) { v[i] = to })
			}
		case map[string]any:
			for name, value := range v {
				delete(v, name)
				give(path+"."+name, "missing")
				v[name] = value
				walk(path+"."+name, value, func(to any) { v[name] = to })
			}
		}
	}
	walk("", doc, func(to any) { doc = to })
}

// TestNotAList checks that nothing in an answer that is missing, null or of another type is taken for "no comments", or for
// a comment that is not ours: no comment is written then.
func TestNotAList(t *testing.T) {
	for _, kind := range forge.Names() {
		answer := commentAnswers[kind]
		s, cfg := start(t, kind)
		cfg.Retry.Attempts = 1
		s.Fail(forgetest.Fault{Match: answer.match, Status: 200, Body: answer.body})
		if outcome, err := publish(t, kind, cfg, marker+"new", forge.Update); err != nil || outcome != forge.Created {
			t.Fatalf("%s: the answer as it is: %v, %v", kind, outcome, err)
		}
		s.DeleteAll()
		n := 0
		eachSpoilt(t, answer.body, func(path, how, spoilt string) {
			n++
			s.Fail(forgetest.Fault{Match: answer.match, Status: 200, Body: spoilt})
			_, err := publish(t, kind, cfg, marker+"new", forge.Update)
			mayBe := false
			for _, name := range optional[kind] {
				name, onlyNull := strings.CutSuffix(name, "=null")
				mayBe = mayBe || name == path && (how == "null" || how == "missing" && !onlyNull)
			}
			if (err == nil) != mayBe {
				t.Errorf("%s: %s is %s: %v", kind, path, how, err)
			}
			if err != nil && len(s.Comments()) > 0 {
				t.Errorf("%s: %s is %s: a comment is written", kind, path, how)
			}
			s.DeleteAll()
		})
		if n < 12 {
			t.Errorf("%s: only %d answers", kind, n)
		}
	}
}

// trickle is a server that answers each request with a text and then, for as long as the connection stays open, with bytes.
func trickle(t *testing.T, answer, bytes string) (address string, requests chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { close(done); l.Close() })
	requests = make(chan string, 100)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				req, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				requests <- req.Method + " " + req.URL.Path
				for _, err = io.WriteString(conn, answer); err == nil; _, err = io.WriteString(conn, bytes) {
					select {
					case <-done:
						return
					case <-time.After(2 * time.Millisecond):
					}
				}
			}()
		}
	}()
	return "http://" + l.Addr().String(), requests
}

// TestTrickle checks that a request ends after its time, whatever arrives. If one did not, the test would not end.
func TestTrickle(t *testing.T) {
	for name, c := range map[string]struct{ answer, bytes string }{
		"nothing":             {},
		"a header":            {"HTTP/1.1 200 OK\r\n", "X-Slow: 1\r\n"},
		"one line":            {"HTTP/1.1 200 OK\r\nX-Slow: ", "a"},
		"early hints":         {"", "HTTP/1.1 103 Early Hints\r\n\r\n"},
		"a body":              {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", " "},
		"a body in chunks":    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"},
		"an announced body":   {"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n[", " "},
		"half of a body":      {"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n[", ""},
		"trailers":            {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\n", "X: 1\r\n"},
		"another protocol":    {"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", " "},
		"silence after 101":   {"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", ""},
		"a slow error":        {"HTTP/1.1 403 Forbidden\r\n\r\n{", " "},
		"a slow redirect":     {"HTTP/1.1 302 Found\r\nLocation: https://example.com/\r\n\r\n", " "},
		"a compressed answer": {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", "\x00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, kind := range forge.Names() {
				address, requests := trickle(t, c.answer, c.bytes)
				cfg := forge.Config{APIURL: address, Repository: map[string]string{"azure-devops": "project/repo", "bitbucket": "owner/repo", "github": "owner/repo", "gitlab": "42"}[kind], Pull: forgetest.Pull, Token: forgetest.Token, Author: "11"}
				cfg.Retry = forge.Retry{Attempts: 2, Pause: time.Millisecond, Timeout: 40 * time.Millisecond}
				f, err := forge.New(kind, cfg)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := forge.Read(t.Context(), f, cfg.Retry, isOurs); noToken(t, err) == nil {
					t.Errorf("%s: no error", kind)
				}
				_, err = f.Create(t.Context(), marker)
				if noToken(t, err) == nil {
					t.Errorf("%s: a comment is written", kind)
				}
				if n := len(requests); n > 3 {
					t.Errorf("%s: %d requests", kind, n)
				}
			}
		})
	}
}

// TestManyBytes checks that an answer that has more bytes than is allowed is not read to its end, and is not repeated.
func TestManyBytes(t *testing.T) {
	address, requests := trickle(t, "HTTP/1.1 200 OK\r\n\r\n", string(bytes.Repeat([]byte(" "), 1<<20)))
	f, err := forge.New("gitlab", forge.Config{APIURL: address, Repository: "42", Pull: 7, Token: forgetest.Token, Author: "11"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := forge.Read(t.Context(), f, forge.Retry{}, isOurs); err == nil || !strings.Contains(err.Error(), "is longer than") || len(requests) != 1 {
		t.Errorf("%d requests: %v", len(requests), err)
	}
}
