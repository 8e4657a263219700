package human

import (
	"io"
	"time"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/sinks"
)

// Log writes a log for people, line by line as the program itself prints it without -json. It
// writes each event when it comes. Only planned changes wait until all of them are there,
// because the log has them in no order.
type Log struct {
	opts    layout.Options
	out     sinks.Document
	begun   bool      // something has been written
	lastEnd time.Time // when something of a plan ended, by the log; see log_progress.go

	*logWaiting // of the run that is written
	of          map[*jsonlog.Run]*logWaiting
	run         *jsonlog.Run
	unit        string // of which the last lines are
}

// logWaiting is what waits to be written of a run.
type logWaiting struct {
	planned []jsonlog.Change
	drift   []jsonlog.Change
	invoked []jsonlog.Invocation
	found   map[string][]jsonlog.Found // by list
	summary *jsonlog.Summary
}

// turnTo makes a run the one that is written. Those of several units may go on at the same time.
func (l *Log) turnTo(run *jsonlog.Run) {
	l.run = run
	if l.logWaiting = l.of[run]; l.logWaiting == nil {
		l.logWaiting = &logWaiting{found: map[string][]jsonlog.Found{}}
		l.of[run] = l.logWaiting
	}
}

// NewLog returns a Log that writes to w.
func NewLog(w io.Writer, opts layout.Options) (*Log, error) {
	opts.SetDefaults(sinks.DefaultWidth)
	opts.OnlyResults = opts.OnlyResults || opts.Progress != nil
	out, err := opts.Sink.Open(w)
	return &Log{opts: opts, out: out, of: map[*jsonlog.Run]*logWaiting{}}, err
}

// mostWaiting is how many changes wait to be sorted.
const mostWaiting = 100_000

func levelRole(level string) doc.Role {
	switch level {
	case "error":
		return doc.Alert
	case "warn":
		return doc.Caution
	}
	return doc.Plain
}
