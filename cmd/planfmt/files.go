package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// bare strips the operation and file name from an error of the file system,
// for messages that have said the name already.
func bare(err error) error {
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
		return nil, errors.New("the name of a file is empty")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, bare(err)
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

// output is where the text goes: a stream, or a file that appears under its
// name only when it is whole.
type output struct {
	name string // for messages
	w    io.Writer
	err  error // of the first write that failed

	// drain takes everything after the pipe was closed, so that the run goes
	// on to its end and has the exit status that it would have had.
	drain bool

	file   *os.File // to close, nil for a stream
	target string   // to rename the file to, empty if it is written directly
}

// openOutput prepares to write. in is what is read, which must not be the file
// that is written.
func openOutput(opts *showOptions, in io.Reader) (*output, error) {
	o := &output{name: "standard output", w: opts.streams.Out, drain: opts.DetailedExitCode}
	switch opts.Output {
	case "", "-", "/dev/stdout":
		return o, nil
	}
	o.name = opts.Output
	info, err := os.Stat(o.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = o.create(o.name, nil)
	case err != nil:
	case info.IsDir():
		err = errors.New("is a directory")
	case !info.Mode().IsRegular() || isDescriptor(o.name):
		err = o.append()
	case sameFile(in, info), opts.File == "-" && sameFile(opts.streams.In, info):
		err = errors.New("is the plan that is being read")
	default:
		err = o.replace(info)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(o.name), bare(err))
	}
	return o, nil
}

// isDescriptor reports whether the name stands for an open file of the
// process, whose name is not the caller's to replace.
func isDescriptor(name string) bool {
	return name == "/dev/stderr" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

func sameFile(in io.Reader, info fs.FileInfo) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	mine, err := f.Stat()
	return err == nil && os.SameFile(mine, info)
}

// append writes to a device, a pipe or an open file as it is.
func (o *output) append() (err error) {
	o.file, err = os.OpenFile(o.name, os.O_WRONLY|os.O_APPEND, 0)
	o.w = o.file
	return err
}

// replace writes beside a file that exists, which must be one that could be
// written to. A link goes on pointing to it.
func (o *output) replace(info fs.FileInfo) error {
	f, err := os.OpenFile(o.name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	f.Close()
	target, err := filepath.EvalSymlinks(o.name)
	if err != nil {
		return err
	}
	return o.create(target, info)
}

// create starts a file beside target, with the mode of the file that it will
// replace or the mode that a new file gets.
func (o *output) create(target string, old fs.FileInfo) error {
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+"."+strconv.Itoa(os.Getpid())+"-"+strconv.Itoa(i)+".tmp")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) && i < 100 {
			continue
		}
		if err != nil {
			return err
		}
		o.file, o.w, o.target = f, f, target
		if old != nil {
			if err := f.Chmod(old.Mode().Perm()); err != nil {
				o.abort()
				return err
			}
		}
		return nil
	}
}

// Write passes bytes on, and remembers the first error.
func (o *output) Write(b []byte) (int, error) {
	if o.err == nil {
		n, err := o.w.Write(b)
		if err == nil {
			return n, nil
		}
		o.err = err
	}
	if o.drain && closedPipe(o.err) {
		return len(b), nil
	}
	return 0, o.err
}

// closed reports whether the reader of the output went away.
func (o *output) closed() bool { return o.err != nil && closedPipe(o.err) }

// commit puts the file in place.
func (o *output) commit() error {
	if o.file == nil {
		return nil
	}
	f := o.file
	o.file = nil
	if o.target == "" {
		o.err = f.Close()
		return o.err
	}
	o.err = errors.Join(f.Sync(), f.Close())
	if o.err == nil {
		o.err = os.Rename(f.Name(), o.target)
	}
	if o.err != nil {
		os.Remove(f.Name())
	}
	return o.err
}

// abort drops what was written, unless it was committed.
func (o *output) abort() {
	if o.file == nil {
		return
	}
	o.file.Close()
	if o.target != "" {
		os.Remove(o.file.Name())
	}
	o.file = nil
}
