package agents

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/policy"
)

// maxFile is how many bytes a file may have. More takes minutes to read, and nobody has such a plan.
const maxFile = 1 << 30

// root is a directory below which files may be read.
type root struct {
	names []string // absolute, as it was given and without links
	files *os.Root
}

// Roots are the directories below which files may be read.
type Roots struct{ all []root }

// OpenRoots opens directories. The caller closes the result.
func OpenRoots(dirs []string) (*Roots, error) {
	r := &Roots{}
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		files, err := os.OpenRoot(abs)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("--root: %w", err), r.Close())
		}
		one := root{names: []string{abs}, files: files}
		if real, err := filepath.EvalSymlinks(abs); err == nil && real != abs {
			one.names = append(one.names, real)
		}
		r.all = append(r.all, one)
	}
	return r, nil
}

// Close closes the directories.
func (r *Roots) Close() error {
	var errs []error
	for _, one := range r.all {
		errs = append(errs, one.files.Close())
	}
	return errors.Join(errs...)
}

// place is a name in one of the roots.
type place struct {
	root *os.Root
	name string
}

// places returns the places that a path may mean: relative to each root, or below it.
func (r *Roots) places(path string) ([]place, error) {
	if path == "" {
		return nil, errors.New("path is empty: pass the path of a file")
	}
	var all []place
	for _, one := range r.all {
		if !filepath.IsAbs(path) {
			if filepath.IsLocal(path) {
				all = append(all, place{one.files, filepath.Clean(path)})
			}
			continue
		}
		for _, name := range one.names {
			if below, err := filepath.Rel(name, path); err == nil && filepath.IsLocal(below) {
				all = append(all, place{one.files, below})
				break
			}
		}
	}
	if len(all) == 0 {
		return nil, pathError(path, errOutside)
	}
	return all, nil
}

var errOutside = errors.New("it is outside of the directories that may be read")

func pathError(path string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	if strings.Contains(err.Error(), "escapes from parent") {
		err = errors.New("it leads out of the directory that may be read")
	}
	return fmt.Errorf("%s: %w", shortName(path), err)
}

// shortName returns a path as messages spell it.
func shortName(path string) string {
	const most = 200
	if len(path) > most {
		path = strings.ToValidUTF8(path[:most], "") + "..."
	}
	return report.QuotedName(path)
}

// Open opens a regular file of at most maxFile bytes. A link may lead to another place in the same root, but not out of it.
func (r *Roots) Open(path string) (*os.File, fs.FileInfo, error) {
	all, err := r.places(path)
	if err != nil {
		return nil, nil, err
	}
	for i, p := range all {
		f, info, err := p.open()
		if err == nil {
			return f, info, nil
		}
		if i == len(all)-1 || !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, pathError(path, err)
		}
	}
	return nil, nil, pathError(path, fs.ErrNotExist)
}

// open opens the file. A named pipe is not opened, because that may wait for ever. If it takes the place of a file in between, nobody waits.
func (p place) open() (*os.File, fs.FileInfo, error) {
	info, err := p.root.Stat(p.name)
	if err != nil {
		return nil, nil, err
	}
	if err := checkFile(info); err != nil {
		return nil, nil, err
	}
	f, err := p.root.OpenFile(p.name, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = checkFile(info)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// checkFile says why something cannot be read.
func checkFile(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("it is a directory; pass the path of a file in it")
	case !info.Mode().IsRegular():
		return errors.New("it is not a regular file")
	case info.Size() > maxFile:
		return fmt.Errorf("it has %d bytes; files of at most %d are read", info.Size(), maxFile)
	}
	return nil
}

// policyFiles returns the names of the policy files that a path means: a file, or all files in a directory, except those in hidden
// subdirectories. Unlike [policy.ReadFiles], it follows no links in the directory: they may lead out of the root.
func (r *Roots) policyFiles(path string) ([]string, error) {
	all, err := r.places(path)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		info, err := p.root.Stat(p.name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, pathError(path, err)
		}
		if !info.IsDir() {
			return []string{path}, nil
		}
		var names []string
		err = fs.WalkDir(p.root.FS(), filepath.ToSlash(p.name), func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != filepath.ToSlash(p.name):
				return fs.SkipDir
			case d.Type().IsRegular() && policy.IsPolicyFile(name):
				rest := strings.TrimPrefix(strings.TrimPrefix(name, filepath.ToSlash(p.name)), "/")
				names = append(names, filepath.Join(path, filepath.FromSlash(rest)))
			}
			if len(names) > maxPolicyFiles {
				return fmt.Errorf("there are more than %d policy files", maxPolicyFiles)
			}
			return nil
		})
		if err == nil && len(names) == 0 {
			err = errors.New("there is no file *.policy.hcl in it")
		}
		if err != nil {
			return nil, pathError(path, err)
		}
		return names, nil
	}
	return nil, pathError(path, fs.ErrNotExist)
}

const maxPolicyFiles = 1000

// readSmall reads a file of at most so many bytes.
func (r *Roots) readSmall(path string, most int64) ([]byte, error) {
	f, info, err := r.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > most {
		return nil, pathError(path, fmt.Errorf("it has more than %d bytes", most))
	}
	return io.ReadAll(io.LimitReader(f, most))
}
