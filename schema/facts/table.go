package facts

import (
	_ "embed" // the table
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed facts.bin
var embedded string

// Default is the table that is compiled into the binary. Nothing is unpacked
// before the first look-up, and then only what the look-up needs.
func Default() *Table { return &Table{data: embedded} }

// Table is a table of facts. It is safe for concurrent use. A table whose
// bytes are damaged knows less: [Table.Check] says where the damage is.
type Table struct {
	data string

	once    sync.Once
	header  []*section
	headErr error
}

// section is one provider's part of the table.
type section struct {
	Address string
	Sources []Source
	packed  string // index and chunks
	indexed int    // length of the packed index
	raw     int    // length of the unpacked index

	once   sync.Once
	chunks []chunk
	types  []place // sorted by name, then by kind
	err    error
}

// place says where the facts of a type are.
type place struct {
	name    string
	kind    Kind
	chunk   int
	ordinal int // among the types of the chunk
}

// chunk is a packed run of types.
type chunk struct {
	packed string
	raw    int // length when unpacked
	types  int

	once  sync.Once
	roots []*Block
	err   error
}

// Decode is the table in some bytes, all of it checked: the error says where
// it is not what [Encode] writes.
func Decode(data []byte) (*Table, error) {
	t := &Table{data: string(data)}
	if err := t.Check(); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Table) sections() ([]*section, error) {
	t.once.Do(func() { t.header, t.headErr = decodeHeader(t.data) })
	return t.header, t.headErr
}

// Lookup is what is known of a type. The provider is an address, with or
// without the registry's host; namespace and name decide, so that a mirror of
// a provider is that provider, and a fork is not. The bare names of Terraform
// 0.12 are understood too.
//
// Members are as they are in the newest release that has them; where releases
// disagree, that is a guess. [Table.LookupFor] knows better.
func (t *Table) Lookup(provider string, kind Kind, typ string) (*Block, bool) {
	return t.section(provider).lookup(kind, typ)
}

func (s *section) lookup(kind Kind, typ string) (*Block, bool) {
	if s == nil || s.open() != nil {
		return nil, false
	}
	i, ok := slices.BinarySearchFunc(s.types, place{name: typ, kind: kind}, comparePlaces)
	if !ok {
		return nil, false
	}
	p := s.types[i]
	c := &s.chunks[p.chunk]
	if c.open() != nil {
		return nil, false
	}
	return c.roots[p.ordinal], true
}

// Knows reports whether the table has facts about a provider, whatever the
// type.
func (t *Table) Knows(provider string) bool { return t.section(provider) != nil }

// Versions are the packages that the table was made of, in the order of the
// providers' addresses.
func (t *Table) Versions() []Source {
	sections, err := t.sections()
	if err != nil {
		return nil
	}
	var all []Source
	for _, s := range sections {
		all = append(all, s.Sources...)
	}
	return all
}

// Providers unpacks the whole table.
func (t *Table) Providers() ([]Provider, error) {
	sections, err := t.sections()
	if err != nil {
		return nil, err
	}
	all := make([]Provider, 0, len(sections))
	for _, s := range sections {
		if err := s.open(); err != nil {
			return nil, fmt.Errorf("facts: %s: %w", s.Address, err)
		}
		p := Provider{Address: s.Address, Sources: s.Sources}
		for _, at := range s.types {
			c := &s.chunks[at.chunk]
			if err := c.open(); err != nil {
				return nil, fmt.Errorf("facts: %s: %s %s: %w", s.Address, at.kind, at.name, err)
			}
			p.Entries = append(p.Entries, Entry{Name: at.name, Kind: at.kind, Block: c.roots[at.ordinal]})
		}
		all = append(all, p)
	}
	return all, nil
}

func (t *Table) section(provider string) *section {
	sections, err := t.sections()
	if err != nil {
		return nil
	}
	address := Address(provider)
	i, ok := slices.BinarySearchFunc(sections, address, func(s *section, a string) int {
		return strings.Compare(s.Address, a)
	})
	if ok {
		return sections[i]
	}
	// Terraform 0.12 and before had names without namespaces, of which a
	// later one may have made "-".
	if namespace, name, ok := strings.Cut(address, "/"); !ok || namespace == "-" {
		if !ok {
			name = namespace
		}
		for _, s := range sections {
			if strings.HasSuffix(s.Address, "/"+name) {
				return s
			}
		}
	}
	return nil
}

// Address is a provider's address without the registry's host, in lower case:
// hashicorp/aws. OpenTofu's registry has providers of HashiCorp's that were
// built again under its own name; they are taken for what they are built from.
func Address(provider string) string {
	parts := strings.Split(strings.ToLower(provider), "/")
	if len(parts) > 2 {
		if parts[0] == "registry.opentofu.org" && parts[1] == "opentofu" {
			parts[1] = "hashicorp"
		}
		parts = parts[len(parts)-2:]
	}
	return strings.Join(parts, "/")
}

func comparePlaces(a, b place) int {
	if c := strings.Compare(a.name, b.name); c != 0 {
		return c
	}
	return int(a.kind) - int(b.kind)
}
