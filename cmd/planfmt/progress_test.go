package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// screen returns the lines that a terminal would show, without trailing spaces.
func screen(text string) []string {
	lines := []string{""}
	column := 0
	for _, r := range text {
		last := &lines[len(lines)-1]
		switch r {
		case '\r':
			column = 0
		case '\n':
			lines, column = append(lines, ""), 0
		default:
			padded := *last + strings.Repeat(" ", max(0, column+1-len(*last)))
			*last = padded[:column] + string(r) + padded[column+1:]
			column++
		}
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// progressing is a factory whose standard error is a terminal, and whose work
// takes five seconds.
func progressing(env map[string]string, during func(opts planfmt.Options, w io.Writer, second int) error) (f *command.Factory, out, errs *bytes.Buffer) {
	f, out, errs = newTestFactory(env, func(_ context.Context, _ io.Reader, opts planfmt.Options, targets ...planfmt.Target) (*planfmt.Result, error) {
		for second := range 5 {
			if opts.Progress != nil {
				opts.Progress(planfmt.Progress{Bytes: int64(second) * 1_000_000})
			}
			time.Sleep(time.Second)
			if err := during(opts, targets[0].W, second); err != nil {
				return nil, err
			}
		}
		return &planfmt.Result{}, nil
	})
	f.Streams.ErrTTY = true
	return f, out, errs
}

func TestProgressLine(t *testing.T) {
	nothing := func(planfmt.Options, io.Writer, int) error { return nil }
	for _, tt := range []struct {
		name   string
		env    map[string]string
		args   []string
		during func(opts planfmt.Options, w io.Writer, second int) error
		drawn  []string // some of what was drawn; nil for no progress
		left   []string // on the screen in the end
	}{
		{
			name: "drawn and removed", during: nothing,
			drawn: []string{"\rplanfmt: 1.0 MB read", "\rplanfmt: 4.0 MB read"}, left: []string{""},
		},
		{
			name:  "a message",
			drawn: []string{"\rplanfmt: 2.0 MB read"}, left: []string{"planfmt: look out", ""},
			during: func(opts planfmt.Options, _ io.Writer, second int) error {
				if second == 2 {
					opts.Warn(planfmt.Warning{Text: "look out"})
				}
				return nil
			},
		},
		{
			name:  "an error",
			drawn: []string{"\rplanfmt: 3.0 MB read"}, left: []string{"planfmt: standard input: no more", ""},
			during: func(_ planfmt.Options, _ io.Writer, second int) error {
				if second == 3 {
					return errors.New("no more")
				}
				return nil
			},
		},
		{
			name:  "a panic",
			drawn: []string{"\rplanfmt: 1.0 MB read"}, left: nil,
			during: func(_ planfmt.Options, _ io.Writer, second int) error {
				if second == 2 {
					panic("no more")
				}
				return nil
			},
		},
		{name: "quiet", args: []string{"--quiet"}, during: nothing},
		{name: "runner", env: map[string]string{"GITLAB_CI": "true"}, during: nothing},
		{name: "dumb terminal", env: map[string]string{"TERM": "dumb"}, during: nothing},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, _, errs := progressing(tt.env, tt.during)
				run(t.Context(), f, append([]string{"show"}, tt.args...))
				for _, want := range tt.drawn {
					if !strings.Contains(errs.String(), want) {
						t.Errorf("%q was not drawn: %q", want, errs)
					}
				}
				if tt.drawn == nil && errs.Len() > 0 {
					t.Errorf("drawn: %q", errs)
				}
				got := screen(errs.String())
				if tt.left != nil && strings.Join(got, "\n") != strings.Join(tt.left, "\n") {
					t.Errorf("left on the screen: %q, want %q", got, tt.left)
				}
				if strings.Contains(strings.Join(got, "\n"), "MB read") {
					t.Errorf("left on the screen: %q", got)
				}
			})
		})
	}
}

// TestProgressNoTerminal checks that nothing is drawn if standard error is not a
// terminal.
func TestProgressNoTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _, errs := progressing(nil, func(planfmt.Options, io.Writer, int) error { return nil })
		f.Streams.ErrTTY = false
		if got := run(t.Context(), f, []string{"show"}); got != 0 || errs.Len() > 0 {
			t.Errorf("exit status %d: %q", got, errs)
		}
	})
}

// TestProgressBeforeOutput checks that the line is gone before the output begins,
// which may go to the same terminal, and that it stays if a file gets the output.
func TestProgressBeforeOutput(t *testing.T) {
	for _, file := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f, out, errs := progressing(nil, func(_ planfmt.Options, w io.Writer, second int) error {
				if second == 2 {
					_, err := io.WriteString(w, strings.Repeat("output\n", 20_000))
					return err
				}
				return nil
			})
			f.Streams.Out = io.MultiWriter(out, errs) // the same terminal
			args := []string{"show"}
			if file {
				args = append(args, "-o", filepath.Join(t.TempDir(), "out"))
			}
			if got := run(t.Context(), f, args); got != 0 {
				t.Errorf("exit status %d: %q", got, errs)
			}
			if got := strings.Contains(errs.String(), "4.0 MB read"); got != file {
				t.Errorf("drawn after the output has begun: %v, want %v: %.300q", got, file, errs)
			}
			if got := screen(errs.String()); !file && got[0] != "output" || got[len(got)-1] != "" {
				t.Errorf("on the screen: %.300q", got)
			}
		})
	}
}

// TestProgressSignal checks that a signal removes the line, also if the work does
// not end.
func TestProgressSignal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _, errs := progressing(nil, func(planfmt.Options, io.Writer, int) error { return nil })
		signals := make(chan os.Signal, 1)
		time.AfterFunc(3500*time.Millisecond, func() { signals <- syscall.SIGTERM })
		if got := runUntil(signals, f, []string{"show"}); got != 128+int(syscall.SIGTERM) {
			t.Errorf("exit status %d", got)
		}
		text := errs.String()
		if got := screen(text); !strings.Contains(text, "3.0 MB read") || len(got) != 1 || got[0] != "" {
			t.Errorf("left on the screen: %q", got)
		}
		time.Sleep(10 * time.Second) // the work ends, after the process would have
		if errs.String() != text {
			t.Errorf("drawn after the end: %q", errs.String()[len(text):])
		}
	})
}

func TestProgressText(t *testing.T) {
	for _, tt := range []struct {
		now  planfmt.Progress
		size int64
		want string
	}{
		{planfmt.Progress{}, 1e6, ""},
		{planfmt.Progress{Bytes: 1_234_567}, 0, "planfmt: 1.2 MB read"},
		{planfmt.Progress{Bytes: 45_000_000}, 102_000_000, "planfmt: 45.0 of 102.0 MB read, 44%"},
		{planfmt.Progress{Bytes: 2e6}, 1e6, "planfmt: 2.0 MB read"}, // the file has grown
		{planfmt.Progress{Bytes: 1e9, Resources: 3, Total: 10}, 1e9, "planfmt: 1000.0 MB read, 3 of 10 resources"},
	} {
		if got := terminal.ProgressText(tt.now, tt.size); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.now, got, tt.want)
		}
	}
}

// TestProgressNarrow checks that the line never goes on in the next one.
func TestProgressNarrow(t *testing.T) {
	var errs bytes.Buffer
	s := &terminal.Streams{Err: &errs, ErrColumns: func() int { return 10 }}
	s.Draw("planfmt: 1.0 MB read")
	s.Draw("")
	if got, want := errs.String(), "\rplanfmt: \r         \r"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
