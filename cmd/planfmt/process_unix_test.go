//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/system"
)

// The program is in PATH: TestMain sees to it.

// TestSignals checks that a signal ends the program wherever it waits, and that
// nothing is left beside the output.
func TestSignals(t *testing.T) {
	plan, err := filepath.Abs("../../testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	type test struct {
		args string
		sig  syscall.Signal
		pipe string
	}
	tests := []test{
		{"show -o out/text pipe", syscall.SIGINT, "pipe"},
		{"show -o out/text", syscall.SIGTERM, "pipe"},
		{"show -o out/text", syscall.SIGHUP, "pipe"},
		{"show -o out/text", syscall.SIGQUIT, "pipe"},
		{"show -o out/text --schemas pipe PLAN", syscall.SIGTERM, "pipe"},
		{"show -o out/text --schemas pipe PLAN", syscall.SIGQUIT, "pipe"},
		{"show -o pipe PLAN", syscall.SIGINT, "pipe"},
		{"schemas bundle -o out/text pipe", syscall.SIGINT, "pipe"},
		{"schemas add pipe", syscall.SIGTERM, "pipe"},
	}
	for _, sig := range system.MoreSignals() {
		tests = append(tests, test{"show -o out/text", sig.(syscall.Signal), "pipe"})
	}
	for _, test := range tests {
		t.Run(test.args+" "+test.sig.String(), func(t *testing.T) {
			t.Parallel()
			if signal.Ignored(test.sig) {
				t.Skip("the tests were started with this signal ignored, as nohup does, and so would planfmt be")
			}
			dir := t.TempDir()
			for _, name := range []string{"out", ".planfmt"} {
				if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			switch err := syscall.Mkfifo(filepath.Join(dir, test.pipe), 0o600); {
			case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.EPERM):
				t.Skip("the file system of the temporary directory has no named pipes:", err)
			case err != nil:
				t.Fatal(err)
			}
			state := interrupted(t, dir, test.sig, strings.Fields(strings.ReplaceAll(test.args, "PLAN", plan))...)
			if got, want := state.ExitCode(), 128+int(test.sig); got != want {
				t.Errorf("exit status %d (%v), want %d", got, state, want)
			}
			if left, _ := os.ReadDir(filepath.Join(dir, "out")); len(left) > 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// interrupted runs the program and sends it a signal when it waits. A program
// that does not handle signals yet is run again, and has more time to start: it has been ended by the signal, or goes on, because Go's
// runtime ignores some signals.
func interrupted(t *testing.T, dir string, sig syscall.Signal, args ...string) *os.ProcessState {
	for wait := 100 * time.Millisecond; ; wait *= 2 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second+10*wait)
		defer cancel()
		cmd := exec.CommandContext(ctx, "planfmt", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(in, `{"format_version": "1.2", `); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if !isUnhandled(cmd.ProcessState) || wait > 5*time.Second {
			return cmd.ProcessState
		}
		left, _ := filepath.Glob(filepath.Join(dir, "out", ".*.tmp")) // what a program leaves that is killed
		for _, name := range left {
			os.Remove(name)
		}
	}
}

// isUnhandled reports whether a program was ended by the system or by Go's
// runtime, which exits with 2 after SIGQUIT, SIGABRT and others.
func isUnhandled(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && (status.Signaled() || status.ExitStatus() == 2)
}

// TestIgnoredSignal checks that a signal that was ignored when the program was
// started stays so, as nohup wants it.
func TestIgnoredSignal(t *testing.T) {
	cmd := exec.Command("sh", "-c", `trap "" HUP; echo ignored >&2; exec planfmt show`)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(errs, make([]byte, len("ignored\n"))); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	_, _ = io.WriteString(in, `{"format_version": "1.2", "resource_changes": []}`)
	in.Close()
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "No changes") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// TestFatal checks that an error of the runtime that nothing can recover from
// does not exit with 2, which could mean that there are changes.
func TestFatal(t *testing.T) {
	cmd := exec.Command("fatal")
	cmd.Dir = t.TempDir()
	out, _ := cmd.CombinedOutput()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || status.Signal() != syscall.SIGABRT || status.CoreDump() {
		t.Errorf("it ended by %v:\n%.500s", cmd.ProcessState, out)
	}
	if left, _ := os.ReadDir(cmd.Dir); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// TestOutputThatIsNotRead checks that /dev/null is an open output however it was opened, as Python and Node open it for reading and writing, and
// that a full disk is an error.
func TestOutputThatIsNotRead(t *testing.T) {
	for args, want := range map[string]int{
		"show PLAN 1<>/dev/null":                           0,
		"show --color always PLAN 1<>/dev/null":            0,
		"show --detailed-exitcode PLAN 1<>/dev/null":       2,
		"show PLAN >/dev/null":                             0,
		"show PLAN >/dev/null 2>&1":                        0,
		"show PLAN 0<>/dev/null 1<>/dev/null 2<>/dev/null": 0,
		"diff PLAN PLAN 1<>/dev/null":                      0,
		"log LOG 1<>/dev/null":                             0,
		"completion bash 1<>/dev/null":                     0,
		"--version 1<>/dev/null":                           0,
		// Go opens /dev/null in the place of an output that is closed, which cannot be told from the others.
		"show PLAN >&-":                     0,
		"show --detailed-exitcode PLAN >&-": 2,
		"show -o /dev/null PLAN >&-":        0,
	} {
		line := strings.NewReplacer("PLAN", "../../testdata/example/plan.json", "LOG", "../../testdata/example/apply.jsonl").Replace(args)
		cmd := exec.Command("sh", "-c", "planfmt "+line)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want || strings.Contains(string(out), "standard output") {
			t.Errorf("%s: exit status %d, want %d: %s", args, got, want, out)
		}
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		for _, args := range []string{"diff PLAN PLAN", "completion zsh", "show --help", "help diff", "--version", "schemas show --schemas SCHEMAS aws_instance"} {
			line := strings.NewReplacer("PLAN", "../../testdata/example/plan.json", "SCHEMAS", "../../testdata/example/schemas.json").Replace(args)
			cmd := exec.Command("sh", "-c", "planfmt "+line+" >/dev/full")
			out, _ := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != 1 || !strings.HasSuffix(string(out), "planfmt: standard output: no space left on device\n") {
				t.Errorf("%s on a full disk: exit status %d: %s", args, cmd.ProcessState.ExitCode(), out)
			}
		}
	}
	// os/exec gives /dev/null to a program whose output is not asked for.
	if err := exec.Command("planfmt", "show", "../../testdata/example/plan.json").Run(); err != nil {
		t.Errorf("with all output thrown away: %v", err)
	}
}
