package schema

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
)

// Set holds provider schemas by what they are for. It keeps the text of a
// schema and decodes it when it is first asked for, so that a file of all
// schemas of a large provider costs what the types in use cost.
//
// A Set is safe for use by several goroutines once it is loaded.
type Set struct {
	// Want, when set, says of which schemas Load keeps anything: the set has
	// no others.
	Want func(ID) bool

	mu      sync.Mutex
	entries map[ID]*entry
	format  string
}

// FormatVersion is the format_version of the document that was loaded last,
// empty if it does not say.
func (s *Set) FormatVersion() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.format
}

type entry struct {
	source string // of which file
	raw    []byte
	block  *Block
	err    error
}

// Load adds the schemas of a document, the output of `terraform providers
// schema -json`, plain or compressed with gzip, as UTF-8 or UTF-16. A schema
// that the set already has stays. The document is read as a stream, and only
// the text of schemas is kept. The error says what is wrong with the document
// and where; name is what it is called in errors.
func (s *Set) Load(name string, r io.Reader) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	name = plans.SpellName(name)
	loaded := map[ID]*entry{}
	version, err := index(r, func(id ID, raw []byte) {
		if (s.Want == nil || s.Want(id)) && loaded[id] == nil && s.entries[id] == nil {
			loaded[id] = &entry{source: name, raw: bytes.Clone(raw)}
		}
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.format = version
	if s.entries == nil {
		s.entries = loaded
	} else {
		maps.Copy(s.entries, loaded)
	}
	return nil
}

// text is a document as UTF-8 text, uncompressed where it is compressed.
func text(r io.Reader) (io.Reader, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	if magic, _ := br.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, fmt.Errorf("not a gzip file: %w", err)
		}
		br = bufio.NewReaderSize(z, 64<<10)
	}
	return jsonplan.UTF8(br), nil
}

// Lookup is the schema with an ID, nil where the set has none. An error says
// that it has one which cannot be understood.
func (s *Set) Lookup(id ID) (*Block, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.entries[id]
	if e == nil {
		return nil, nil
	}
	if e.raw != nil {
		v, err := new(jsonplan.Parser).Parse(e.raw)
		if err == nil {
			e.block, err = DecodeBlock(v.Get("block"))
		}
		if err != nil {
			e.err = fmt.Errorf("%s: the schema of %s: %w", e.source, id.Name(), err)
		}
		e.raw = nil
	}
	return e.block, e.err
}

// Has reports whether the set has a schema with the ID.
func (s *Set) Has(id ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entries[id] != nil
}

// Len is the number of schemas.
func (s *Set) Len() int { return len(s.entries) }

// IDs are what the set has schemas for, sorted.
func (s *Set) IDs() []ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Keys(s.entries), ID.Compare)
}

// index calls found with each schema in a document, whose bytes are good during
// the call only.
func index(r io.Reader, found func(ID, []byte)) (version string, err error) {
	r, err = text(r)
	if err != nil {
		return "", err
	}
	sc := newScanner(r)
	switch c := sc.next(); {
	case !sc.more() && sc.err == io.EOF:
		return "", fmt.Errorf("the file is empty; want the output of `terraform providers schema -json`")
	case !sc.more():
		return "", readError(sc.err)
	case c != '{':
		return "", errNoSchemas
	}
	var schemas, versioned, plan bool
	err = sc.object(func(key string) error {
		switch key {
		case "provider_schemas":
			schemas = true
			return sc.providers(found)
		case "format_version":
			versioned = true
			sc.record()
			err := sc.skip()
			version = jsonplan.Of(string(sc.recorded())).Text()
			return err
		case "resource_changes", "planned_values", "output_changes", "values":
			plan = true
		}
		return sc.skip()
	})
	if err == nil {
		if sc.next(); sc.more() {
			err = sc.errorf("something follows the document")
		} else if sc.err != io.EOF {
			err = sc.err
		}
	}
	if err != nil {
		return "", readError(err)
	}
	if !schemas && (plan || !versioned) {
		return "", errNoSchemas
	}
	return version, nil
}

var errNoSchemas = errors.New("not provider schemas: want the output of `terraform providers schema -json`")

// readError words the errors of gzip.
func readError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the gzip data is cut off")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return fmt.Errorf("the gzip data is damaged: %w", err)
	}
	return err
}

// providers reads the value of provider_schemas.
func (s *scanner) providers(found func(ID, []byte)) error {
	return s.object(func(provider string) error {
		return s.object(func(section string) error {
			kind := slices.Index(sections[:], section)
			if kind < 0 {
				return s.skip()
			}
			return s.object(func(typ string) error {
				s.record()
				if err := s.skip(); err != nil {
					return err
				}
				found(ID{provider, Kind(kind), typ}, s.recorded())
				return nil
			})
		})
	})
}

// sections are the members of a provider that hold schemas, by Kind.
var sections = [...]string{Resource: "resource_schemas", DataSource: "data_source_schemas", Action: "action_schemas"}
