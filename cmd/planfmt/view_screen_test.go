//go:build !windows

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pane is a program in a pseudo-terminal: that of tmux, which is a terminal as users have it.
type pane struct {
	t   *testing.T
	dir string // of tmux's socket
}

// openPane runs a command of the shell in a terminal of that size. When it has ended, the terminal shows its status.
func openPane(t *testing.T, columns, rows int, command string) *pane {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("there is no tmux, which these tests need for a terminal")
	}
	dir, err := os.MkdirTemp("", "planfmt") // short, as names of sockets have to be
	if err != nil {
		t.Fatal(err)
	}
	p := &pane{t, dir}
	t.Cleanup(func() {
		_ = p.command("kill-server").Run()
		os.RemoveAll(dir)
	})
	script := command + `; echo "status $?"; exec cat`
	p.tmux("-f", os.DevNull, "new-session", "-d", "-x", strconv.Itoa(columns), "-y", strconv.Itoa(rows), "exec sh -c "+quoted(script))
	return p
}

// quoted spells a word for the shell.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func (p *pane) command(args ...string) *exec.Cmd {
	c := exec.Command("tmux", args...)
	c.Env = append(os.Environ(), "TMUX_TMPDIR="+p.dir, "TMUX=", "TERM=xterm-256color", "LC_ALL=C.UTF-8", "PLANFMT_SCHEMAS=", "XDG_CACHE_HOME="+p.dir)
	return c
}

func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := p.command(args...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// screen returns what the terminal shows.
func (p *pane) screen() string { return p.tmux("capture-pane", "-p") }

// keys presses keys, which have the names that tmux has for them.
func (p *pane) keys(keys ...string) {
	p.t.Helper()
	p.tmux(append([]string{"send-keys"}, keys...)...)
}

// until waits until the screen is as it should be, and returns it. It gives up after a time that is long even for a
// machine that is busy.
func (p *pane) until(what string, is func(screen string) bool) string {
	p.t.Helper()
	var screen string
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if screen = p.screen(); is(screen) {
			return screen
		}
	}
	p.t.Fatalf("the terminal never shows %s:\n%s", what, screen)
	return ""
}

// await returns the screen once all texts are on it.
func (p *pane) await(texts ...string) string {
	p.t.Helper()
	return p.until(strings.Join(texts, " and "), func(screen string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(screen, text) })
	})
}

// settle returns the screen once it stays as it is.
func (p *pane) settle() string {
	p.t.Helper()
	before := ""
	for range 100 {
		screen := p.screen()
		if screen == before {
			return screen
		}
		before = screen
		time.Sleep(150 * time.Millisecond)
	}
	return before
}

// example returns the path of a file in testdata/example.
func example(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "testdata", "example", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

const viewExamplePlan = "planfmt view --quiet "

func TestViewInTerminal(t *testing.T) {
	t.Parallel()
	plan := quoted(example(t, "plan.json")) + " --schemas " + quoted(example(t, "schemas.json"))

	// Each size, from the start and after the terminal has been resized.
	sizes := [][2]int{{40, 12}, {80, 24}, {300, 100}}
	var screens []string
	for _, size := range sizes {
		p := openPane(t, size[0], size[1], viewExamplePlan+plan)
		p.await("aws_instance.web", "overview")
		screen := p.settle()
		screens = append(screens, screen)
		if n := strings.Count(screen, "\n"); n != size[1] {
			t.Errorf("%d lines, want %d:\n%s", n, size[1], screen)
		}
		counts := "Plan: 2 to add"
		if size[0] < 80 { // the overview is not on the screen
			counts = "-/+1 -1 ~2 +1"
		}
		if lines := strings.Split(screen, "\n"); !strings.HasPrefix(lines[0], " plan.json") || strings.Count(screen, counts) != 1 || !strings.Contains(lines[size[1]-1], "? help") {
			t.Errorf("%d x %d:\n%s", size[0], size[1], screen)
		}
		p.keys("q")
		p.await("status 0")
	}
	p := openPane(t, 100, 30, viewExamplePlan+plan)
	p.await("aws_instance.web")
	for i, size := range sizes {
		p.tmux("resize-window", "-x", strconv.Itoa(size[0]), "-y", strconv.Itoa(size[1]))
		p.until("what it shows if it has this size from the start:\n"+screens[i]+"\nbut", func(screen string) bool { return screen == screens[i] })
	}
	p.tmux("resize-window", "-x", "20", "-y", "5")
	p.await("planfmt needs 40 x")
	p.tmux("resize-window", "-x", "110", "-y", "36")
	p.await("aws_instance.web", "overview")

	// Search in values, and fold what has been found.
	p.keys("/")
	p.keys("-l", "nginx=1.26")
	p.keys("Enter")
	p.await(">-/+ aws_instance.web", "apt-get install -y nginx=1.26")
	p.keys("Tab", "z", "M")
	p.until("that all is folded", func(screen string) bool { return !strings.Contains(screen, "+ apt-get") })
	p.keys("z", "R")
	p.await("+ apt-get install -y nginx=1.26")

	// Filter, with an error first.
	p.keys("f")
	p.keys("-l", `type == "aws_instance"`)
	p.keys("Enter")
	p.await("a condition begins with the word where")
	p.keys("f")
	p.keys("C-u")
	p.keys("-l", `!action=update where type != "aws_instance"`)
	p.keys("Enter")
	p.until("what the filter selects", func(screen string) bool {
		return !strings.Contains(screen, "aws_iam_policy.deploy") && strings.Contains(screen, "aws_route53_record.www")
	})

	// ctrl-c ends it as an interrupt does, and the shell's own screen is back.
	p.keys("C-c")
	if screen := p.await("status 130"); strings.Contains(screen, "overview") {
		t.Errorf("the screen has not been cleared:\n%s", screen)
	}
}

// TestViewPanesInTerminal moves the border between the panes with keys, and with the mouse of the terminal.
func TestViewPanesInTerminal(t *testing.T) {
	t.Parallel()
	p := openPane(t, 100, 24, viewExamplePlan+"--mouse "+quoted(example(t, "plan.json")))
	p.await("overview", "? help")
	border := func(column int, sign string) {
		t.Helper()
		p.until("a border in column "+strconv.Itoa(column), func(screen string) bool {
			line := []rune(strings.Split(screen, "\n")[10])
			return len(line) > column && string(line[column]) == sign
		})
	}
	border(40, "│")
	p.keys(">")
	border(44, "│")
	p.keys("<", "<", "<")
	border(32, "│")
	p.keys("=")
	border(40, "│")
	mouse := func(button, x int, end string) { p.keys("-l", fmt.Sprintf("\x1b[<%d;%d;11%s", button, x+1, end)) }
	mouse(0, 40, "M")
	border(40, "┃")
	mouse(32, 50, "M")
	border(50, "┃")
	mouse(32, 99, "M")
	border(59, "┃") // the page has 40 columns at least
	mouse(0, 55, "m")
	border(59, "│")
	p.tmux("resize-window", "-x", "60", "-y", "24")
	p.until("one pane", func(screen string) bool { return !strings.Contains(screen, "│") })
	p.tmux("resize-window", "-x", "120", "-y", "24")
	border(59, "│")
}

// TestApproveAsks checks in a terminal that only the word yes makes an approval, and that nothing else leaves a file.
func TestApproveAsks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	private, _ := keyPair("alice")
	key := filepath.Join(dir, "key.pem")
	if err := os.WriteFile(key, private, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, test := range []struct {
		name   string
		keys   []string
		status string
	}{
		{"yes", []string{"yes", "Enter"}, "status 0"},
		{"no", []string{"no", "Enter"}, "status 1"},
		{"something else", []string{"yes!", "Enter"}, "status 1"},
		{"the end of the input", []string{"C-d"}, "status 1"},
		{"an interrupt", []string{"C-c"}, "status 130"},
		{"an interrupt after the word", []string{"yes", "C-c"}, "status 130"},
	} {
		file := filepath.Join(dir, strconv.Itoa(i)+".json")
		p := openPane(t, 100, 30, "planfmt approve --quiet --by alice --key "+quoted(key)+" -o "+quoted(file)+" "+quoted(example(t, "refinements.tfplan")))
		p.await("overview")
		p.keys("q")
		p.await("Only 'yes' will be accepted", "Enter a value:")
		for _, k := range test.keys {
			p.keys(k)
		}
		if screen := p.await("status "); !strings.Contains(screen, test.status) {
			t.Errorf("%s: want %s:\n%s", test.name, test.status, screen)
		}
		if text, err := os.ReadFile(file); (err == nil) != (test.status == "status 0") || err == nil && !strings.Contains(string(text), `"signatures"`) {
			t.Errorf("%s: the approval is %q, %v", test.name, text, err)
		}
	}
}

func TestViewAsks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	binary, err := os.ReadFile(example(t, "refinements.tfplan"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "tfplan")
	write := func(b []byte) {
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(binary)
	ask := "planfmt view --ask " + quoted(file)
	const question = "Only 'yes' will be accepted"

	for _, test := range []struct{ name, command, answer, status string }{
		{"yes", ask, "yes", "status 0"},
		{"no", ask, "no", "status 1"},
		{"Yes", ask, "Yes", "status 1"},
		{"nothing", ask, "", "status 1"},
		{"show --interactive", "planfmt show --quiet --interactive " + quoted(file), "", "status 0"},
		{"a pipe", "cat " + quoted(file) + " | planfmt view --ask", "yes", "status 0"},
		{"a pipe, no", "cat " + quoted(file) + " | planfmt view --ask -", "n", "status 1"},
		{"a pipe with answers", "printf 'qyes\\nyes\\n' | " + ask, "no", "status 1"},
		{"JSON", viewExamplePlan + "--ask " + quoted(example(t, "plan.json")), "yes", "status 0"},
	} {
		p := openPane(t, 100, 30, test.command)
		p.await("overview")
		p.keys("q")
		if strings.Contains(test.command, "--ask") {
			screen := p.await(question)
			if piped := strings.Contains(test.command, "cat "); piped != strings.Contains(screen, "has not read a file") {
				t.Errorf("%s:\n%s", test.name, screen)
			}
			if strings.Contains(test.command, "plan.json") != strings.Contains(screen, "has read JSON") || !strings.Contains(screen, "sha256:") {
				t.Errorf("%s:\n%s", test.name, screen)
			}
			if test.answer != "" {
				p.keys("-l", test.answer)
			}
			p.keys("Enter")
		}
		screen := p.await("status ")
		if !strings.Contains(screen, test.status) {
			t.Errorf("%s: want %s:\n%s", test.name, test.status, screen)
		}
		if test.answer != "" && strings.Contains(screen, "approved") && strings.Contains(screen, "not approved") == (test.status == "status 0") {
			t.Errorf("%s:\n%s", test.name, screen)
		}
	}

	// A file that has changed. What is shown is still what was read.
	p := openPane(t, 100, 30, ask)
	p.await("overview")
	write(append(binary[:len(binary):len(binary)], 0))
	p.keys("j", "q")
	p.await(question)
	p.keys("-l", "yes")
	p.keys("Enter")
	p.await("has changed since it was read")
	write(binary) // the same file again
	p.keys("-l", "yes")
	p.keys("Enter")
	p.await("status 0")

	// A rule that must match something ends the view before there is a question.
	p = openPane(t, 100, 30, ask+" --only aws_instnce.web --require-match")
	p.await("nothing in the plan matches --only aws_instnce.web", "status 1")

	// A report that cannot be read: the plan is shown without it, but not approved.
	none := " --annotate " + quoted(filepath.Join(dir, "none.json"))
	p = openPane(t, 100, 30, ask+none)
	p.await("overview")
	p.keys("q")
	p.await(question, "a report of --annotate")
	p.keys("-l", "no")
	p.keys("Enter")
	p.await("none.json: no such file", "status 1")
	p = openPane(t, 100, 30, viewExamplePlan+quoted(file)+none)
	p.await("overview")
	p.keys("q")
	p.await("none.json: no such file", "status 1")

	// A filter changes nothing in the question, and a signal is no answer.
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGUSR1} {
		p = openPane(t, 100, 30, ask+" --only type=nothing")
		p.await("overview")
		p.keys("q")
		p.await(question, "for the whole plan", "to add")
		pid := strings.TrimSpace(p.tmux("display-message", "-p", "#{pane_pid}"))
		children, err := exec.Command("pgrep", "-P", pid).Output()
		if err != nil {
			t.Fatalf("pgrep: %v", err)
		}
		child, err := strconv.Atoi(strings.TrimSpace(string(children)))
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(child, sig); err != nil {
			t.Fatal(err)
		}
		if screen := p.await(fmt.Sprintf("status %d", 128+int(sig))); strings.Contains(screen, question) {
			t.Errorf("the screen has not been cleared:\n%s", screen)
		}
		p.keys("-l", "typed") // the terminal echoes again
		p.await("typed")
	}
}

// TestViewHostile views a plan whose names and values are codes for terminals.
func TestViewHostile(t *testing.T) {
	t.Parallel()
	const codes = `\u001b]2;pwned\u0007\u001b[2J\u009b2J\u202e\r\n\u001b[?1049l`
	plan := `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[{"address":"demo_disk.a[\"` + codes + `\"]","mode":"managed","type":"demo_disk","name":"a",
		"index":"` + codes + `","provider_name":"registry.terraform.io/example/demo","change":{"actions":["update"],"before":{"a":"x"},"after":{"a":"` + codes + `","` + codes + `":1},"after_unknown":{}}}],
		"output_changes":{"` + codes + `":{"actions":["create"],"before":null,"after":"` + codes + `"}}}`
	dir := t.TempDir()
	file := filepath.Join(dir, "\x1b]2;pwned\x07.json")
	if err := os.WriteFile(file, []byte(plan), 0o600); err != nil {
		t.Fatal(err)
	}
	p := openPane(t, 120, 40, "planfmt view --quiet --ask --background dark "+quoted(dir)+"/*.json")
	p.await("overview")
	p.keys("j")
	p.await(`\x1b]2;pwned`, "~ resource")
	for _, key := range []string{"Tab", "w", "Escape", "y", "Y", "p", "g", "g", "/"} {
		p.keys(key)
		p.settle()
	}
	p.keys("-l", "pwned")
	p.keys("Enter")
	p.keys("q")
	p.await("Only 'yes' will be accepted")
	if title := p.tmux("display-message", "-p", "#{pane_title}"); strings.Contains(title, "pwned") {
		t.Errorf("the plan has set the title of the terminal: %s", title)
	}
	p.keys("-l", "yes")
	p.keys("Enter")
	p.await("status 0")
}
