package schema

import (
	"bufio"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/planfmt/planfmt/internal/base/ahead"
	"github.com/planfmt/planfmt/internal/base/utf"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Set holds provider schemas. It keeps the text of each schema and decodes it when
// it is first needed. So even for a large provider, only the types in use cost time.
//
// After loading, a Set is safe for concurrent use.
type Set struct {
	// Want, if set, selects the schemas that Load keeps. The set has no others.
	Want func(ID) bool
	// Limits are the limits for each document that is loaded. The zero value
	// stands for [DefaultLimits].
	Limits Limits

	mu      sync.Mutex
	entries map[ID]*setEntry // that of the newest release of the provider
	// providers are the schemas of the configurations of providers, by their addresses.
	providers map[string]*setEntry
	format    string
	texts     spool
}

// FormatVersion returns the format_version of the document loaded last, or empty if
// it has none.
func (s *Set) FormatVersion() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.format
}

type setEntry struct {
	Schema
	source string // the name of its file
	text   text   // empty once it is decoded
	err    error
	older  *setEntry // that of the next older release
}

// all yields the entry and those of older releases.
func (e *setEntry) all() iter.Seq[*setEntry] {
	return func(yield func(*setEntry) bool) {
		for ; e != nil && yield(e); e = e.older {
		}
	}
}

// has reports whether there is an entry of a release.
func (e *setEntry) has(release string) bool {
	for e := range e.all() {
		if e.Release == release {
			return true
		}
	}
	return false
}

// insert adds an entry after those of the same and of newer releases, and returns
// the newest.
func (e *setEntry) insert(added *setEntry) *setEntry {
	at := &e
	for *at != nil && CompareReleases((*at).Release, added.Release) >= 0 {
		at = &(*at).older
	}
	added.older, *at = *at, added
	return e
}

// Load adds the schemas of a document: the output of `terraform providers schema
// -json` or of [WriteBundle], in UTF-8 or UTF-16, plain or compressed with gzip. If
// the set already has a schema of the same release, it keeps that one. Load reads the
// document as a stream and keeps only the text of schemas. The error says what is
// wrong with the document and where; a Read of r may then still go on in the
// background. If the document exceeds the limits, it is a *LimitError. name is the
// document's name in errors.
func (s *Set) Load(name string, r io.Reader) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	name = plans.SpellName(name)
	loaded := map[ID]*setEntry{}
	texts, entries := pieces[byte]{most: 256 << 10}, pieces[setEntry]{most: 256}
	providers := map[string]*setEntry{}
	newEntry := func(release string, raw recording) *setEntry {
		e := &entries.take(1)[0]
		*e = setEntry{Schema: Schema{Release: release}, source: name}
		e.text = s.texts.keep(raw, texts.take)
		return e
	}
	version, err := scanSchemas(r, s.Limits.Or(DefaultLimits()), func(id ID, release string) func(recording) {
		before := loaded[id]
		if s.Want != nil && !s.Want(id) || before.has(release) || s.entries[id].has(release) {
			return nil
		}
		return func(raw recording) { loaded[id] = before.insert(newEntry(release, raw)) }
	}, func(provider, release string) func(recording) {
		before := providers[provider]
		if before.has(release) || s.providers[provider].has(release) {
			return nil
		}
		return func(raw recording) { providers[provider] = before.insert(newEntry(release, raw)) }
	})
	if flushed := s.texts.flush(); err == nil && flushed != nil {
		err = fmt.Errorf("the temporary file: %w", flushed)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.format = version
	s.addProviders(providers)
	if s.entries == nil {
		s.entries = loaded
		return nil
	}
	for id, newest := range loaded {
		for e := newest; e != nil; {
			older := e.older
			s.entries[id] = s.entries[id].insert(e)
			e = older
		}
	}
	return nil
}

// addProviders adds schemas of the configurations of providers.
func (s *Set) addProviders(loaded map[string]*setEntry) {
	if s.providers == nil {
		s.providers = loaded
		return
	}
	for address, newest := range loaded {
		for e := newest; e != nil; {
			older := e.older
			s.providers[address] = s.providers[address].insert(e)
			e = older
		}
	}
}

// Providers returns the addresses of the providers of whose configuration the set has a schema, sorted.
func (s *Set) Providers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.providers))
}

// Provider returns the schema of the configuration of a provider, that of the newest release. It is nil if there is
// none. Bundles and caches do not have these schemas.
func (s *Set) Provider(address string) (*Block, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.providers[address]
	if e == nil {
		return nil, nil
	}
	if e.text.isKept() {
		e.decode("the configuration of " + plans.SpellName(address))
	}
	return e.Block, e.err
}

// pieces allocates many short slices as parts of few long ones.
type pieces[T any] struct {
	most int // elements of a long slice, unless a short one is longer
	rest []T
	size int // of the last long slice
}

// take returns a slice of n elements.
func (p *pieces[T]) take(n int) []T {
	const least = 64
	if n > len(p.rest) {
		p.size = min(max(4*p.size, least), p.most)
		p.rest = make([]T, max(p.size, n))
	}
	taken := p.rest[:n:n]
	p.rest = p.rest[n:]
	return taken
}

// unpack returns a document as uncompressed UTF-8 text. If it is compressed, it is
// unpacked in the background, until stop is called.
func unpack(r io.Reader, limit int64) (plain io.Reader, stop func(), err error) {
	packed := bufio.NewReaderSize(r, 64<<10)
	stop = func() {}
	if magic, _ := packed.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(packed)
		if err != nil {
			return nil, nil, fmt.Errorf("not a gzip file: %w", err)
		}
		unpacked := ahead.NewReader(&limitedReader{r: z, limit: limit})
		plain, stop = unpacked, unpacked.Stop
	} else {
		plain = &limitedReader{r: packed, limit: limit}
	}
	return utf.Reader(bufio.NewReader(plain)), stop, nil
}

// Lookup returns every schema with an ID, the newest release first, or none. The
// error says that a schema cannot be decoded.
func (s *Set) Lookup(id ID) ([]Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Schema
	for e := range s.entries[id].all() {
		if e.text.isKept() {
			e.decode(id.Name())
		}
		if e.err != nil {
			return nil, e.err
		}
		found = append(found, e.Schema)
	}
	return found, nil
}

// decode decodes the schema. what is what it is about, for errors.
func (e *setEntry) decode(what string) {
	raw, err := e.text.read()
	var v values.Value
	if err == nil {
		v, err = new(values.Parser).Parse(raw)
	}
	if err == nil {
		e.Schema, err = DecodeSchema(v, e.Release)
	}
	if err != nil {
		e.err = fmt.Errorf("%s: the schema of %s: %w", e.source, what, err)
	}
	e.text = text{}
}

// Has reports whether the set has a schema with the ID.
func (s *Set) Has(id ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entries[id] != nil
}

// Len returns the number of types.
func (s *Set) Len() int { return len(s.entries) }

// ReleasesOf returns the provider versions for which the set has a type's schema,
// the newest first. An empty one stands for an unknown version.
func (s *Set) ReleasesOf(id ID) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for e := range s.entries[id].all() {
		all = append(all, e.Release)
	}
	return all
}

// IDs returns the IDs of all schemas in the set, sorted.
func (s *Set) IDs() []ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Keys(s.entries), ID.Compare)
}

// scanSchemas calls found for each schema of a type in a document, and configuration for each schema of the
// configuration of a provider. Either returns what is called with the schema, whose bytes are valid only during the
// call, or nil if nobody wants it.
func scanSchemas(r io.Reader, limits Limits, found func(id ID, release string) func(recording), configuration func(provider, release string) func(recording)) (version string, err error) {
	r, stop, err := unpack(r, limits.Size)
	if err != nil {
		return "", err
	}
	defer stop()
	doc := newReader(r, limits)
	switch c := doc.next(); {
	case !doc.more() && doc.err == io.EOF:
		return "", fmt.Errorf("the file is empty; expected the output of `terraform providers schema -json`")
	case !doc.more():
		return "", readError(doc.err)
	case c != '{':
		return "", errNoSchemas
	}
	var schemas, versioned, plan bool
	err = doc.object(func(key string) error {
		switch key {
		case "provider_schemas":
			schemas = true
			return doc.providers(found, configuration)
		case "format_version":
			versioned = true
			doc.record()
			err := doc.skip()
			version = values.Of(string(doc.recorded().text())).Text()
			return err
		case "resource_changes", "planned_values", "output_changes", "values":
			plan = true
		}
		return doc.skip()
	})
	if err == nil {
		if doc.next(); doc.more() {
			err = doc.errorf("the document is followed by something else")
		} else if doc.err != io.EOF {
			err = doc.err
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

var errNoSchemas = errors.New("not provider schemas; expected the output of `terraform providers schema -json`")

// readError replaces errors of gzip by clearer ones.
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
func (r *schemaReader) providers(found func(ID, string) func(recording), configuration func(provider, release string) func(recording)) error {
	return r.object(func(provider string) error {
		provider, release, _ := strings.Cut(provider, releaseMark)
		return r.object(func(section string) error {
			kind := slices.Index(sections[:], section)
			switch {
			case section == "provider":
				return r.schema(configuration(provider, release))
			case kind < 0:
				return r.skip()
			}
			return r.object(func(typ string) error {
				return r.schema(found(ID{provider, Kind(kind), typ}, release))
			})
		})
	})
}

// schema reads a schema and calls use with it, unless use is nil.
func (r *schemaReader) schema(use func(recording)) error {
	if use != nil {
		r.record()
	}
	if err := r.skip(); err != nil {
		return err
	}
	if r.types++; r.types > r.limits.Types {
		return &LimitError{TypesLimit, r.limits.Types}
	}
	if use != nil {
		use(r.recorded())
	}
	return nil
}

// sections are the names of a provider's members that hold schemas, by Kind.
var sections = [...]string{Resource: "resource_schemas", DataSource: "data_source_schemas", Action: "action_schemas"}
