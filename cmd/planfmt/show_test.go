package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/system"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// newTestFactory has buffers for streams, env for an environment, and show in
// place of the pipeline.
func newTestFactory(env map[string]string, show command.ShowFunc) (f *command.Factory, out, errs *bytes.Buffer) {
	out, errs = new(bytes.Buffer), new(bytes.Buffer)
	f = &command.Factory{
		Streams: &terminal.Streams{In: strings.NewReader("{}"), Out: out, Err: errs},
		Getenv:  func(k string) string { return env[k] },
		Show:    show,
	}
	return f, out, errs
}

// TestTerminal checks what a terminal as output changes.
func TestTerminal(t *testing.T) {
	for _, tt := range []struct {
		name string
		tty  bool
		args []string
		want planfmt.Layout
	}{
		{name: "pipe"},
		{name: "pipe, colour wanted", args: []string{"--color=always"}, want: planfmt.Layout{Color: true}},
		{name: "terminal", tty: true, want: planfmt.Layout{Color: true, Terminal: true, Width: 120}},
		{name: "terminal, width given", tty: true, args: []string{"--width=50"}, want: planfmt.Layout{Color: true, Terminal: true, Width: 50}},
		{name: "terminal, no colour", tty: true, args: []string{"--no-color"}, want: planfmt.Layout{Terminal: true, Width: 120}},
		{name: "terminal, but a file", tty: true, args: []string{"-o", filepath.Join(t.TempDir(), "x")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got planfmt.Layout
			f, _, errs := newTestFactory(nil, func(_ context.Context, _ io.Reader, _ planfmt.Options, targets ...planfmt.Target) (*planfmt.Result, error) {
				got = targets[0].Layout
				return &planfmt.Result{}, nil
			})
			f.Streams.OutTTY = tt.tty
			f.Streams.Columns = 120
			if code := run(t.Context(), f, append([]string{"show"}, tt.args...)); code != 0 {
				t.Fatalf("exit status %d: %s", code, errs)
			}
			if got.Color != tt.want.Color || got.Terminal != tt.want.Terminal || got.Width != tt.want.Width {
				t.Errorf("colour %v terminal %v width %d, want %v %v %d",
					got.Color, got.Terminal, got.Width, tt.want.Color, tt.want.Terminal, tt.want.Width)
			}
		})
	}
}

// failingWriter fails after the first write.
type failingWriter struct {
	err    error
	writes int
}

func (w *failingWriter) Write(b []byte) (int, error) {
	w.writes++
	if w.writes > 1 {
		return 0, w.err
	}
	return len(b), nil
}

// TestRunnerOnTerminal checks that a terminal shows what a plan says, unless
// it is one that a CI runner gives its jobs.
func TestRunnerOnTerminal(t *testing.T) {
	const plan = `{"format_version":"1.2","output_changes":{"o":{"actions":["create"],"before":null,"after":"##[error]","after_unknown":false}}}`
	show := func(env map[string]string) string {
		f, out, errs := newTestFactory(env, planfmt.ShowAll)
		f.Streams.In, f.Streams.OutTTY = strings.NewReader(plan), true
		if got := run(context.Background(), f, []string{"show", "-no-color", "-"}); got != 0 {
			t.Fatalf("exit status %d: %s", got, errs)
		}
		return out.String()
	}
	for _, name := range []string{"", "HOME", "CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION", "BUILDKITE", "GITLAB_CI"} {
		want := `#\u0023[error]`
		if name == "" || name == "HOME" {
			want = `##[error]`
		}
		if got := show(map[string]string{name: "true"}); !strings.Contains(got, want) {
			t.Errorf("%s: no %s in %s", name, want, got)
		}
	}
	if got := show(map[string]string{"CI": "false"}); !strings.Contains(got, "##[error]") {
		t.Errorf("CI=false: %s", got)
	}
}

// TestShowSecrets checks that what is or may be a secret is shown on a terminal of a
// person's only.
func TestShowSecrets(t *testing.T) {
	const plan = `{"format_version":"0.1","resource_changes":[{"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p","change":{"actions":["create"],"before":null,"after":{"password":"hunter2"}}}]}`
	for _, tt := range []struct {
		name  string
		tty   bool
		ci    string
		args  []string
		shown bool
	}{
		{name: "terminal", tty: true, shown: true},
		{name: "pipe"},
		{name: "pipe, forced", args: []string{"--force"}, shown: true},
		{name: "terminal, but a file", tty: true, args: []string{"-o", filepath.Join(t.TempDir(), "x")}},
		{name: "terminal and a file", tty: true, args: []string{"-f", "human", "-f", "human=" + filepath.Join(t.TempDir(), "x")}},
		{name: "terminal of a runner", tty: true, ci: "true"},
	} {
		for _, flag := range []string{"--show-unmarked", "--show-sensitive"} {
			f, out, errs := newTestFactory(map[string]string{"CI": tt.ci}, planfmt.ShowAll)
			f.Streams.In, f.Streams.OutTTY = strings.NewReader(plan), tt.tty
			code := run(t.Context(), f, append([]string{"show", "--no-color", flag, "-"}, tt.args...))
			if shown := strings.Contains(out.String(), "hunter2"); shown != tt.shown || (code == 0) != tt.shown {
				t.Errorf("%s %s: exit status %d, shown %v: %s", flag, tt.name, code, shown, errs)
			}
		}
	}
}

func TestExitStatus(t *testing.T) {
	block := make([]byte, 128<<10)
	writing := func(res planfmt.Result) command.ShowFunc {
		return func(_ context.Context, _ io.Reader, _ planfmt.Options, targets ...planfmt.Target) (*planfmt.Result, error) {
			for range 3 {
				if _, err := targets[0].W.Write(block); err != nil {
					return nil, err
				}
			}
			return &res, nil
		}
	}
	failing := func(err error) command.ShowFunc {
		return func(context.Context, io.Reader, planfmt.Options, ...planfmt.Target) (*planfmt.Result, error) {
			return nil, err
		}
	}
	closed := &fs.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
	full := &fs.PathError{Op: "write", Path: "|1", Err: syscall.ENOSPC}
	for _, tt := range []struct {
		name string
		show command.ShowFunc
		args string
		out  io.Writer
		code int
		errs string
	}{
		{name: "changes", show: writing(planfmt.Result{Outcome: computed.Outcome{Changes: true}})},
		{name: "changes, detailed", show: writing(planfmt.Result{Outcome: computed.Outcome{Changes: true}}), args: "--detailed-exitcode", code: 2},
		{name: "no changes, detailed", show: writing(planfmt.Result{}), args: "--detailed-exitcode"},
		{
			name: "problems", show: writing(planfmt.Result{Outcome: computed.Outcome{Changes: true, Problems: []error{errors.New("a.b: bad")}}}),
			args: "--detailed-exitcode", code: 1, errs: "planfmt: a.b: bad\n",
		},
		{name: "closed pipe", show: writing(planfmt.Result{Outcome: computed.Outcome{Changes: true}}), out: &failingWriter{err: closed}},
		{name: "closed pipe, detailed", show: writing(planfmt.Result{Outcome: computed.Outcome{Changes: true}}), out: &failingWriter{err: closed}, args: "--detailed-exitcode", code: 2},
		{
			name: "disk full", show: writing(planfmt.Result{}), out: &failingWriter{err: full},
			code: 1, errs: "planfmt: standard output: no space left on device\n",
		},
		{name: "input", show: failing(errors.New("line 3: not JSON")), code: 1, errs: "planfmt: standard input: line 3: not JSON\n"},
		{name: "schemas", show: failing(&planfmt.SchemaError{Name: "s.json", Err: errors.New("s.json: not JSON")}), code: 1, errs: "planfmt: s.json: not JSON\n"},
		{
			name: "temporary folder", show: failing(&plans.TempError{Dir: "/t\nmp", Err: syscall.ENOSPC}), code: 1,
			errs: "planfmt: standard input: temporary file in /t\\nmp: no space left on device (to use another directory, set " + system.TempVariable + ")\n",
		},
		{name: "unsafe", show: failing(errors.New("unexpected \x1b[31m \u202e")), code: 1, errs: "planfmt: standard input: unexpected \\x1b[31m \\u202e\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, _, errs := newTestFactory(nil, tt.show)
			if tt.out != nil {
				f.Streams.Out = tt.out
			}
			if code := run(t.Context(), f, append([]string{"show"}, strings.Fields(tt.args)...)); code != tt.code {
				t.Errorf("exit status %d, want %d", code, tt.code)
			}
			if errs.String() != tt.errs {
				t.Errorf("stderr %q, want %q", errs, tt.errs)
			}
		})
	}
}

// TestInterrupted checks that a run that waits for input can be ended, and
// leaves nothing behind.
func TestInterrupted(t *testing.T) {
	for sig, want := range map[os.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		dir := t.TempDir()
		signals := make(chan os.Signal, 1)
		never := make(chan struct{})
		f, _, errs := newTestFactory(nil, func(context.Context, io.Reader, planfmt.Options, ...planfmt.Target) (*planfmt.Result, error) {
			signals <- sig
			<-never // heeds no context
			return nil, nil
		})
		if code := runUntil(signals, f, []string{"show", "-o", filepath.Join(dir, "out")}); code != want {
			t.Errorf("exit status %d", code)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 || errs.Len() > 0 {
			t.Errorf("left %v, stderr %q", left, errs)
		}
		close(never)
	}
}

// TestInterruptedTooLate checks that a signal changes nothing about a command
// that has ended.
func TestInterruptedTooLate(t *testing.T) {
	signals := make(chan os.Signal, 1)
	f, _, _ := newTestFactory(nil, func(context.Context, io.Reader, planfmt.Options, ...planfmt.Target) (*planfmt.Result, error) {
		signals <- syscall.SIGTERM
		return &planfmt.Result{Outcome: computed.Outcome{Changes: true}}, nil
	})
	if code := runUntil(signals, f, []string{"show", "--detailed-exitcode"}); code != 2 {
		t.Errorf("exit status %d", code)
	}
}

func TestPanic(t *testing.T) {
	f, _, errs := newTestFactory(nil, func(context.Context, io.Reader, planfmt.Options, ...planfmt.Target) (*planfmt.Result, error) {
		panic("oh\x1bno")
	})
	if code := run(t.Context(), f, []string{"show", "--detailed-exitcode"}); code != 70 {
		t.Errorf("exit status %d", code)
	}
	for _, want := range []string{"Please report it", command.Reports, `panic: oh\x1bno`, "show_test.go"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("no %q in %s", want, errs)
		}
	}
}

func TestOutputFile(t *testing.T) {
	text := func(s string, err error) command.ShowFunc {
		return func(_ context.Context, _ io.Reader, _ planfmt.Options, targets ...planfmt.Target) (*planfmt.Result, error) {
			_, _ = io.WriteString(targets[0].W, s)
			return &planfmt.Result{}, err
		}
	}
	show := func(t *testing.T, name string, fn command.ShowFunc) (code int, errs string) {
		t.Helper()
		f, _, e := newTestFactory(nil, fn)
		code = run(t.Context(), f, []string{"show", "--output", name})
		return code, e.String()
	}
	read := func(t *testing.T, name string) string {
		t.Helper()
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	only := func(t *testing.T, dir string, want ...string) {
		t.Helper()
		var got []string
		left, _ := os.ReadDir(dir)
		for _, e := range left {
			got = append(got, e.Name())
		}
		if !slices.Equal(got, want) {
			t.Errorf("the directory has %v, want %v", got, want)
		}
	}

	t.Run("new", func(t *testing.T) {
		dir := t.TempDir()
		if code, errs := show(t, filepath.Join(dir, "f"), text("new", nil)); code != 0 {
			t.Fatal(code, errs)
		}
		if got := read(t, filepath.Join(dir, "f")); got != "new" {
			t.Errorf("%q", got)
		}
		only(t, dir, "f")
	})
	t.Run("failed", func(t *testing.T) {
		dir := t.TempDir()
		if code, _ := show(t, filepath.Join(dir, "f"), text("half", errors.New("no"))); code != 1 {
			t.Errorf("exit status %d", code)
		}
		only(t, dir)
	})
	t.Run("old one keeps its mode, a link its target", func(t *testing.T) {
		dir := t.TempDir()
		file, link := filepath.Join(dir, "f"), filepath.Join(dir, "l")
		if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("f", link); err != nil {
			// Windows has a right of its own for links, which few users have.
			if runtime.GOOS == "windows" || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EPERM) {
				t.Skip("the temporary directory cannot have symbolic links:", err)
			}
			t.Fatal(err)
		}
		if code, _ := show(t, link, text("half", errors.New("no"))); code != 1 || read(t, file) != "old" {
			t.Errorf("exit status %d, %q", code, read(t, file))
		}
		if code, errs := show(t, link, text("new", nil)); code != 0 {
			t.Fatal(code, errs)
		}
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o640 || read(t, file) != "new" {
			t.Errorf("%v %v %q", err, info.Mode(), read(t, file))
		}
		only(t, dir, "f", "l")
	})
	t.Run("a directory", func(t *testing.T) {
		dir := t.TempDir()
		if code, errs := show(t, dir, text("", nil)); code != 1 || errs != "planfmt: "+dir+": is a directory\n" {
			t.Error(code, errs)
		}
	})
	t.Run("a device", func(t *testing.T) {
		if code, errs := show(t, os.DevNull, text("x", nil)); code != 0 {
			t.Error(code, errs)
		}
		if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
			t.Error("the device is gone", err)
		}
	})
	t.Run("the plan itself", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "plan.json")
		if err := os.WriteFile(name, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		f, _, errs := newTestFactory(nil, text("x", nil))
		if code := run(t.Context(), f, []string{"show", name, "-o", name}); code != 1 || read(t, name) != "{}" {
			t.Error(code, errs)
		}
	})
}

// TestCommandAlone checks that a command that is made without the others says the same of itself.
func TestCommandAlone(t *testing.T) {
	t.Parallel()
	said := func(root *cobra.Command, out *bytes.Buffer, name string) string {
		out.Reset()
		root.SetArgs([]string{name, "--help"})
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return out.String()
	}
	f, out, _ := newTestFactory(nil, nil)
	for _, c := range commands() {
		alone := newCmdRootFor(f, []string{c.name})
		if n := len(alone.Commands()); n != 1 && c.name != "completion" {
			t.Errorf("%s: %d commands", c.name, n)
		}
		if got, want := said(alone, out, c.name), said(newCmdRoot(f), out, c.name); got != want || !strings.Contains(got, "planfmt "+c.name) {
			t.Errorf("%s: %s\nwith the others: %s", c.name, got, want)
		}
	}
	for _, args := range [][]string{nil, {"help", "show"}, {"-v"}, {"__complete", "sh"}, {"unknown"}, {"completion"}} {
		if n := len(newCmdRootFor(f, args).Commands()); n != len(commands()) {
			t.Errorf("%q: %d commands", args, n)
		}
	}
}

// TestHelp checks that every command says what it does and shows how.
func TestHelp(t *testing.T) {
	f, _, _ := newTestFactory(nil, nil)
	root := newCmdRoot(f)
	root.InitDefaultHelpCmd()
	walkCommands(root, func(c *cobra.Command) {
		if c.Example == "" || c.Short == "" {
			t.Errorf("%s: no example or no description", c.CommandPath())
		}
	})
}
