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

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Add puts the schemas with the IDs into the cache, as lookup finds them. What
// it had of their providers goes: a provider is replaced as a whole. versions
// are the providers' where they are known. The entries are those of the
// providers, by address. A schema that cannot be understood is reported, and
// left out.
func (d *Dir) Add(ids []schema.ID, lookup func(schema.ID) (*schema.Block, error), versions map[string]string, now time.Time) ([]Entry, error) {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, schema.ID.Compare)
	ids = slices.Compact(ids)
	if err := os.MkdirAll(d.path, 0o755); err != nil {
		return nil, located(d.path, err)
	}
	var entries []Entry
	for len(ids) > 0 {
		address := ids[0].Provider
		n := slices.IndexFunc(ids, func(id schema.ID) bool { return id.Provider != address })
		if n < 0 {
			n = len(ids)
		}
		e := Entry{
			Provider: address, Version: versions[address], Added: now.UTC().Truncate(time.Second),
			Types: map[schema.Kind]int{}, File: d.file(address),
		}
		if err := d.write(e, ids[:n], lookup); err != nil {
			return entries, err
		}
		entries = append(entries, e)
		ids = ids[n:]
	}
	return entries, nil
}

// write writes a provider's file aside and puts it in place.
func (d *Dir) write(e Entry, ids []schema.ID, lookup func(schema.ID) (*schema.Block, error)) (err error) {
	f, err := os.CreateTemp(d.path, partPrefix+"*"+partSuffix)
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
	if err := d.archive(w, e, ids, lookup); err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(e.File), err)
	}
	// Readable like any file of the user's: schemas are no secret.
	for _, step := range []func() error{w.Flush, func() error { return f.Chmod(0o644) }, f.Close} {
		if err := step(); err != nil {
			return located(e.File, err)
		}
	}
	d.forget(e.Provider)
	return located(e.File, rename(f.Name(), e.File))
}

// located says which file an error of the file system is about, and what, in
// place of the operation.
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

// rename puts a file in place. Where another process has the old one open,
// some systems refuse for as long as that lasts.
func rename(from, to string) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		if err == nil || !errors.Is(err, os.ErrPermission) || wait > 200*time.Millisecond {
			return err
		}
		time.Sleep(wait)
	}
}

func (d *Dir) archive(w io.Writer, e Entry, ids []schema.ID, lookup func(schema.ID) (*schema.Block, error)) error {
	z := zip.NewWriter(w)
	var text []byte
	for _, id := range ids {
		block, err := lookup(id)
		if err != nil {
			d.warn(fmt.Errorf("left out: %w", err))
			continue
		}
		if block == nil {
			return fmt.Errorf("no schema of %s", id.Name())
		}
		if text, err = schema.AppendSchema(text[:0], block); err != nil {
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

// List says what the cache has, by provider. Broken files are reported and
// left out. A directory that does not exist has nothing.
func (d *Dir) List() ([]Entry, error) {
	names, err := d.names()
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, name := range names {
		if !strings.HasSuffix(name, suffix) {
			continue
		}
		file := filepath.Join(d.path, name)
		p, err := read(file)
		switch {
		case err == nil && d.file(p.Provider) != file:
			d.warn(&FileError{file, fmt.Errorf("it is about the provider %s", plans.SpellName(p.Provider))})
		case err == nil:
			entries = append(entries, p.Entry)
		case !absent(err):
			d.warn(&FileError{file, err})
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Provider, b.Provider) })
	return entries, nil
}

// IDs are what the cache has schemas for, sorted.
func (d *Dir) IDs() ([]schema.ID, error) {
	entries, err := d.List()
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var ids []schema.ID
	for _, e := range entries {
		if p := d.provider(e.Provider); p != nil {
			for id := range p.files {
				ids = append(ids, id)
			}
		}
	}
	slices.SortFunc(ids, schema.ID.Compare)
	return ids, nil
}

// names are the files of the cache, those that are broken or were left behind
// too.
func (d *Dir) names() ([]string, error) {
	files, err := os.ReadDir(d.path)
	if err != nil && !absent(err) {
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

// The name of a file that is being written.
const (
	partPrefix = ".new-"
	partSuffix = ".part"
)

func isPart(name string) bool {
	return strings.HasPrefix(name, partPrefix) && strings.HasSuffix(name, partSuffix)
}

// Remove takes a provider out of the cache, whether its file is broken or not.
// It reports whether there was one.
func (d *Dir) Remove(address string) (bool, error) {
	err := os.Remove(d.file(address))
	if absent(err) {
		return false, nil
	}
	d.forget(address)
	return err == nil, located(d.file(address), err)
}

// staleAfter is how old a file aside has to be for its writer to be gone.
const staleAfter = time.Hour

// Clear empties the cache and says how many files it had, broken ones counted.
// Files that are not the cache's stay, and those that others are writing.
func (d *Dir) Clear(now time.Time) (int, error) {
	names, err := d.names()
	if err != nil {
		return 0, err
	}
	removed := 0
	for _, name := range names {
		name = filepath.Join(d.path, name)
		part := isPart(filepath.Base(name))
		if info, err := os.Stat(name); part && (err != nil || now.Sub(info.ModTime()) < staleAfter) {
			continue
		}
		err := os.Remove(name)
		switch {
		case absent(err):
		case err != nil:
			return removed, located(name, err)
		case !part:
			removed++
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
