package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/planfmt/planfmt/plans"
)

// bundleName is where a project keeps its schemas.
const bundleName = ".planfmt/schemas.json.gz"

// findBundle looks for a project's bundle; empty for none.
func (s *streams) findBundle() string { return s.discover(bundleName, "--schemas") }

// discover looks for a file that nobody has named: in the working directory
// and, inside a repository, in those above it up to the repository's root. name
// is the file's, in a folder of its own; flag is how to name the file all the
// same. It is empty if there is none.
//
// What is found so says how a plan is shown, so it must not come from somebody
// who has no part in the project: not from above the repository, and not from
// where others can write. Such a file is passed over, and that is said. Who owns
// a file does not matter: in containers a checkout is often another user's.
func (s *streams) discover(name, flag string) string {
	wd, err := os.Getwd()
	if err != nil {
		wd = "."
	}
	root := repository(wd)
	for dir := wd; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, name)
		switch why, err := writableByOthers(dir, filepath.Dir(file), file); {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		case err != nil:
			s.warn(fmt.Sprintf("ignoring %s: %v", plans.SpellName(file), trimName(err)))
		case why != "":
			s.warn(fmt.Sprintf("ignoring %s: other users can write to %s (to use it anyway: %s %[1]s)", plans.SpellName(file), plans.SpellName(why), flag))
		case dir == wd:
			return name
		default:
			return file
		}
		if dir == root || root == "" {
			return ""
		}
	}
}

// writableByOthers says which of a file and the folders that it is in others can write
// to, empty if none. The error is about the file: it may not exist.
func writableByOthers(names ...string) (string, error) {
	info, err := os.Stat(names[len(names)-1])
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return "", err
		}
		if othersCanWrite(info) {
			return name, nil
		}
	}
	return "", nil
}

// repository is the root of the repository that a directory is in: the nearest
// one with .git, a folder or, in work trees and submodules, a file. It is empty
// if there is none.
func repository(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
