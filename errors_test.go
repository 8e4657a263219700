package planfmt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/test/kit"
)

// sloppy writes only half of what it is given, and does not say so.
type sloppy struct{ n int }

func (s *sloppy) Write(b []byte) (int, error) {
	s.n += len(b) / 2
	return len(b) / 2, nil
}

// TestMisuse checks that what a caller gets wrong is an error that says so.
func TestMisuse(t *testing.T) {
	ctx := context.Background()
	plan := func() io.Reader { return strings.NewReader(kit.ManyChanges(3)) }
	resources := func(r io.Reader, opts planfmt.Options) error {
		for _, err := range planfmt.Resources(ctx, r, opts) {
			if err != nil {
				return err
			}
		}
		return nil
	}
	show := func(w io.Writer, r io.Reader, opts planfmt.Options) error {
		_, err := planfmt.Show(ctx, w, r, opts)
		return err
	}
	load := func(r io.Reader, opts planfmt.Options) error {
		_, err := planfmt.Load(ctx, r, opts)
		return err
	}
	for name, err := range map[string]error{
		"Show":      show(io.Discard, nil, planfmt.Options{}),
		"Load":      load(nil, planfmt.Options{}),
		"Resources": resources(nil, planfmt.Options{}),
	} {
		if !errors.Is(err, planfmt.ErrNoReader) {
			t.Errorf("%s without a reader: %v", name, err)
		}
	}
	if err := show(nil, plan(), planfmt.Options{}); !errors.Is(err, planfmt.ErrNoWriter) {
		t.Errorf("without a writer: %v", err)
	}
	for want, opts := range map[string]planfmt.Options{
		"Options.Mode: unknown mode \"mode(9)\"; valid values: auto, normal, destroy, refresh-only": {Input: planfmt.Input{Mode: 9}},
		"Options.Schemas[0]: the function to open it is nil":                                        {Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{{Name: "x"}}}},
		"Options.Layers[0]: the source is nil":                                                      {Comparison: planfmt.Comparison{Layers: []schema.Layer{{Name: "x"}}}},
		"Options.Formats[0]: the function that makes a writer is nil":                               {Format: "x", Formats: []planfmt.Format{{Name: "x"}}},
		`Options.Product: unknown product "pulumi"; valid values`:                                   {Input: planfmt.Input{Product: "pulumi"}},
	} {
		for name, err := range map[string]error{"Show": show(io.Discard, plan(), opts), "Load": load(plan(), opts), "Resources": resources(plan(), opts)} {
			var option *planfmt.OptionError
			if !errors.As(err, &option) || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
	}
	if err := show(&sloppy{}, plan(), planfmt.Options{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a writer that writes less: %v", err)
	}
}

// blocking blocks until it is told to go on, after so many bytes.
type blocking struct {
	io.Reader
	goOn chan struct{}
}

// What the options make may be nil, too.
func TestNilFromOptions(t *testing.T) {
	opts := planfmt.Options{Format: "none", Formats: []planfmt.Format{{Name: "none", New: func(io.Writer, planfmt.Layout) (planfmt.Writer, error) {
		return nil, nil
	}}}}
	_, err := planfmt.Show(t.Context(), io.Discard, strings.NewReader(kit.ManyChanges(1)), opts)
	var option *planfmt.OptionError
	if !errors.As(err, &option) || !strings.Contains(err.Error(), `"none"`) {
		t.Errorf("a nil Writer: %v", err)
	}
	opts = planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{{
		Name: "s.json", Open: func() (io.ReadCloser, error) { return nil, nil },
	}}}}
	_, err = planfmt.Show(t.Context(), io.Discard, strings.NewReader(kit.ManyChanges(1)), opts)
	var file *planfmt.SchemaError
	if !errors.As(err, &file) || !strings.Contains(err.Error(), "s.json") {
		t.Errorf("a nil file: %v", err)
	}
}

func (b *blocking) Read(p []byte) (int, error) {
	if n, err := b.Reader.Read(p); err != io.EOF {
		return n, err
	}
	<-b.goOn
	return 0, io.EOF
}

func (b *blocking) Close() error { return nil }

// TestBlockedReader checks that the end of a context ends the waiting for what
// does not heed it.
func TestBlockedReader(t *testing.T) {
	goOn := make(chan struct{})
	defer close(goOn)
	stuck := func(text string) *blocking { return &blocking{strings.NewReader(text), goOn} }
	stuckOpen := []planfmt.SchemaSource{{Name: "x", Open: func() (io.ReadCloser, error) { <-goOn; return nil, io.EOF }}}
	stuckRead := []planfmt.SchemaSource{{Name: "x", Open: func() (io.ReadCloser, error) { return stuck(`{"provider_schemas": {`), nil }}}
	calls := map[string]func(context.Context) error{
		"Show": func(ctx context.Context) error {
			_, err := planfmt.Show(ctx, io.Discard, stuck(`{"format_version": "1.2", `), planfmt.Options{})
			return err
		},
		"Show, at once": func(ctx context.Context) error {
			_, err := planfmt.Show(ctx, io.Discard, stuck(""), planfmt.Options{})
			return err
		},
		"Load": func(ctx context.Context) error {
			_, err := planfmt.Load(ctx, stuck(`{"resource_changes": [{}, `), planfmt.Options{})
			return err
		},
		"Resources": func(ctx context.Context) error {
			for _, err := range planfmt.Resources(ctx, stuck(`{"resource_changes": [{}, `), planfmt.Options{}) {
				return err
			}
			return nil
		},
		"a source that does not open": func(ctx context.Context) error {
			_, err := planfmt.Show(ctx, io.Discard, strings.NewReader(`{}`), planfmt.Options{Comparison: planfmt.Comparison{Schemas: stuckOpen}})
			return err
		},
		"a source that blocks": func(ctx context.Context) error {
			_, err := planfmt.Show(ctx, io.Discard, strings.NewReader(`{}`), planfmt.Options{Comparison: planfmt.Comparison{Schemas: stuckRead}})
			return err
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			done := make(chan error, 1)
			go func() { done <- call(ctx) }()
			select {
			case err := <-done:
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("have %v", err)
				}
			case <-time.After(5 * time.Minute): // it would never end
				t.Fatal("it blocks")
			}
		})
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("reader") }

func (panicking) Write([]byte) (int, error) { panic("writer") }

// panickingRenderer panics when it renders, which workers do.
type panickingRenderer struct{ computed.DiffRenderer }

func (panickingRenderer) RenderHuman(*doc.Writer, computed.Diff, computed.RenderHumanOpts) {
	panic("renderer")
}

// TestPanics checks that a panic in any goroutine is an error, unless it is one
// in a loop over resources, which is the caller's.
func TestPanics(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	wrap := planfmt.Options{Comparison: planfmt.Comparison{Workers: 2, Wrap: func(planfmt.Owner, computed.Diff) computed.Diff { panic("wrap") }}}
	for want, call := range map[string]func() error{
		"wrap": func() error {
			_, err := planfmt.Show(ctx, io.Discard, strings.NewReader(kit.ManyChanges(50)), wrap)
			return err
		},
		"renderer": func() error {
			opts := planfmt.Options{Comparison: planfmt.Comparison{Workers: 2, Wrap: func(_ planfmt.Owner, d computed.Diff) computed.Diff {
				d.Renderer = panickingRenderer{d.Renderer}
				return d
			}}}
			_, err := planfmt.Show(ctx, io.Discard, strings.NewReader(kit.ManyChanges(50)), opts)
			return err
		},
		"writer": func() error {
			_, err := planfmt.Show(ctx, panicking{}, strings.NewReader(kit.ManyChanges(50)), planfmt.Options{})
			return err
		},
		"reader": func() error {
			_, err := planfmt.Load(ctx, panicking{}, planfmt.Options{})
			return err
		},
		"nobody": func() error {
			for _, err := range planfmt.Resources(ctx, io.MultiReader(strings.NewReader(" "), panicking{}), planfmt.Options{}) {
				if p := (*planfmt.PanicError)(nil); errors.As(err, &p) {
					return fmt.Errorf("%w", &planfmt.PanicError{Value: "nobody", Stack: p.Stack})
				}
			}
			return nil
		},
	} {
		var p *planfmt.PanicError
		if err := call(); !errors.As(err, &p) || p.Value != want || !bytes.Contains(p.Stack, []byte("goroutine")) {
			t.Errorf("%s: %v", want, err)
		}
	}
	func() {
		defer func() {
			if v := recover(); v != "mine" {
				t.Errorf("the loop's panic became %v", v)
			}
		}()
		for range planfmt.Resources(ctx, strings.NewReader(kit.ManyChanges(5)), planfmt.Options{}) {
			panic("mine")
		}
	}()
}

// TestPanicClosesFile checks that no temporary file stays open after a panic.
func TestPanicClosesFile(t *testing.T) {
	if _, err := os.ReadDir("/proc/self/fd"); err != nil {
		t.Skip("the system does not list the open files of a process in /proc:", err)
	}
	opts := planfmt.Options{Input: planfmt.Input{MemoryLimit: 1, TempDir: t.TempDir()}}
	opts.Wrap = func(planfmt.Owner, computed.Diff) computed.Diff { panic("wrap") }
	plan := `{"format_version":"1.2","output_changes":{"o":{"actions":["create"],"before":null,"after":"x"}}}`
	var p *planfmt.PanicError
	if _, err := planfmt.Load(t.Context(), io.MultiReader(strings.NewReader(plan)), opts); !errors.As(err, &p) {
		t.Fatal(err)
	}
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name, _ := os.Readlink("/proc/self/fd/" + f.Name()); strings.HasPrefix(name, opts.TempDir) {
			t.Errorf("%s is still open", name)
		}
	}
}

// TestManyWorkers checks that there are never more workers than there is work.
func TestManyWorkers(t *testing.T) {
	opts := planfmt.Options{Comparison: planfmt.Comparison{Workers: math.MaxInt}}
	plan, err := planfmt.Load(t.Context(), strings.NewReader(kit.ManyChanges(5)), opts)
	if err != nil || len(plan.Resources) != 5 {
		t.Errorf("%v, %v", plan, err)
	}
}
