package human

import (
	"fmt"
	"time"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/outcome"
)

// A log that is compared with a plan has a line for each object that is done, and one for each minute in which nothing ended: a log of CI is
// not to be flooded by all that begins and goes on.

// quietFor is how long nothing may end, by the times in the log, until a line says what is under way.
const quietFor = time.Minute

// addProgress adds the line for a step of applying, and reports whether there is nothing else to say about it.
func (l *Log) addProgress(p *text.Page, e *jsonlog.Event, run *jsonlog.Run) bool {
	h := e.Hook
	_, phase := e.Type.Operation()
	if l.lastEnd.IsZero() || e.Time.Before(l.lastEnd) {
		l.lastEnd = e.Time
	}
	if phase == jsonlog.Ongoing {
		if e.Time.Sub(l.lastEnd) < quietFor {
			return true
		}
		l.lastEnd = e.Time
		text.AddLines(p, doc.Hidden, l.progressMark()+" still under way: "+wording.UnderWayText(run))
		return true
	}
	if phase != jsonlog.Complete && phase != jsonlog.Errored {
		return false
	}
	l.lastEnd = e.Time
	text := wording.ApplyText(h, phase, run)
	if text == "" {
		if text = h.Action + " ended"; phase == jsonlog.Errored {
			text = h.Action + " errored"
		}
	}
	role := doc.Bold
	if phase == jsonlog.Errored {
		role = doc.Danger
	}
	if _, here := l.opts.Progress.Planned(h.Resource.Address); here == 0 {
		if h.Action == "read" {
			return false
		}
		role, text = doc.Caution, text+" (not in the plan)"
	} else if n := l.opts.Progress.JustKept(); phase == jsonlog.Errored && n > 0 {
		text += "; " + wording.CountOf(n, "change that was to come after it waits", "changes that were to come after it wait")
	}
	p.Add(func(w *doc.Writer) {
		w.Heading(doc.Span{Role: doc.Hidden, Text: l.progressMark() + " "}, doc.Span{Role: role, Text: h.Resource.Address + ": " + text})
	})
	return true
}

// progressMark says how many changes of the plan are done.
func (l *Log) progressMark() string {
	all, _ := l.opts.Progress.Planned("")
	text := fmt.Sprintf("[%d/%d", l.opts.Progress.Done(), all)
	if n := l.opts.Progress.Failed(); n > 0 {
		text += fmt.Sprintf(", %d failed", n)
	}
	return text + "]"
}

// Outcome ends the document with what became of the plan. What was done as planned has had its line.
func (l *Log) Outcome(o *outcome.Outcome) error {
	l.run = nil
	var p text.Page
	p.Gap()
	layOutcome(&p, o, func(f outcome.Fate) string {
		if f == outcome.AsPlanned {
			return ""
		}
		return wording.FateTitle(f)
	})
	return l.write(p)
}
