package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/planfmt/planfmt"
)

// A client that asks for it is told how much of a document has been read: more each time, up to all of it, and not too often.
func TestProgress(t *testing.T) {
	dir, _ := example(t, 0)
	plan, err := os.ReadFile(filepath.Join(dir, "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	// White space is read, too.
	plan = append(plan, strings.Repeat(" ", 8<<20)...)
	for _, name := range []string{"a.json", "b.json", "c.json", "d.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), plan, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	told := map[any][]float64{}
	heard := make(chan struct{}, 1000)
	_, session := connectAs(t, dir, planfmt.Options{}, nil, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			if p := req.Params; p.Total != float64(len(plan)) {
				t.Errorf("%+v: there are %d bytes", p, len(plan))
			}
			told[req.Params.ProgressToken] = append(told[req.Params.ProgressToken], req.Params.Progress)
			heard <- struct{}{}
		},
	})
	for tool, args := range map[string]map[string]any{
		"plan_summary": {"path": "a.json"}, "plan_query": {"path": "b.json", "expression": "plan.counts"}, "plan_check": {"path": "c.json"},
		"plan_hash": {"path": "d.json"},
	} {
		for _, token := range []string{tool, ""} {
			params := &mcp.CallToolParams{Name: tool, Arguments: args}
			if token != "" {
				params.SetProgressToken(token)
			}
			if res, err := session.CallTool(t.Context(), params); err != nil || res.IsError {
				t.Fatalf("%s: %v %+v", tool, err, res)
			}
		}
		// The client may hand out an answer before the notifications that came before it.
		end := func() bool {
			mu.Lock()
			defer mu.Unlock()
			all := told[tool]
			return len(all) > 0 && all[len(all)-1] == float64(len(plan))
		}
		for !end() {
			select {
			case <-heard:
			case <-time.After(time.Minute):
				t.Fatalf("%s: the last progress does not come: %v", tool, told)
			}
		}
		mu.Lock()
		all := told[tool]
		for i := range all {
			if i > 0 && all[i] <= all[i-1] {
				t.Errorf("%s: progress %v", tool, all)
			}
		}
		if n := len(all); n < 5 || n > 21 || all[n-1] != float64(len(plan)) {
			t.Errorf("%s: progress %v of %d", tool, all, len(plan))
		}
		mu.Unlock()
	}
	if len(told) != 4 {
		t.Errorf("somebody was told who has not asked: %v", told)
	}
}

// Whatever a client writes, the server ends with the input, says nothing that is no JSON-RPC message, and nothing that is secret.
func FuzzRequests(f *testing.F) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	for _, seed := range []string{
		"", "\n", "{}", "[]", "null", "\x00", "\xff\xfe", "{\"jsonrpc\":", "garbage", `"x"`, `{"jsonrpc":"1.0","id":1}`, `{"jsonrpc":"2.0","id":1,"method":1}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "{} {}",
		hello + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"plan_summary","arguments":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`,
		hello + `{"jsonrpc":"2.0","id":2,"method":"` + strings.Repeat("x", mostLine) + `"}`, hello, strings.Repeat("[", 20_000),
		hello + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		hello + `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"plan_summary","arguments":{"path":"secret.json"},"_meta":{"progressToken":"p"}}}`,
		hello + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"plan_query","arguments":{"path":"secret.json","expression":"resources"},"_meta":{"progressToken":{}}}}`,
		hello + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"none"}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`,
		hello + `{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"review-plan","arguments":{"path":"\u202e"}}}`,
		hello + `[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]`,
		hello + `{"jsonrpc":"2.0","id":1e999,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`,
		hello + hello, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"plan_hash","arguments":{"path":"secret.json"}}}`,
	} {
		f.Add(seed)
	}
	dir, _ := example(f, 0)
	plan := `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b","provider_name":"p","change":{"actions":["update"],
"before":{"password":"SECRETa5!b2#c3"},"after":{"password":"SECRETa6!b2#c3"},"before_sensitive":{"password":true},"after_sensitive":{"password":true}}}]}`
	if err := os.WriteFile(filepath.Join(dir, "secret.json"), []byte(plan), 0o600); err != nil {
		f.Fatal(err)
	}
	roots, err := OpenRoots([]string{dir})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = roots.Close() })
	// Whatever came before, this is answered.
	const last = `{"jsonrpc":"2.0","id":"last","method":"ping"}`
	f.Fuzz(func(t *testing.T, input string) {
		s := NewServer(Options{Roots: roots, Version: "test", Bug: func(p *planfmt.PanicError) { panic(fmt.Sprintf("%v\n%s", p, p.Stack)) }})
		defer s.Close()
		in, client := io.Pipe()
		answered := make(chan struct{})
		out := locked{until: `"id":"last"`, reached: sync.OnceFunc(func() { close(answered) })}
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = s.Run(t.Context(), Stdio(in, &out))
		}()
		go func() { // it may stop to read
			_, _ = io.WriteString(client, input+"\n"+last+"\n")
			select { // what is being answered when the input ends is not answered any more
			case <-answered:
			case <-done:
			}
			_ = client.Close()
		}()
		<-done
		_ = in.Close()
		for line := range strings.Lines(out.String()) {
			var m struct {
				Version string `json:"jsonrpc"`
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil || m.Version != "2.0" {
				t.Fatalf("%q: the server writes %q", input, line)
			}
		}
		if !strings.Contains(out.String(), `"id":"last"`) && !hasBatch(input) {
			t.Fatalf("%q: the server has ended: %q", input, out.String())
		}
		if strings.Contains(out.String(), "SECRETa") && !strings.Contains(input, "SECRETa") {
			t.Fatalf("%q: a secret comes out: %s", input, out.String())
		}
	})
}

// hasBatch reports whether a line is a list of messages. The SDK ends for these in most revisions of the protocol.
func hasBatch(input string) bool {
	for line := range strings.Lines(input) {
		if strings.HasPrefix(strings.TrimSpace(line), "[") {
			return true
		}
	}
	return false
}

// locked keeps what is written.
type locked struct {
	mu sync.Mutex
	b  strings.Builder
	// reached is called when a text is written.
	until   string
	reached func()
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if strings.Contains(string(p), l.until) {
		l.reached()
	}
	return l.b.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
