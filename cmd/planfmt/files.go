package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// trimName strips the operation and the file name from an error of the file
// system, for messages that already contain the name.
func trimName(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// errDirectory says that something is no file.
var errDirectory = errors.New("is a directory")

// openFile opens a file for reading. The error contains its name.
func openFile(name string) (*os.File, error) {
	f, err := openRegular(name)
	if err != nil && name != "" {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	return f, err
}

// openRegular opens a file that is not a directory. The error does not contain
// its name.
func openRegular(name string) (*os.File, error) {
	if name == "" {
		return nil, errors.New("the file name is empty")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, trimName(err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, errDirectory
	}
	return f, nil
}

// schemaFile is a file of schemas as a source.
func schemaFile(name string) planfmt.SchemaSource {
	shown := name
	if name == "" {
		shown = "--schemas"
	}
	return planfmt.SchemaSource{Name: shown, Open: func() (io.ReadCloser, error) {
		f, err := openRegular(name)
		if err != nil {
			return nil, err
		}
		return f, nil
	}}
}
