package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/planfmt/planfmt/plans"
)

// DirOptions say how a configuration is read from a directory.
type DirOptions struct {
	Options
	// Within is a directory that symbolic links must not lead out of, for example the root of the
	// repository. If it is empty, it is the directory of the configuration.
	Within string
	// DataDir is the directory in which terraform init puts modules, .terraform if empty. A relative
	// name is relative to the directory of the configuration.
	DataDir string
}

// Dir reads the configuration whose root module is in a directory. It reads the modules that
// are called by a relative path, and those that terraform init has put into the data directory. The
// error says why the directory cannot be read, or that there is no configuration in it.
//
// A file that can only be reached by a symbolic link out of DirOptions.Within and of the directories
// of the modules is not read, which is a problem.
func Dir(dir string, opts DirOptions) (*Config, error) {
	d := &directory{base: dir, installed: map[string]ModuleFiles{}}
	p := &parser{opts: opts.Options, parsed: map[string]*parsedFile{}, files: d.module}
	d.parser = p
	within := opts.Within
	if within == "" {
		within = dir
	}
	for _, name := range []string{within, dir} {
		if err := d.allow(name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, trimPathError(err))
		}
	}
	d.manifest(opts.DataDir)
	c := p.root()
	switch {
	case d.err != nil:
		return nil, d.err
	case !c.Root.Found:
		return nil, fmt.Errorf("%s: this directory has no .tf files or other files of a configuration", dir)
	}
	return c, nil
}

// directory finds the files of modules in a file system.
type directory struct {
	*parser
	base      string
	roots     []string // directories without symbolic links in their names: what is in them may be read
	installed map[string]ModuleFiles
	err       error // of the root module
}

// allow notes that files in a directory may be read.
func (d *directory) allow(dir string) error {
	resolved, err := resolve(dir)
	if err != nil {
		return err
	}
	d.roots = append(d.roots, resolved)
	return nil
}

func resolve(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// allowed reports whether a file may be read.
func (d *directory) allowed(name string) (bool, error) {
	resolved, err := resolve(name)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(d.roots, func(root string) bool {
		rel, err := filepath.Rel(root, resolved)
		return err == nil && filepath.IsLocal(rel)
	}), nil
}

// name returns the name of a directory or file that is relative to the directory of the configuration.
func (d *directory) name(slashed string) string {
	if path.IsAbs(slashed) || filepath.IsAbs(filepath.FromSlash(slashed)) {
		return filepath.FromSlash(slashed)
	}
	return filepath.Join(d.base, filepath.FromSlash(slashed))
}

// manifest reads which modules are installed, if any are.
func (d *directory) manifest(dataDir string) {
	if dataDir == "" {
		dataDir = ".terraform"
	}
	name := path.Join(filepath.ToSlash(dataDir), "modules", "modules.json")
	text, err := d.read(d.name(name), maxManifest)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var modules []ModuleFiles
	if err == nil {
		modules, err = Manifest(text)
	}
	if err != nil {
		d.problem(plans.Position{File: name}, "%v", trimPathError(err))
		return
	}
	for _, m := range modules {
		if m.Key != "" {
			d.installed[m.Key] = m
		}
	}
}

// module returns the files of a module. A module that is not there is a problem.
func (d *directory) module(m *Module) *ModuleFiles {
	out := &ModuleFiles{Key: m.Key, Source: m.Source, Dir: "."}
	switch installed, ok := d.installed[m.Key]; {
	case m.Parent == nil:
	case isLocal(m.Source):
		out.Dir = path.Join(m.Parent.Dir, m.Source)
	case ok:
		out.Version, out.Dir = installed.Version, installed.Dir
		if installed.Source != "" {
			out.Source = installed.Source
		}
		_ = d.allow(d.name(out.Dir)) // reading it will fail, too
	default:
		if m.Source != "" {
			// Its source may be an address with a password.
			d.problem(m.Parent.Call(m.Path[len(m.Path)-1]).Position, "the module %s is not installed; to install it, run terraform init", plans.SpellName(m.Path[len(m.Path)-1]))
		}
		return nil
	}
	if err := d.fill(out); err != nil {
		if m.Parent == nil {
			d.err = err
			return nil
		}
		d.problem(m.Parent.Call(m.Path[len(m.Path)-1]).Position, "the module cannot be read: %v", trimPathError(err))
		return nil
	}
	return out
}

// fill reads the files of a module.
func (d *directory) fill(m *ModuleFiles) error {
	dir := d.name(m.Dir)
	if d.isPlain(m.Dir) { // a configuration may name a directory outside of its own
		_ = d.allow(dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if _, ok := syntaxOf(e.Name()); !ok || e.IsDir() {
			continue
		}
		text, err := d.read(filepath.Join(dir, e.Name()), maxFile)
		if err != nil {
			d.problem(plans.Position{File: path.Join(m.Dir, e.Name())}, "%v", trimPathError(err))
			continue
		}
		m.Files = append(m.Files, File{Name: e.Name(), Text: text})
	}
	return nil
}

// isPlain reports whether there are no symbolic links on the way from the directory of the configuration
// to another one.
func (d *directory) isPlain(slashed string) bool {
	base, err := resolve(d.base)
	if err != nil {
		return false
	}
	resolved, err := resolve(d.name(slashed))
	return err == nil && resolved == filepath.Join(base, filepath.FromSlash(slashed))
}

// read reads a regular file.
func (d *directory) read(name string, most int64) ([]byte, error) {
	ok, err := d.allowed(name)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errors.New("a symbolic link leads out of the directory of the configuration")
	}
	info, err := os.Stat(name) // before opening it: opening a pipe may block
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("more than %d bytes", most)
	}
	return text, err
}

// trimPathError returns the error without the name of the file, which is said already.
func trimPathError(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}
