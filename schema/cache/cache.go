// Package cache keeps provider schemas in a directory of the user's, so that
// plans come out exact without a schema file on each command line.
//
// A [Dir] is such a directory. [Dir.Add] puts schemas in, [Dir.Lookup] finds
// one at the price of that one. Each provider has a file of its own, a zip
// archive with an entry for each type; a file is written aside and renamed, so
// that those who read see the old one or the new one, whole. What is broken is
// reported and taken for missing: a cache never fails a plan.
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
	"strings"
	"sync"
	"time"

	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Dir is a cache in a directory, which need not exist. It is safe for use by
// several goroutines, and the directory by several processes.
type Dir struct {
	path string
	warn func(error)

	mu        sync.Mutex
	providers map[string]*provider // that were asked for; nil for those without a file
}

// provider is a provider's file, read.
type provider struct {
	Entry
	files map[schema.ID]*zip.File
}

// Entry says what the cache has of a provider.
type Entry struct {
	Provider string    `json:"provider"`          // full address
	Version  string    `json:"version,omitempty"` // of the provider; empty where unknown
	Added    time.Time `json:"added"`

	Types map[schema.Kind]int `json:"-"` // how many of each kind
	File  string              `json:"-"`
}

var _ schema.Source = (*Dir)(nil)

// In is the cache in a directory. Nothing is read or written yet. warn is told
// once of each file that is broken; it may be nil.
func In(path string, warn func(error)) *Dir {
	if warn == nil {
		warn = func(error) {}
	}
	return &Dir{path: path, warn: warn, providers: map[string]*provider{}}
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
	p := d.provider(id.Provider)
	return p != nil && p.files[id] != nil
}

// Lookup is the schema with an ID, nil where the cache has none. A file that
// turns out to be broken is as good as none from then on; there is no error.
func (d *Dir) Lookup(id schema.ID) (*schema.Block, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.provider(id.Provider)
	if p == nil || p.files[id] == nil {
		return nil, nil
	}
	block, err := decode(p.files[id])
	if err != nil {
		d.warn(&FileError{p.File, fmt.Errorf("the schema of %s: %w", id.Name(), err)})
		d.providers[id.Provider] = nil
		return nil, nil
	}
	return block, nil
}

func decode(f *zip.File) (*schema.Block, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	v, err := new(jsonplan.Parser).Parse(text)
	if err != nil {
		return nil, err
	}
	return schema.DecodeBlock(v.Get("block"))
}

// provider is the file of a provider, read once; nil where there is none or
// none that is whole.
func (d *Dir) provider(address string) *provider {
	if p, ok := d.providers[address]; ok {
		return p
	}
	p, err := read(d.file(address))
	if err == nil && p.Provider != address {
		err = fmt.Errorf("it is about the provider %s", plans.SpellName(p.Provider))
	}
	if err != nil {
		if !absent(err) {
			d.warn(&FileError{d.file(address), err})
		}
		p = nil
	}
	d.providers[address] = p
	return p
}

// absent reports whether a file is not there at all.
func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// read reads a provider's file, its table of contents only: the file as it is
// stays in memory, a tenth of the schemas in it.
func read(name string) (*provider, error) {
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
	p := &provider{files: make(map[schema.ID]*zip.File, len(z.File))}
	if err := json.Unmarshal([]byte(z.Comment), &p.Entry); err != nil {
		return nil, errors.New("it does not say what it is")
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

const suffix = ".zip"

// file is the name of a provider's file. Different providers have different
// ones, also where case does not count in names.
func (d *Dir) file(address string) string {
	var b strings.Builder
	for i := range len(address) {
		switch c := address[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_', c == '.' && i > 0:
			b.WriteByte(c)
		case c == '/':
			b.WriteByte('+')
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return filepath.Join(d.path, b.String()+suffix)
}
