// Command knownfacts writes the table of package internal/know/facts. It downloads npm
// packages that are generated from provider schemas, and takes from them which
// keys are blocks and what types the attributes have, and nothing else. It is
// run by hand; see README.md.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/planfmt/planfmt/internal/know/facts"
)

const usage = `knownfacts build [-packages packages.txt] [-cache DIR] [-o FILE]   write the table
knownfacts measure [-table FILE] [-v] SCHEMAS...                  compare it with provider schemas
knownfacts words [-table FILE] [-without PROVIDER] SCHEMAS...     write which words in names mean a block
knownfacts guesses [-table FILE] [-apart] SCHEMAS...              measure how well names distinguish blocks
knownfacts show [-table FILE] PROVIDER TYPE                       print the facts about a type
knownfacts list [-table FILE]                                     print the packages in the table
`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "knownfacts:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("missing command\n%s", usage)
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	packages := flags.String("packages", "packages.txt", "the list of packages")
	cache := flags.String("cache", "", "the directory for downloads")
	out := flags.String("o", "../../../internal/know/facts/facts.bin", "the table to write")
	table := flags.String("table", "../../../internal/know/facts/facts.bin", "the table to read")
	apart := flags.Bool("apart", false, "derive the words for each provider from all the others")
	without := flags.String("without", "", "the provider to leave out when counting words")
	wordsOut := flags.String("words", "../../../internal/know/infer/words.go", "the file of words to write")
	verbose := flags.Bool("v", false, "print each difference")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "build":
		return build(*packages, *cache, *out)
	case "measure":
		return measure(*table, flags.Args(), *verbose)
	case "guesses":
		return guesses(*table, flags.Args(), *apart)
	case "words":
		return words(*table, *wordsOut, *without, flags.Args())
	case "show":
		return show(*table, flags.Args())
	case "list":
		t, err := load(*table)
		if err != nil {
			return err
		}
		for _, v := range t.Versions() {
			fmt.Printf("%s@%s\t%s %s\n", v.Package, v.Version, v.Provider, v.Release)
		}
		return nil
	}
	return fmt.Errorf("unknown command %q\n%s", args[0], usage)
}

func build(list, cache, out string) error {
	specs, err := readList(list)
	if err != nil {
		return err
	}
	if cache == "" {
		if cache, err = os.MkdirTemp("", "knownfacts"); err != nil {
			return err
		}
		defer os.RemoveAll(cache)
	}
	var addresses []string
	packages := map[string][]facts.Provider{}
	for _, spec := range specs {
		file, err := fetch(spec, cache)
		if err != nil {
			return err
		}
		p, problems, err := read(spec, file)
		if err != nil {
			return fmt.Errorf("%s: %w", spec, err)
		}
		for _, problem := range problems {
			fmt.Fprintf(os.Stderr, "%s: %s\n", spec, problem)
		}
		fmt.Printf("%s\t%s %s\t%d types\n", spec, p.Address, p.Sources[0].Release, len(p.Entries))
		if packages[p.Address] == nil {
			addresses = append(addresses, p.Address)
		}
		packages[p.Address] = append(packages[p.Address], p)
	}
	var providers []facts.Provider
	for _, address := range addresses {
		if err := check(packages[address]); err != nil {
			return err
		}
		providers = append(providers, merge(packages[address]))
	}
	data, err := facts.Encode(providers)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", out, len(data))
	return os.WriteFile(out, data, 0o644)
}

// readList reads the lines of a file, except for comments and empty lines.
func readList(name string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []string
	in := bufio.NewScanner(f)
	for in.Scan() {
		line, _, _ := strings.Cut(in.Text(), "#")
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all, in.Err()
}

func load(name string) (*facts.Table, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return facts.Decode(data)
}

func show(table string, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("show takes a provider and a type")
	}
	t, err := load(table)
	if err != nil {
		return err
	}
	var p printer
	for _, v := range t.Versions() {
		if v.Provider == facts.Address(args[0]) {
			p = append(p, v)
		}
	}
	found := false
	for _, kind := range []facts.Kind{facts.Resource, facts.DataSource} {
		if b, ok := t.Lookup(args[0], kind, args[1]); ok {
			found = true
			in := ""
			if b.Releases != 0 {
				in = " " + p.releases(b.Releases)
			}
			fmt.Printf("%s %s%s\n", kind, args[1], in)
			p.block(b, "  ")
		}
	}
	if !found {
		return fmt.Errorf("show: nothing is known about %s %s", args[0], args[1])
	}
	return nil
}

// printer prints blocks. If only some releases have a key, it prints these.
type printer []facts.Source

func (p printer) block(b *facts.Block, indent string) {
	if b == nil {
		fmt.Printf("%s(unknown)\n", indent)
		return
	}
	for _, m := range b.Members {
		if m.Variants == nil {
			p.member(m, m.Releases, indent)
		}
		for _, v := range m.Variants {
			p.member(facts.Member{Name: m.Name, Form: v.Form, Guess: v.Guess, Type: v.Type, Nesting: v.Nesting, Block: v.Block}, v.Releases, indent)
		}
	}
}

func (p printer) member(m facts.Member, in facts.Releases, indent string) {
	mark := ""
	if m.Guess {
		mark = " ?"
	}
	if in != 0 {
		mark += " " + p.releases(in)
	}
	if m.Form == facts.FormAttribute {
		fmt.Printf("%s%s = %s%s\n", indent, m.Name, m.Type, mark)
		for t := m.Type; t != nil; t = t.Elem {
			if t.Object != nil {
				p.block(t.Object, indent+"  ")
			}
		}
		return
	}
	fmt.Printf("%s%s: %s, %s%s\n", indent, m.Name, m.Form, m.Nesting, mark)
	p.block(m.Block, indent+"  ")
}

func (p printer) releases(in facts.Releases) string {
	var all []string
	for i, s := range p {
		if in>>i&1 != 0 {
			all = append(all, s.Release)
		}
	}
	return "[" + strings.Join(all, " ") + "]"
}
