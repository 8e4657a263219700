package facts

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/internal/know/packed"
)

// Default returns the table that is compiled into the binary. The first look-up
// unpacks what it needs, and no more, for the whole process: a program that shows many plans
// unpacks it once. In a program built with the tag planfmt_no_facts, it is empty.
func Default() *Table { return shared() }

var shared = sync.OnceValue(func() *Table { return &Table{data: embedded} })

// Open returns the table in the text that [Encode] has written. Unlike [Decode], it does not check
// it, so that the first look-up is as fast as with [Default].
func Open(text string) *Table { return &Table{data: text} }

// Table is a table of facts. It is safe for concurrent use. If its bytes are
// damaged, it knows less, and [Table.Check] says where the damage is.
type Table struct {
	data string

	once    sync.Once
	header  []*section
	headErr error
}

// section is the part of the table for one provider.
type section struct {
	Address string
	Sources []Source
	table   *packed.Table
	index   int // the part of the table; those of the chunks follow

	once   sync.Once
	chunks []chunk
	types  []sectionPlace // sorted by name, then by kind
	err    error

	forms [len(kindNames)]formsOnce
}

// formsOnce is what [Table.Forms] returns for a kind.
type formsOnce struct {
	once sync.Once
	all  map[string]Forms
}

// sectionPlace says where in the section the facts about a type are.
type sectionPlace struct {
	name    string
	kind    Kind
	chunk   int
	ordinal int // among the types of the chunk
}

// chunk has some types, packed together.
type chunk struct {
	table *packed.Table
	part  int
	types int

	once  sync.Once
	roots []*Block
	err   error
}

// Decode returns the table in some bytes, after it has checked all of it. The
// error says where the bytes are not what [Encode] writes.
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

// Lookup returns what is known about a type. The provider is an address, with
// or without the registry's host. Only its namespace and name count, so a
// mirror of a provider is that provider, and a fork is not. Bare names as in
// Terraform 0.12 work, too.
//
// Members are as in the newest release that has them. If releases disagree, the
// member is a guess; [Table.LookupFor] can often tell.
func (t *Table) Lookup(provider string, kind Kind, typ string) (*Block, bool) {
	return t.section(provider).lookup(kind, typ)
}

func (s *section) lookup(kind Kind, typ string) (*Block, bool) {
	if s == nil || s.open() != nil {
		return nil, false
	}
	i, ok := slices.BinarySearchFunc(s.types, sectionPlace{name: typ, kind: kind}, comparePlaces)
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

// Knows reports whether the table has facts about any type of a provider.
func (t *Table) Knows(provider string) bool { return t.section(provider) != nil }

// Types returns the names of the types of a kind that begin with a prefix and "_", sorted, and the addresses of their providers. A
// provider whose name does not begin with the prefix is taken to have none. There may be more types in releases that the table
// does not have.
func (t *Table) Types(kind Kind, prefix string) (names, providers []string) {
	sections, err := t.sections()
	if err != nil {
		return nil, nil
	}
	for _, s := range sections {
		_, name, _ := strings.Cut(s.Address, "/")
		if !strings.HasPrefix(name, prefix) || s.open() != nil {
			continue
		}
		before := len(names)
		for _, p := range s.types {
			if p.kind == kind && strings.HasPrefix(p.name, prefix+"_") {
				names = append(names, p.name)
			}
		}
		if len(names) > before {
			providers = append(providers, s.Address)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), providers
}

// Versions returns the packages that the table was made from, sorted by the
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
	// Terraform 0.12 and earlier had names without namespaces. Later versions
	// may have added the namespace "-".
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

// Address returns a provider's address in lower case and without the registry's
// host: hashicorp/aws. OpenTofu's registry has builds of HashiCorp's providers
// under its own name; they count as the originals.
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

func comparePlaces(a, b sectionPlace) int {
	if c := strings.Compare(a.name, b.name); c != 0 {
		return c
	}
	return int(a.kind) - int(b.kind)
}
