// Package cache keeps provider schemas in one of the user's directories, so
// that plans come out exact without a schema file on each command line.
//
// A [Dir] is such a directory. [Dir.Add] stores schemas, and [Dir.Lookup] finds
// those of a type without decoding any others. Each version of a provider has
// its own file, a zip archive with an entry for each type. A file is first
// written under another name and then renamed, so that readers see either the
// old file or the new one, never a part. Broken files are reported and treated
// as missing. What they have lost may be what would have hidden a value, so
// [Dir.Lookup] says that, too.
//
// The package chooses no directory and reads neither the clock nor the
// environment.
package cache

import (
	"archive/zip"
	"bytes"
	"cmp"
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

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Dir is a cache in a directory, which need not exist. Several goroutines may
// use it at a time, and several processes the directory.
type Dir struct {
	path    string
	warn    func(error)
	noLocks bool // as on a file system that has none, for tests

	mu        sync.Mutex
	providers map[string]*provider // those that were looked up
}

// provider is what the cache has of a provider.
type provider struct {
	releases []*release // the newest first
	damage   *FileError // the first file whose schemas are lost, or nil
}

// release is an open file, with one version of a provider.
type release struct {
	Entry
	files map[schema.ID]*zip.File
}

// Entry describes what the cache has of one version of a provider.
type Entry struct {
	Format   int       `json:"format"`            // of the file
	Provider string    `json:"provider"`          // full address
	Version  string    `json:"version,omitempty"` // of the provider; empty if unknown
	Added    time.Time `json:"added"`

	Types map[schema.Kind]int `json:"-"` // how many of each kind
	File  string              `json:"-"`
}

// format is the format of the files that this package writes. Files in format 1
// do not say which attributes are sensitive, so they are of no use.
const format = 2

// errOld says that a file was written by a version of planfmt whose files do not say what is
// sensitive. Nothing was ever hidden because of such a file.
var errOld = errors.New("written by an older version of planfmt; to add the schemas again, run 'planfmt schemas add'")

var _ schema.Source = (*Dir)(nil)

// In returns the cache in a directory. It does not read or write anything yet.
// warn is called once for each broken file; it may be nil.
func In(path string, warn func(error)) *Dir {
	if warn == nil {
		warn = func(error) {}
	}
	return &Dir{path: path, warn: warn, providers: map[string]*provider{}}
}

// Path returns the directory.
func (d *Dir) Path() string { return d.path }

// FileError says what is wrong with a file of the cache.
type FileError struct {
	File string
	Err  error
}

// Error says which file it is, that it is ignored, and why.
func (e *FileError) Error() string { return plans.SpellName(e.File) + ": ignored: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// Has reports whether the cache has a schema with the ID.
func (d *Dir) Has(id schema.ID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(d.provider(id.Provider).releases, func(r *release) bool { return r.files[id] != nil })
}

// Lookup returns every schema with an ID, the newest version of the provider
// first, or none. A file that turns out to be broken is reported, and ignored from
// then on. The error is nil, or a [schema.DamageError] if schemas of the provider are
// lost; what the other files have comes with it.
func (d *Dir) Lookup(id schema.ID) ([]schema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.provider(id.Provider)
	var found []schema.Schema
	for _, r := range slices.Clone(p.releases) {
		if r.files[id] == nil {
			continue
		}
		s, err := decode(r.files[id], r.Version)
		if err != nil {
			d.lose(p, &FileError{r.File, fmt.Errorf("the schema of %s: %w", id.Name(), err)})
			p.releases = slices.DeleteFunc(p.releases, func(o *release) bool { return o == r })
			continue
		}
		found = append(found, s)
	}
	if p.damage != nil {
		return found, &schema.DamageError{Err: fmt.Errorf("%s: %w; to replace it, run 'planfmt schemas add'", plans.SpellName(p.damage.File), p.damage.Err)}
	}
	return found, nil
}

// lose reports a broken file of a provider.
func (d *Dir) lose(p *provider, err *FileError) {
	d.warn(err)
	p.damage = cmp.Or(p.damage, err)
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

// provider returns what the cache has of a provider. It reads each file once.
func (d *Dir) provider(address string) *provider {
	if p, ok := d.providers[address]; ok {
		return p
	}
	names, err := d.fileNames()
	if err != nil {
		d.warn(err)
	}
	p := &provider{}
	for _, name := range names {
		stem, _, _ := strings.Cut(strings.TrimSuffix(name, suffix), versionMark)
		if isPart(name) || stem != escape(address) {
			continue
		}
		switch r, err := d.release(name); {
		case err == nil:
			p.releases = append(p.releases, r)
		case errors.Is(err, errOld):
			d.warn(err)
		case !isNotExist(err):
			d.lose(p, err)
		}
	}
	sorted.Stable(p.releases, func(a, b *release) int { return schema.CompareReleases(b.Version, a.Version) })
	d.providers[address] = p
	return p
}

// release reads a file of the cache. The error says that the file is broken, does not
// contain what its name says, or no longer exists.
func (d *Dir) release(name string) (*release, *FileError) {
	file := filepath.Join(d.path, name)
	r, err := read(file)
	if err == nil && d.file(r.Provider, r.Version) != file {
		err = fmt.Errorf("unexpected provider %s", plans.SpellName(strings.TrimSpace(r.Provider+" "+r.Version)))
	}
	if err != nil {
		return nil, &FileError{file, err}
	}
	return r, nil
}

// isNotExist reports whether the error says that a file does not exist.
func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// read reads the table of contents of a provider's file. The file stays in
// memory as it is, which takes a tenth of the size of its schemas.
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
	switch {
	case p.Format < format:
		return nil, errOld
	case p.Format > format:
		return nil, errors.New("written by a newer version of planfmt; to add the schemas again, run 'planfmt schemas add'")
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

// folders are the directories in an archive, one for each kind of type.
var folders = [...]string{schema.Resource: "resource", schema.DataSource: "data", schema.Action: "action"}

const (
	suffix      = ".zip"
	versionMark = "@" // between a provider and its version; no escaped name has it
)

// file returns the name of the file for a version of a provider. Different
// versions have different names, even if the file system ignores case.
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
