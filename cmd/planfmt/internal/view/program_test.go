package view

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/rules"
)

// output is what the view writes to a terminal.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// runView runs the view with what is typed, one text after the other, each when the screen has something. An empty one
// is waited for, and nothing is typed.
func runView(t *testing.T, ctx context.Context, o Options, typed ...[2]string) (bool, error) {
	t.Helper()
	in, keys := io.Pipe()
	out := &output{}
	o.Plan = open(t, readTestdata(t, "view/shop.json"), planfmt.Options{})
	o.Title = "shop.json"
	o.Terminal = Terminal{In: in, Out: out, Width: 100, Height: 30, Environ: []string{"TERM=xterm-256color", "SSH_TTY=/dev/pts/0", "TERM_PROGRAM=test"}}
	go func() {
		for _, step := range typed {
			for wait := 0; !strings.Contains(out.String(), step[0]) && wait < 12_000; wait++ {
				time.Sleep(10 * time.Millisecond)
			}
			io.WriteString(keys, step[1])
		}
	}()
	defer keys.Close()
	type result struct {
		approved bool
		err      error
	}
	done := make(chan result, 1)
	go func() {
		approved, err := Run(ctx, o)
		done <- result{approved, err}
	}()
	select {
	case r := <-done:
		if text := out.String(); strings.Contains(text, "\x1b[?1049h") != strings.Contains(text, "\x1b[?1049l") {
			t.Errorf("the terminal is left as it should not be: %q", text[max(0, len(text)-200):])
		}
		return r.approved, r.err
	case <-time.After(5 * time.Minute): // it would never end
		t.Fatalf("the view does not end; it has written %.3000q", out.String())
	}
	return false, nil
}

func TestRun(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ask := &Ask{Refuse: func(context.Context) error { return nil }}
	for name, test := range map[string]struct {
		o     Options
		typed [][2]string
		want  bool
	}{
		"quit":    {Options{}, [][2]string{{"shop.json", "jq"}}, false},
		"yes":     {Options{Ask: ask}, [][2]string{{"shop.json", "q"}, {"Only", "yes"}, {"yes", "\r"}}, true},
		"no":      {Options{Ask: ask}, [][2]string{{"shop.json", "a"}, {"Only", "no"}, {"no", "\r"}}, false},
		"nothing": {Options{Ask: &Ask{}}, [][2]string{{"shop.json", "a"}, {"Only", "\r"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := runView(t, ctx, test.o, test.typed...); got != test.want || err != nil {
				t.Errorf("approved %v, %v; want %v", got, err, test.want)
			}
		})
	}
	t.Run("interrupted", func(t *testing.T) {
		t.Parallel()
		if got, err := runView(t, ctx, Options{Ask: ask}, [2]string{"shop.json", "q"}, [2]string{"Only", "yes\x03\rjq"}); got || !errors.Is(err, ErrInterrupted) {
			t.Errorf("approved %v, %v", got, err)
		}
	})
	t.Run("context", func(t *testing.T) {
		t.Parallel()
		why := errors.New("the end")
		ctx, cancel := context.WithCancelCause(ctx)
		time.AfterFunc(500*time.Millisecond, func() { cancel(why) })
		if got, err := runView(t, ctx, Options{Ask: ask}); got || !errors.Is(err, why) {
			t.Errorf("approved %v, %v", got, err)
		}
	})
	t.Run("panic", func(t *testing.T) {
		t.Parallel()
		o := Options{Ask: ask, Parse: func(string) (rules.Set, *planfmt.Where, error) { panic("a bug") }}
		var panicked *planfmt.PanicError
		if got, err := runView(t, ctx, o, [2]string{"shop.json", "f"}, [2]string{"filter:", "x"}, [2]string{"x", "\r"}); got || !errors.As(err, &panicked) {
			t.Errorf("approved %v, %v", got, err)
		}
	})
}

// What effects bring late never takes somebody away from the question, or to another page.
func TestLateEffects(t *testing.T) {
	t.Parallel()
	v := newViewer(t, Options{Plan: open(t, readTestdata(t, "view/shop.json"), planfmt.Options{}), Ask: &Ask{}})
	v.hold = true
	v.keys(`/ "caddy" enter f "action=create" enter q`)
	late := v.held
	v.hold, v.held = false, nil
	v.run(late)
	if v.state.shows.kind != questionPage || v.state.mode != asked {
		t.Errorf("it shows page %d", v.state.shows.kind)
	}
	if got := v.state.countShown(); got != 3 {
		t.Errorf("%d resources are shown", got)
	}
	v.keys("esc f ctrl+u enter")

	// A page that has been made for another selection is not shown.
	v.hold = true
	v.keys("tab j")
	if v.state.focus != treePane {
		v.keys("tab j")
	}
	late, v.held = v.held, nil
	v.keys(`f "action=replace" enter`)
	v.hold = false
	v.run(v.held)
	shown := v.state.page
	v.run(late)
	if v.state.page != shown {
		t.Error("the page of another selection is shown")
	}
}
