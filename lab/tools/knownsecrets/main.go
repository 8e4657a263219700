// Command knownsecrets writes the table in internal/know/secrets: which attributes of
// well-known providers are sensitive. It is run by hand; see README.md.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/secrets"
)

const usage = `usage:
  knownsecrets build [-o TABLE] [-list LIST] SCHEMAS...   write the table
  knownsecrets measure [-v] SCHEMAS...                    measure how good the rule on names is
  knownsecrets show [-table TABLE] TYPE                   print what the table has for a type
SCHEMAS are outputs of 'terraform providers schema -json', plain or gzipped.`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "knownsecrets:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("missing command\n%s", usage)
	}
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	table := flags.String("table", "../../../internal/know/secrets/secrets.bin", "the table to read")
	out := flags.String("o", "../../../internal/know/secrets/secrets.bin", "the table to write")
	list := flags.String("list", "written.txt", "the list of sensitive attributes that were written down by hand")
	verbose := flags.Bool("v", false, "list the secrets that the rule misses, and what it takes for secrets by mistake")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "build":
		return build(*out, *list, flags.Args())
	case "measure":
		return measure(os.Stdout, flags.Args(), *verbose)
	case "show":
		return show(*table, flags.Args())
	}
	return fmt.Errorf("unknown command %q\n%s", args[0], usage)
}

// build writes the table from the schemas and the list. If both have a type, an
// attribute is sensitive if either says so.
func build(out, list string, files []string) error {
	type key struct {
		name string
		kind secrets.Kind
	}
	types := map[key]secrets.Type{}
	for _, file := range files {
		providers, err := readSchemas(file)
		if err != nil {
			return err
		}
		for _, p := range providers {
			hidden, open := 0, 0
			for _, e := range p.types {
				t := e.known()
				types[key{e.name, e.kind}] = t
				hidden += len(t.Hidden)
				open += len(t.Open)
			}
			fmt.Printf("%s: %d types, %d sensitive attributes, %d that only look sensitive or have keys chosen by users\n", p.address, len(p.types), hidden, open)
		}
	}
	written, err := readList(list)
	if err != nil {
		return err
	}
	hidden := 0
	for _, e := range written {
		k := key{e.Name, e.Kind}
		t := types[k]
		t.Hidden = append(t.Hidden, e.Hidden...)
		t.Open = slices.DeleteFunc(append(t.Open, e.Open...), func(path string) bool { return slices.Contains(t.Hidden, path) })
		types[k] = t
		hidden += len(e.Hidden)
	}
	fmt.Printf("%s: %d types, %d sensitive attributes\n", list, len(written), hidden)
	var entries []secrets.Entry
	for k, t := range types {
		entries = append(entries, secrets.Entry{Name: k.name, Kind: k.kind, Type: t})
	}
	data, err := secrets.Encode(entries)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", out, len(data))
	return os.WriteFile(out, data, 0o644)
}

// readList reads a list. Each line has resource or data, a type, the paths of
// its sensitive attributes and, each after a -, the paths of attributes that
// only look sensitive.
func readList(name string) ([]secrets.Entry, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []secrets.Entry
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		line, _, _ := strings.Cut(in.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		kind, ok := map[string]secrets.Kind{"resource": secrets.Resource, "data": secrets.DataSource}[fields[0]]
		if !ok || len(fields) < 3 {
			return nil, fmt.Errorf("%s:%d: expected 'resource TYPE PATH...' or 'data TYPE PATH...'", name, n)
		}
		e := secrets.Entry{Name: fields[1], Kind: kind}
		for _, path := range fields[2:] {
			if open, ok := strings.CutPrefix(path, "-"); ok {
				e.Open = append(e.Open, open)
			} else {
				e.Hidden = append(e.Hidden, path)
			}
		}
		all = append(all, e)
	}
	return all, in.Err()
}

func show(table string, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("show takes one type\n%s", usage)
	}
	data, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	t, err := secrets.Decode(data)
	if err != nil {
		return err
	}
	for _, kind := range []secrets.Kind{secrets.Resource, secrets.DataSource} {
		known := t.Lookup(kind, args[0])
		for _, path := range known.Hidden {
			fmt.Printf("%c %s hidden %s\n", kind, args[0], path)
		}
		for _, path := range known.Open {
			fmt.Printf("%c %s open %s\n", kind, args[0], path)
		}
	}
	return nil
}
