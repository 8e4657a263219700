package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// command is a program to measure.
type command struct {
	args   []string
	dir    string
	env    []string // in addition to that of this process
	hidden []string // more of it, which is not printed
	in     string   // a file that the program reads from a pipe; empty for none
}

// String returns the command as one would type it, without directories.
func (c command) String() string {
	words := slices.Clone(c.env)
	for _, a := range c.args {
		name, value, found := strings.Cut(a, "=")
		if filepath.IsAbs(value) {
			a = name + "=" + filepath.Base(value)
		} else if !found && filepath.IsAbs(a) {
			a = filepath.Base(a)
		}
		words = append(words, a)
	}
	if c.in != "" {
		words = append([]string{"cat", filepath.Base(c.in), "|"}, words...)
	}
	return strings.Join(words, " ")
}

// measurement has the results of some runs of a command.
type measurement struct {
	wall float64 // seconds, median
	cpu  float64 // seconds of all processors, of the program and the system for it; median
	peak float64 // MiB of the process, the largest; unknownPeak on some systems
}

// unknownPeak is printed as NaN.
var unknownPeak = math.NaN()

// measure runs the commands in turn, so that all of them see the same changes in
// the speed of a shared machine, and does so several times. The first round is
// not counted.
func measure(runs int, commands []command) ([]measurement, error) {
	walls, cpus := make([][]float64, len(commands)), make([][]float64, len(commands))
	all := make([]measurement, len(commands))
	for round := range runs + 1 {
		for i, c := range commands {
			if round == 0 && runs == 1 {
				continue // a quick run needs no warm-up
			}
			m, err := c.run()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c, err)
			}
			if round == 0 {
				continue
			}
			walls[i], cpus[i] = append(walls[i], m.wall), append(cpus[i], m.cpu)
			all[i].peak = max(all[i].peak, m.peak)
		}
	}
	for i := range all {
		all[i].wall, all[i].cpu = median(walls[i]), median(cpus[i])
	}
	return all, nil
}

// median sorts the values.
func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// run runs the command once. It throws the output away.
func (c command) run() (measurement, error) {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Dir = c.dir
	cmd.Env = slices.Concat(os.Environ(), c.env, c.hidden)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if c.in != "" {
		f, err := os.Open(c.in)
		if err != nil {
			return measurement{}, err
		}
		defer f.Close()
		cmd.Stdin = struct{ io.Reader }{f} // not the file itself: os/exec makes a pipe
	}
	start := time.Now()
	err := cmd.Run()
	m := measurement{wall: time.Since(start).Seconds()}
	if err != nil {
		return m, fmt.Errorf("%w: %s", err, errs.Bytes())
	}
	m.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	m.peak = peakOf(cmd.ProcessState)
	return m, nil
}
