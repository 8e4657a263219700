package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// formats are the formats that are compared with human, and how many times the CPU time of human they may take.
var formats = []struct {
	name string
	most float64
}{{"compact", 1.5}, {"markdown", 1.7}, {"html", 2}, {"json", 1.3}, {"jsonl", 1.3}}

// plans measures large plans of four mixes, and what others take for them.
func (s *session) plans() error {
	file := map[string]string{}
	for name, n := range map[string]int{"mix": s.mb, "no-ops": s.mb, "changes": s.mb, "creations": s.mb, "schemas": 0} {
		var err error
		if file[name], err = s.file(name, n); err != nil {
			return err
		}
	}
	schemas := "--schemas=" + file["schemas"]
	m := s.together()
	for _, name := range []string{"mix", "no-ops", "changes", "creations"} {
		m.add(name+" skip", command{args: []string{s.peers, "skip", file[name]}})
		m.add(name+" exact", s.show(schemas, file[name]))
		m.add(name+" bare", s.show(file[name]))
	}
	for _, key := range []string{"exact", "bare"} {
		c := s.show("-")
		if key == "exact" {
			c = s.show(schemas, "-")
		}
		c.in = file["mix"]
		m.add("mix pipe "+key, c)
	}
	for _, format := range formats {
		m.add("mix as "+format.name, s.show("--format="+format.name, schemas, file["mix"]))
	}
	redact := s.show(schemas, file["mix"])
	redact.args[1] = "redact"
	m.add("redact", redact)
	for _, n := range []string{"1", "2"} {
		c := s.show(schemas, file["changes"])
		c.env = []string{"GOMAXPROCS=" + n}
		m.add("changes on "+n, c)
	}
	m.addInstalled("jq", command{args: []string{"jq", "-c", ".", file["mix"]}})
	for _, peer := range []string{"encoding-json", "sonic"} {
		m.add(peer, command{args: []string{s.peers, peer, file["mix"]}})
	}
	size := fmt.Sprintf("%d MB", s.mb)
	if err := m.run("Plans of " + size + ": the usual mix, only no-ops, only changes, only creations"); err != nil {
		return err
	}
	m.ratio("mix of "+size+", schemas / skip, CPU", "mix exact", "mix skip", cpu, atMost(1.6))
	m.ratio("mix of "+size+", no schemas / skip, CPU", "mix bare", "mix skip", cpu, atMost(2.2))
	m.ratio("only no-ops, schemas / skip, CPU", "no-ops exact", "no-ops skip", cpu, atMost(0.6))
	m.ratio("only no-ops, no schemas / skip, CPU", "no-ops bare", "no-ops skip", cpu, atMost(1))
	m.ratio("only changes, schemas / skip, CPU", "changes exact", "changes skip", cpu, atMost(2.2))
	m.ratio("only changes, no schemas / skip, CPU", "changes bare", "changes skip", cpu, goal{})
	m.ratio("only creations, schemas / skip, CPU", "creations exact", "creations skip", cpu, atMost(4))
	s.figure("only changes, schemas, one processor, input per CPU second", float64(s.mb)/m.results["changes on 1"].cpu, "MB", atLeast(120))
	m.ratio("only changes, schemas, one processor / two, wall", "changes on 1", "changes on 2", wall, atLeast(1.7))
	m.ratio("mix, encoding/json into any / schemas, CPU", "encoding-json", "mix exact", cpu, atLeast(5))
	for _, format := range formats {
		m.ratio("mix, format "+format.name+" / human, CPU", "mix as "+format.name, "mix exact", cpu, atMost(format.most))
		m.ratio("mix, format "+format.name+" / human, peak memory", "mix as "+format.name, "mix exact", peak, goal{})
	}
	m.ratio("mix, redact / human, CPU", "redact", "mix exact", cpu, atMost(1.5))
	large := s.mb >= 1000
	m.ratio("mix, encoding/json into any / schemas, peak memory", "encoding-json", "mix exact", peak, limitIf(large, atLeast(90)))
	m.ratio("mix, sonic into any / schemas, CPU", "sonic", "mix exact", cpu, goal{})
	m.ratio("mix, jq -c . / schemas, CPU", "jq", "mix exact", cpu, atLeast(12))
	m.ratio("mix, jq -c . / schemas, peak memory", "jq", "mix exact", peak, goal{})
	for _, from := range []struct {
		what, key string
		most      float64
	}{{"a file", "mix exact", 64}, {"a pipe", "mix pipe exact", 80}, {"a file, no schemas", "mix bare", 64}, {"a pipe, no schemas", "mix pipe bare", 80}} {
		s.figure("mix of "+size+" from "+from.what+", peak memory", m.results[from.key].peak, "MiB", atMost(from.most))
	}
	for _, format := range []string{"json", "jsonl"} {
		s.figure("mix of "+size+" as "+format+", peak memory", m.results["mix as "+format].peak, "MiB", limitIf(large, atMost(96)))
	}
	if !large {
		return nil
	}
	return s.grown(m.results["mix exact"].peak, m.results["mix pipe exact"].peak, schemas)
}

// grown compares the peak memory of the large plan with that of one of 100 MB.
func (s *session) grown(file, pipe float64, schemas string) error {
	name, err := s.file("mix", 100)
	if err != nil {
		return err
	}
	m := s.together()
	m.add("file", s.show(schemas, name))
	piped := s.show(schemas, "-")
	piped.in = name
	m.add("pipe", piped)
	if err := m.run("The usual mix, 100 MB"); err != nil {
		return err
	}
	s.figure(fmt.Sprintf("mix from a file, peak memory of %d MB / 100 MB", s.mb), file/m.results["file"].peak, "", atMost(1.3))
	s.figure(fmt.Sprintf("mix from a pipe, peak memory of %d MB / 100 MB", s.mb), pipe/m.results["pipe"].peak, "", atMost(1.3))
	return nil
}

// limitIf returns the goal if it applies.
func limitIf(applies bool, g goal) goal {
	if applies {
		return g
	}
	return goal{}
}

// single is a plan with one large value, and what is to be reached for it.
type single struct {
	what   string
	input  string
	n      int
	bare   bool    // without schemas
	ms     float64 // CPU time
	mib    float64 // peak memory
	files  float64 // peak memory, in sizes of the file
	double bool    // a plan of twice the size should take twice the time
}

// linear is by how much the time may grow if the size doubles.
const linear = 2.3

func singles() []single {
	return []single{
		{what: "list of 10,000 strings, 10% changed", input: "list-changed", n: 10_000, ms: 20, mib: 16},
		{what: "list of 10,000 strings, shuffled", input: "list-shuffled", n: 10_000, ms: 20, mib: 16},
		{what: "list of 10,000 strings of 8 values", input: "list-repeated", n: 10_000, ms: 20, mib: 16},
		{what: "set of 10,000 objects, 5% changed", input: "set", n: 10_000, ms: 50},
		{what: "heredoc of 1,000,000 lines, one inserted on top", input: "lines-inserted", n: 1_000_000, ms: 500, files: 4},
		{what: "heredoc of 200,000 lines, all different", input: "lines-different", n: 200_000, ms: 500, files: 4},
		{what: "heredoc of 200,000 lines of 8 values", input: "lines-repeated", n: 200_000, ms: 300},
		{what: "8,000 relevant paths in a map", input: "relevant-paths", n: 8000, double: true},
		{what: "8,000 replace paths in a map", input: "replace-paths", n: 8000, double: true},
		{what: "another unknown attribute in each of 1,000 resources", input: "unknown-attributes", n: 1000, double: true},
		{what: "another unknown attribute in each of 1,000 resources, no schemas", input: "unknown-attributes", n: 1000, bare: true, double: true},
		{what: "JSON string of 5 MB, one key changed", input: "json-string", n: 5_000_000, ms: 200, files: 6},
		{what: "one resource of 200 MB, no schemas", input: "huge-resource", n: 200, bare: true, files: 3},
		{what: "map of 1,000,000 keys, no schemas", input: "huge-map", n: 1_000_000, bare: true, files: 3},
		{what: "100,000 outputs, no schemas", input: "outputs", n: 100_000, bare: true, ms: 250},
	}
}

// values measures plans that have one large value.
func (s *session) values() error {
	schemas, err := s.file("schemas", 0)
	if err != nil {
		return err
	}
	m := s.together()
	size := map[string]float64{} // MiB
	add := func(key string, one single, n int) error {
		name, err := s.file(one.input, n)
		if err != nil {
			return err
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		size[key] = float64(info.Size()) / (1 << 20)
		if one.bare {
			m.add(key, s.show(name))
		} else {
			m.add(key, s.show("--schemas="+schemas, name))
		}
		return nil
	}
	for _, one := range singles() {
		n := s.small(one.n)
		if err := add(one.what, one, n); err != nil {
			return err
		}
		if one.double {
			if err := add(one.what+" x 2", one, 2*n); err != nil {
				return err
			}
		}
	}
	if err := m.run("Plans with one large value"); err != nil {
		return err
	}
	for _, one := range singles() {
		r := m.results[one.what]
		s.figure(one.what+", CPU", r.cpu*1000, "ms", atMost(one.ms))
		if one.mib > 0 {
			s.figure(one.what+", peak memory", r.peak, "MiB", atMost(one.mib))
		}
		if one.files > 0 {
			s.figure(one.what+", peak memory / file", r.peak/size[one.what], "", atMost(one.files))
		}
		if one.double {
			m.ratio(one.what+", twice as many / as many, CPU", one.what+" x 2", one.what, cpu, atMost(linear))
		}
	}
	return nil
}

// start measures small plans, with the schemas of large providers.
func (s *session) start() error {
	small, err := s.file("outputs", 1)
	if err != nil {
		return err
	}
	type provider struct {
		what, file  string
		flag, cache goal
	}
	providers := []provider{
		{"schemas generated like AWS's", "many-types.json.gz", atMost(20), atMost(15)},
		{"schemas generated like Google's", "long-texts.json.gz", atMost(30), atMost(15)},
	}
	for i := range providers {
		if providers[i].file, err = s.file(providers[i].file, max(1, s.small(100))); err != nil {
			return err
		}
	}
	if s.schemas != "" {
		real, err := filepath.Glob(filepath.Join(s.schemas, "*.json.gz"))
		if err != nil {
			return err
		}
		for _, name := range real {
			p := provider{what: strings.TrimSuffix(filepath.Base(name), ".json.gz"), cache: atMost(15)}
			if p.file, err = filepath.Abs(name); err != nil {
				return err
			}
			switch {
			case strings.Contains(p.what, "aws"):
				p.flag = atMost(20)
			case strings.Contains(p.what, "google"):
				p.flag = atMost(30)
			}
			providers = append(providers, p)
		}
	}
	m := s.together()
	m.add("none", s.show(small))
	for _, p := range providers {
		plan, err := s.file(p.file, 0)
		if err != nil {
			return err
		}
		// Each provider has a cache of its own.
		cache := "XDG_CACHE_HOME=" + filepath.Join(s.dir, "cache of "+p.what)
		add := s.show()
		add.args = []string{s.planfmt, "schemas", "add", p.file}
		add.hidden = append(add.hidden, cache)
		if _, err := add.run(); err != nil {
			return fmt.Errorf("%s: %w", add, err)
		}
		empty := s.show("--schemas="+p.file, plan)
		m.add(p.what, empty)
		cached := s.show(plan)
		cached.hidden = append(cached.hidden, cache)
		m.add(p.what+" cached", cached)
	}
	if err := m.run("Small plans, with the schemas of a provider, by flag and from the cache"); err != nil {
		return err
	}
	s.figure("start without schemas, CPU", m.results["none"].cpu*1000, "ms", atMost(9))
	for _, p := range providers {
		s.figure("start, --schemas, "+p.what+", CPU", m.results[p.what].cpu*1000, "ms", p.flag)
		s.figure("start, cache, "+p.what+", CPU", m.results[p.what+" cached"].cpu*1000, "ms", p.cache)
	}
	return nil
}

// terraform compares with terraform show, where that is installed.
func (s *session) terraform() error {
	if _, err := exec.LookPath("terraform"); err != nil {
		fmt.Fprintln(s.out, "\nterraform is not installed, not compared")
		return nil
	}
	files, err := terraformPlan(s.dir, s.resources)
	if err != nil {
		return err
	}
	m := s.together()
	m.add("planfmt", s.show("--schemas="+files.schemas, files.json))
	m.add("show", command{args: []string{"terraform", "show", "-no-color", files.plan}, dir: files.dir})
	m.add("json", command{args: []string{"terraform", "show", "-json", files.plan}, dir: files.dir})
	if err := m.run(fmt.Sprintf("A plan of %d resources by terraform", s.resources)); err != nil {
		return err
	}
	m.ratio("plan by terraform, terraform show / planfmt, CPU", "show", "planfmt", cpu, goal{})
	m.ratio("plan by terraform, terraform show / planfmt, peak memory", "show", "planfmt", peak, goal{})
	return nil
}
