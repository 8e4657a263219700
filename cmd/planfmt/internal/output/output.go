// Package output writes files that are either complete or missing, and never overwrites an input.
package output

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

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/system"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// output is where the text goes: a stream, or a file that appears under its
// name only once it is complete.
type output struct {
	Name string // for messages
	W    io.Writer
	Err  error // from the first write that failed

	temps *terminal.Temporaries
	// secret says that nobody else may read the file.
	secret bool

	// drain discards everything after the pipe was closed, so that the command
	// runs to its end and has the same exit status as with an open pipe.
	drain bool

	file   *os.File // to be closed; nil for a stream
	target string   // the final name of the file; empty if it is written directly
}

// Plan says where to write, and which files not to overwrite.
type Plan struct {
	Name   string          // empty or - for standard output
	In     io.Reader       // an input; may be nil
	Inputs []string        // names of input files
	Drain  bool            // see output.drain
	Secret bool            // nobody else may read the file
	Pager  *terminal.Pager // shows what goes to standard output; nil for none
}

// Open opens the output.
func Open(s *terminal.Streams, p Plan) (*output, error) {
	o := &output{Name: "standard output", W: s.Out, drain: p.Drain, secret: p.Secret, temps: &s.Temps}
	if IsStandardOutput(p.Name) {
		if p.Pager != nil {
			o.W = p.Pager
		}
		return o, nil
	}
	o.Name = p.Name
	info, err := os.Stat(o.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		var target string
		if target, err = linkTarget(o.Name); err == nil {
			err = o.create(target, nil)
		}
	case err != nil:
	case info.IsDir():
		err = errors.New("is a directory")
	case !Replaceable(o.Name, info):
		err = o.append()
	default:
		if err = p.CheckOverwrite(info); err == nil {
			err = o.replace(info)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(o.Name), files.TrimName(err))
	}
	return o, nil
}

// CheckOverwrite returns an error if the output would overwrite an input,
// whatever their names are.
func (p Plan) CheckOverwrite(info fs.FileInfo) error {
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

// IsStandardOutput reports whether a name stands for standard output.
func IsStandardOutput(name string) bool { return name == "" || name == "-" || name == "/dev/stdout" }

// Replaceable reports whether the output is written to a new file that takes
// the place of the old one. It is not if the file is a device, a pipe or an
// open file of the process.
func Replaceable(name string, info fs.FileInfo) bool {
	return info.Mode().IsRegular() && !isDescriptor(name)
}

// isDescriptor reports whether the name stands for an open file of the process,
// which cannot be replaced.
func isDescriptor(name string) bool {
	return name == "/dev/stderr" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// append writes directly to a device, a pipe or an open file.
func (o *output) append() (err error) {
	o.file, err = os.OpenFile(o.Name, os.O_WRONLY|os.O_APPEND, 0)
	o.W = o.file
	return err
}

// replace writes a new file next to an existing one, which must be writable. If
// the name is a link, it still points to the file afterwards.
func (o *output) replace(info fs.FileInfo) error {
	f, err := os.OpenFile(o.Name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	f.Close()
	target, err := filepath.EvalSymlinks(o.Name)
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
		f, err := o.temps.Create(name, o.secret)
		if errors.Is(err, fs.ErrExist) && i < 100 {
			continue
		}
		if err != nil {
			return err
		}
		o.file, o.W, o.target = f, f, target
		if old != nil && !o.secret {
			if err := f.Chmod(old.Mode().Perm()); err != nil {
				o.Abort()
				return err
			}
		}
		return nil
	}
}

// Write writes bytes and keeps the first error.
func (o *output) Write(b []byte) (int, error) {
	if o.Err == nil {
		n, err := o.W.Write(b)
		if err == nil {
			return n, nil
		}
		o.Err = err
	}
	if o.drain && o.closed() {
		return len(b), nil
	}
	return 0, o.Err
}

// closed reports whether the reader of the output has gone away.
func (o *output) closed() bool { return o.Err != nil && system.ClosedPipe(o.Err) }

// stopped reports whether the reader of the output has gone away, and the work has ended for that. An output that is drained goes on, so that an
// error is one of something else.
func (o *output) stopped() bool { return o.closed() && !o.drain }

// failed reports whether the output could not be written to for another reason.
func (o *output) failed() bool { return o.Err != nil && !o.closed() }

// Commit gives the file its name.
func (o *output) Commit() error {
	if o.file == nil {
		return nil
	}
	f := o.file
	o.file = nil
	if o.target == "" {
		o.Err = f.Close()
		return o.Err
	}
	o.Err = errors.Join(f.Sync(), f.Close())
	if o.Err == nil {
		o.Err = o.temps.Rename(f.Name(), o.target)
	}
	if o.Err != nil {
		o.temps.Remove(f.Name())
	}
	return o.Err
}

// Finish commits the output if err is nil. It is not an error if the reader of the output has gone away.
func (o *output) Finish(err error) error {
	if err == nil {
		err = o.Commit()
	}
	if err != nil && !o.stopped() {
		return fmt.Errorf("%s: %w", plans.SpellName(o.Name), files.TrimName(err))
	}
	return nil
}

// Failure returns the error of a command that reads one document and writes one output, given the error of the library
// or of the output. It is not an error if the reader of the output has gone away.
func (o *output) Failure(err error, input string) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case o.stopped():
		return nil
	case o.failed():
		return fmt.Errorf("%s: %w", plans.SpellName(o.Name), files.TrimName(o.Err))
	}
	if schemas, ok := errors.AsType[*planfmt.SchemaError](err); ok {
		return schemas
	}
	return fmt.Errorf("%s: %w", plans.SpellName(input), files.TrimName(err))
}

// Abort removes the new file, unless it was committed.
func (o *output) Abort() {
	if o.file == nil {
		return
	}
	o.file.Close()
	if o.target != "" {
		o.temps.Remove(o.file.Name())
	}
	o.file = nil
}

// IsFile reports whether the output goes to a regular file.
func (o *output) IsFile() bool {
	f, ok := o.W.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}
