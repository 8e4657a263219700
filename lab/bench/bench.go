package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// session is a run of this program.
type session struct {
	options
	out     io.Writer
	dir     string // of all files
	self    string // this program, to generate inputs
	peers   string
	figures []figure
}

func bench(out io.Writer, opts options) error {
	dir, err := os.MkdirTemp("", "planfmt-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s := &session{options: opts, out: out, dir: dir, self: filepath.Join(dir, "bench"), peers: filepath.Join(dir, "peers")}
	if s.quick {
		s.mb, s.runs, s.resources = 1, 1, 10
	}
	if err := s.build(); err != nil {
		return err
	}
	s.describe()
	sections := []struct {
		name string
		run  func() error
	}{{"plans", s.plans}, {"values", s.values}, {"start", s.start}, {"policies", s.policies}, {"annotations", s.annotations}, {"graph", s.graphs}, {"view", s.view}, {"many", s.many}, {"terraform", s.terraform}}
	found := false
	for _, section := range sections {
		if s.only != "" && s.only != section.name {
			continue
		}
		found = true
		if err := section.run(); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("no section is called %q", s.only)
	}
	fmt.Fprintln(out)
	writeTable(out, s.figures)
	return nil
}

// build builds the programs that are run.
func (s *session) build() error {
	commands := []*exec.Cmd{exec.Command("go", "build", "-o", s.self, "."), exec.Command("go", "build", "-o", s.peers, "./peers")}
	if s.planfmt == "" {
		s.planfmt = filepath.Join(s.dir, "planfmt")
		build := exec.Command("go", "build", "-o", s.planfmt, "./cmd/planfmt")
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // as releases are built
		build.Dir = filepath.Join("..", "..")
		commands = append(commands, build)
	}
	for _, cmd := range commands {
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", cmd, err, out)
		}
	}
	var err error
	s.planfmt, err = filepath.Abs(s.planfmt)
	return err
}

// describe prints what is measured, and where.
func (s *session) describe() {
	fmt.Fprintf(s.out, "%s/%s, %s, %d processors; %s; %s\n", runtime.GOOS, runtime.GOARCH, processor(), runtime.NumCPU(), runtime.Version(), revision())
	fmt.Fprintf(s.out, "Seed %d. %d runs of each command, in turn. Medians of CPU time (user and system) and of time by the clock; the largest peak memory.\n", s.seed, s.runs)
}

// processor returns the name of the processor, where the system has it in a file.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	_, after, found := strings.Cut(string(info), "model name")
	if !found {
		return "unknown processor"
	}
	name, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(strings.TrimLeft(name, " \t:"))
}

// revision returns the commit that is checked out.
func revision() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return "unknown commit"
	}
	return "commit " + strings.TrimSpace(string(out))
}

// small returns a size, or a small part of it in a quick run.
func (s *session) small(n int) int {
	if s.quick {
		return max(2, n/200)
	}
	return n
}

// file generates an input in another process, unless it is there already, and
// returns its name. A process's peak memory starts from that of its parent, so
// this process has to stay small.
func (s *session) file(name string, n int) (string, error) {
	base, suffix, _ := strings.Cut(filepath.Base(name), ".")
	if filepath.Base(name) != name {
		base, suffix = base+"-plan", ""
	}
	path := filepath.Join(s.dir, fmt.Sprintf("%s-%d", base, n))
	if suffix != "" {
		path += "." + suffix
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	cmd := exec.Command(s.self, "-seed", strconv.FormatUint(s.seed, 10), "-input", name, "-n", strconv.Itoa(n))
	cmd.Stdout, cmd.Stderr = f, os.Stderr
	return path, cmd.Run()
}

// show is the command that shows a plan. Neither a bundle nor a cache is used,
// except for the one in the session's directory, which is empty at first.
func (s *session) show(args ...string) command {
	return command{args: append([]string{s.planfmt, "show"}, args...), dir: s.dir, hidden: []string{
		"PLANFMT_SCHEMAS=", "XDG_CACHE_HOME=" + filepath.Join(s.dir, "cache"),
	}}
}

// measured are commands that are measured together.
type measured struct {
	s        *session
	keys     []string
	commands []command
	results  map[string]measurement
}

func (s *session) together() *measured { return &measured{s: s, results: map[string]measurement{}} }

// add adds a command with a key to find its results by.
func (m *measured) add(key string, c command) {
	m.keys, m.commands = append(m.keys, key), append(m.commands, c)
}

// addInstalled adds a command if the program is installed.
func (m *measured) addInstalled(key string, c command) {
	if _, err := exec.LookPath(c.args[0]); err != nil {
		fmt.Fprintf(m.s.out, "%s is not installed, not compared\n", c.args[0])
		return
	}
	m.add(key, c)
}

// run measures and prints the results.
func (m *measured) run(title string) error {
	fmt.Fprintf(m.s.out, "\n%s\n%9s %9s %9s\n", title, "cpu s", "wall s", "peak MiB")
	all, err := measure(m.s.runs, m.commands)
	if err != nil {
		return err
	}
	for i, r := range all {
		m.results[m.keys[i]] = r
		fmt.Fprintf(m.s.out, "%9.3f %9.3f %9.1f  %s\n", r.cpu, r.wall, r.peak, m.commands[i])
	}
	return nil
}

// figure adds a figure to the table. The goals are for the full sizes.
func (s *session) figure(what string, value float64, unit string, g goal) {
	if s.quick {
		g = goal{}
	}
	s.figures = append(s.figures, figure{what, value, unit, g})
}

// ratio adds a quotient of two measurements, if both commands ran.
func (m *measured) ratio(what, over, under string, of func(measurement) float64, g goal) {
	a, found := m.results[over]
	b, also := m.results[under]
	if found && also {
		m.s.figure(what, of(a)/of(b), "", g)
	}
}

func cpu(m measurement) float64  { return m.cpu }
func wall(m measurement) float64 { return m.wall }
func peak(m measurement) float64 { return m.peak }
