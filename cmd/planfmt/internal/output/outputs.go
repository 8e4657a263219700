package output

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
)

// OpenAll opens the outputs of all targets, with the settings of the plan. If there is an error,
// it closes them again.
func OpenAll(s *terminal.Streams, targets []Target, plan Plan) (outs All, err error) {
	defer func() {
		if err != nil {
			outs.Abort()
		}
	}()
	for _, t := range targets {
		plan.Name = t.File
		out, err := Open(s, plan)
		if err != nil {
			return outs, err
		}
		for i, other := range outs {
			if out.isSameFile(other) {
				out.Abort()
				return outs, fmt.Errorf("%s: the formats %s and %s would both be written to it", plans.SpellName(cmp.Or(t.File, targets[i].File)), targets[i].Format, t.Format)
			}
		}
		outs = append(outs, out)
	}
	return outs, nil
}

// isSameFile reports whether both outputs are written to one file, where one would replace the
// other, or be mixed with it. Devices do not count.
func (o *output) isSameFile(other *output) bool {
	if o.target != "" && other.target != "" {
		a, err := resolveDir(o.target)
		b, err2 := resolveDir(other.target)
		return err == nil && err2 == nil && a == b
	}
	a, b := o.info(), other.info()
	return a != nil && b != nil && a.Mode()&fs.ModeDevice == 0 && os.SameFile(a, b)
}

// resolveDir returns the absolute name of a file in a directory that is not a link.
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
	} else if f, ok := o.W.(*os.File); ok {
		info, err = f.Stat()
	}
	if err != nil {
		return nil
	}
	return info
}

// All are the outputs of one command.
type All []*output

// Abort removes what was written, unless it was committed.
func (all All) Abort() {
	for _, o := range all {
		o.Abort()
	}
}

// Commit gives the files their names.
func (all All) Commit() error {
	for _, o := range all {
		if err := o.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// Stopped reports whether the reader of one of the outputs has gone away, and the work has ended for that.
func (all All) Stopped() bool { return slices.ContainsFunc(all, (*output).stopped) }

// Failed returns the first output that could not be written to, or nil.
func (all All) Failed() *output {
	for _, o := range all {
		if o.failed() {
			return o
		}
	}
	return nil
}

// Failure returns the error of a command, given the error of the library or of an output. It puts in before an error about
// the input. It is not an error if the reader of an output has gone away.
func (all All) Failure(caller string, err error, in string) error {
	var (
		schemaErr *planfmt.SchemaError
		optionErr *planfmt.OptionError
	)
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		return err
	case all.Stopped():
	case all.Failed() != nil:
		out := all.Failed()
		return fmt.Errorf("%s: %w", plans.SpellName(out.Name), files.TrimName(out.Err))
	case errors.As(err, &schemaErr):
		return err
	case errors.As(err, &optionErr): // the flag checks all options but --show-unmarked
		return command.UsageOf(caller, OptionFlagError(optionErr))
	default:
		return fmt.Errorf("%s%w", in, files.TrimName(err))
	}
	return nil
}

// OptionFlagError returns the error of an option, with the flag if the message does not say it.
func OptionFlagError(err *planfmt.OptionError) error {
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
