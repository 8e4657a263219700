package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// target is a format, and where it is written to.
type target struct {
	Format string
	File   string // empty for standard output
}

// targetList is a flag whose values are NAME or NAME=FILE.
type targetList struct {
	targets *[]target
	names   choice
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

// terminalLimit is how many lines a format has on a terminal if it has a limit.
const terminalLimit = 50

// checkUses finds flags that none of the targets' formats uses.
func checkUses(flags *pflag.FlagSet, formats []planfmt.Format, targets []target) error {
	for _, f := range []struct {
		flag string
		uses func(planfmt.Uses) bool
	}{
		{"limit", func(u planfmt.Uses) bool { return u.Limit }},
		{"group-by", func(u planfmt.Uses) bool { return u.GroupBy }},
		{"hash", func(u planfmt.Uses) bool { return u.ShowHash }},
		{"no-hazards", func(u planfmt.Uses) bool { return u.Hazards }},
		{"policies", func(u planfmt.Uses) bool { return u.Verdicts }},
		{"readable", func(u planfmt.Uses) bool { return u.Readable }},
		{"mask-copies", func(u planfmt.Uses) bool { return u.MaskCopies }},
		{"no-mask-copies", func(u planfmt.Uses) bool { return u.MaskCopies }},
		{"refinements", func(u planfmt.Uses) bool { return u.Refinements }},
		{"source", func(u planfmt.Uses) bool { return u.ShowSource }},
		{"target", func(u planfmt.Uses) bool { return u.Markdown }},
		{"max-size", func(u planfmt.Uses) bool { return u.Markdown }},
		{"title", func(u planfmt.Uses) bool { return u.Title }},
		{"collapse", func(u planfmt.Uses) bool { return u.Markdown }},
		{"comment-id", func(u planfmt.Uses) bool { return u.Markdown }},
	} {
		if !flags.Changed(f.flag) {
			continue
		}
		var valid []string
		used := false
		for _, format := range formats {
			if f.uses(format.Uses) {
				valid = append(valid, format.Name)
				used = used || slices.ContainsFunc(targets, func(t target) bool { return t.Format == format.Name })
			}
		}
		if !used {
			return fmt.Errorf("--%s has no effect on the format %s; valid formats: %s", f.flag, targets[0].Format, strings.Join(valid, ", "))
		}
	}
	return nil
}

// chosen returns the choice that a flag with a bool stands for, if the flag is given.
func chosen(flags *pflag.FlagSet, name string, value bool) planfmt.Choice {
	switch {
	case !flags.Changed(name):
		return planfmt.AutoChoice
	case value:
		return planfmt.Always
	}
	return planfmt.Never
}

// checkMatchBy returns an error if there is nothing for --match-by to do.
func (o *showOptions) checkMatchBy() error {
	if o.MatchBy == nil {
		return nil
	}
	for _, f := range planfmt.Formats() {
		isReadable := f.Needs.Readable && o.Readable != planfmt.Never || f.Uses.Readable && o.Readable == planfmt.Always
		if isReadable && slices.ContainsFunc(o.Targets, func(t target) bool { return t.Format == f.Name }) {
			return nil
		}
	}
	return errors.New("--match-by has no effect without --readable")
}

// openTargets opens the outputs of all targets.
func (o *showOptions) openTargets(in io.Reader) (outputs, error) {
	if o.into != nil {
		return outputs{{name: "the comment", w: o.into}}, nil
	}
	return o.streams.openTargets(o.Targets, outputPlan{In: in, Inputs: o.inputs(), Drain: o.DetailedExitCode || o.statusIsResult, StatusOnly: o.DetailedExitCode, Pager: o.streams.pager.Load()})
}

// openTargets opens the outputs of all targets; the plan has what they have in common. If there
// is an error, none is left open.
func (s *streams) openTargets(targets []target, plan outputPlan) (outs outputs, err error) {
	defer func() {
		if err != nil {
			outs.abort()
		}
	}()
	for _, t := range targets {
		plan.Name = t.File
		out, err := s.openOutput(plan)
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

// showTargets writes the plan to all outputs.
func (o *showOptions) showTargets(ctx context.Context, library planfmt.Options, line *progressLine, outs outputs, in io.Reader) (*planfmt.Result, error) {
	targets, flush := o.libraryTargets(&library, line, outs)
	res, err := o.show(ctx, in, library, targets...)
	if err == nil {
		err = flush()
	}
	return res, err
}

// libraryTargets returns the outputs as targets of the library. Many small writes become a few large
// ones. flush writes the rest.
func (o *showOptions) libraryTargets(library *planfmt.Options, line *progressLine, outs outputs) (targets []planfmt.Target, flush func() error) {
	if line != nil {
		library.Progress = line.set
	}
	targets = make([]planfmt.Target, len(outs))
	buffers := make([]*bufio.Writer, len(outs))
	for i, out := range outs {
		w := io.Writer(out)
		if line != nil && !out.isFile() {
			w = endsProgress{w, line}
		}
		buffers[i] = bufio.NewWriterSize(w, 64<<10)
		targets[i] = planfmt.Target{W: buffers[i], Format: o.Targets[i].Format, Layout: o.layout(o.Targets[i])}
	}
	return targets, func() error {
		for _, b := range buffers {
			if err := b.Flush(); err != nil {
				return err
			}
		}
		return nil
	}
}
