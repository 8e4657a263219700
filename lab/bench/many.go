package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

const (
	// manyPlans is how many small plans are shown together.
	manyPlans = 10_000
	// smallPlan is how many bytes one of them has.
	smallPlan = 50_000
	// manySingle is how many of them are also shown one by one.
	manySingle = 20
)

// many measures a directory of small plans, and compares with the work for each of them alone: what a process takes for a plan more than
// for an empty one.
func (s *session) many() error {
	n := s.small(manyPlans)
	dir := filepath.Join(s.dir, "many")
	names, err := s.writeMany(dir, n)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	empty := filepath.Join(s.dir, "empty-plan")
	if err := os.WriteFile(empty, []byte(`{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[]}`), 0o644); err != nil {
		return err
	}
	m := s.together()
	m.add("all", s.show("--format=jsonl", "--recursive", dir))
	m.add("none", s.show("--format=jsonl", empty))
	single := names[:min(manySingle, n)]
	for _, name := range single {
		m.add(name, s.show("--format=jsonl", name))
	}
	if err := m.run(fmt.Sprintf("%d plans of %d kB", n, smallPlan/1000)); err != nil {
		return err
	}
	alone := 0.0
	for _, name := range single {
		alone += m.results[name].cpu - m.results["none"].cpu
	}
	what := fmt.Sprintf("%d plans of %d kB as jsonl, ", n, smallPlan/1000)
	s.figure(what+"peak memory", m.results["all"].peak, "MiB", atMost(96))
	s.figure(what+"CPU / the sum for single ones, without start", m.results["all"].cpu/(alone/float64(len(single))*float64(n)), "", atMost(1.05))
	return nil
}

// writeMany writes n small plans to a directory, a hundred in each directory in it, and returns their names.
func (s *session) writeMany(dir string, n int) (names []string, err error) {
	count := newGenerator(s.seed).fit(smallPlan, usual)
	for i := range n {
		name := filepath.Join(dir, fmt.Sprintf("%03d", i/100), fmt.Sprintf("%05d.plan.json", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		f, err := os.Create(name)
		if err != nil {
			return nil, err
		}
		_, err = newGenerator(s.seed+uint64(i)).writeResources(f, count, usual)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}
