// Command bench measures planfmt and what one would use instead: jq on the same
// plan, and terraform show on a plan that terraform has made. It prints the
// median of some runs, the peak memory, and the time in relation to planfmt's.
//
// It is a separate module, so that what it compares with never reaches users of
// planfmt. It measures programs, not functions.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	size := flag.Int("mb", 100, "megabytes of the generated plan")
	runs := flag.Int("runs", 5, "runs of each command")
	count := flag.Int("resources", 2000, "resources of the plan that terraform makes")
	generate := flag.String("generate", "", "only write plan.json and schemas.json to this directory")
	flag.Parse()
	run := func() error { return bench(os.Stdout, *size, *runs, *count) }
	if *generate != "" {
		run = func() error { return generateFiles(*generate, *size) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(w io.Writer, size, runs, count int) error {
	dir, err := os.MkdirTemp("", "planfmt-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	planfmt := filepath.Join(dir, "planfmt")
	build := exec.Command("go", "build", "-o", planfmt, "./cmd/planfmt")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}

	// A process's peak memory starts from that of its parent, so this process
	// has to stay small and generates the plan in another one.
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if out, err := exec.Command(self, "-generate", dir, "-mb", strconv.Itoa(size)).CombinedOutput(); err != nil {
		return fmt.Errorf("generating: %w\n%s", err, out)
	}
	plan, schemas := filepath.Join(dir, planFile), filepath.Join(dir, schemasFile)
	fmt.Fprintf(w, "a plan of %d MB, one change in twenty\n", size)
	err = compare(w, runs, []command{
		{args: []string{planfmt, "show", "--schemas", schemas, plan}},
		{args: []string{planfmt, "show", plan}},
		{args: []string{"jq", "-c", ".", plan}},
		{args: []string{"jq", "-r", ".resource_changes[] | select(.change.actions != [\"no-op\"]) | .address", plan}},
	})
	if err != nil {
		return err
	}
	if _, err := exec.LookPath("terraform"); err != nil {
		fmt.Fprintln(w, "\nterraform is not installed, not compared")
		return nil
	}
	files, err := terraformPlan(dir, count)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\na plan of %d resources by terraform\n", count)
	return compare(w, runs, []command{
		{args: []string{planfmt, "show", "--schemas", files.schemas, files.json}},
		{args: []string{"terraform", "show", "-no-color", files.plan}, dir: files.dir},
		{args: []string{"terraform", "show", "-json", files.plan}, dir: files.dir},
	})
}

const (
	planFile    = "plan.json"
	schemasFile = "schemas.json"
)

func generateFiles(dir string, size int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	err := writeFile(filepath.Join(dir, planFile), func(w *bufio.Writer) { writePlan(w, size<<20) })
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, schemasFile), writeSchemas)
}

// command is a program to measure. The others in a comparison are compared with
// the first one.
type command struct {
	args []string
	dir  string
}

// String returns the command as one would type it, without directories.
func (c command) String() string {
	var words []string
	for _, a := range c.args {
		if strings.ContainsRune(a, ' ') {
			a = "'" + a + "'"
		} else if filepath.IsAbs(a) {
			a = filepath.Base(a)
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// measurement has the results of some runs of a command.
type measurement struct {
	seconds float64 // median, by the clock
	cpu     float64 // median, of all processors
	peak    int64   // bytes, the largest
}

func compare(w io.Writer, runs int, commands []command) error {
	var first measurement
	fmt.Fprintf(w, "%9s %9s %9s %7s\n", "seconds", "cpu", "peak MB", "ratio")
	for i, c := range commands {
		if _, err := exec.LookPath(c.args[0]); err != nil {
			fmt.Fprintf(w, "%9s %9s %9s %7s  %s: not installed\n", "", "", "", "", c.args[0])
			continue
		}
		m, err := measure(c, runs)
		if err != nil {
			return err
		}
		if i == 0 {
			first = m
		}
		fmt.Fprintf(w, "%9.2f %9.2f %9.1f %7.2f  %s\n", m.seconds, m.cpu, float64(m.peak)/(1<<20), m.seconds/first.seconds, c)
	}
	return nil
}

func measure(c command, runs int) (measurement, error) {
	var m measurement
	var clock, cpu []float64
	for range runs {
		cmd := exec.Command(c.args[0], c.args[1:]...)
		cmd.Dir = c.dir
		var errs bytes.Buffer
		cmd.Stderr = &errs
		start := time.Now()
		err := cmd.Run()
		clock = append(clock, time.Since(start).Seconds())
		if err != nil {
			return m, fmt.Errorf("%s: %w: %s", c, err, errs.Bytes())
		}
		state := cmd.ProcessState
		cpu = append(cpu, (state.UserTime() + state.SystemTime()).Seconds())
		if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
			m.peak = max(m.peak, usage.Maxrss<<10)
		}
	}
	slices.Sort(clock)
	slices.Sort(cpu)
	m.seconds, m.cpu = clock[len(clock)/2], cpu[len(cpu)/2]
	return m, nil
}

func writeFile(name string, write func(*bufio.Writer)) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	write(w)
	err = w.Flush()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
