package options

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/verdict"
)

// exceptionsName is where a project keeps its exceptions.
const exceptionsName = ".planfmt/exceptions.yaml"

// Exceptions say which failures of policies are accepted for a while.
type Exceptions struct {
	ExceptionsFile string // empty for none
	Today          rules.Day

	exceptionsFile flagvalue.FileName // that --exceptions names
	noExceptions   bool
	today          string
}

// dayFlag is a flag whose value is a day.
type dayFlag string

func (d *dayFlag) String() string { return string(*d) }

func (d *dayFlag) Type() string { return "DAY" }

func (d *dayFlag) Set(s string) error {
	day, err := rules.ParseDay(s)
	*d = dayFlag(day)
	return err
}

// AddExceptions adds the flags about exceptions.
func (o *Exceptions) AddExceptions(cmd *cobra.Command) {
	flags := flagvalue.Policies.In(cmd.Flags())
	flags.Var(&o.exceptionsFile, "exceptions", "read from FILE which failures are accepted for a while, instead of from the project's "+exceptionsName+", which counts only on a terminal and outside of CI")
	flags.BoolVar(&o.noExceptions, "no-exceptions", false, "accept no failures")
	flags.Var((*dayFlag)(&o.today), "today", "judge exceptions as on DAY, such as 2027-03-31, instead of today (UTC)")
	flagvalue.CompleteFlag(cmd, "exceptions", cobra.FixedCompletions([]string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt))
	flagvalue.CompleteFlag(cmd, "today", cobra.NoFileCompletions)
}

// FindExceptions sets the name of the file: that of the flag or, where a person sees what is excepted, that of the project. A pull request can
// bring a file of its own along, so in CI only that of the flag counts.
func (o *Exceptions) FindExceptions(f *command.Factory) error {
	o.Today = rules.Day(o.today)
	switch {
	case o.noExceptions && o.exceptionsFile != "":
		return errors.New("--exceptions and --no-exceptions cannot be used together")
	case o.exceptionsFile != "":
		o.ExceptionsFile = string(o.exceptionsFile)
	case !o.noExceptions:
		name := files.Discover(f.Streams.Warn, exceptionsName, "--exceptions")
		if name != "" && !unattended(f) {
			o.ExceptionsFile = name
		} else if name != "" {
			f.Streams.Warn(fmt.Sprintf("not using %s, because this is CI or standard output is not a terminal; to use it, add --exceptions %[1]s; to be without this message, --no-exceptions", plans.SpellName(name)))
		}
	}
	return nil
}

// unattended reports whether nobody may see what a command writes: it runs in CI, or its output is not a terminal.
func unattended(f *command.Factory) bool {
	return !f.Streams.OutTTY || f.Getenv.OnRunner()
}

// read reads the file.
func (o *Exceptions) read(into *planfmt.PolicyOptions) error {
	into.Today = o.Today
	if o.ExceptionsFile == "" {
		return nil
	}
	f, err := files.Open(o.ExceptionsFile)
	if err != nil {
		return err
	}
	defer f.Close()
	into.Exceptions, err = rules.ReadExceptions(o.ExceptionsFile, f)
	return err
}

// draftDays is how long the exceptions of a draft last.
const draftDays = 90

// DraftExceptions writes a file with an exception for each mandatory failure that is not excepted yet. It overwrites no file.
func (o *Exceptions) DraftExceptions(s *terminal.Streams, name string, quiet bool, rep *verdict.Report) error {
	today := o.Today
	if today == "" {
		today = rules.DayOf(time.Now())
	}
	until, err := today.Plus(draftDays)
	if err != nil {
		return err
	}
	draft := rules.Draft{Until: until}
	for _, r := range rep.Results.Others() {
		if r.Outcome == verdict.Fail && rep.Blocks(&r) {
			draft.Add(r.Policy.Name, r.Address)
		}
	}
	if draft.Len() == 0 {
		if !quiet {
			s.Warn(plans.SpellName(name) + " is not written: no mandatory policy fails")
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(name), files.TrimName(err))
	}
	out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: exists already; write the draft to another file, and copy what you need from it", plans.SpellName(name))
	}
	if err == nil {
		_, err = draft.WriteTo(out)
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(name), files.TrimName(err))
	}
	if !quiet {
		text := fmt.Sprintf("%d exceptions until %s; each counts as soon as it has a reason", draft.Len(), until)
		if draft.Len() == 1 {
			text = fmt.Sprintf("an exception until %s; it counts as soon as it has a reason", until)
		}
		s.Warn(plans.SpellName(name) + ": " + text)
	}
	return nil
}
