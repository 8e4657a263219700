package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// aSchema is a file of schemas with one type.
func aSchema(t *testing.T, dir string, i int) string {
	t.Helper()
	name := filepath.Join(dir, fmt.Sprintf("schemas%d.json", i))
	text := fmt.Sprintf(`{"format_version":"1.0","provider_schemas":{"example.com/acme/p%d":{"resource_schemas":{"p%d_thing":{"version":0,"block":{"attributes":{"id":{"type":"string"}}}}}}}}`, i, i)
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestSchemasAtOnce runs commands that write the same bundle, or the same cache, at the same time. Nothing that any of them
// has written may be lost.
func TestSchemasAtOnce(t *testing.T) {
	writers := max(sampling.Count(12), 4)
	for name, arguments := range map[string]func(schemas string) []string{
		"bundle": func(schemas string) []string {
			return []string{"schemas", "bundle", "-o", "bundle.json.gz", "--schemas", schemas}
		},
		"found bundle": func(schemas string) []string { return []string{"schemas", "bundle", "--schemas", schemas} },
		"linked bundle": func(schemas string) []string {
			return []string{"schemas", "bundle", "-o", "link.json.gz", "--schemas", schemas}
		},
		"cache": func(schemas string) []string { return []string{"schemas", "add", schemas} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			env := append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "HOME="+dir, "PLANFMT_SCHEMAS=")
			if name == "linked bundle" {
				if err := os.Symlink("bundle.json.gz", filepath.Join(dir, "link.json.gz")); err != nil {
					t.Skip("this system makes no symbolic links for this user: ", err)
				}
			}
			var commands []*exec.Cmd
			for i := range writers {
				cmd := exec.Command("planfmt", arguments(aSchema(t, dir, i))...)
				cmd.Dir, cmd.Env = dir, env
				cmd.Stderr = new(strings.Builder)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				commands = append(commands, cmd)
			}
			for _, cmd := range commands {
				if err := cmd.Wait(); err != nil {
					t.Errorf("%v: %s", err, cmd.Stderr)
				}
			}
			for i := range writers {
				show := []string{"schemas", "show", fmt.Sprintf("p%d_thing", i)}
				switch name {
				case "bundle", "linked bundle":
					show = append(show, "--schemas", "bundle.json.gz")
				}
				cmd := exec.Command("planfmt", show...)
				cmd.Dir, cmd.Env = dir, env
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, out)
				}
			}
			for _, pattern := range []string{"*", ".*", ".planfmt/.*", "cache/planfmt/schemas/.*"} {
				left, _ := filepath.Glob(filepath.Join(dir, pattern))
				for _, file := range left {
					if strings.HasSuffix(file, ".tmp") || strings.HasSuffix(file, ".part") || strings.Contains(file, "lock") {
						t.Errorf("left: %s", file)
					}
				}
			}
		})
	}
}

// TestReplaced checks that each command that writes a file puts a new one in the place of an old one, so that whoever ends the
// command, and however, leaves the old file or the new one: the old file, under another name, keeps what it had.
func TestReplaced(t *testing.T) {
	sampling.SkipShort(t)
	const old = "old"
	dir := t.TempDir()
	env := append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "HOME="+dir, "PLANFMT_SCHEMAS=")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("plan.json", `{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[{"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p/p/p","change":{"actions":["create"],"before":null,"after":{"id":"1"},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}}]}`)
	write("schemas.json", `{"format_version":"1.0","provider_schemas":{"p/p/p":{"resource_schemas":{"t":{"version":0,"block":{"attributes":{"id":{"type":"string"}}}}}}}}`)
	log, err := os.ReadFile("../../testdata/example/apply.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	write("log.jsonl", string(log))
	const cached = "cache/planfmt/schemas/p+p+p.zip"
	for _, line := range []string{
		"show plan.json -o out", "show plan.json plan.json -o out", "show plan.json -f json=out", "show plan.json -f html=out",
		"diff plan.json plan.json -o out", "json plan.json -o out", "redact plan.json -o out", "query plan.json resources -o out",
		"why t.a plan.json -o out", "log log.jsonl -o out", "check plan.json --policies builtin:hazards -o out",
		"schemas bundle --replace --schemas schemas.json -o out", "docs man .", "schemas add schemas.json",
	} {
		arguments := strings.Fields(line)
		out := "out"
		switch arguments[0] + arguments[1] {
		case "docsman":
			out = "planfmt-show.1"
		case "schemasadd":
			out = cached
			if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(out)), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		write(out, old)
		before := filepath.Join(dir, "before")
		os.Remove(before)
		if err := os.Link(filepath.Join(dir, out), before); err != nil {
			t.Skip("this file system has no hard links, which show whether the old file stays whole: ", err)
		}
		cmd := exec.Command("planfmt", arguments...)
		cmd.Dir, cmd.Env = dir, env
		if message, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", line, err, message)
		}
		if text, err := os.ReadFile(before); err != nil || string(text) != old {
			t.Errorf("%s: has written into the file that was there: %v", line, err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, out)); err != nil || string(text) == old {
			t.Errorf("%s: has written nothing: %v", line, err)
		}
	}
}

// TestKilled kills a command with a signal that no program can handle while it writes.
func TestKilled(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(out, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("planfmt", "log", "-o", out)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 5_000 { // more than the pipe and all buffers have room for
		if _, err := io.WriteString(in, `{"@level":"info","@message":"a.b: Creating...","@module":"terraform.ui","@timestamp":"2026-11-22T07:43:59.739752Z","hook":{"resource":{"addr":"a.b","resource":"a.b","resource_type":"a","resource_name":"b"},"action":"create"},"type":"apply_start"}`+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if text, err := os.ReadFile(out); err != nil || string(text) != "old" {
		t.Errorf("the file has %d bytes: %v", len(text), err)
	}
}
