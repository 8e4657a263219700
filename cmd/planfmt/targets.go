package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// target is a format, and where it is written to.
type target struct {
	Format string
	File   string // empty for standard output
}

// isTerminal reports whether the target is a terminal.
func (t target) isTerminal(s *streams) bool { return s.OutTTY && t.File == "" }

// targetList is a flag whose values are NAME or NAME=FILE.
type targetList struct {
	targets *[]target
	names   *choice
}

func (l *targetList) String() string { return "" }

func (l *targetList) Type() string { return "NAME[=FILE]" }

// Set rejects an unknown name, and lists the valid ones.
func (l *targetList) Set(s string) error {
	name, file, ok := strings.Cut(s, "=")
	if err := l.names.Set(name); err != nil {
		return err
	}
	if ok && file == "" {
		return fmt.Errorf("invalid value %q: the file name is empty", s)
	}
	if isStandardOutput(file) {
		file = ""
	}
	*l.targets = append(*l.targets, target{l.names.value, file})
	return nil
}

// GetSlice tells completion that the flag may be repeated.
func (l *targetList) GetSlice() []string { return make([]string, len(*l.targets)) }

// resolveTargets adds to the targets what --output says: the file for the only format that
// does not name one.
func resolveTargets(targets []target, output, format string) ([]target, error) {
	if len(targets) == 0 {
		targets = []target{{Format: format}}
	}
	if isStandardOutput(output) {
		output = ""
	}
	first := ""
	for i, t := range targets {
		if t.File != "" {
			continue
		}
		if first != "" {
			return nil, fmt.Errorf("only one format can go to standard output: write %s or %s to a file, as in --format %[2]s=FILE", first, t.Format)
		}
		first = t.Format
		targets[i].File = output
	}
	if output != "" && first == "" {
		return nil, errors.New("--output has no effect: each --format names a file of its own")
	}
	return targets, nil
}

// openTargets opens the outputs of all targets; the plan has what they have in common. If there
// is an error, none is left open.
func openTargets(s *streams, targets []target, plan outputPlan) (outs outputs, err error) {
	defer func() {
		if err != nil {
			outs.abort()
		}
	}()
	for _, t := range targets {
		plan.Name = t.File
		out, err := openOutput(s, plan)
		if err != nil {
			return outs, err
		}
		for i, other := range outs {
			if out.isSameFile(other) {
				out.abort()
				return outs, fmt.Errorf("%s: the formats %s and %s would both be written to it", plans.SpellName(cmp.Or(t.File, targets[i].File)), targets[i].Format, t.Format)
			}
		}
		outs = append(outs, out)
	}
	return outs, nil
}

// isSameFile reports whether what is written to both outputs ends up in one file, where one
// would take the place of the other, or be mixed with it. Devices do not count.
func (o *output) isSameFile(other *output) bool {
	if o.target != "" && other.target != "" {
		a, err := resolveDir(o.target)
		b, err2 := resolveDir(other.target)
		return err == nil && err2 == nil && a == b
	}
	a, b := o.info(), other.info()
	return a != nil && b != nil && a.Mode()&fs.ModeDevice == 0 && os.SameFile(a, b)
}

// resolveDir returns the absolute name of a file in a directory that is no link.
func resolveDir(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	return filepath.Join(dir, filepath.Base(name)), err
}

// info returns what the file system knows about the file that is or will be written, or nil.
func (o *output) info() fs.FileInfo {
	var info fs.FileInfo
	var err error
	if o.target != "" {
		info, err = os.Stat(o.target)
	} else if f, ok := o.w.(*os.File); ok {
		info, err = f.Stat()
	}
	if err != nil {
		return nil
	}
	return info
}

// outputs are the outputs of one command.
type outputs []*output

// abort removes what was written, unless it was committed.
func (all outputs) abort() {
	for _, o := range all {
		o.abort()
	}
}

// commit gives the files their names.
func (all outputs) commit() error {
	for _, o := range all {
		if err := o.commit(); err != nil {
			return err
		}
	}
	return nil
}

// closed reports whether the reader of one of the outputs has gone away.
func (all outputs) closed() bool {
	for _, o := range all {
		if o.closed() {
			return true
		}
	}
	return false
}

// failed returns the first output that could not be written to, or nil.
func (all outputs) failed() *output {
	for _, o := range all {
		if o.err != nil {
			return o
		}
	}
	return nil
}

// failure returns the error of a command, given that of the library or of an output. in stands before an error that is
// about the input. If the reader of an output has gone away, this is no error.
func (all outputs) failure(command string, err error, in string) error {
	var (
		schemaErr *planfmt.SchemaError
		optionErr *planfmt.OptionError
	)
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		return err
	case all.closed():
	case all.failed() != nil:
		out := all.failed()
		return fmt.Errorf("%s: %w", plans.SpellName(out.name), trimName(out.err))
	case errors.As(err, &schemaErr):
		return err
	case errors.As(err, &optionErr): // the flag checks all options but --show-unmarked
		return usageOf(command, optionFlagError(optionErr))
	default:
		return fmt.Errorf("%s%w", in, trimName(err))
	}
	return nil
}

// optionFlagError returns the error of an option, with the flag if the message does not say it.
func optionFlagError(err *planfmt.OptionError) error {
	switch err.Field {
	case "Override":
		return fmt.Errorf("--override: %w", err.Err)
	case "ConfigDir":
		return fmt.Errorf("--config: %w", err.Err)
	case "LinkTemplate":
		return fmt.Errorf("--source-link: %w", err.Err)
	}
	return err.Err
}
