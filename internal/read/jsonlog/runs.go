package jsonlog

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/values"
)

// Runs reads a log to its end. A log may have several runs, one after the other, and those of several units at the same time. It calls event with
// each event and the run that it belongs to, which event has to add it to, and end with each run. An error does not end an empty run.
func (r *Reader) Runs(event func(*Event, *Run), end func(*Run)) error {
	all := []*Run{{}} // that have not ended
	last := all[0]
	for {
		e, err := r.Next()
		if err != nil {
			for _, run := range all {
				if errors.Is(err, io.EOF) || !run.IsEmpty() {
					end(run)
				}
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if e.Type != Text { // which belongs to what comes before it
			last = runOf(&all, &e, end)
		}
		event(&e, last)
	}
}

// runOf returns the run of the unit of an event, which may be a new one.
func runOf(all *[]*Run, e *Event, end func(*Run)) *Run {
	i := slices.IndexFunc(*all, func(run *Run) bool { return run.Unit == e.Unit || len(*all) == 1 && run.IsEmpty() })
	switch {
	case i < 0:
		i = len(*all)
		*all = append(*all, &Run{})
	case e.Type == Version && (*all)[i].Program != nil:
		end((*all)[i])
		(*all)[i] = &Run{}
	}
	run := (*all)[i]
	run.Unit = e.Unit
	return run
}

// ErrUnits says that a log has the runs of several units where one run is needed.
var ErrUnits = errors.New("the log has the runs of several units: pass the log of one unit")

// ReadApplied reads a log to its end, and returns the run of it that [Applied] returns. What the log shows to be sensitive is hidden in it.
func (r *Reader) ReadApplied() (*Run, error) {
	var last, applied *Run
	var units []string
	err := r.Runs(func(e *Event, run *Run) { run.Add(e) }, func(run *Run) {
		if !slices.Contains(units, run.Unit) {
			units = append(units, run.Unit)
		}
		if last = run; run.HasApplied() {
			applied = run
		}
	})
	if err != nil {
		return nil, err
	}
	if len(units) > 1 {
		return nil, ErrUnits
	}
	run := Applied([]*Run{applied, last})
	r.Secrets.HideRun(run)
	return run, nil
}

// HasApplied reports whether the run has begun to do something, or has done all.
func (r *Run) HasApplied() bool { return r.IsApplying() || r.Applied != nil }

// Applied returns the last run that has applied something or, if there is none, the last one. Those that are nil do not count.
func Applied(runs []*Run) (last *Run) {
	for _, run := range runs {
		if run != nil && (last == nil || run.HasApplied() || !last.HasApplied()) {
			last = run
		}
	}
	return last
}

// HideTexts puts something else in the place of the texts of errors and warnings that quote a secret.
func (r *Run) HideTexts(quotes func(string) bool, instead string) {
	h := textHider{quotes, instead}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		h.diagnostic(d)
		if d.Snippet != nil {
			d.Snippet.Values = nil
		}
	}
}

// HideTexts puts something else in the place of all texts of an event that quote a secret, apart from addresses.
func (e *Event) HideTexts(quotes func(string) bool, instead string) {
	h := textHider{quotes, instead}
	h.hide(&e.Text)
	h.hide(&e.Message)
	if k := e.Hook; k != nil {
		for _, text := range []*string{&k.ID, &k.Output, &k.Message, &k.Err} {
			h.hide(text)
		}
	}
	if c := e.Change; c != nil {
		h.hide(&c.ImportID)
		h.hide(&c.ImportIdentity)
	}
	if f := e.Found; f != nil {
		for _, text := range []*string{&f.DisplayName, &f.Config, &f.ImportConfig} {
			h.hide(text)
		}
		if quotes(f.Identity.JSON()) {
			f.Identity = values.NewObject(values.Member{Name: "identity", Value: values.NewString(instead)})
		}
	}
	if e.Policy != nil {
		h.hide(&e.Policy.Message)
	}
	if e.Diagnostic != nil {
		h.diagnostic(e.Diagnostic)
	}
	for i := range e.Diagnostics {
		h.diagnostic(&e.Diagnostics[i])
	}
	for i := range e.Outputs {
		if o := &e.Outputs[i]; o.Value != "" && quotes(o.Value) {
			o.Sensitive, o.Type, o.Value = true, "", ""
		}
	}
}

// textHider puts something else in the place of texts that quote a secret.
type textHider struct {
	quotes  func(string) bool
	instead string
}

func (h textHider) hide(text *string) {
	*text = StripColour(*text) // otherwise, a code would be a part of the word behind it
	if h.quotes(*text) {
		*text = h.instead
	}
}

// diagnostic hides texts of a diagnostic. A part of a snippet that is replaced is not highlighted.
func (h textHider) diagnostic(d *Diagnostic) {
	h.hide(&d.Summary)
	h.hide(&d.Detail)
	if d.Snippet == nil {
		return
	}
	n := *d.Snippet
	if h.hide(&n.Code); n.Code != d.Snippet.Code {
		n.Start, n.End = 0, 0
	}
	n.Values = slices.Clone(n.Values)
	for i := range n.Values {
		h.hide(&n.Values[i].Statement)
	}
	if n.Comparison != nil {
		c := *n.Comparison
		h.hide(&c.Left)
		h.hide(&c.Right)
		n.Comparison = &c
	}
	d.Snippet = &n
}

// StripColour returns a text without codes that set the colour or the style of text. Other programs write them, and nobody misses them where
// they would be escaped.
func StripColour(text string) string {
	if strings.Contains(text, "\x1b[") {
		return colour().ReplaceAllString(text, "")
	}
	return text
}

var colour = lazy.Regexp(`\x1b\[[0-9;:]*m`)
