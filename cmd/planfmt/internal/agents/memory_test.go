package agents

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/planfmt/planfmt"
)

// until waits until so many calls are in line.
func (s *documents) until(waiting int) {
	for {
		s.mu.Lock()
		n, changed := len(s.memory.waiting), s.memory.freed
		s.mu.Unlock()
		if n == waiting {
			return
		}
		select {
		case <-changed:
		default:
		}
	}
}

// Calls that wait for memory get it in the order in which they came, whatever each needs. One whose context ends leaves the line, and lets
// those behind it go on.
func TestMemoryInOrder(t *testing.T) {
	const most = 100
	s := newDocuments(nil, planfmt.Options{})
	s.memory.most = most
	if err := s.reserve(t.Context(), most); err != nil {
		t.Fatal(err)
	}
	needs := []int64{500, 1, 60, 60, 100, 1, 99, 7} // the first has to be alone
	const cancelled = 4
	ctx, cancel := context.WithCancel(t.Context())
	served, left := make(chan int), make(chan error)
	for i, n := range needs {
		go func() {
			if i == cancelled {
				left <- s.reserve(ctx, n)
				return
			}
			if err := s.reserve(t.Context(), n); err != nil {
				t.Error(err)
			}
			served <- i
		}()
		s.until(i + 1)
	}
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the call that is cancelled: %v", err)
	}
	free := func(n int64) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.free(n)
	}
	free(most)
	expect := func(want ...int) {
		t.Helper()
		var got []int
		for range want {
			got = append(got, <-served)
		}
		slices.Sort(got) // what has room at the same time comes in any order
		if !slices.Equal(got, want) {
			t.Errorf("%v were served, want %v", got, want)
		}
		for _, i := range got {
			free(needs[i])
		}
	}
	expect(0)
	expect(1, 2)
	expect(3, 5)
	expect(6)
	expect(7)
	s.until(0)
	if s.memory.used != 0 {
		t.Errorf("%d bytes are in use in the end", s.memory.used)
	}
	if err := s.reserve(ctx, 1); !errors.Is(err, context.Canceled) || s.memory.used != 0 {
		t.Errorf("a call whose context has ended: %v, %d bytes are in use", err, s.memory.used)
	}
}

// Two hundred calls at a time share the memory: it never has more than there is, and all are answered.
func TestCallsShareMemory(t *testing.T) {
	dir, names := example(t, 3)
	s, session := connect(t, dir, planfmt.Options{}, nil)
	const collect = int64(collecting) << 20 // a small document is estimated at 1 MiB
	s.documents.memory.most = 3*collect + collect/2
	r := watched(s)
	peak := int64(0)
	r.begin = func() {
		s.documents.mu.Lock()
		defer s.documents.mu.Unlock()
		peak = max(peak, s.documents.memory.used)
	}
	calls := []func(name string) (string, map[string]any){
		func(name string) (string, map[string]any) {
			return "plan_query", map[string]any{"path": name, "expression": "{ for r in resources : r.address => r.after... }"}
		},
		func(name string) (string, map[string]any) {
			return "plan_query", map[string]any{"path": name, "expression": "[for r in resources : r.address]"}
		},
		func(name string) (string, map[string]any) { return "plan_changes", map[string]any{"path": name} },
		func(name string) (string, map[string]any) {
			return "plan_why", map[string]any{"path": name, "address": "aws_instance.web"}
		},
		func(name string) (string, map[string]any) {
			return "plan_diff", map[string]any{"old": name, "new": names[0]}
		},
	}
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			tool, args := calls[i%len(calls)](names[i/len(calls)%len(names)])
			if res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args}); err != nil || res.IsError {
				t.Errorf("%s %v: %v %s", tool, args, err, text(res))
			}
		})
	}
	wg.Wait()
	if m := &s.documents.memory; peak > m.most || peak < collect || len(m.waiting) > 0 {
		t.Errorf("at most %d bytes were in use, of %d; %d calls wait", peak, m.most, len(m.waiting))
	}
}

// Calls that look at open documents have room of their own beside these. There is none for two calls: they take turns, even if a document is
// closed for another one in between.
func TestLookingSharesMemory(t *testing.T) {
	dir, names := example(t, 3)
	s, _ := connect(t, dir, planfmt.Options{}, nil)
	d, m := s.documents, &s.documents.memory
	const call = 1 << 20 // a small document is estimated at 1 MiB
	for _, most := range []int64{call + call/2, 2*call + call/2, 1} {
		m.most = most
		var wg sync.WaitGroup
		for i := range 60 {
			wg.Go(func() {
				err := d.looking(t.Context(), names[i%len(names)], func(o *opened, _ bool) error {
					d.mu.Lock()
					defer d.mu.Unlock()
					if m.used < call+o.size || m.used > max(most, call)+int64(len(names))*o.size {
						t.Errorf("%d bytes are in use, of %d; the document has %d", m.used, most, o.size)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if len(m.waiting) > 0 || m.used > int64(len(names))*call/2 {
			t.Errorf("%d calls wait in the end, and %d bytes are in use", len(m.waiting), m.used)
		}
	}
}

// A query that would collect too much is refused with the reason, and without a result.
func TestQueryCollectsNoMoreThan(t *testing.T) {
	dir, names := example(t, 1)
	s, session := connect(t, dir, planfmt.Options{}, nil)
	for expression, most := range map[string]int{
		"length(jsonencode(resources))":      200,
		"[for r in resources : r.address]":   1,
		"length(sort(resources[*].address))": 1,
		"length(jsonencode(outputs))":        1_000,
	} {
		for _, parts := range []int{most, 1 << 20} {
			s.documents.memory.parts = parts
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "plan_query", Arguments: map[string]any{"path": names[0], "expression": expression}})
			if err != nil {
				t.Fatal(err)
			}
			refused := res.IsError && strings.Contains(text(res), fmt.Sprintf("more than %d parts", parts))
			streams := expression[0] == '[' || strings.Contains(expression, "outputs")
			if want := parts == most && !streams; refused != want || res.IsError != want {
				t.Errorf("%s with %d parts: %s", expression, parts, text(res))
			}
		}
	}
}

// What collects the values of all resources weighs more than what looks at one after the other.
func TestWeightOf(t *testing.T) {
	for expression, want := range map[string]weight{
		"[for r in resources : r.after.ami if r.action == \"update\"]": passing,
		"[for r in resources : r.address if length(drift) > 0]":        passing,
		"length(resources)": passing,
		"plan.counts":       passing,
		"{ for r in resources : r.address => r.after }":                                 collecting,
		"length([for r in resources : r.after])":                                        collecting,
		"[for r in resources : length([for q in resources : q if q.after == r.after])]": collecting,
		"resources": collecting,
	} {
		q, diags := planfmt.NewQuery("expression", expression)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if got := weightOf(q); got != want {
			t.Errorf("%s: %d, want %d", expression, got, want)
		}
	}
}
