//go:build unix

package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

func TestPager(t *testing.T) {
	plan := filepath.Join("..", "..", "testdata", "example", "small.json")
	for _, tt := range []struct {
		name   string
		env    map[string]string
		args   []string
		pager  string // what every line begins with if it went through the pager of the test
		errs   string
		status int
		empty  bool
	}{
		{name: "a program with arguments", env: map[string]string{"PAGER": "sed s/^/A:/"}, pager: "A:"},
		{name: "a pipeline", env: map[string]string{"PAGER": "cat | sed 's/^/A:/'"}, pager: "A:"},
		{name: "planfmt's own comes first", env: map[string]string{"PLANFMT_PAGER": "sed s/^/B:/", "PAGER": "sed s/^/A:/"}, pager: "B:"},
		{name: "on a terminal that scrolls by itself", env: map[string]string{"PAGER": "sed s/^/A:/", "TERM": "dumb"}, pager: "A:"},
		{name: "empty", env: map[string]string{"PLANFMT_PAGER": " ", "PAGER": "false"}},
		{name: "cat", env: map[string]string{"PAGER": "cat"}},
		{name: "not wanted", env: map[string]string{"PAGER": "false"}, args: []string{"--no-pager"}},
		{name: "to a file", env: map[string]string{"PAGER": "false"}, args: []string{"-o", filepath.Join(t.TempDir(), "out")}, empty: true},
		{name: "on a runner", env: map[string]string{"PAGER": "false", "CI": "1"}},
		{name: "with secrets", env: map[string]string{"PAGER": "false"}, args: []string{"--show-sensitive"}},
		{name: "a program that there is not", env: map[string]string{"PAGER": "planfmt-no-such-pager"}, errs: `the pager "planfmt-no-such-pager" of PAGER: there is no such program; the output is shown without a pager` + "\n"},
		{name: "one with arguments", env: map[string]string{"PLANFMT_PAGER": "planfmt-no-such-pager -x", "PAGER": "true"}, errs: `the pager "planfmt-no-such-pager -x" of PLANFMT_PAGER: there is no such program; the output is shown without a pager` + "\n"},
		{name: "one that only the shell can find out about", env: map[string]string{"PAGER": "A=b planfmt-no-such-pager"}, errs: `the pager "A=b planfmt-no-such-pager" of PAGER cannot be run (exit status 127)`, status: 1, empty: true},
		{name: "one that reads nothing", env: map[string]string{"PAGER": "true"}, empty: true},
		{name: "one that reads nothing, with changes", env: map[string]string{"PAGER": "true"}, args: []string{"--detailed-exitcode"}, status: 2, empty: true},
		{name: "one that fails", env: map[string]string{"PAGER": "cat >/dev/null; exit 3"}, errs: "failed (exit status 3)", status: 1, empty: true},
		{name: "one that the shell does not understand", env: map[string]string{"PAGER": "less ("}, errs: "failed (exit status 2)", status: 1, empty: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, out, errs := newTestFactory(tt.env, planfmt.ShowAll)
			f.Streams.OutTTY = true
			f.LookupEnv = func(name string) (string, bool) { v, ok := tt.env[name]; return v, ok }
			status := run(t.Context(), f, append([]string{"show", plan, "--no-cache", "--no-bundle", "--quiet", "--no-color"}, tt.args...))
			if status != tt.status {
				t.Errorf("exit status %d: %s", status, errs)
			}
			if (out.Len() == 0) != tt.empty || !tt.empty && !strings.HasPrefix(out.String(), tt.pager+"\n") || strings.Count(out.String(), ":\n") > 10 {
				t.Errorf("got %.200q", out)
			}
			if !strings.Contains(errs.String(), tt.errs) || tt.errs == "" && errs.Len() > 0 {
				t.Errorf("on standard error: %q", errs)
			}
		})
	}
}

// What planfmt has to say does not get into the text that the pager shows.
func TestPagerKeepsMessages(t *testing.T) {
	f, _, _ := newTestFactory(nil, planfmt.ShowAll)
	var terminal bytes.Buffer
	s := f.Streams
	s.Out, s.Err, s.OutTTY, s.ErrTTY = &terminal, &terminal, true, true
	f.LookupEnv = func(name string) (string, bool) { return "sleep 0.2; sed 's/^/A:/'", name == "PAGER" }
	plan := filepath.Join("..", "..", "testdata", "example", "plan.json")
	if status := run(t.Context(), f, []string{"show", plan, "--no-cache", "--no-bundle", "--no-color"}); status != 0 {
		t.Errorf("exit status %d", status)
	}
	lines := strings.Split(strings.TrimSpace(terminal.String()), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "A:") == (i == len(lines)-1) {
			t.Fatalf("line %d of:\n%s", i, &terminal)
		}
	}
}
