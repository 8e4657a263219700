// Package log keeps what reports say at the end of a log about its runs: see [Record].
package log

import (
	"errors"
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
)

// IsOnlyText reports whether a log cannot be read because it is text, which is shown as such.
func (r *Run) IsOnlyText() bool {
	wrong, ok := errors.AsType[*plans.WrongLogError](r.Err)
	return r.Run == nil && ok && wrong.IsText
}

// unreadable is the status of a log that cannot be read.
const unreadable jsonlog.End = "unreadable"

// Record keeps runs until all logs have been read.
type Record struct {
	Runs []Run
	name string
}

// Run is a run of a log, or a log that cannot be read.
type Run struct {
	*jsonlog.Run        // nil if there is only an error
	Name         string // of the log
	Err          error  // the log cannot be read, or not to its end
}

// Label names the run among several: by its log, and by its unit.
func (r *Run) Label() string {
	if r.Run == nil || r.Unit == "" {
		return r.Name
	}
	return strings.TrimLeft(r.Name+" ["+r.Unit+"]", " ")
}

func (r *Run) Status() jsonlog.End {
	if r.Run == nil || r.Err != nil {
		return unreadable
	}
	return r.End()
}

// Input says which log follows.
func (l *Record) Input(name string, _ bool) error {
	l.name = name
	return nil
}

// Event has nothing to do: the run keeps what matters.
func (l *Record) Event(*jsonlog.Event, *jsonlog.Run) error { return nil }

// EndRun keeps a run.
func (l *Record) EndRun(run *jsonlog.Run) error {
	l.Runs = append(l.Runs, Run{Run: run, Name: l.name})
	return nil
}

// Unreadable says that the log cannot be read, or not to its end.
func (l *Record) Unreadable(err error) error {
	l.Runs = append(l.Runs, Run{Name: l.name, Err: err})
	return nil
}

// Hide hides secrets in what is kept.
func (l *Record) Hide(s *jsonlog.Secrets) {
	for _, r := range l.Runs {
		if r.Run != nil {
			s.HideRun(r.Run)
		}
	}
}

// Status returns the worst status of all runs.
func (l *Record) Status() jsonlog.End {
	worst, rank := jsonlog.Succeeded, 0
	for i := range l.Runs {
		s := l.Runs[i].Status()
		for n, other := range []jsonlog.End{jsonlog.Succeeded, jsonlog.HasFailed, jsonlog.BrokeOff, unreadable} {
			if s == other && n > rank {
				worst, rank = s, n
			}
		}
	}
	return worst
}

// Facts are a few words about a run: how many errors it has, how long it took, and the program, whose version is spelled
// as spell does it.
func (r *Run) Facts(spell func(version string) string) (all []string) {
	if r.Errors > 0 {
		all = append(all, wording.CountOf(r.Errors, "error", "errors"))
	}
	if r.Warnings > 0 {
		all = append(all, wording.CountOf(r.Warnings, "warning", "warnings"))
	}
	if d, ok := r.Duration(); ok {
		all = append(all, "took "+wording.ShortDuration(d))
	}
	if p := r.Program; p != nil && p.Version != "" {
		all = append(all, p.Dialect().Product+" "+spell(p.Version))
	}
	return all
}
