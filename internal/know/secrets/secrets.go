// Package secrets knows which attributes hold secrets, for documents that do
// not say so and types without a provider schema: plans made before Terraform
// 0.15, states without marks, state files of any version.
//
// [Default] is a table of the types of well-known providers. It is compiled
// into the binary; lab/tools/knownsecrets writes it. For types and attributes that
// it lacks, names decide; see [Named]. A [Finder] searches the values of a
// resource and returns a tree of marks, as a document would have it.
//
// The package does not decide when to use it. If a document has marks, or the
// provider's own schema is available, these know better.
package secrets

import (
	_ "embed" // the table
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/know/packed"
)

//go:embed secrets.bin
var embedded string

// Default returns the table that is compiled into the binary. The first look-up
// unpacks it, for the whole process: it is small.
func Default() *Table { return shared() }

var shared = sync.OnceValue(func() *Table { return &Table{data: embedded} })

// Kind says what kind of type it is.
type Kind byte

// The kinds of types, as written in the table.
const (
	Resource   Kind = 'r'
	DataSource Kind = 'd'
)

// Type says what is known about a type, as paths of names without indexes, such
// as disk.key.
type Type struct {
	// Hidden lists attributes that are sensitive.
	Hidden []string
	// Open lists attributes that are not sensitive, including everything below
	// them, although their names or those of their members look like it.
	Open []string
}

// Entry is a type with its name.
type Entry struct {
	Name string // aws_db_instance; no two providers use the same name
	Kind Kind
	Type
}

// Table is a table of types. It is safe for concurrent use. Its form is that of
// [packed], with one part: a line of text for each type. A line has the name, the
// kind, the hidden paths, and the open paths with a - before each.
type Table struct {
	data string

	once  sync.Once
	lines []string // sorted by name and kind
	err   error
}

// Decode returns the table in some bytes. The error says where they are not
// what [Encode] writes.
func Decode(data []byte) (*Table, error) {
	t := &Table{data: string(data)}
	t.once.Do(t.open)
	return t, t.err
}

func (t *Table) open() {
	t.lines, t.err = unpack(t.data)
	if t.err != nil {
		t.err = fmt.Errorf("secrets: %w", t.err)
	}
}

func unpack(data string) ([]string, error) {
	table, err := packed.Open(data)
	if err != nil {
		return nil, err
	}
	text, err := table.Part(0)
	if err != nil || text == "" {
		return nil, err
	}
	whole, ok := strings.CutSuffix(text, "\n")
	if !ok {
		return nil, errors.New("cut off")
	}
	lines := strings.Split(whole, "\n")
	for i, line := range lines {
		if len(strings.Fields(line)) < 3 {
			return nil, fmt.Errorf("line %d: expected a type, a kind and paths", i+1)
		}
		if i > 0 && lineKey(lines[i-1]) >= lineKey(line) {
			return nil, fmt.Errorf("line %d: %q is not in order", i+1, lineKey(line))
		}
	}
	return lines, nil
}

// lineKey returns the name and the kind in a line.
func lineKey(line string) string {
	name, rest, _ := strings.Cut(line, " ")
	kind, _, _ := strings.Cut(rest, " ")
	return name + " " + kind
}

// Lookup returns what is known about a type, or nothing if the table does not
// have it.
func (t *Table) Lookup(kind Kind, name string) Type {
	t.once.Do(t.open)
	want := name + " " + string(rune(kind))
	i, ok := slices.BinarySearchFunc(t.lines, want, func(line, want string) int { return strings.Compare(lineKey(line), want) })
	if !ok {
		return Type{}
	}
	return parse(t.lines[i]).Type
}

// Entries returns all types of the table, sorted by name and kind.
func (t *Table) Entries() ([]Entry, error) {
	t.once.Do(t.open)
	var all []Entry
	for _, line := range t.lines {
		all = append(all, parse(line))
	}
	return all, t.err
}

func parse(line string) Entry {
	fields := strings.Fields(line)
	e := Entry{Name: fields[0], Kind: Kind(fields[1][0])}
	for _, path := range fields[2:] {
		if open, ok := strings.CutPrefix(path, "-"); ok {
			e.Open = append(e.Open, open)
		} else {
			e.Hidden = append(e.Hidden, path)
		}
	}
	return e
}

// Encode returns the table of some types. The same types give the same bytes,
// whatever their order. It leaves out types about which nothing is known.
func Encode(entries []Entry) ([]byte, error) {
	var lines []string
	for _, e := range entries {
		if len(e.Hidden)+len(e.Open) == 0 {
			continue
		}
		fields := []string{e.Name, string(rune(e.Kind))}
		fields = append(fields, slices.Compact(slices.Sorted(slices.Values(e.Hidden)))...)
		for _, path := range slices.Compact(slices.Sorted(slices.Values(e.Open))) {
			fields = append(fields, "-"+path)
		}
		for _, f := range fields {
			if f == "" || strings.ContainsAny(f, " \t\r\n") {
				return nil, fmt.Errorf("secrets: %s: %q cannot be written", e.Name, f)
			}
		}
		lines = append(lines, strings.Join(fields, " "))
	}
	sorted.Stable(lines, func(a, b string) int { return strings.Compare(lineKey(a), lineKey(b)) })
	data := packed.Encode([]string{strings.Join(append(lines, ""), "\n")})
	if _, err := Decode(data); err != nil {
		return nil, err
	}
	return data, nil
}
