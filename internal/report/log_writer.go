package report

import (
	"io"
	"strings"
	"time"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/jsonlog"
	"github.com/planfmt/planfmt/sinks"
)

// Log writes a log for people, line by line as the program itself prints it without -json. It
// writes each event when it comes. Only planned changes wait until all of them are there,
// because the log has them in no order.
type Log struct {
	opts    Options
	out     sinks.Document
	begun   bool // something has been written
	planned []jsonlog.Change
	drift   []jsonlog.Change
	invoked []jsonlog.Invocation
	found   map[string][]jsonlog.Found // by list
	summary *jsonlog.Summary
	lastEnd time.Time // when something of a plan ended, by the log; see log_progress.go
}

// NewLog returns a Log that writes to w.
func NewLog(w io.Writer, opts Options) (*Log, error) {
	opts.setDefaults(sinks.DefaultWidth)
	opts.OnlyResults = opts.OnlyResults || opts.Progress != nil
	out, err := opts.Sink.Open(w)
	return &Log{opts: opts, out: out, found: map[string][]jsonlog.Found{}}, err
}

// mostWaiting is how many changes wait to be sorted.
const mostWaiting = 100_000

// addLines adds a text of one line or several.
func addLines(p *page, role doc.Role, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		p.add(func(w *doc.Writer) { w.Heading(doc.Span{Role: role, Text: line}) })
	}
}

func levelRole(level string) doc.Role {
	switch level {
	case "error":
		return doc.Alert
	case "warn":
		return doc.Caution
	}
	return doc.Plain
}
