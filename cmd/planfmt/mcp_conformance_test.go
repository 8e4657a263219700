package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/planfmt/planfmt/internal/base/wildcard"
)

// bridge gives a client that only knows HTTP what `planfmt mcp` writes on standard output, message by message and as it is. planfmt itself has
// no HTTP; the protocol's tests have nothing else. What HTTP adds to the protocol, such as statuses and headers, is not planfmt's, so it is not here.
type bridge struct {
	args []string // of planfmt

	mu       sync.Mutex
	sessions map[string]*piped
}

// message is what the bridge reads of a message.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

func (b *bridge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(r.Body)
	var line bytes.Buffer
	var head message
	if err == nil {
		err = cmp.Or(json.Unmarshal(body, &head), json.Compact(&line, body))
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s, id, err := b.session(r.Header.Get("Mcp-Session-Id"), head.Method)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	if id == "" {
		defer s.close()
	} else {
		w.Header().Set("Mcp-Session-Id", id)
	}
	received := s.send(head.ID, line.Bytes())
	if head.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	defer s.forget(head.ID)
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		select {
		case line, ok := <-received:
			if !ok {
				return
			}
			fmt.Fprintf(w, "event: message\ndata: %s\n\n", line)
			_ = http.NewResponseController(w).Flush()
			var answer message
			if json.Unmarshal(line, &answer) == nil && answer.Method == "" {
				return
			}
		case <-r.Context().Done():
			s.send(nil, fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`, head.ID))
			return
		}
	}
}

// session returns the server for a request. Newer revisions of the protocol have no sessions: each request has a server of its own.
func (b *bridge) session(id, method string) (*piped, string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.sessions[id]; s != nil {
		return s, id, nil
	}
	if id != "" {
		return nil, "", fmt.Errorf("there is no session %s", id)
	}
	s, err := startPiped(b.args)
	if err == nil && method == "initialize" {
		id = fmt.Sprint("session-", len(b.sessions))
		b.sessions[id] = s
	}
	return s, id, err
}

// close ends all sessions.
func (b *bridge) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.sessions {
		s.close()
	}
}

// piped is a server that runs.
type piped struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	done chan struct{} // is closed when it has written everything

	mu      sync.Mutex
	waiting []request
}

// request is one that has no answer yet.
type request struct {
	id       string
	received chan []byte
}

func startPiped(args []string) (*piped, error) {
	s := &piped{cmd: exec.Command("planfmt", args...), done: make(chan struct{})}
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.in = in
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go s.receive(out)
	return s, nil
}

// send writes a message. If it is a request, the channel has the messages that come while it is answered, and then the answer.
func (s *piped) send(id json.RawMessage, line []byte) <-chan []byte {
	const most = 100 // messages
	s.mu.Lock()
	defer s.mu.Unlock()
	one := request{string(id), make(chan []byte, most)}
	if id != nil {
		s.waiting = append(s.waiting, one)
	}
	_, _ = s.in.Write(append(slices.Clip(line), '\n'))
	return one.received
}

func (s *piped) forget(id json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = slices.DeleteFunc(s.waiting, func(r request) bool { return r.id == string(id) })
}

// receive hands out messages.
func (s *piped) receive(out io.Reader) {
	defer close(s.done)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		s.mu.Lock()
		var head message
		_ = json.Unmarshal(line, &head)
		for _, r := range s.waiting {
			switch {
			case err != nil:
				close(r.received)
			case head.Method != "" || string(head.ID) == r.id:
				r.received <- bytes.TrimSpace(line)
			}
		}
		if err != nil {
			s.waiting = nil
		}
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *piped) close() {
	_ = s.in.Close()
	<-s.done
	_ = s.cmd.Wait()
}

// notForMCP are the scenarios of the protocol's tests that planfmt has no answers for, by patterns, with the reasons.
var notForMCP = []struct{ scenario, reason string }{
	{"tools-call-*", "calls tools test_* of the server that the tests are made for; planfmt's are called by all other tests"},
	{"json-schema-2020-12", "looks at a tool of that server; the inspector's --strict looks at the schemas of planfmt's"},
	{"prompts-get-*", "gets prompts test_* of that server"},
	{"resources-*", "planfmt has no resources"},
	{"completion-complete", "planfmt completes no arguments"},
	{"logging-set-level", "planfmt does not log to clients"},
	{"elicitation-*", "planfmt asks the client for nothing"},
	{"input-required-result-*", "planfmt asks the client for nothing"},
	{"tasks-*", "an extension: planfmt has no tasks"},
	{"sep-2640-skills-*", "an extension: planfmt has no skills"},
	{"server-session-lifecycle", "is about HTTP"},
	{"server-sse-*", "is about HTTP"},
	{"dns-rebinding-protection", "is about HTTP"},
	{"http-*", "is about HTTP"},
}

// checksNotForMCP are single checks of other scenarios.
var checksNotForMCP = []struct{ check, reason string }{
	{"sep-2575-http-server-*-400", "is about HTTP"},
	{"sep-2575-http-server-method-not-found-404*", "is about HTTP; that the error is -32601 is checked with it, and holds"},
	{"sep-2575-missing-capability-http-400", "is about HTTP"},
	{"sep-2575-request-meta-invalid-missing-meta", "a header of HTTP says the revision; on stdio, a request without one is of an older revision"},
	{"sep-2575-request-meta-invalid-missing-protocol-version", "the same"},
	{"sep-2575-server-rejects-undeclared-capability", "calls a tool test_*"},
	{"sep-2575-http-server-no-independent-requests-on-stream", "calls a tool test_*"},
	{"sep-2575-server-no-log-without-loglevel", "calls a tool test_*"},
	{"sep-2575-server-sends-*-list-changed-on-subscription", "planfmt's lists do not change"},
	{"sep-2549-resources-read-caching-hints", "planfmt has no resources"},
}

// TestMCPConformance runs the protocol's own tests, @modelcontextprotocol/conformance, in every revision that they have. PLANFMT_MCP is the directory
// with the node_modules in which they are, and PLANFMT_NODE a node that can run them.
func TestMCPConformance(t *testing.T) {
	modules, node := os.Getenv("PLANFMT_MCP"), cmp.Or(os.Getenv("PLANFMT_NODE"), "node")
	if modules == "" {
		t.Skip("PLANFMT_MCP is not set: the protocol's own tests are not run (.ci/mcp does)")
	}
	program := filepath.Join(modules, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
	list, err := exec.Command(node, program, "list", "--server").Output()
	if err != nil {
		t.Fatal(err)
	}
	b := &bridge{args: []string{"mcp", "--no-cache", "--no-bundle", "--root", filepath.Join("..", "..", "testdata", "example")}, sessions: map[string]*piped{}}
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		b.close()
	})
	run, reasons := 0, map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^ *- (\S+) \[(.*)\]$`).FindAllStringSubmatch(string(list), -1) {
		scenario := m[1]
		if i := slices.IndexFunc(notForMCP, func(n struct{ scenario, reason string }) bool { return wildcard.Match(n.scenario, scenario) }); i >= 0 {
			reasons[notForMCP[i].reason]++
			continue
		}
		for _, revision := range strings.Split(m[2], ",") {
			run++
			t.Run(scenario+"/"+revision, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				cmd := exec.Command(node, program, "server", "--url", server.URL, "--scenario", scenario, "--spec-version", revision, "--output-dir", dir, "--timeout", "600000")
				out, err := cmd.CombinedOutput()
				if _, exited := err.(*exec.ExitError); err != nil && !exited {
					t.Fatal(err)
				}
				judgeChecks(t, dir, out)
			})
		}
	}
	if least := 10; run < least {
		t.Errorf("%d scenarios are run, less than %d:\n%s", run, least, list)
	}
	t.Logf("%d scenarios; these are not run: %v", run, reasons)
}

// judgeChecks reads the results of a scenario.
func judgeChecks(t *testing.T, dir string, out []byte) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v\n%s", files, err, out)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var checks []struct {
		ID           string          `json:"id"`
		Status       string          `json:"status"`
		ErrorMessage string          `json:"errorMessage"`
		Details      json.RawMessage `json:"details"`
	}
	if err := json.Unmarshal(text, &checks); err != nil {
		t.Fatal(err)
	}
	passed := 0
	for _, c := range checks {
		excused := slices.ContainsFunc(checksNotForMCP, func(n struct{ check, reason string }) bool { return wildcard.Match(n.check, c.ID) })
		switch {
		case c.Status == "SUCCESS":
			passed++
		case !excused:
			t.Errorf("%s: %s: %s %s", c.ID, c.Status, c.ErrorMessage, c.Details)
		case strings.Contains(c.ID, "not-found-404") && !strings.HasSuffix(c.ErrorMessage, "and code -32601"):
			t.Errorf("%s: %s", c.ID, c.ErrorMessage)
		}
	}
	if passed == 0 {
		t.Errorf("no check of %d passed\n%s", len(checks), out)
	}
	t.Logf("%d of %d checks", passed, len(checks))
}

// TestMCPTypeScript asks with the protocol's other SDK for what the inspector's command line cannot ask for. It can pass a progress token
// (--tool-metadata), but shows no notifications, and when it is interrupted, it ends without notifications/cancelled.
func TestMCPTypeScript(t *testing.T) {
	modules := os.Getenv("PLANFMT_MCP")
	if modules == "" {
		t.Skip("PLANFMT_MCP is not set: the SDK for TypeScript does not ask (.ci/mcp does)")
	}
	plan, err := os.ReadFile(filepath.Join("..", "..", "testdata", "example", "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	large := append(slices.Clone(plan), strings.Repeat(" ", 8<<20)...)
	for name, text := range map[string][]byte{"plan.json": large, "large.json": large, "next.json": plan} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(cmp.Or(os.Getenv("PLANFMT_NODE"), "node"), filepath.Join("testdata", "mcp-client.cjs"), dir)
	cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(modules, "node_modules"))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		t.Fatalf("%v\n%s", err, &errs)
	}
	var saw struct {
		Progress, Totals     []int
		Unknown              []string
		Answer, Quiet, After string
		Reason, Before       string
		Gone                 bool
	}
	if err := json.Unmarshal(out, &saw); err != nil {
		t.Fatal(err)
	}
	n := len(saw.Progress)
	switch {
	case n < 5 || n > 21 || saw.Progress[n-1] != len(large) || !slices.IsSorted(saw.Progress) || len(slices.Compact(slices.Clone(saw.Progress))) != n:
		t.Errorf("progress %v of %d", saw.Progress, len(large))
	case !slices.Equal(saw.Totals, []int{len(large)}) || len(saw.Unknown) > 0:
		t.Errorf("totals %v, tokens %q", saw.Totals, saw.Unknown)
	case !strings.Contains(saw.Answer, "HAZARDS 1") || saw.Answer != saw.Quiet || saw.Answer != saw.After:
		t.Errorf("answers\n%s\n%s\n%s", saw.Answer, saw.Quiet, saw.After)
	case !strings.Contains(saw.Reason, "enough") || !strings.Contains(saw.Before, "early"):
		t.Errorf("the calls that are cancelled: %s; %s", saw.Reason, saw.Before)
	case !saw.Gone:
		t.Error("the server runs when its client is gone")
	}
}
