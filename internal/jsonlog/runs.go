package jsonlog

import (
	"errors"
	"io"
	"strings"

	"github.com/planfmt/planfmt/internal/lazy"
)

// Runs reads a log to its end. A log may have several runs, one after the other. It calls event with each event and the run that it belongs
// to, which event has to add it to, and end with each run. An error does not end an empty run.
func (r *Reader) Runs(event func(*Event, *Run), end func(*Run)) error {
	run := &Run{}
	for {
		e, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			end(run)
			return nil
		case err != nil:
			if !run.IsEmpty() {
				end(run)
			}
			return err
		}
		if e.Type == Version && run.Program != nil {
			end(run)
			run = &Run{}
		}
		event(&e, run)
	}
}

// ReadApplied reads a log to its end, and returns the last run that has applied something or, if there is none, the last one. What the log
// shows to be sensitive is hidden in it.
func (r *Reader) ReadApplied() (*Run, error) {
	var last, applied *Run
	err := r.Runs(func(e *Event, run *Run) { run.Add(e) }, func(run *Run) {
		if last = run; run.IsApplying() || run.Applied != nil {
			applied = run
		}
	})
	if err != nil {
		return nil, err
	}
	if applied != nil {
		last = applied
	}
	r.Secrets.HideRun(last)
	return last, nil
}

// HideTexts puts something else in the place of the texts of errors and warnings that quote a secret.
func (r *Run) HideTexts(quotes func(string) bool, instead string) {
	hide := func(text *string) {
		*text = StripColour(*text) // otherwise, a code would be a part of the word behind it
		if quotes(*text) {
			*text = instead
		}
	}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		hide(&d.Summary)
		hide(&d.Detail)
		if d.Snippet != nil {
			snippet := *d.Snippet
			hide(&snippet.Code)
			snippet.Values = nil
			d.Snippet = &snippet
		}
	}
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
