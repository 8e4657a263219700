package driver

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/internal/testkit/randplan"
)

// Report compares cases and prints the results.
type Report struct {
	Out io.Writer
	// Planfmt is the program under test. If it has no binary, nothing is compared.
	Planfmt Planfmt
	// Skips are the cases that may differ, with the reasons.
	Skips map[string]string
	// OnlyCount only counts how many cases are identical. Differences are not failures then.
	OnlyCount bool
	// Dump is a directory to store the cases in, or empty.
	Dump string
	// States says whether states are compared. They are dumped in either case.
	States bool

	passed, failed, skipped int
}

// Live runs scenarios, a number of them at a time, and prints their results in order.
func (r *Report) Live(ctx context.Context, tf *Terraform, scenarios []*Scenario, jobs int) error {
	type result struct {
		cases []Case
		err   error
	}
	results := make([]chan result, len(scenarios))
	for i := range results {
		results[i] = make(chan result, 1)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, jobs) {
		workers.Go(func() {
			for i := range next {
				var got result
				got.err = tf.Run(ctx, scenarios[i], func(c Case) { got.cases = append(got.cases, c) })
				results[i] <- got
			}
		})
	}
	go func() {
		for i := range scenarios {
			next <- i
		}
		close(next)
	}()
	var first error
	for i, s := range scenarios {
		got := <-results[i]
		for _, c := range got.cases {
			if err := r.one(ctx, c); err != nil && first == nil {
				first = err
			}
		}
		if got.err != nil {
			r.failed++
			fmt.Fprintf(r.Out, "FAIL %s: the scenario broke off\n%s", s.Name, indent(got.err.Error()))
		}
	}
	workers.Wait()
	return first
}

// Made compares plans that are generated from seeds, a number of them at a time. The real terraform renders each.
func (r *Report) Made(ctx context.Context, cloud *Cloud, seed uint64, count, jobs int) error {
	type result struct {
		Case
		err error
	}
	results := make([]chan result, count)
	for i := range results {
		results[i] = make(chan result, 1)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, jobs) {
		workers.Go(func() {
			for i := range next {
				seed := seed + uint64(i)
				c, err := cloud.Draw(ctx, fmt.Sprint(seed), randplan.Make(randplan.Bytes(seed), randplan.Options{}))
				results[i] <- result{c, err}
			}
		})
	}
	go func() {
		for i := range count {
			next <- i
		}
		close(next)
	}()
	var first error
	for i := range results {
		got := <-results[i]
		switch {
		case got.err != nil && strings.Contains(got.err.Error(), "TERRAFORM CRASH"):
			r.skipped++
			fmt.Fprintf(r.Out, "skip %s: terraform crashes\n", got.Name())
			continue
		case got.err != nil:
			r.failed++
			fmt.Fprintf(r.Out, "FAIL %s: terraform does not draw it\n%s", got.Name(), indent(got.err.Error()))
			continue
		}
		if err := r.one(ctx, got.Case); err != nil && first == nil {
			first = err
		}
	}
	workers.Wait()
	return first
}

// Replay compares dumped cases. With a pattern, it only compares those whose scenario matches.
func (r *Report) Replay(ctx context.Context, cases []Case, pattern *regexp.Regexp, dir string, schemas bool) (bool, error) {
	for _, c := range cases {
		if pattern != nil && !pattern.MatchString(c.Scenario) {
			continue
		}
		if schemas {
			r.Planfmt.SchemaFile = filepath.Join(dir, "schemas.json")
			if err := os.WriteFile(r.Planfmt.SchemaFile, c.Schemas, 0o644); err != nil {
				return false, err
			}
		}
		if err := r.one(ctx, c); err != nil {
			return false, err
		}
	}
	return r.Summary(), nil
}

// one dumps and compares a case.
func (r *Report) one(ctx context.Context, c Case) error {
	if r.Dump != "" && c.Kind != "outcome" {
		if err := c.Dump(r.Dump); err != nil {
			return err
		}
	}
	if r.Planfmt.Binary == "" || c.Kind == "state" && !r.States {
		return nil
	}
	check := r.Planfmt.Check
	if c.Kind == "outcome" {
		check = r.Planfmt.CheckOutcome
	}
	differs := check(ctx, c)
	reason, skip := r.Skips[c.Name()]
	switch {
	case r.OnlyCount && differs != "":
		r.failed++
		fmt.Fprintf(r.Out, "differs %s\n", c.Name())
	case differs == "" && skip:
		r.passed++
		fmt.Fprintf(r.Out, "ok %s (listed to be skipped, which is not needed)\n", c.Name())
	case differs == "":
		r.passed++
		fmt.Fprintf(r.Out, "ok %s\n", c.Name())
	case skip:
		r.skipped++
		fmt.Fprintf(r.Out, "skip %s: %s\n", c.Name(), reason)
	default:
		r.failed++
		fmt.Fprintf(r.Out, "FAIL %s (- terraform, + planfmt)\n%s", c.Name(), differs)
	}
	return nil
}

// Summary prints the counts and returns whether all went well.
func (r *Report) Summary() bool {
	if r.OnlyCount {
		fmt.Fprintf(r.Out, "%d of %d identical without schemas\n", r.passed, r.passed+r.failed)
		return true
	}
	fmt.Fprintf(r.Out, "%d passed, %d failed, %d skipped\n", r.passed, r.failed, r.skipped)
	return r.failed == 0
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ") + "\n"
}
