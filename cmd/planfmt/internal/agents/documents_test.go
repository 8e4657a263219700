package agents

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/planfmt/planfmt"
)

// readings counts what a server reads.
type readings struct {
	mu    sync.Mutex
	count map[string]int // by path and part
	begin func()
}

func watched(s *Server) *readings {
	r := &readings{count: map[string]int{}}
	s.documents.watch = func(path, part string) {
		r.mu.Lock()
		r.count[path+" "+part]++
		r.mu.Unlock()
		if r.begin != nil {
			r.begin()
		}
	}
	return r
}

// expect compares what has been read since the last time.
func (r *readings) expect(t *testing.T, when string, want map[string]int) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !maps.Equal(r.count, want) {
		t.Errorf("%s: %v was read, want %v", when, r.count, want)
	}
	clear(r.count)
}

// A part of a document is read once, when the first call asks for it, by however many calls at a time. A summary and a hash need no open document.
func TestWhatIsRead(t *testing.T) {
	dir, names := example(t, 3)
	s, session := connect(t, dir, planfmt.Options{}, nil)
	r := watched(s)
	call := func(tool string, args map[string]any) {
		t.Helper()
		if res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args}); err != nil || res.IsError {
			t.Errorf("%s %v: %v %+v", tool, args, err, res)
		}
	}
	open := func() (n int) {
		s.documents.mu.Lock()
		defer s.documents.mu.Unlock()
		for _, d := range s.documents.kept {
			if d.opened != nil {
				n++
			}
		}
		return n
	}
	plan := map[string]any{"path": "plan.json"}
	call("plan_summary", plan)
	call("plan_summary", plan)
	r.expect(t, "summary", map[string]int{"plan.json summary": 1})
	call("plan_hash", plan)
	call("plan_hash", plan)
	r.expect(t, "hash", map[string]int{"plan.json hash": 1})
	if n := open(); n != 0 {
		t.Errorf("%d documents are open for a summary and a hash", n)
	}
	for range 2 {
		call("plan_changes", plan)
		call("plan_resource", map[string]any{"path": "plan.json", "address": "aws_instance.web"})
		call("plan_why", map[string]any{"path": "plan.json", "address": "aws_instance.web"})
		call("plan_changes", map[string]any{"path": "plan.json", "where": "true"})
	}
	r.expect(t, "resources", map[string]int{"plan.json open": 1})
	call("plan_summary", plan)
	call("plan_hash", plan)
	r.expect(t, "again", map[string]int{})
	call("plan_summary", map[string]any{"path": "plan.json", "max_bytes": 3000})
	r.expect(t, "a shorter one", map[string]int{"plan.json summary": 1})

	// Another file at the same path.
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "plan.json"), later, later); err != nil {
		t.Fatal(err)
	}
	call("plan_hash", plan)
	r.expect(t, "another file", map[string]int{"plan.json hash": 1})
	if n := open(); n != 0 {
		t.Errorf("%d documents are open that are not there any more", n)
	}
	call("plan_changes", plan)
	r.expect(t, "another file", map[string]int{"plan.json open": 1})

	var wg sync.WaitGroup
	want := map[string]int{}
	for _, name := range names[1:] {
		for _, part := range []string{"summary", "open", "hash"} {
			want[name+" "+part] = 1
		}
		for i := range 24 {
			wg.Go(func() {
				args := map[string]any{"path": name}
				tool := []string{"plan_changes", "plan_summary", "plan_hash", "plan_why"}[i%4]
				if tool == "plan_why" {
					args["address"] = "aws_instance.web"
				}
				call(tool, args)
			})
		}
	}
	wg.Wait()
	r.expect(t, "many at a time", want)
}

// Documents are closed before others are read, so that all of them have room in memory, however many calls there are at a time. Whoever waits for
// room can be cancelled.
func TestDocumentsHaveRoom(t *testing.T) {
	dir, names := example(t, 9)
	s, session := connect(t, dir, planfmt.Options{}, nil)
	// A small document is estimated at 1 MiB while it is read.
	const readings = 3
	s.documents.memory.most = readings << 20
	r := watched(s)
	r.begin = func() {
		s.documents.mu.Lock()
		defer s.documents.mu.Unlock()
		if m := &s.documents.memory; m.used > m.most {
			t.Errorf("%d bytes are in use, of %d", m.used, m.most)
		}
	}
	summary := func(ctx context.Context, name string) error {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "plan_summary", Arguments: map[string]any{"path": name}})
		if err == nil && res.IsError {
			err = errors.New(text(res))
		}
		return err
	}
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			name := names[i%len(names)]
			tool, args := "plan_resource", map[string]any{"path": name, "address": "aws_instance.web"}
			switch i % 4 {
			case 1:
				tool, args = "plan_query", map[string]any{"path": name, "expression": "plan.counts"}
			case 2:
				tool, args = "plan_diff", map[string]any{"old": name, "new": names[(i+1)%len(names)]}
			}
			if res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args}); err != nil || res.IsError {
				t.Errorf("%s %v: %v %+v", tool, args, err, res)
			}
		})
	}
	wg.Wait()

	// Two readings leave no room for a third one that is as large as all.
	s.documents.memory.most = 1 << 20
	begun, goOn := make(chan struct{}), make(chan struct{})
	r.begin = func() {
		begun <- struct{}{}
		<-goOn
	}
	done := make(chan error)
	go func() { done <- summary(t.Context(), names[1]) }()
	<-begun
	ctx, cancel := context.WithCancel(t.Context())
	waits := make(chan error)
	go func() { waits <- summary(ctx, names[2]) }()
	cancel()
	if err := <-waits; !errors.Is(err, context.Canceled) {
		t.Errorf("the call that is cancelled: %v", err)
	}
	go func() { waits <- summary(t.Context(), names[3]) }()
	goOn <- struct{}{}
	if err := <-done; err != nil {
		t.Error(err)
	}
	<-begun
	goOn <- struct{}{}
	if err := <-waits; err != nil {
		t.Error(err)
	}
	s.documents.mu.Lock()
	defer s.documents.mu.Unlock()
	left := int64(0)
	for _, d := range s.documents.kept {
		if d.opened != nil {
			left += d.opened.size
		}
	}
	if m := &s.documents.memory; m.used != left {
		t.Errorf("%d bytes are in use in the end, and %d belong to documents", m.used, left)
	}
}

// What is estimated for a document that is packed, or of very many resources, is not what its file has.
func TestEstimate(t *testing.T) {
	const size = 100 << 20
	check := func(text string, size, least, most int64) {
		t.Helper()
		if got := estimate(strings.NewReader(text), size); got < least || got > most {
			t.Errorf("%.40q: %d, want %d to %d", text, got, least, most)
		}
	}
	for begin, want := range map[string]int64{`{"format_version":`: size / 2, "PK\x03\x04": 4 * size, "\x1f\x8b\x08": 4 * size, "{": size / 2, "": size / 2} {
		check(begin, size, want, want)
	}
	const n = 20_000
	tiny := strings.Repeat(`{"address":"a.b","change":{"actions":["create"],"before":null,"after":{}}},`, n)
	check(tiny, int64(len(tiny)), n*eachResource*9/10, n*eachResource*11/10)
	large := strings.Repeat(`{"address":"a.b","change":{"actions":["create"],"before":null,"after":{"x":"`+strings.Repeat("x", 10_000)+`"}}},`, 1000)
	check(large, int64(len(large)), int64(len(large)/2), int64(len(large)/2))
	// The resources may be anywhere.
	late := strings.Repeat(" ", 5*len(tiny)) + tiny
	check(late, int64(len(late)), n*eachResource/2, n*eachResource*2)
	short := tiny[:1000]
	check(short, int64(len(short)), 1<<20, 1<<20)
}
