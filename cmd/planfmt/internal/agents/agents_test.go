package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// connect serves a directory to a client in the same process.
func connect(t testing.TB, dir string, base planfmt.Options, bug func(*planfmt.PanicError)) (*Server, *mcp.ClientSession) {
	t.Helper()
	return connectAs(t, dir, base, bug, nil)
}

func connectAs(t testing.TB, dir string, base planfmt.Options, bug func(*planfmt.PanicError), client *mcp.ClientOptions) (*Server, *mcp.ClientSession) {
	t.Helper()
	roots, err := OpenRoots([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(Options{Roots: roots, Version: "test", Base: base, Bug: bug})
	here, there := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		_ = s.Run(ctx, here)
		close(done)
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, client).Connect(ctx, there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		cancel()
		<-done
		s.Close()
		_ = roots.Close()
	})
	return s, session
}

// example returns a directory with the plans of the README and with others, and the names of these.
func example(t testing.TB, others int) (dir string, names []string) {
	t.Helper()
	dir = t.TempDir()
	data := filepath.Join("..", "..", "..", "..", "testdata", "example")
	plan, err := os.ReadFile(filepath.Join(data, "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(data, "apply.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("plan.json", plan)
	write("apply.jsonl", log)
	names = []string{"plan.json"}
	for i := range others {
		name := fmt.Sprintf("plan%d.json", i)
		write(name, []byte(strings.ReplaceAll(string(plan), "t3.medium", fmt.Sprintf("t3.size%d", i))))
		names = append(names, name)
	}
	return dir, names
}

// text returns the text of an answer, if there is one.
func text(res *mcp.CallToolResult) string {
	if res == nil {
		return ""
	}
	var b strings.Builder
	for _, c := range res.Content {
		b.WriteString(c.(*mcp.TextContent).Text)
	}
	return b.String()
}

// A thousand calls at the same time, over more documents than are kept, which change in between: each answer is about its own document, and
// nothing is left open.
func TestManyCallsAtATime(t *testing.T) {
	dir, names := example(t, mostOpen+4)
	s, session := connect(t, dir, planfmt.Options{}, nil)
	calls := []func(path string) (tool string, args map[string]any){
		func(path string) (string, map[string]any) { return "plan_summary", map[string]any{"path": path} },
		func(path string) (string, map[string]any) {
			return "plan_changes", map[string]any{"path": path, "where": `action == "replace"`}
		},
		func(path string) (string, map[string]any) {
			return "plan_resource", map[string]any{"path": path, "address": "aws_instance.web"}
		},
		func(path string) (string, map[string]any) {
			return "plan_query", map[string]any{"path": path, "expression": `[for r in resources : r.after.instance_type if r.type == "aws_instance"]`}
		},
	}
	n := 1000
	if !sampling.Full() {
		n = 150
	}
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			at := i % len(names)
			tool, args := calls[i/len(names)%len(calls)](names[at])
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if i%17 == 16 {
				cancel() // or it would have been answered
			}
			res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
			if i%17 == 16 {
				return
			}
			for err == nil && res.IsError && strings.Contains(text(res), errChanging.Error()) { // it says that one shall call again
				res, err = session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
			}
			if err != nil || res.IsError {
				t.Errorf("%s %v: %v %s", tool, args, err, text(res))
				return
			}
			want := "t3.medium"
			if at > 0 {
				want = fmt.Sprintf("t3.size%d\"", at-1)
			}
			if got := text(res); !strings.Contains(got, want) {
				t.Errorf("%s %v: no %s in\n%s", tool, args, want, got)
			}
		}()
		if i%40 == 0 { // the time of the file changes, its contents do not
			name := filepath.Join(dir, names[i%len(names)])
			if info, err := os.Stat(name); err == nil {
				_ = os.Chtimes(name, info.ModTime(), info.ModTime().Add(1e9))
			}
		}
	}
	wg.Wait()
	inUse := func() (open int, size int64) {
		for _, d := range s.documents.kept {
			if o := d.opened; o != nil {
				open, size = open+1, size+o.size
			}
		}
		return open, size
	}
	ended := func() bool {
		s.documents.mu.Lock()
		defer s.documents.mu.Unlock()
		_, size := inUse()
		return s.documents.memory.used == size && len(s.documents.reading) == 0
	}
	for i := 0; i < 10_000 && !ended(); i++ { // calls that were cancelled may still be on their way out
		time.Sleep(time.Millisecond)
	}
	s.documents.mu.Lock()
	defer s.documents.mu.Unlock()
	open, size := inUse()
	for _, d := range s.documents.kept {
		if o := d.opened; o != nil && (o.users != 0 || o.gone) {
			t.Errorf("%s has %d users", d.path, o.users)
		}
	}
	if open == 0 || open > mostOpen {
		t.Errorf("%d documents are open", open)
	}
	if used := s.documents.memory.used; used != size {
		t.Errorf("%d bytes are in use, and %d are accounted for", size, used)
	}
	if len(s.documents.reading) != 0 {
		t.Errorf("still reading: %v", s.documents.reading)
	}
}

// Calls that open a document at the same time share one copy of it: when it is closed, nothing of the memory is taken any more.
func TestOpenedOnce(t *testing.T) {
	dir, names := example(t, 1)
	s, _ := connect(t, dir, planfmt.Options{}, nil)
	reads := 0
	s.documents.watch = func(string, string) { reads++ }
	open := func(p documentPart) {
		t.Helper()
		if err := s.documents.withPart(t.Context(), names[0], p, func(document, bool) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	open(s.documents.openPart())
	// Another call has looked before the document was open, and takes the lock only now.
	late := s.documents.openPart()
	has, looked := late.has, false
	late.has = func(d *document) bool {
		before := !looked
		looked = true
		return !before && has(d)
	}
	if open(late); !looked || reads != 1 {
		t.Errorf("the document is read %d times; has the late call looked: %v", reads, looked)
	}
	s.documents.end()
	if used := s.documents.memory.used; used != 0 {
		t.Errorf("nothing is open, and %d bytes are in use", used)
	}
}

// A call whose file changes while it is read begins anew, once. If the file changes again, that is an error: no answer is from two files.
func TestFileChangesDuringCall(t *testing.T) {
	for tool, args := range map[string]map[string]any{
		"plan_summary":  {"path": "plan.json"},
		"plan_changes":  {"path": "plan.json"},
		"plan_resource": {"path": "plan.json", "address": "aws_instance.web"},
		"plan_why":      {"path": "plan.json", "address": "aws_instance.web"},
		"plan_check":    {"path": "plan.json"},
		"plan_hash":     {"path": "plan.json"},
		"plan_diff":     {"old": "plan0.json", "new": "plan.json"},
		"plan_query":    {"path": "plan.json", "expression": "length(resources)"},
		"run_log":       {"path": "apply.jsonl"},
	} {
		for changes, want := range []string{"", "", errChanging.Error()} {
			dir, _ := example(t, 1)
			s, session := connect(t, dir, planfmt.Options{}, nil)
			left, reads := changes, 0
			s.documents.watch = func(path, _ string) {
				if path == "plan0.json" {
					return
				}
				reads++
				if left--; left >= 0 {
					at := time.Now().Add(time.Duration(reads) * time.Minute)
					if err := os.Chtimes(filepath.Join(dir, path), at, at); err != nil {
						t.Error(err)
					}
				}
			}
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
			if err != nil || res.IsError != (want != "") || !strings.Contains(text(res), want) {
				t.Errorf("%s, the file changes %d times: %v %s", tool, changes, err, text(res))
			}
			if again := min(changes, 1); reads < 1+again {
				t.Errorf("%s, the file changes %d times: it has been read %d times", tool, changes, reads)
			}
		}
	}
}

// A panic is an error of its call. What it says goes to whoever runs the server, and not to the client.
func TestPanicIsAnError(t *testing.T) {
	dir, _ := example(t, 0)
	bugs := 0
	base := planfmt.Options{}
	base.Wrap = func(o planfmt.Owner, d computed.Diff) computed.Diff {
		if o.Resource != nil && o.Resource.Address == "aws_instance.web" {
			panic("SECRET")
		}
		return d
	}
	_, session := connect(t, dir, base, func(p *planfmt.PanicError) {
		if p.Value == "SECRET" {
			bugs++
		}
	})
	call := func(address string) *mcp.CallToolResult {
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "plan_resource", Arguments: map[string]any{"path": "plan.json", "address": address}})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	for range 3 {
		if res := call("aws_instance.web"); !res.IsError || strings.Contains(text(res), "SECRET") || !strings.Contains(text(res), "planfmt has a bug") {
			t.Errorf("%+v %s", res, text(res))
		}
		if res := call("aws_db_instance.main"); res.IsError {
			t.Errorf("the next call: %s", text(res))
		}
	}
	if bugs == 0 {
		t.Error("nobody was told")
	}
}

// A call that is cancelled ends before it has compared everything, and the next one is answered.
func TestCancelledCallEnds(t *testing.T) {
	const resources = 5000
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[`)
	for i := range resources {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"address":"t.r%d","mode":"managed","type":"t","name":"r%d","provider_name":"p","change":{"actions":["update"],"before":{"x":"a%d"},"after":{"x":"b%d"}}}`, i, i, i, i)
	}
	b.WriteString(`]}`)
	dir, _ := example(t, 0)
	if err := os.WriteFile(filepath.Join(dir, "large.json"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var compared atomic.Int64
	var first sync.Once
	started, goOn := make(chan struct{}), make(chan struct{})
	base := planfmt.Options{}
	base.Wrap = func(_ planfmt.Owner, d computed.Diff) computed.Diff {
		compared.Add(1)
		first.Do(func() { close(started) })
		<-goOn
		return d
	}
	_, session := connect(t, dir, base, nil)
	call := &mcp.CallToolParams{Name: "plan_summary", Arguments: map[string]any{"path": "large.json"}}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	if _, err := session.CallTool(ctx, call); !errors.Is(err, context.Canceled) {
		t.Errorf("the call that is cancelled: %v", err)
	}
	// The server reads one message after the other: when it answers this, it knows.
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "plan_functions"}); err != nil {
		t.Fatal(err)
	}
	close(goOn)
	res, err := session.CallTool(t.Context(), call)
	if err != nil || res.IsError || !strings.Contains(text(res), "0 to add, 5000 to change") {
		t.Fatalf("the next call: %v %+v", err, res)
	}
	if n := compared.Load(); n < resources || n > resources*3/2 {
		t.Errorf("%d of 2 x %d diffs were made: the first call has not ended early", n, resources)
	}
}

// Whatever the arguments are, an answer is short, has no invisible character and no secret, and the server goes on.
func FuzzCalls(f *testing.F) {
	tools := []string{"plan_summary", "plan_changes", "plan_resource", "plan_why", "plan_query", "plan_check", "plan_diff", "plan_hash", "run_log", "plan_functions"}
	for i := range tools {
		f.Add(byte(i), `{"path":"secret.json"}`)
		f.Add(byte(i), `{"path":"../secret.json","max_bytes":-1}`)
	}
	f.Add(byte(1), `{"path":"secret.json","where":"after.password == \"x\"","texts":["SECRETa5!b2#c3"],"actions":["update"],"max_bytes":2000}`)
	f.Add(byte(2), `{"path":"secret.json","address":"a.b","max_bytes":2000}`)
	f.Add(byte(3), `{"path":"secret.json","address":"a"}`)
	f.Add(byte(4), `{"path":"secret.json","expression":"[for r in resources : jsonencode(r)]"}`)
	f.Add(byte(4), `{"path":"secret.json","expression":"split(\"\", resources[0].after.password)"}`)
	f.Add(byte(5), `{"path":"secret.json","policies":["."]}`)
	f.Add(byte(6), `{"old":"secret.json","new":"plan.json"}`)
	f.Add(byte(9), `{"name":"\u202e"}`)
	f.Add(byte(0), `[]`)
	f.Add(byte(0), `{"path":1e400,"x":{}}`)
	dir, _ := example(f, 0)
	plan := `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b","provider_name":"p","change":{"actions":["update"],
"before":{"password":"SECRETa5!b2#c3","x":"\u202e\u0007"},"after":{"password":"SECRETa6!b2#c3","x":"SECRETa5!b2#c3"},"before_sensitive":{"password":true},"after_sensitive":{"password":true}}}]}`
	if err := os.WriteFile(filepath.Join(dir, "secret.json"), []byte(plan), 0o600); err != nil {
		f.Fatal(err)
	}
	_, session := connect(f, dir, planfmt.Options{}, func(p *planfmt.PanicError) { panic(fmt.Sprintf("%v\n%s", p, p.Stack)) })
	f.Fuzz(func(t *testing.T, which byte, args string) {
		if !json.Valid([]byte(args)) {
			return
		}
		tool := tools[int(which)%len(tools)]
		res, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
		if err != nil {
			if _, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "plan_functions"}); err != nil {
				t.Fatalf("the server is gone: %v", err)
			}
			return
		}
		var in struct {
			MaxBytes int `json:"max_bytes"`
		}
		_ = json.Unmarshal([]byte(args), &in)
		most := max(in.MaxBytes, defaultBytes)
		if in.MaxBytes >= leastBytes && in.MaxBytes < defaultBytes {
			most = in.MaxBytes
		}
		raw, _ := json.Marshal(res.StructuredContent)
		out := text(res)
		if !res.IsError && (len(out) > most || len(raw) > most) {
			t.Fatalf("%s %s: %d and %d bytes", tool, args, len(out), len(raw))
		}
		if !res.IsError || !strings.Contains(out, `validating "arguments"`) { // that is the SDK, which repeats the arguments
			if strings.ContainsFunc(out+string(raw), func(r rune) bool { return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf) }) {
				t.Fatalf("%s %s: %q", tool, args, out)
			}
			if strings.Contains(out+string(raw), "SECRETa6") || strings.Contains(out+string(raw), "SECRETa5") && !strings.Contains(args, "SECRETa5") {
				t.Fatalf("%s %s: a secret comes out: %s", tool, args, out)
			}
		}
	})
}
