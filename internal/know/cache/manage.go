package cache

import (
	"archive/zip"
	"bufio"
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
	"time"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Add stores the schemas with the given IDs, as found by lookup. It replaces
// all that the cache has of a provider's version; other versions stay. versions
// has the versions of the providers, as far as they are known; a schema that
// knows its own release has that one instead. Add returns an entry for each
// file that it has written, sorted by address and version. It reports schemas
// that cannot be decoded and leaves them out.
func (d *Dir) Add(ids []schema.ID, lookup func(schema.ID) ([]schema.Schema, error), versions map[string]string, now time.Time) ([]Entry, error) {
	ids = slices.Clone(ids)
	sorted.Stable(ids, schema.ID.Compare)
	ids = slices.Compact(ids)
	if err := os.MkdirAll(d.path, 0o755); err != nil {
		return nil, located(d.path, err)
	}
	if err := d.removeStale(now); err != nil {
		return nil, err
	}
	var entries []Entry
	for len(ids) > 0 {
		address := ids[0].Provider
		n := slices.IndexFunc(ids, func(id schema.ID) bool { return id.Provider != address })
		if n < 0 {
			n = len(ids)
		}
		contents, err := d.groupByVersion(ids[:n], lookup, versions[address])
		if err != nil {
			return entries, err
		}
		for _, c := range contents {
			e := Entry{
				Format: format, Provider: address, Version: c.version, Added: now.UTC().Truncate(time.Second),
				Types: map[schema.Kind]int{}, File: d.file(address, c.version),
			}
			if err := d.write(e, c.schemas); err != nil {
				return entries, err
			}
			entries = append(entries, e)
		}
		ids = ids[n:]
	}
	return entries, nil
}

// contents is the content of the file for a version of a provider.
type contents struct {
	version string
	schemas []typeSchema
}

type typeSchema struct {
	schema.ID
	schema.Schema
}

// groupByVersion groups the schemas of a provider by version. version is the version of
// schemas that do not have one.
func (d *Dir) groupByVersion(ids []schema.ID, lookup func(schema.ID) ([]schema.Schema, error), version string) ([]contents, error) {
	var all []contents
	for _, id := range ids {
		found, err := lookup(id)
		if err != nil {
			d.warn(fmt.Errorf("skipped: %w", err))
			continue
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no schema of %s", plans.SpellName(d.file(id.Provider, version)), id.Name())
		}
		for _, s := range found {
			s.Release = cmp.Or(s.Release, version)
			i := slices.IndexFunc(all, func(c contents) bool { return c.version == s.Release })
			if i < 0 {
				i = len(all)
				all = append(all, contents{version: s.Release})
			}
			all[i].schemas = append(all[i].schemas, typeSchema{id, s})
		}
	}
	sorted.Stable(all, func(a, b contents) int {
		return cmp.Or(schema.CompareReleases(a.version, b.version), cmp.Compare(a.version, b.version))
	})
	return all, nil
}

// write writes a file under a temporary name and renames it.
func (d *Dir) write(e Entry, schemas []typeSchema) (err error) {
	f, err := d.createPart()
	if err != nil {
		return located(d.path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriter(f)
	if err := archive(w, e, schemas); err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(e.File), err)
	}
	// The file is readable by everyone: schemas are not secret.
	for _, step := range []func() error{w.Flush, func() error { return f.Chmod(0o644) }, f.Sync} {
		if err := step(); err != nil {
			return located(e.File, err)
		}
	}
	d.forget(e.Provider)
	return located(e.File, finishPart(f, e.File))
}

// located replaces the operation in an error of the file system by the name of
// the file.
func located(name string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return fmt.Errorf("%s: %w", plans.SpellName(name), path.Err)
	case errors.As(err, &link):
		return fmt.Errorf("%s: %w", plans.SpellName(name), link.Err)
	}
	return err
}

// rename moves a file to its final name. Some systems refuse this while another
// process has the old file open, so it tries again for a while.
func rename(from, to string) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		if err == nil || !errors.Is(err, os.ErrPermission) || wait > 200*time.Millisecond {
			return err
		}
		time.Sleep(wait)
	}
}

func archive(w io.Writer, e Entry, schemas []typeSchema) error {
	z := zip.NewWriter(w)
	var text []byte
	for _, s := range schemas {
		id := s.ID
		var err error
		if text, err = schema.AppendSchema(text[:0], s.Schema); err != nil {
			return fmt.Errorf("the schema of %s: %w", id.Name(), err)
		}
		f, err := z.Create(folders[id.Kind] + "/" + id.Type)
		if err != nil {
			return err
		}
		if _, err := f.Write(text); err != nil {
			return err
		}
		e.Types[id.Kind]++
	}
	about, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := z.SetComment(string(about)); err != nil {
		return err
	}
	return z.Close()
}

// List returns what the cache has, sorted by provider and version. It reports
// broken files and leaves them out. If the directory does not exist, the list
// is empty.
func (d *Dir) List() ([]Entry, error) {
	names, err := d.fileNames()
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, name := range names {
		if isPart(name) {
			continue
		}
		switch r, err := d.release(name); {
		case err == nil:
			entries = append(entries, r.Entry)
		case !isNotExist(err):
			d.warn(err)
		}
	}
	sorted.Stable(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Provider, b.Provider), schema.CompareReleases(a.Version, b.Version), cmp.Compare(a.Version, b.Version))
	})
	return entries, nil
}

// IDs returns the IDs of all schemas in the cache, sorted.
func (d *Dir) IDs() ([]schema.ID, error) {
	entries, err := d.List()
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var ids []schema.ID
	for _, e := range entries {
		for _, r := range d.provider(e.Provider).releases {
			for id := range r.files {
				ids = append(ids, id)
			}
		}
	}
	sorted.Stable(ids, schema.ID.Compare)
	return slices.Compact(ids), nil
}

// fileNames returns the names of all files of the cache, including broken ones and
// those that were left behind.
func (d *Dir) fileNames() ([]string, error) {
	files, err := os.ReadDir(d.path)
	if err != nil && !isNotExist(err) {
		return nil, located(d.path, err)
	}
	var names []string
	for _, f := range files {
		name := f.Name()
		if f.Type().IsRegular() && (strings.HasSuffix(name, suffix) || isPart(name)) {
			names = append(names, name)
		}
	}
	return names, nil
}

// These are the ends of the name of a file that is being written.
const (
	partPrefix = ".new-"
	partSuffix = ".part"
)

func isPart(name string) bool {
	return strings.HasPrefix(name, partPrefix) && strings.HasSuffix(name, partSuffix)
}

// Remove deletes a version of a provider from the cache, or all of its versions
// if version is empty, even if the files are broken. It reports whether there
// were any.
func (d *Dir) Remove(address, version string) (bool, error) {
	names, err := d.fileNames()
	if err != nil {
		return false, err
	}
	d.forget(address)
	removed := false
	for _, name := range names {
		stem, _, _ := strings.Cut(strings.TrimSuffix(name, suffix), versionMark)
		file := filepath.Join(d.path, name)
		if isPart(name) || stem != escape(address) || version != "" && file != d.file(address, version) {
			continue
		}
		if err := os.Remove(file); err != nil && !isNotExist(err) {
			return removed, located(file, err)
		}
		removed = true
	}
	return removed, nil
}

// staleAfter is the age at which a temporary file is taken for one that its
// writer has left behind. It counts only where no lock can tell; see removeAbandoned.
const staleAfter = time.Hour

// removeStale removes what writers have left behind that were killed.
func (d *Dir) removeStale(now time.Time) error {
	names, err := d.fileNames()
	if err != nil {
		return err
	}
	for _, name := range names {
		if !isPart(name) {
			continue
		}
		name = filepath.Join(d.path, name)
		if err := d.removeAbandoned(name, now); err != nil && !isNotExist(err) {
			return located(name, err)
		}
	}
	return nil
}

func isStale(name string, now time.Time) bool {
	info, err := os.Stat(name)
	return err == nil && now.Sub(info.ModTime()) >= staleAfter
}

// Clear empties the cache and returns the number of files that it had,
// including broken ones. It keeps files that do not belong to the cache, and
// those that other processes are writing.
func (d *Dir) Clear(now time.Time) (int, error) {
	if err := d.removeStale(now); err != nil {
		return 0, err
	}
	names, err := d.fileNames()
	if err != nil {
		return 0, err
	}
	removed := 0
	for _, name := range names {
		if isPart(name) {
			continue
		}
		name = filepath.Join(d.path, name)
		switch err := os.Remove(name); {
		case err == nil:
			removed++
		case !isNotExist(err):
			return removed, located(name, err)
		}
	}
	d.mu.Lock()
	clear(d.providers)
	d.mu.Unlock()
	return removed, nil
}

func (d *Dir) forget(address string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.providers, address)
}
