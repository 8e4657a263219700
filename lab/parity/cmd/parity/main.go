// Command parity compares planfmt with the real terraform over the scenarios of the parity module.
//
//	go run ./cmd/parity                 run everything; in the directory parity/
//	go run ./cmd/parity -run drift      run only scenarios whose names match
//	go run ./cmd/parity -random 20      run generated scenarios, starting with -seed 1
//	go run ./cmd/parity -dump DIR       store the plans, the schemas and what terraform printed
//	go run ./cmd/parity -replay DIR     compare what -dump has stored, without terraform
//
// It prints a line per plan and a summary, and exits with 1 if anything differs. If terraform is not installed, it says
// so and exits with 0.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"

	"github.com/planfmt/planfmt/lab/parity/driver"
)

// options are the flags.
type options struct {
	root, planfmt, terraform string
	run, dump, replay        string
	dumpOnly, states         bool
	noSchemas, keep          bool
	jobs, random, made       int
	seed                     uint64
}

func main() {
	var o options
	flag.StringVar(&o.root, "root", "", "the planfmt checkout (default: the directory above the parity module)")
	flag.StringVar(&o.planfmt, "planfmt", "", "a planfmt binary (default: build ./cmd/planfmt of the checkout)")
	flag.StringVar(&o.terraform, "terraform", "terraform", "the program to compare with: any version of terraform, or tofu")
	flag.StringVar(&o.run, "run", "", "run only the scenarios whose name matches this expression")
	flag.StringVar(&o.dump, "dump", "", "write every case to this directory")
	flag.BoolVar(&o.dumpOnly, "dump-only", false, "only write the cases, do not compare")
	flag.StringVar(&o.replay, "replay", "", "compare the cases of an earlier -dump, without terraform")
	flag.BoolVar(&o.states, "states", false, "compare states as well as plans")
	flag.BoolVar(&o.noSchemas, "no-schemas", false, "call planfmt without --schemas and only report how many are identical")
	flag.BoolVar(&o.keep, "keep", false, "keep the working directories and say where they are")
	flag.IntVar(&o.jobs, "jobs", 2, "how many scenarios run at the same time")
	flag.IntVar(&o.random, "random", 0, "run this many generated scenarios instead of the written ones")
	flag.IntVar(&o.made, "made", 300, "how many plans to generate and compare, in addition to the scenarios; none with -run")
	flag.Uint64Var(&o.seed, "seed", 1, "the seed of the first generated plan or scenario; the next ones count up")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := parity(ctx, os.Stdout, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "parity:", err)
	}
	if !ok || err != nil {
		stop()
		os.Exit(1)
	}
}

// parity does all the work. It returns false if a case differs, and an error if something could not be done.
func parity(ctx context.Context, out io.Writer, o options) (bool, error) {
	if o.replay == "" {
		binary, err := exec.LookPath(o.terraform)
		switch {
		case err == nil:
		case o.terraform == "terraform":
			fmt.Fprintln(out, "terraform not found: parity not checked")
			return true, nil
		default:
			return false, err // somebody has named it
		}
		if o.terraform, err = filepath.Abs(binary); err != nil { // it runs in other directories
			return false, err
		}
	}
	root, err := checkout(o.root)
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "parity-")
	if err != nil {
		return false, err
	}
	if o.keep {
		fmt.Fprintln(out, "working in", dir)
	} else {
		defer os.RemoveAll(dir)
	}
	r := driver.Report{Out: out, OnlyCount: o.noSchemas, Dump: o.dump, States: o.states}
	if r.Skips, err = driver.Skips(filepath.Join(root, "testdata", "PARITY-SKIP")); err != nil {
		return false, err
	}
	if !o.dumpOnly {
		if r.Planfmt.Binary, err = build(ctx, root, dir, o.planfmt); err != nil {
			return false, err
		}
	}
	var pattern *regexp.Regexp
	if o.run != "" {
		if pattern, err = regexp.Compile(o.run); err != nil {
			return false, err
		}
	}
	if o.replay != "" {
		cases, err := driver.Undump(o.replay)
		if err != nil {
			return false, err
		}
		return r.Replay(ctx, cases, pattern, dir, !o.noSchemas)
	}
	scenarios, err := choose(o, root, pattern)
	if err != nil {
		return false, err
	}
	tf := &driver.Terraform{Binary: o.terraform, Dir: dir, States: o.states || o.dump != ""}
	if err := tf.Prepare(ctx, filepath.Join(root, "lab", "parity")); err != nil {
		return false, err
	}
	if !o.noSchemas {
		r.Planfmt.SchemaFile = filepath.Join(dir, "schemas.json")
		if err := os.WriteFile(r.Planfmt.SchemaFile, tf.Schemas, 0o644); err != nil {
			return false, err
		}
	}
	if err := r.Live(ctx, tf, scenarios, o.jobs); err != nil {
		return false, err
	}
	if o.run == "" && o.made > 0 {
		if err := made(ctx, &r, tf, o); err != nil {
			return false, err
		}
	}
	return r.Summary(), nil
}

// made compares generated plans, rendered by terraform and by planfmt.
func made(ctx context.Context, r *driver.Report, tf *driver.Terraform, o options) error {
	cloud, err := tf.StartCloud(ctx)
	if err != nil {
		return err
	}
	defer cloud.Close()
	return r.Made(ctx, cloud, o.seed, o.made, o.jobs)
}

// choose returns the scenarios to run.
func choose(o options, root string, pattern *regexp.Regexp) ([]*driver.Scenario, error) {
	if o.random == 0 {
		return driver.Load(filepath.Join(root, "lab", "parity", "scenarios"), pattern)
	}
	var out []*driver.Scenario
	for i := range o.random {
		out = append(out, driver.Random(o.seed+uint64(i)))
	}
	return out, nil
}

// checkout returns the root of the repository: the flag, or the nearest directory at or above the current one that has
// parity/go.mod.
func checkout(flagged string) (string, error) {
	if flagged != "" {
		return filepath.Abs(flagged)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "lab", "parity", "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no planfmt checkout here or above; use -root")
		}
		dir = up
	}
}

// build returns the planfmt to test.
func build(ctx context.Context, root, dir, given string) (string, error) {
	if given != "" {
		return filepath.Abs(given)
	}
	bin := filepath.Join(dir, "planfmt")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", bin, "./cmd/planfmt")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build planfmt: %w\n%s", err, out)
	}
	return bin, nil
}
