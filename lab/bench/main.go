// Command bench measures planfmt and what one would use instead: jq, Go programs
// with encoding/json or sonic, and terraform show on a plan that terraform has
// made. It generates the inputs from a seed. It prints what each command took,
// and in the end a table of figures with their goals. docs/PERFORMANCE.md
// explains the figures.
//
// It is a separate module, so that what it compares with never reaches users of
// planfmt. It measures whole processes: the medians of their CPU time and the
// largest of their peak memory.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// options are the parsed flags.
type options struct {
	mb, runs, resources int
	seed                uint64
	quick               bool
	only                string
	planfmt, schemas    string
}

func main() {
	var opts options
	flag.IntVar(&opts.mb, "mb", 100, "megabytes of each of the large plans; 1000 for a gigabyte")
	flag.IntVar(&opts.runs, "runs", 5, "counted runs of each command")
	flag.IntVar(&opts.resources, "resources", 2000, "resources of the plan that terraform makes")
	flag.Uint64Var(&opts.seed, "seed", 1, "`seed` of the generated inputs")
	flag.BoolVar(&opts.quick, "quick", false, "run everything once, with small inputs, only to see that it works")
	flag.StringVar(&opts.only, "only", "", "run only this `section`: plans, values, start, policies, annotations, graph, view, many or terraform")
	flag.StringVar(&opts.planfmt, "planfmt", "", "measure this `program`, instead of one built from the source")
	flag.StringVar(&opts.schemas, "schemas", "", "also start with the schemas in this `directory` (*.json.gz)")
	dir := flag.String("generate", "", "only write plan.json, the usual mix, and schemas.json to this `directory`")
	name := flag.String("input", "", "only write the input with this `name` to standard output; -n is its size")
	n := flag.Int("n", 0, "size of the -input: megabytes or elements, see inputs in single.go")
	flag.Parse()
	run := func() error { return bench(os.Stdout, opts) }
	switch {
	case flag.NArg() > 0:
		run = func() error { return fmt.Errorf("unexpected argument %q", flag.Arg(0)) }
	case *dir != "":
		run = func() error { return generate(*dir, opts) }
	case *name != "":
		run = func() error { return writeInput(os.Stdout, *name, opts.seed, *n) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// generate writes the plan of the usual mix and its schemas.
func generate(dir string, opts options) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for file, name := range map[string]string{"plan.json": "mix", "schemas.json": "schemas"} {
		f, err := os.Create(filepath.Join(dir, file))
		if err != nil {
			return err
		}
		if err := errors.Join(writeInput(f, name, opts.seed, opts.mb), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// writeInput writes a generated file. A name with a path is a file of schemas: it
// stands for a plan that needs them.
func writeInput(out io.Writer, name string, seed uint64, n int) error {
	w := bufio.NewWriterSize(out, 1<<20)
	if filepath.Base(name) != name {
		if err := writePlanFor(w, name); err != nil {
			return err
		}
		return w.Flush()
	}
	for _, in := range inputs() {
		if in.name == name {
			if err := in.write(w, newGenerator(seed), n); err != nil {
				return err
			}
			return w.Flush()
		}
	}
	return fmt.Errorf("no input is called %q", name)
}
