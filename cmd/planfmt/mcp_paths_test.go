package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Which files are read.
func TestMCPPaths(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	plan, err := os.ReadFile(filepath.Join("..", "..", "testdata", "example", "small.json"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(path string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, plan, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(outside, "secret.json"))
	write(filepath.Join(dir, "in", "plan.json"))
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("this system makes no symbolic links for this user: ", err)
		}
	}
	link(filepath.Join("in", "plan.json"), "good")
	link(filepath.Join(outside, "secret.json"), "bad")
	link(filepath.Join("..", filepath.Base(outside), "secret.json"), "up")
	link(outside, "dir")
	link("loop", "loop")
	big, err := os.Create(filepath.Join(dir, "big.json"))
	if err == nil {
		err = big.Truncate(2 << 30)
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = big.Close()
	refused := []string{
		"", ".", "in", "none.json", "../" + filepath.Base(outside) + "/secret.json", "in/../../" + filepath.Base(outside) + "/secret.json", filepath.Join(outside, "secret.json"),
		"bad", "up", "dir/secret.json", "loop", "big.json", "/dev/zero", "/dev/stdin", "/proc/self/environ", "in/plan.json\x00", "in/plan.json/x", strings.Repeat("a/", 5000), "file:///etc/passwd", "\u202e",
	}
	if mkfifo(filepath.Join(dir, "pipe")) {
		refused = append(refused, "pipe")
		link("pipe", "to-pipe")
		refused = append(refused, "to-pipe")
	}
	read := []string{"in/plan.json", "./in/../in/plan.json", "good", filepath.Join(dir, "in", "plan.json")}
	// As long as a path can be.
	const longest, name = 4096, 200
	if deep := strings.Repeat(strings.Repeat("d", name)+"/", (longest-len(dir)-name)/(name+1)) + "plan.json"; os.MkdirAll(filepath.Join(dir, filepath.Dir(deep)), 0o700) == nil {
		write(filepath.Join(dir, deep))
		read = append(read, deep, filepath.Join(dir, deep))
		refused = append(refused, deep+strings.Repeat("/", longest)+"x")
	}
	refused = append(refused, strings.Repeat("n", longest), strings.Repeat("\u00e9", longest/2), strings.Repeat("n", 256)+"/plan.json")
	// A name that is not UTF-8 cannot be asked for: JSON has no way to say it. What is most like it is another name.
	if name := filepath.Join(dir, "\xff.json"); os.WriteFile(name, plan, 0o600) == nil {
		refused = append(refused, "\xff.json", "\ufffd.json")
	}
	// A directory can have policies with such names, though.
	policies := filepath.Join(dir, "policies")
	write(filepath.Join(policies, "readme"))
	isNamed := os.WriteFile(filepath.Join(policies, "\xff\u202e.policy.hcl"), []byte(canaryPolicy), 0o600) == nil
	// What another user keeps to themselves. Root may read everything, so planfmt runs as somebody else.
	as := func(*exec.Cmd) {}
	if own, ok := asNobody(t); ok {
		as = own
		for _, top := range []string{dir, outside} { // all that is there so far is for everybody
			err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
				if err != nil || !d.Type().IsRegular() && !d.IsDir() {
					return err
				}
				return os.Chmod(path, 0o755)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		write(filepath.Join(dir, "private", "plan.json"))
		write(filepath.Join(dir, "own.json"))
		link("own.json", "to-own")
		refused = append(refused, "private/plan.json", "private", "own.json", "to-own", "private/policies")
	}
	c := startMCPAs(t, as, "--root", dir)
	for _, path := range read {
		if text, structured := c.ask("plan_summary", map[string]any{"path": path}); structured == nil {
			t.Errorf("%s: %s", path, text)
		}
	}
	if text, structured := c.ask("plan_check", map[string]any{"path": "good", "policies": []string{"policies"}}); isNamed && structured == nil {
		t.Error(text)
	}
	for _, path := range refused {
		for _, tool := range []string{"plan_summary", "plan_query", "plan_check", "run_log", "plan_diff", "plan_resource"} {
			args := map[string]any{"path": path}
			switch tool {
			case "plan_query":
				args["expression"] = "plan"
			case "plan_resource":
				args["address"] = "a.b"
			case "plan_diff":
				args = map[string]any{"old": "good", "new": path}
			}
			if text, structured := c.ask(tool, args); structured != nil {
				t.Errorf("%s reads %q:\n%s", tool, path, text)
			}
		}
		if text, structured := c.ask("plan_check", map[string]any{"path": "good", "policies": []string{path}}); structured != nil {
			t.Errorf("policies from %q:\n%s", path, text)
		}
	}
}

// An answer about another file than before says so.
func TestMCPChangedFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "plan.json")
	write := func(name string) {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "example", name))
		if err == nil {
			err = os.WriteFile(file, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c := startMCP(t, "--root", dir)
	for i, tool := range []string{"plan_summary", "plan_changes", "plan_hash", "plan_query", "plan_check", "plan_resource", "plan_why"} {
		args := map[string]any{"path": "plan.json"}
		switch tool {
		case "plan_query":
			args["expression"] = "plan.counts"
		case "plan_resource", "plan_why":
			args["address"] = "aws_db_instance.main"
		}
		write("plan.json")
		c.ask(tool, args)
		if _, got := c.ask(tool, args); got["reopened"] != nil {
			t.Errorf("%s: reopened without a change", tool)
		}
		write("small.json")
		text, got := c.ask(tool, args)
		if got["reopened"] != true || !strings.Contains(text, "has changed since") {
			t.Errorf("%d %s: %v\n%s", i, tool, got["reopened"], text)
		}
		if _, got := c.ask(tool, args); got["reopened"] != nil {
			t.Errorf("%s: reopened twice", tool)
		}
	}
	// A cursor is for one state of the file.
	write("plan.json")
	_, got := c.ask("plan_changes", map[string]any{"path": "plan.json", "max_bytes": 2000})
	cursor, _ := got["next_cursor"].(string)
	if cursor == "" {
		t.Fatal("there is one page only")
	}
	write("small.json")
	if text, got := c.ask("plan_changes", map[string]any{"path": "plan.json", "cursor": cursor}); got != nil || !strings.Contains(text, "begin without a cursor") {
		t.Errorf("%s", text)
	}
}

// A root may be a link to a directory: names are below either. What is a link later on is no other root.
func TestMCPLinkedRoot(t *testing.T) {
	top := t.TempDir()
	plan, err := os.ReadFile(filepath.Join("..", "..", "testdata", "example", "small.json"))
	if err != nil {
		t.Fatal(err)
	}
	real, other, root := filepath.Join(top, "real"), filepath.Join(top, "other"), filepath.Join(top, "root")
	for _, dir := range []string{real, other} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(dir)+".json"), plan, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("real", root); err != nil {
		t.Skip("this system makes no symbolic links for this user: ", err)
	}
	c := startMCP(t, "--root", root)
	check := func(path string, want bool) {
		t.Helper()
		if text, got := c.ask("plan_hash", map[string]any{"path": path}); (got != nil) != want {
			t.Errorf("%s: %s", path, text)
		}
	}
	for _, path := range []string{"real.json", filepath.Join(root, "real.json"), filepath.Join(real, "real.json")} {
		check(path, true)
	}
	check(filepath.Join(other, "other.json"), false)
	check("../other/other.json", false)
	// The root is the directory that it was at first, whatever the link becomes.
	if err := errors.Join(os.Remove(root), os.Symlink("other", root)); err != nil {
		t.Fatal(err)
	}
	check("other.json", false)
	check(filepath.Join(root, "other.json"), false)
	check("real.json", true)
	// What is gone is an error, and comes back.
	name := filepath.Join(real, "real.json")
	if err := os.Rename(name, name+"x"); err != nil {
		t.Fatal(err)
	}
	check("real.json", false)
	if err := os.Rename(name+"x", name); err != nil {
		t.Fatal(err)
	}
	check("real.json", true)
}
