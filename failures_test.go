package planfmt_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// limited takes n bytes and fails then.
type limited struct{ n int }

var errFull = errors.New("full")

func (w *limited) Write(b []byte) (int, error) {
	if len(b) > w.n {
		n := w.n
		w.n = 0
		return n, errFull
	}
	w.n -= len(b)
	return len(b), nil
}

// canceller cancels once it has been read or written to often enough.
type canceller struct {
	r      io.Reader
	n      int
	cancel func()
}

func (c *canceller) Read(b []byte) (int, error) {
	if c.n--; c.n == 0 {
		c.cancel()
	}
	return c.r.Read(b[:min(len(b), 64)])
}

func (c *canceller) Write(b []byte) (int, error) {
	if c.n--; c.n == 0 {
		c.cancel()
	}
	return len(b), nil
}

// TestShowFails lets the reader, the writer and the context fail at every
// place: an error comes back each time, and no goroutine stays.
func TestShowFails(t *testing.T) {
	plan, err := os.ReadFile("testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	places := 5
	if sampling.Full() {
		places = 50
	}
	before := runtime.NumGoroutine()
	for _, f := range kit.AllFormats() {
		var whole bytes.Buffer
		if _, err := planfmt.Show(t.Context(), &whole, bytes.NewReader(plan), kit.WithFormat(planfmt.Options{}, f.Name)); err != nil {
			t.Fatal(err)
		}
		for n := 0; n < whole.Len(); n += max(97, whole.Len()/places) {
			for _, opts := range []planfmt.Options{{}, {Layout: planfmt.Layout{Color: true}, Comparison: planfmt.Comparison{Workers: 1}}} {
				if _, err := planfmt.Show(t.Context(), &limited{n}, bytes.NewReader(plan), kit.WithFormat(opts, f.Name)); !errors.Is(err, errFull) {
					t.Fatalf("%s: a writer that fails after %d bytes: %v", f.Name, n, err)
				}
			}
		}
	}
	for n := 1; n < len(plan)/64; n += 11 {
		ctx, cancel := context.WithCancel(t.Context())
		out := &bytes.Buffer{}
		_, err := planfmt.Show(ctx, out, &canceller{bytes.NewReader(plan), n, cancel}, planfmt.Options{Input: planfmt.Input{MemoryLimit: 100, TempDir: t.TempDir()}})
		cancel()
		if !errors.Is(err, context.Canceled) || out.Len() > 0 {
			t.Fatalf("cancelled at read %d: %v, %d bytes written", n, err, out.Len())
		}
	}
	for n := 1; n < 5; n++ {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := planfmt.Show(ctx, &canceller{nil, n, cancel}, bytes.NewReader(plan), planfmt.Options{})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled at write %d: %v", n, err)
		}
	}
	for range 6000 { // they end on their own, but a busy machine may let them wait
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

// TestShowAtOnce shows many plans at a time, with the same options.
func TestShowAtOnce(t *testing.T) {
	plan, err := os.ReadFile("testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	opts := planfmt.Options{
		Comparison: planfmt.Comparison{
			Schemas: []planfmt.SchemaSource{{Name: "s", Open: func() (io.ReadCloser, error) {
				return os.Open("testdata/example/schemas.json")
			}}},
		},
	}
	outs := make([]bytes.Buffer, 16)
	var wg sync.WaitGroup
	for i := range outs {
		wg.Go(func() {
			if _, err := planfmt.Show(context.Background(), &outs[i], bytes.NewReader(plan), opts); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range outs {
		if outs[i].Len() == 0 || outs[i].String() != outs[0].String() {
			t.Errorf("output %d differs from the first", i)
		}
	}
}

// TestEndOfContext cancels after each of the first writes, and after the last but one, in each format: nothing more is written, also
// by formats that write everything at the end.
func TestEndOfContext(t *testing.T) {
	plan := kit.ManyChanges(2_000)
	for _, f := range kit.AllFormats() {
		if !sampling.TakesOneOf(4, t.Name(), f.Name) {
			continue
		}
		show := func(n int) (int, error) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			w := &lastWriter{last: n, cancel: cancel}
			_, err := planfmt.Show(ctx, w, strings.NewReader(plan), kit.WithFormat(planfmt.Options{}, f.Name))
			return w.writes, err
		}
		all, err := show(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 3, all - 1} {
			if n < 1 || n >= all {
				continue
			}
			if writes, err := show(n); writes != n || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: cancelled at write %d of %d: %d writes, error %v", f.Name, n, all, writes, err)
			}
		}
	}
}

// lastWriter cancels a context in its last write, unless that is 0.
type lastWriter struct {
	writes, last int
	cancel       func()
}

func (w *lastWriter) Write(p []byte) (int, error) {
	if w.writes++; w.writes == w.last {
		w.cancel()
	}
	return len(p), nil
}
