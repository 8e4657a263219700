package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/system"
	"github.com/planfmt/planfmt/plans"
)

// BundleName is where a project keeps its schemas.
const BundleName = ".planfmt/schemas.json.gz"

// FindBundle returns the project's bundle, or an empty name.
func FindBundle(warn func(string)) string { return Discover(warn, BundleName, "--schemas") }

// Discover looks for a file that the user has not named: in the working
// directory and, inside a repository, in the directories above it up to the
// repository's root. name is the name of the file, including that of its own
// directory. flag is the flag by which users can name the file themselves.
// Discover returns an empty name if there is no file.
//
// The file affects how a plan is printed. So it must not come from people who
// have no part in the project: not from above the repository, and not from a
// place where others can write. Such a file is ignored, with a message. The
// owner of a file does not matter, since in containers a checkout often belongs
// to another user.
func Discover(warn func(string), name, flag string) string {
	wd, err := os.Getwd()
	if err != nil {
		wd = "."
	}
	root := Repository(wd)
	for dir := wd; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, name)
		switch why, err := writableByOthers(dir, filepath.Dir(file), file); {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		case err != nil:
			warn(fmt.Sprintf("ignoring %s: %v", plans.SpellName(file), TrimName(err)))
		case why != "":
			warn(fmt.Sprintf("ignoring %s: other users can write to %s (to use it anyway: %s %[1]s)", plans.SpellName(file), plans.SpellName(why), flag))
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

// writableByOthers returns the first name, of a file and the directories around it,
// that others can write to, or an empty one. The error is about the file, which may
// not exist.
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
		if system.OthersCanWrite(info) {
			return name, nil
		}
	}
	return "", nil
}

// Repository returns the root of the repository around a directory: the nearest
// directory with .git, which is a directory or, in work trees and submodules, a
// file. It is empty if there is no repository.
func Repository(dir string) string {
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
