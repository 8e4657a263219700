// Package files finds and opens files: those that the command line names, plans in directories, and the files that a
// project has for planfmt.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/planfmt/planfmt/plans"
)

// TrimName strips the operation and the file name from an error of the file
// system, for messages that already contain the name.
func TrimName(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// ErrDirectory says that a name is that of a directory.
var ErrDirectory = errors.New("is a directory")

// Open opens a file for reading. The error contains its name.
func Open(name string) (*os.File, error) {
	f, err := OpenRegular(name)
	if err != nil && name != "" {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	return f, err
}

// OpenRegular opens a file that is not a directory. The error does not contain
// its name.
func OpenRegular(name string) (*os.File, error) {
	if name == "" {
		return nil, errors.New("the file name is empty")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, TrimName(err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, ErrDirectory
	}
	return f, nil
}

// Exists reports whether there is a file of that name.
func Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
