package schema

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"

	"github.com/planfmt/planfmt/jsonplan"
)

// Set holds provider schemas by what they are for. It keeps the text of a
// schema and decodes it when it is first asked for, so that a file of all
// schemas of a large provider costs what the types in use cost.
//
// A Set is safe for use by several goroutines once it is loaded.
type Set struct {
	mu      sync.Mutex
	entries map[ID]*entry
}

type entry struct {
	source string // of which file
	raw    []byte
	block  *Block
	err    error
}

// Load adds the schemas of a document, the output of `terraform providers
// schema -json`, plain or compressed with gzip. A schema that the set already
// has stays. The error says what is wrong with the document and where in it;
// name is what it is called in later errors, about one of its types.
func (s *Set) Load(name string, r io.Reader) error {
	text, err := readAll(r)
	if err != nil {
		return err
	}
	found, err := index(text)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries == nil {
		s.entries = map[ID]*entry{}
	}
	for _, f := range found {
		if _, ok := s.entries[f.id]; !ok {
			s.entries[f.id] = &entry{source: name, raw: f.raw}
		}
	}
	return nil
}

// readAll reads a document, uncompressing it where it is compressed and
// leaving out a byte order mark.
func readAll(r io.Reader) ([]byte, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	if magic, _ := br.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, fmt.Errorf("not a gzip file: %w", err)
		}
		r = z
	} else {
		r = br
	}
	var buf bytes.Buffer
	if _, err := buf.ReadFrom(r); err != nil {
		return nil, err
	}
	return bytes.TrimPrefix(buf.Bytes(), []byte("\ufeff")), nil
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
			e.err = fmt.Errorf("%s: the schema of %s %s: %w", e.source, id.Kind, id.Type, err)
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

type found struct {
	id  ID
	raw []byte
}

// index finds the schemas in a document without a look into them.
func index(text []byte) ([]found, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, fmt.Errorf("the file is empty; want the output of `terraform providers schema -json`")
	}
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("not UTF-8 text; want the output of `terraform providers schema -json`")
	}
	var out []found
	sc := scanner{text: text}
	isSchema := false
	err := sc.object(func(key string) error {
		if key != "provider_schemas" {
			if key == "format_version" {
				isSchema = true
			}
			return sc.skip()
		}
		isSchema = true
		return sc.object(func(provider string) error {
			return sc.object(func(section string) error {
				var kind Kind
				switch section {
				case "resource_schemas":
					kind = Resource
				case "data_source_schemas":
					kind = DataSource
				case "action_schemas":
					kind = Action
				default:
					return sc.skip()
				}
				return sc.object(func(typ string) error {
					start := sc.pos
					if err := sc.skip(); err != nil {
						return err
					}
					out = append(out, found{ID{provider, kind, typ}, text[start:sc.pos:sc.pos]})
					return nil
				})
			})
		})
	})
	if err == nil {
		sc.space()
		if sc.pos < len(text) {
			err = sc.errorf("something follows the document")
		}
	}
	if err != nil {
		return nil, err
	}
	if len(out) == 0 && !isSchema || isPlan(text) {
		return nil, fmt.Errorf("not provider schemas: want the output of `terraform providers schema -json`")
	}
	return out, nil
}

// isPlan reports whether a document has what plans have.
func isPlan(text []byte) bool {
	sc := scanner{text: text}
	plan := false
	_ = sc.object(func(key string) error {
		switch key {
		case "resource_changes", "planned_values", "output_changes", "values":
			plan = true
		case "provider_schemas":
			plan = false
			return io.EOF
		}
		return sc.skip()
	})
	return plan
}

// scanner finds its way through JSON by brackets and quotes. What it skips is
// not checked; what is used is parsed later.
type scanner struct {
	text []byte
	pos  int
}

func (s *scanner) errorf(format string, args ...any) error {
	return &jsonplan.SyntaxError{Offset: int64(s.pos), Msg: fmt.Sprintf(format, args...)}
}

func (s *scanner) space() {
	for s.pos < len(s.text) && (s.text[s.pos] == ' ' || s.text[s.pos] == '\n' || s.text[s.pos] == '\r' || s.text[s.pos] == '\t') {
		s.pos++
	}
}

func (s *scanner) want(c byte) error {
	s.space()
	if s.pos >= len(s.text) {
		return s.errorf("the file ends in the middle of the document")
	}
	if s.text[s.pos] != c {
		return s.errorf("want %q, have %q", c, s.text[s.pos])
	}
	s.pos++
	return nil
}

// object calls member with the name of each member of an object, at the start
// of its value; member has to move past it. A null is an object without members.
func (s *scanner) object(member func(string) error) error {
	s.space()
	if bytes.HasPrefix(s.text[s.pos:], []byte("null")) {
		s.pos += 4
		return nil
	}
	if err := s.want('{'); err != nil {
		return err
	}
	s.space()
	if s.pos < len(s.text) && s.text[s.pos] == '}' {
		s.pos++
		return nil
	}
	for {
		s.space()
		start := s.pos
		if err := s.want('"'); err != nil {
			return err
		}
		if err := s.str(); err != nil {
			return err
		}
		name := jsonplan.Of(string(s.text[start:s.pos])).Text()
		if err := s.want(':'); err != nil {
			return err
		}
		s.space()
		if err := member(name); err != nil {
			return err
		}
		s.space()
		if s.pos < len(s.text) && s.text[s.pos] == ',' {
			s.pos++
			continue
		}
		return s.want('}')
	}
}

// str moves past a string, from behind its opening quote.
func (s *scanner) str() error {
	for {
		i := bytes.IndexByte(s.text[s.pos:], '"')
		if i < 0 {
			s.pos = len(s.text)
			return s.errorf("the file ends in the middle of the document")
		}
		s.pos += i + 1
		back := 0
		for s.text[s.pos-2-back] == '\\' {
			back++
		}
		if back%2 == 0 {
			return nil
		}
	}
}

// skip moves past a value.
func (s *scanner) skip() error {
	depth := 0
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		switch c {
		case '"':
			s.pos++
			if err := s.str(); err != nil {
				return err
			}
			if depth == 0 {
				return nil
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return nil
			}
			if depth--; depth == 0 {
				s.pos++
				return nil
			}
		case ',':
			if depth == 0 {
				return nil
			}
		}
		s.pos++
	}
	if depth > 0 {
		return s.errorf("the file ends in the middle of the document")
	}
	return nil
}
