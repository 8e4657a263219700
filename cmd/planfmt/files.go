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

// trimName strips the operation and file name from an error of the file system,
// for messages that have said the name already.
func trimName(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// openFile opens a file to read. The error says which, then what.
func openFile(name string) (*os.File, error) {
	f, err := openRegular(name)
	if err != nil && name != "" {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	return f, err
}

// openRegular opens a file that is no directory. The error does not name it.
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
		return nil, errors.New("is a directory")
	}
	return f, nil
}

// schemaFile is a source of schemas in a file.
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
