//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoneReader checks that the status says what is so, even if the reader of the output has gone away before the first byte.
func TestGoneReader(t *testing.T) {
	dir := t.TempDir()
	changes := func(n string) string {
		return strings.ReplaceAll(`{"address":"a.NAME","mode":"managed","type":"a","name":"NAME","provider_name":"p","change":{"actions":["update"],"before":{"n":1},"after":{"n":2},`+
			`"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`, "NAME", n)
	}
	state := func(n string) string {
		return strings.ReplaceAll(`{"address":"a.NAME","mode":"managed","type":"a","name":"NAME","provider_name":"p","values":{"n":5},"sensitive_values":{}}`, "NAME", n)
	}
	for name, text := range map[string]string{
		"plan.json":  `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[` + changes("b") + "," + changes("c") + "]}",
		"state.json": `{"format_version":"1.0","terraform_version":"1.14.0","values":{"root_module":{"resources":[` + state("b") + "," + state("c") + "]}}}",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	example, err := filepath.Abs("../../testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args   []string
		want   int
		stderr string
	}{
		{[]string{"stale", "plan.json", "state.json"}, 2, ""},
		{[]string{"query", "--exit-status", example, "false"}, 2, ""},
		{[]string{"check", example, "--assert", "false"}, 1, ""},
		{[]string{"check", example, "--assert", "false", "-f", "jsonl"}, 1, ""},
		{[]string{"show", "--quiet", example}, 0, ""},
		{[]string{"show", "--quiet", example, "--only", "nothing.like.it", "--require-match"}, 1, "nothing"},
		{[]string{"show", "--quiet", example, "--facts", "facts"}, 0, ""},
		{[]string{"approve", "--yes", "--by", "alice", "--unsigned", "plan.json"}, 1, "planfmt: standard output: "}, // one that nobody can read is none
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		var stderr strings.Builder
		cmd := exec.Command("planfmt", test.args...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, w, &stderr
		_ = cmd.Run()
		w.Close()
		if got := cmd.ProcessState.ExitCode(); got != test.want || !strings.Contains(stderr.String(), test.stderr) {
			t.Errorf("%v: %v, want exit status %d and %q in %q", test.args, cmd.ProcessState, test.want, test.stderr, stderr.String())
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "facts")); err != nil || !strings.Contains(string(text), "\nadd=2\n") {
		t.Errorf("the facts are %q, %v", text, err)
	}
}
