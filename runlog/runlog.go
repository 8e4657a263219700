// Package runlog shows the logs of runs: what `terraform apply -json` and the like write, for people to read, or summed up for programs. A log
// is read while it is written.
//
// Nothing can wait for the end of a log, so logs have a road of their own: jsonlog turns each line into an Event, which goes to the
// writers and then to a jsonlog.Run, which keeps the state of the run in bounded memory. If there is a plan, what is secret in it is
// hidden before a writer sees the event. At the end, package outcome judges the run as a whole. A log is read to its end whatever
// happens to the output: the program that writes it would be killed otherwise. Time comes from the log, except for the last lines on
// a terminal, which are a pure function of the state of the run, the time and the size of the terminal.
package runlog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/base/ctxio"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// logWriter writes logs in a format. It gets events one by one, before they are added to the run.
type logWriter interface {
	// Input comes before the events of each log. There may be several.
	Input(name string, several bool) error
	Event(e *jsonlog.Event, run *jsonlog.Run) error
	EndRun(run *jsonlog.Run) error
	// Unreadable says that a log cannot be read, or not to its end.
	Unreadable(err error) error
	// Hide gets all secrets, for writers that write at the end. Close comes next.
	Hide(*jsonlog.Secrets)
	Close() error
}

// Layout says how a log is written.
type Layout struct {
	// Width, Color, Terminal, Runner, Title, Markdown and Sink are those of [planfmt.Layout].
	Width                   int
	Color, Terminal, Runner bool
	Title                   string
	Markdown                planfmt.MarkdownLayout
	Sink                    sinks.Sink
	// NoBoxes leaves out the boxes around diagnostics, as the flag -no-color of the products
	// does.
	NoBoxes bool
	// OnlyResults leaves out operations that begin or go on, because something else shows them.
	OnlyResults bool
}

// options returns the layout as reports want it.
func (l Layout) options() layout.Options {
	return layout.Options{
		Sink:  layout.Notation(l.Sink, l.Width, l.Color, !l.Terminal || l.Runner, false),
		Width: l.Width, Underlines: l.Color, Title: l.Title, Markdown: l.Markdown, NoBoxes: l.NoBoxes, OnlyResults: l.OnlyResults,
	}
}

// Options control [Show]. The zero value is the human format, as plain text.
type Options struct {
	Format string // of those in Formats; empty for the first
	Layout Layout
	// Tee, if set, gets the bytes of the log as they are. They may have secrets.
	Tee io.Writer
	// Plan, if set, is the plan that is applied: the human format says how far it has come, and in the end what became of it. There can only be
	// one log.
	Plan *Plan
	// Watch, if set, is called with the current run after each event, and once at the end of the run. It
	// must not keep or change the run.
	Watch func(*jsonlog.Run)
	// Warn, if set, receives warnings for the reader of the output.
	Warn func(planfmt.Warning)
	// Secrets are hidden wherever they stand in a log, such as a token that a command may have printed. Those of less than 8 bytes are not.
	Secrets []string
	// MaxLine is how many bytes a line of a log may have; 0 means 64 MiB.
	MaxLine int
	// MaxUnpacked is how many bytes a log in gzip may unpack to, as [planfmt.Input].MaxUnpacked.
	MaxUnpacked int64
}

// Input is a log. Name is for headlines and messages.
type Input struct {
	Name string
	Open func() (io.ReadCloser, error)
}

// Target says where logs are written, and how.
type Target struct {
	W io.Writer
	// Format and Layout take the place of those in the [Options], unless they are zero.
	Format string
	Layout Layout
}

// Result is the outcome of reading logs.
type Result struct {
	// Runs are the runs of the programs, in the order of the logs. A log may have several.
	Runs []*jsonlog.Run
	// Errors are those of logs that could not be read.
	Errors []error
	// AsPlanned says that all has happened as Options.Plan says, and nothing else. It is false if there is no plan.
	AsPlanned bool
}

// Failed reports whether a run has failed, or its log has broken off or could not be read.
func (r *Result) Failed() bool {
	return len(r.Errors) > 0 || slices.ContainsFunc(r.Runs, func(run *jsonlog.Run) bool { return run.End() != jsonlog.Succeeded })
}

// MarshalJSON fails: the format json writes what docs/schema describes.
func (Result) MarshalJSON() ([]byte, error) { return planfmt.Result{}.MarshalJSON() }

// Show reads a machine-readable log, as `terraform apply -json` and the like write it, and
// writes it to w for people to read, each line when it comes. The log is read to its end even
// if w cannot be written to, because the program that writes the log would be killed
// otherwise.
//
// A run that failed, or a log that breaks off, is not an error: see [Result.Failed]. The
// errors are those of [planfmt.Show], and a [plans.WrongLogError] if r is not a log.
func Show(ctx context.Context, w io.Writer, r io.Reader, opts Options) (*Result, error) {
	if r == nil {
		return nil, planfmt.ErrNoReader
	}
	in := Input{Open: func() (io.ReadCloser, error) { return io.NopCloser(r), nil }}
	if s, ok := r.(io.ReadSeekCloser); ok {
		in.Open = func() (io.ReadCloser, error) { return keptOpen{s}, nil }
	}
	res, err := ShowAll(ctx, []Input{in}, opts, Target{W: w, Format: opts.Format, Layout: opts.Layout})
	if err == nil && len(res.Errors) > 0 {
		err = res.Errors[0]
	}
	return res, err
}

// keptOpen is a file that is not closed.
type keptOpen struct{ io.ReadSeekCloser }

func (keptOpen) Close() error { return nil }

// ShowAll is like [Show], but reads several logs, one after the other, and writes them to
// several targets at a time. If a log cannot be read, the others are. Without targets, nothing is written, and there is only the
// result.
func ShowAll(ctx context.Context, inputs []Input, opts Options, targets ...Target) (res *Result, err error) {
	defer caught.As(&err)
	l := logger{opts: opts, res: &Result{}}
	if ctx == nil {
		return nil, planfmt.ErrNoContext
	}
	for i, in := range inputs {
		if in.Open == nil {
			return nil, fmt.Errorf("log %d (%s): the function to open it is nil", i, plans.SpellName(in.Name))
		}
	}
	if opts.Plan != nil && len(inputs) != 1 {
		return nil, errors.New("only one log can be compared with a plan")
	}
	for _, t := range targets {
		t.Format = cmp.Or(t.Format, opts.Format)
		if reflect.ValueOf(t.Layout).IsZero() {
			t.Layout = opts.Layout
		}
		format, err := formatNamed(t.Format)
		if err != nil {
			return nil, err
		}
		if t.W == nil {
			return nil, planfmt.ErrNoWriter
		}
		layout := t.Layout.options()
		if opts.Plan != nil {
			layout.Progress = opts.Plan.plan.Progress
		}
		w, err := format.write(t.W, layout)
		if err != nil {
			return nil, err
		}
		l.writers = append(l.writers, w)
	}
	for _, text := range opts.Secrets {
		l.secrets.AddGiven(text)
	}
	for _, in := range inputs {
		l.write(func(w logWriter) error { return w.Input(in.Name, len(inputs) > 1) })
		if err := l.read(ctx, in); err != nil {
			if ctx.Err() != nil {
				return l.res, ctx.Err()
			}
			l.write(func(w logWriter) error { return w.Unreadable(err) })
			if len(inputs) > 1 {
				err = fmt.Errorf("%s: %w", plans.SpellName(in.Name), err)
			}
			l.res.Errors = append(l.res.Errors, err)
		}
	}
	if opts.Plan != nil && len(l.res.Errors) == 0 {
		if err := l.compare(ctx); err != nil {
			return l.res, err
		}
	}
	l.write(func(w logWriter) error {
		w.Hide(&l.secrets)
		return w.Close()
	})
	return l.res, cmp.Or(l.err, l.teeErr)
}

// logger reads logs and hands them to writers.
type logger struct {
	opts    Options
	writers []logWriter
	err     error // of the first writer that failed
	teeErr  error
	res     *Result
	secrets jsonlog.Secrets // of all logs
}

// write calls f with each writer. After an error, nothing is written any more.
func (l *logger) write(f func(logWriter) error) {
	for _, w := range l.writers {
		if l.err == nil {
			l.err = f(w)
		}
	}
}

// read reads a log to its end.
func (l *logger) read(ctx context.Context, in Input) error {
	f, err := in.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	if err := l.findSecrets(ctx, f); err != nil {
		return err
	}
	source := ctxio.Reader(ctx, f)
	if l.opts.Tee != nil {
		source = &tee{r: source, w: l.opts.Tee, failed: func(err error) { l.teeErr = err }}
	}
	r := jsonlog.NewReader(source)
	r.MaxLine, r.MaxUnpacked = l.opts.MaxLine, l.opts.MaxUnpacked
	r.Secrets.Merge(l.secrets)
	err = r.Runs(l.add, l.endRun)
	l.secrets.Merge(r.Secrets)
	return err
}

// add passes on an event.
func (l *logger) add(e *jsonlog.Event, run *jsonlog.Run) {
	if e.Type == jsonlog.Broken {
		l.warn(fmt.Sprintf("line %d of the log cannot be read, and is not shown: %s", e.Line, e.Text))
	}
	if p := l.opts.Plan; p != nil {
		p.plan.Hide(e)
		p.plan.Progress.Add(e)
	}
	l.write(func(w logWriter) error { return w.Event(e, run) })
	run.Add(e)
	if l.opts.Watch != nil {
		l.opts.Watch(run)
	}
}

// endRun ends a run.
func (l *logger) endRun(run *jsonlog.Run) {
	l.res.Runs = append(l.res.Runs, run)
	if l.opts.Watch != nil {
		l.opts.Watch(&jsonlog.Run{}) // nothing is under way any more
	}
	l.write(func(w logWriter) error { return w.EndRun(run) })
	if p := l.opts.Plan; p != nil {
		p.plan.Progress.EndRun()
	}
	if text := unknownTypesText(run); text != "" {
		l.warn(text)
	}
	if run.Dropped > 0 {
		l.warn(fmt.Sprintf("the log has too many entries: %d are missing in what is summed up", run.Dropped))
	}
}

func (l *logger) warn(text string) {
	if l.opts.Warn != nil {
		l.opts.Warn(planfmt.Warning{Text: text})
	}
}

// unknownTypesText describes the lines that have been ignored.
func unknownTypesText(run *jsonlog.Run) string {
	if len(run.Unknown) == 0 {
		return ""
	}
	n := 0
	for _, count := range run.Unknown {
		n += count
	}
	if n == 1 {
		return fmt.Sprintf("line %d of the log has a type that this version of planfmt does not know: it is not shown", run.FirstUnknown)
	}
	return fmt.Sprintf("%d lines of the log have types that this version of planfmt does not know, and are not shown; the first is line %d", n, run.FirstUnknown)
}

// findSecrets reads a log that can be read twice, so that secrets are hidden even where they
// appear before the log marks them.
func (l *logger) findSecrets(ctx context.Context, f io.Reader) error {
	s, ok := f.(io.Seeker)
	if !ok {
		return nil
	}
	start, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil // a pipe
	}
	r := jsonlog.NewReader(ctxio.Reader(ctx, f))
	r.MaxLine, r.MaxUnpacked = l.opts.MaxLine, l.opts.MaxUnpacked
	for err == nil {
		_, err = r.Next()
	}
	l.secrets.Merge(r.Secrets)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	_, err = s.Seek(start, io.SeekStart)
	return err
}

// tee copies what is read. If it cannot be written, the reading goes on.
type tee struct {
	r      io.Reader
	w      io.Writer
	failed func(error)
}

func (t *tee) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if n > 0 && t.w != nil {
		m, werr := t.w.Write(p[:n])
		if werr == nil && m < n {
			werr = io.ErrShortWrite
		}
		if werr != nil {
			t.w = nil
			t.failed(werr)
		}
	}
	return n, err
}
