package agents

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/planfmt/planfmt/internal/report/wording"
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

// nameInRoot is a name in one of the roots.
type nameInRoot struct {
	root *os.Root
	name string
}

// places returns the places that a path may mean: relative to each root, or below it.
func (r *Roots) places(path string) ([]nameInRoot, error) {
	if path == "" {
		return nil, errors.New("path is empty: pass the path of a file")
	}
	var all []nameInRoot
	for _, one := range r.all {
		if !filepath.IsAbs(path) {
			if filepath.IsLocal(path) {
				all = append(all, nameInRoot{one.files, filepath.Clean(path)})
			}
			continue
		}
		for _, name := range one.names {
			if below, err := filepath.Rel(name, path); err == nil && filepath.IsLocal(below) {
				all = append(all, nameInRoot{one.files, below})
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
	return wording.QuotedName(path)
}

// Open opens a regular file of at most maxFile bytes. A link may lead to another place in the same root, but not out of it.
func (r *Roots) Open(path string) (*os.File, fs.FileInfo, error) {
	var info fs.FileInfo
	f, err := inFirst(r, path, func(p nameInRoot) (f *os.File, err error) {
		f, info, err = p.open()
		return f, err
	})
	return f, info, err
}

// inFirst does something in the first root that has the path.
func inFirst[T any](r *Roots, path string, do func(nameInRoot) (T, error)) (T, error) {
	var none T
	all, err := r.places(path)
	if err != nil {
		return none, err
	}
	for i, p := range all {
		result, err := do(p)
		if err == nil {
			return result, nil
		}
		if i == len(all)-1 || !errors.Is(err, fs.ErrNotExist) {
			return none, pathError(path, err)
		}
	}
	return none, pathError(path, fs.ErrNotExist)
}

// open opens the file. A named pipe is not opened, because that may wait for ever. If it takes the place of a file in between, nobody waits.
func (p nameInRoot) open() (*os.File, fs.FileInfo, error) {
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

// policyTree is what is below the roots, as policies are found in it. A link may lead to another place in the same root, but not out of it.
type policyTree struct{ roots *Roots }

func (t policyTree) Open(path string) (fs.File, error) {
	f, _, err := t.roots.Open(path)
	if err != nil {
		return nil, err // not a *os.File that is nil
	}
	return f, nil
}

func (t policyTree) Stat(path string) (fs.FileInfo, error) {
	return inFirst(t.roots, path, nameInRoot.stat)
}

func (t policyTree) ReadDir(path string) ([]fs.DirEntry, error) {
	return inFirst(t.roots, path, nameInRoot.readDir)
}

func (p nameInRoot) stat() (fs.FileInfo, error) { return p.root.Stat(p.name) }

func (p nameInRoot) readDir() ([]fs.DirEntry, error) {
	return fs.ReadDir(p.root.FS(), filepath.ToSlash(p.name))
}

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
