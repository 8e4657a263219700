// Package cache keeps provider schemas in a directory of the user's, so that
// plans come out exact without a schema file on each command line.
//
// A [Dir] is such a directory. [Dir.Add] puts schemas in, [Dir.Lookup] finds
// those of a type at the price of that type. Each version of a provider has a
// file of its own, a zip archive with an entry for each type; a file is written
// aside and renamed, so that those who read see the old one or the new one,
// whole. What is broken is reported and taken for missing: a cache never fails a
// plan.
//
// The package chooses no directory and reads no clock and no environment.
package cache

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Dir is a cache in a directory, which need not exist. It is safe for use by
// several goroutines, and the directory by several processes.
type Dir struct {
	path string
	warn func(error)

	mu       sync.Mutex
	releases map[string][]*release // of the providers that were asked for, the newest first
}

// release is the file of a version of a provider, read.
type release struct {
	Entry
	files map[schema.ID]*zip.File
}

// Entry says what the cache has of a version of a provider.
type Entry struct {
	Format   int       `json:"format"`            // of the file
	Provider string    `json:"provider"`          // full address
	Version  string    `json:"version,omitempty"` // of the provider; empty where unknown
	Added    time.Time `json:"added"`

	Types map[schema.Kind]int `json:"-"` // how many of each kind
	File  string              `json:"-"`
}

// format is the format of the files that this package writes. Those of the
// first do not say which attributes are sensitive, so they are of no use.
const format = 2

var _ schema.Source = (*Dir)(nil)

// In is the cache in a directory. Nothing is read or written yet. warn is told
// once of each file that is broken; it may be nil.
func In(path string, warn func(error)) *Dir {
	if warn == nil {
		warn = func(error) {}
	}
	return &Dir{path: path, warn: warn, releases: map[string][]*release{}}
}

// Path is the directory.
func (d *Dir) Path() string { return d.path }

// FileError is what is wrong with a file of the cache.
type FileError struct {
	File string
	Err  error
}

// Error spells where, then what, and that it does no harm.
func (e *FileError) Error() string { return plans.SpellName(e.File) + ": ignored: " + e.Err.Error() }

// Unwrap gives the cause.
func (e *FileError) Unwrap() error { return e.Err }

// Has reports whether the cache has a schema with the ID.
func (d *Dir) Has(id schema.ID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(d.provider(id.Provider), func(r *release) bool { return r.files[id] != nil })
}

// Lookup is every schema with an ID, the newest version of the provider first;
// empty where the cache has none. A file that turns out to be broken is as good
// as none from then on; there is no error.
func (d *Dir) Lookup(id schema.ID) ([]schema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var found []schema.Schema
	for _, r := range slices.Clone(d.provider(id.Provider)) {
		if r.files[id] == nil {
			continue
		}
		s, err := decode(r.files[id], r.Version)
		if err != nil {
			d.warn(&FileError{r.File, fmt.Errorf("the schema of %s: %w", id.Name(), err)})
			d.releases[id.Provider] = slices.DeleteFunc(d.releases[id.Provider], func(o *release) bool { return o == r })
			continue
		}
		found = append(found, s)
	}
	return found, nil
}

func decode(f *zip.File, version string) (schema.Schema, error) {
	r, err := f.Open()
	if err != nil {
		return schema.Schema{}, err
	}
	defer r.Close()
	limit := schema.DefaultLimits().Token
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return schema.Schema{}, err
	}
	if int64(len(text)) > limit {
		return schema.Schema{}, &schema.LimitError{Kind: schema.TokenLimit, Limit: limit}
	}
	v, err := new(values.Parser).Parse(text)
	if err != nil {
		return schema.Schema{}, err
	}
	return schema.DecodeSchema(v, version)
}

// provider are the files of a provider, read once, the newest version first;
// those that are not whole are left out.
func (d *Dir) provider(address string) []*release {
	if all, ok := d.releases[address]; ok {
		return all
	}
	names, err := d.names()
	if err != nil {
		d.warn(err)
	}
	var all []*release
	for _, name := range names {
		stem, _, _ := strings.Cut(strings.TrimSuffix(name, suffix), versionMark)
		if isPart(name) || stem != escape(address) {
			continue
		}
		if r := d.release(name); r != nil {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *release) int { return schema.CompareReleases(b.Version, a.Version) })
	d.releases[address] = all
	return all
}

// release reads a file of the cache; nil if it is not whole or not what its name
// says, which is reported, or not there any more.
func (d *Dir) release(name string) *release {
	file := filepath.Join(d.path, name)
	r, err := read(file)
	if err == nil && d.file(r.Provider, r.Version) != file {
		err = fmt.Errorf("unexpected provider %s", plans.SpellName(strings.TrimSpace(r.Provider+" "+r.Version)))
	}
	switch {
	case err == nil:
		return r
	case !absent(err):
		d.warn(&FileError{file, err})
	}
	return nil
}

// absent reports whether a file is not there at all.
func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// read reads a provider's file, its table of contents only: the file as it is
// stays in memory, a tenth of the schemas in it.
func read(name string) (*release, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	p := &release{files: make(map[schema.ID]*zip.File, len(z.File))}
	if err := json.Unmarshal([]byte(z.Comment), &p.Entry); err != nil {
		return nil, errors.New("not a cache file")
	}
	if p.Format != format {
		return nil, errors.New("written by a different version of planfmt; to add the schemas again, run 'planfmt schemas add'")
	}
	p.File, p.Types = name, map[schema.Kind]int{}
	for _, f := range z.File {
		prefix, typ, _ := strings.Cut(f.Name, "/")
		for kind, name := range folders {
			if name == prefix {
				p.files[schema.ID{Provider: p.Provider, Kind: schema.Kind(kind), Type: typ}] = f
				p.Types[schema.Kind(kind)]++
			}
		}
	}
	return p, nil
}

// folders are where an archive has the types of each kind.
var folders = [...]string{schema.Resource: "resource", schema.DataSource: "data", schema.Action: "action"}

const (
	suffix      = ".zip"
	versionMark = "@" // between a provider and its version; no escaped name has it
)

// file is the name of the file of a version of a provider. Different ones have
// different names, also where case does not count in them.
func (d *Dir) file(address, version string) string {
	name := escape(address)
	if version != "" {
		name += versionMark + escape(version)
	}
	return filepath.Join(d.path, name+suffix)
}

func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_', c == '.' && i > 0:
			b.WriteByte(c)
		case c == '/':
			b.WriteByte('+')
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
