package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// output is where the text goes: a stream, or a file that appears under its
// name only once it is complete.
type output struct {
	name string // for messages
	w    io.Writer
	err  error // from the first write that failed

	temps *temporaries
	// secret says that nobody else may read the file.
	secret bool

	// drain discards everything after the pipe was closed, so that the command
	// runs to its end and has the exit status that it would have had. statusOnly
	// does so if standard output was closed from the start, too: the user has
	// asked for the exit status.
	drain, statusOnly bool

	file   *os.File // to be closed; nil for a stream
	target string   // the final name of the file; empty if it is written directly
}

// closedOutput stands for a standard output that is closed, so that text is not
// lost without an error.
type closedOutput struct{}

var errClosedOutput = errors.New("is closed (to discard the output, use -o " + os.DevNull + ")")

func (closedOutput) Write([]byte) (int, error) { return 0, errClosedOutput }

// outputPlan says where to write, and which files not to overwrite.
type outputPlan struct {
	Name   string    // empty or - for standard output
	In     io.Reader // an input; may be nil
	Inputs []string  // names of input files
	Drain  bool      // see output.drain
	// StatusOnly is output.statusOnly.
	StatusOnly bool
	Secret     bool   // nobody else may read the file
	Pager      *pager // shows what goes to standard output; nil for none
}

// openOutput opens the output.
func openOutput(s *streams, p outputPlan) (*output, error) {
	o := &output{name: "standard output", w: s.Out, drain: p.Drain, statusOnly: p.StatusOnly, secret: p.Secret, temps: &s.temps}
	if isStandardOutput(p.Name) {
		if s.OutClosed {
			o.w = closedOutput{}
		} else if p.Pager != nil {
			o.w = p.Pager
		}
		return o, nil
	}
	o.name = p.Name
	info, err := os.Stat(o.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		var target string
		if target, err = linkTarget(o.name); err == nil {
			err = o.create(target, nil)
		}
	case err != nil:
	case info.IsDir():
		err = errors.New("is a directory")
	case !replaceable(o.name, info):
		err = o.append()
	default:
		if err = p.checkOverwrite(info); err == nil {
			err = o.replace(info)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(o.name), trimName(err))
	}
	return o, nil
}

// checkOverwrite returns an error if the output would overwrite an input,
// whatever their names are.
func (p outputPlan) checkOverwrite(info fs.FileInfo) error {
	if f, ok := p.In.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if mine, err := f.Stat(); err == nil && os.SameFile(mine, info) {
			return errors.New("is the plan being read; choose another file for the output")
		}
	}
	for _, name := range p.Inputs {
		if mine, err := os.Stat(name); err == nil && os.SameFile(mine, info) {
			return fmt.Errorf("is also an input (%s); choose another file for the output", plans.SpellName(name))
		}
	}
	return nil
}

// linkTarget returns the file to create if the name is a link to a file that
// does not exist. If the name is not a link, it returns the name.
func linkTarget(name string) (string, error) {
	for links := 0; links < 40; links++ {
		target, err := os.Readlink(name)
		if err != nil && links == 0 {
			return name, nil
		}
		// The directories may be links, too, so .. cannot be resolved by name.
		dir, base := filepath.Split(name)
		if err != nil {
			dir, err = filepath.EvalSymlinks(cmp.Or(dir, "."))
			return filepath.Join(dir, base), err
		}
		if !filepath.IsAbs(target) {
			target = dir + target
		}
		name = target
	}
	return "", errors.New("too many links")
}

// isStandardOutput reports whether a name stands for standard output.
func isStandardOutput(name string) bool { return name == "" || name == "-" || name == "/dev/stdout" }

// replaceable reports whether the output is written to a new file that takes
// the place of the old one. It is not if the file is a device, a pipe or an
// open file of the process.
func replaceable(name string, info fs.FileInfo) bool {
	return info.Mode().IsRegular() && !isDescriptor(name)
}

// isDescriptor reports whether the name stands for an open file of the process,
// which cannot be replaced.
func isDescriptor(name string) bool {
	return name == "/dev/stderr" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// append writes directly to a device, a pipe or an open file.
func (o *output) append() (err error) {
	o.file, err = os.OpenFile(o.name, os.O_WRONLY|os.O_APPEND, 0)
	o.w = o.file
	return err
}

// replace writes a new file next to an existing one, which must be writable. If
// the name is a link, it still points to the file afterwards.
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

// create creates a file next to target, with the mode of the file that it will
// replace or that of a new file. Its name is short, since target's may be as
// long as the file system allows.
func (o *output) create(target string, old fs.FileInfo) error {
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(target), ".planfmt-"+strconv.Itoa(os.Getpid())+"-"+strconv.Itoa(i)+".tmp")
		f, err := o.temps.create(name, o.secret)
		if errors.Is(err, fs.ErrExist) && i < 100 {
			continue
		}
		if err != nil {
			return err
		}
		o.file, o.w, o.target = f, f, target
		if old != nil && !o.secret {
			if err := f.Chmod(old.Mode().Perm()); err != nil {
				o.abort()
				return err
			}
		}
		return nil
	}
}

// Write writes bytes and keeps the first error.
func (o *output) Write(b []byte) (int, error) {
	if o.err == nil {
		n, err := o.w.Write(b)
		if err == nil {
			return n, nil
		}
		o.err = err
	}
	if o.drain && o.closed() || o.statusOnly && errors.Is(o.err, errClosedOutput) {
		return len(b), nil
	}
	return 0, o.err
}

// closed reports whether the reader of the output has gone away.
func (o *output) closed() bool { return o.err != nil && closedPipe(o.err) }

// commit gives the file its name.
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
		o.err = o.temps.rename(f.Name(), o.target)
	}
	if o.err != nil {
		o.temps.remove(f.Name())
	}
	return o.err
}

// finish commits what was written, unless err says why it is not complete. If the reader of the output has gone away,
// this is no error.
func (o *output) finish(err error) error {
	if err == nil {
		err = o.commit()
	}
	if err != nil && !o.closed() {
		return fmt.Errorf("%s: %w", plans.SpellName(o.name), trimName(err))
	}
	return nil
}

// failure returns the error of a command that reads one document and writes one output, given that of the library or
// of the output. If the reader of the output has gone away, this is no error.
func (o *output) failure(err error, input string) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case o.closed():
		return nil
	case o.err != nil:
		return fmt.Errorf("%s: %w", plans.SpellName(o.name), trimName(o.err))
	}
	if schemas, ok := errors.AsType[*planfmt.SchemaError](err); ok {
		return schemas
	}
	return fmt.Errorf("%s: %w", plans.SpellName(input), trimName(err))
}

// abort removes what was written, unless it was committed.
func (o *output) abort() {
	if o.file == nil {
		return
	}
	o.file.Close()
	if o.target != "" {
		o.temps.remove(o.file.Name())
	}
	o.file = nil
}

// temporaries are the files that are being written. A signal may end the
// process at any time, and must not leave them behind.
type temporaries struct {
	mu    sync.Mutex
	names map[string]bool
	ended bool
}

var errEnded = errors.New("the program is about to end")

// create creates a file that does not exist yet. If it is secret, nobody else may read it.
func (t *temporaries) create(name string, secret bool) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return nil, errEnded
	}
	mode := fs.FileMode(0o666)
	if secret {
		mode = 0o600
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		if t.names == nil {
			t.names = map[string]bool{}
		}
		t.names[name] = true
	}
	return f, err
}

// rename gives a file its final name.
func (t *temporaries) rename(name, target string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return errEnded
	}
	err := os.Rename(name, target)
	if err == nil {
		delete(t.names, name)
	}
	return err
}

func (t *temporaries) remove(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	os.Remove(name)
	delete(t.names, name)
}

// end removes all files. No file can be created or renamed after that.
func (t *temporaries) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	for name := range t.names {
		os.Remove(name)
	}
}

// directOutput is standard output for what is printed without [streams.openOutput], such as help. It remembers the
// first write that failed, because not everyone who prints returns the error.
type directOutput struct {
	streams *streams
	err     error
}

// printer returns standard output for a command that prints a little.
func (s *streams) printer() io.Writer {
	s.direct.streams = s
	return &s.direct
}

func (d *directOutput) Write(b []byte) (int, error) {
	if d.err != nil {
		return 0, d.err
	}
	err := error(errClosedOutput)
	if !d.streams.OutClosed {
		_, err = d.streams.Out.Write(b)
	}
	if err == nil || closedPipe(err) {
		return len(b), nil
	}
	d.err = fmt.Errorf("standard output: %w", trimName(err))
	return 0, d.err
}
