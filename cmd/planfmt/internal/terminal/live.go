package terminal

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/sinks"
)

// liveState is the state of a run for the last lines of a terminal. Their text depends on
// nothing but this state, the time, and the size of the terminal.
type liveState struct {
	// IsActive says that a run is under way. Otherwise, nothing is shown.
	IsActive bool
	Began    time.Time
	Phase    livePhase
	// Done and Failed are how many operations or tests have ended, of so many that are planned;
	// 0 if that is unknown. Refreshed are how many objects have been read.
	Done, Failed, Planned, Refreshed int
	Errors                           int
	// Left are how many changes of a plan have not been begun, Waiting how many of these come after one that has failed. HasPlan says that
	// they, and the counts before, are of a plan.
	Left, Waiting int
	HasPlan       bool
	// Running are the operations that are under way, in the order in which they began. There may
	// be More.
	Running []liveOperation
	More    int
}

// livePhase is a phase of a run.
type livePhase string

const (
	livePlanning livePhase = "Planning"
	liveApplying livePhase = "Applying"
	liveTesting  livePhase = "Testing"
	liveRunning  livePhase = "Running"
)

// liveOperation is an operation that is under way.
type liveOperation struct {
	What, Doing string
	Began       time.Time
	Output      string // the last line that a provisioner wrote
}

// mostLive is how many operations a state has at most.
const mostLive = 200

// takeState returns the state of a run. began returns since when an operation runs.
func takeState(run *jsonlog.Run, at time.Time, began func(*jsonlog.Operation) time.Time) liveState {
	s := liveState{
		IsActive: !run.IsEmpty() && run.End() == jsonlog.BrokeOff || len(run.Running) > 0, Began: at,
		Done: run.Done, Failed: run.Failed, Planned: run.PlannedCount(), Refreshed: run.Refreshed, Errors: run.Errors,
		Phase: livePlanning,
	}
	switch {
	case run.TestsFound > 0 || len(run.Tests) > 0:
		s.Phase, s.Done, s.Planned, s.Failed = liveTesting, len(run.Tests), run.TestsFound, 0
	case run.IsApplying():
		s.Phase = liveApplying
	case run.Refreshed == 0 && run.PlanSummary == nil && len(run.Running) > 0 && run.Running[0].Changes():
		s.Phase = liveApplying // a saved plan
	}
	output := map[string]string{}
	for _, op := range run.Running {
		if op.Kind == "provision" {
			output[op.Address] = cmp.Or(op.Output, output[op.Address])
		}
	}
	for _, op := range run.Running {
		if op.Kind == "provision" && run.Known("apply", op.Address) != nil {
			continue // a part of what is shown
		}
		if len(s.Running) == mostLive {
			s.More++
			continue
		}
		what := op.Address
		if op.Kind == "test" {
			what += " " + op.Part
		}
		s.Running = append(s.Running, liveOperation{
			What: what, Doing: doing(op), Began: began(op), Output: output[op.Address],
		})
	}
	return s
}

// setProgress puts the counts of a plan in the place of those of the log.
func (s *liveState) setProgress(p runlog.Progress) {
	s.HasPlan, s.Planned, s.Done, s.Failed, s.Left, s.Waiting = true, p.Planned, p.Done, p.Failed, p.Left, p.Waiting
}

// doing returns the word for what an operation does.
func doing(op *jsonlog.Operation) string {
	switch op.Kind {
	case "refresh":
		return "refreshing"
	case "provision":
		return "provisioning"
	case "action":
		return "invoking"
	case "list":
		return "listing"
	case "test":
		if op.Action == "teardown" {
			return "tearing down"
		}
		return "testing"
	}
	switch op.Action {
	case "open":
		return "opening"
	case "renew":
		return "renewing"
	case "close":
		return "closing"
	}
	return cmp.Or(strings.ToLower(wording.Doing(op.Action)), op.Action, "running")
}

// liveLines returns the lines for a state at a time, on a terminal of some size. No line takes
// more than one row, and all of them fit.
func liveLines(s liveState, now time.Time, columns, rows int) []doc.Line {
	if !s.IsActive || columns < 2 || rows < 2 {
		return nil
	}
	lines := []doc.Line{liveHeadline(s, now, columns-1)}
	room := min(rows-2, 16) // leaves text in sight that has been printed before
	all := s.Running
	more := s.More
	if n := len(all) + min(more, 1); n > room {
		keep := max(room-1, 0)
		more += len(all) - min(keep, len(all))
		all = all[:min(keep, len(all))]
	}
	what, doing := 0, 0
	for _, op := range all {
		what, doing = max(what, width.Of(sinks.Escape(op.What))), max(doing, width.Of(op.Doing))
	}
	what = min(what, max((columns-1)*3/5, 8))
	for _, op := range all {
		lines = append(lines, operationLine(op, now, what, doing, columns-1))
	}
	if more > 0 && room > 0 {
		l := liveLine{room: columns - 1}
		l.add(doc.Hidden, "  and "+strconv.Itoa(more)+" more")
		lines = append(lines, l.line())
	}
	return lines
}

// liveHeadline says how far a run has come.
func liveHeadline(s liveState, now time.Time, columns int) doc.Line {
	l := liveLine{room: columns}
	l.add(doc.Bold, string(s.Phase))
	var parts []string
	switch {
	case s.Phase == livePlanning:
		if s.Refreshed > 0 {
			parts = append(parts, strconv.Itoa(s.Refreshed)+" read")
		}
	case s.Planned > 0:
		parts = append(parts, fmt.Sprintf("%d of %d done", s.Done, max(s.Planned, s.Done)))
	default:
		parts = append(parts, strconv.Itoa(s.Done)+" done")
	}
	if n := len(s.Running) + s.More; n > 0 {
		parts = append(parts, strconv.Itoa(n)+" running")
	}
	if len(parts) > 0 {
		l.add(doc.Plain, ": "+strings.Join(parts, ", "))
	}
	if s.Failed > 0 {
		l.add(doc.Plain, ", ")
		l.add(doc.Alert, strconv.Itoa(s.Failed)+" failed")
	}
	if s.HasPlan && s.Phase != livePlanning {
		l.add(doc.Plain, fmt.Sprintf(", %d left", s.Left))
		if s.Waiting > 0 {
			l.add(doc.Plain, fmt.Sprintf(", %d blocked", s.Waiting))
		}
	}
	l.add(doc.Hidden, " ("+clock(now.Sub(s.Began))+")")
	return l.line()
}

func operationLine(op liveOperation, now time.Time, what, doing, columns int) doc.Line {
	l := liveLine{room: columns}
	l.add(doc.Plain, "  ")
	l.add(doc.Address, pad(shorten(sinks.Escape(op.What), what), what))
	l.add(doc.Plain, "  "+pad(op.Doing, doing))
	l.add(doc.Hidden, fmt.Sprintf("  %6s", clock(now.Sub(op.Began))))
	if op.Output != "" {
		l.add(doc.Hidden, "  "+op.Output)
	}
	return l.line()
}

// clock spells a duration in full seconds.
func clock(d time.Duration) string {
	d = max(d, 0).Truncate(time.Second)
	if d < time.Minute {
		return strconv.Itoa(int(d.Seconds())) + "s"
	}
	return wording.ShortDuration(d)
}

// liveLine builds a line of limited width.
type liveLine struct {
	room int
	text doc.Text
}

func (l *liveLine) add(role doc.Role, text string) {
	text = shorten(sinks.Escape(text), l.room)
	l.room -= width.Of(text)
	l.text.Add(role, text)
}

func (l *liveLine) line() doc.Line { return doc.Line{Kind: doc.HeadingLine, Text: l.text} }

// shorten cuts off a text after a number of columns. The text must not contain characters that
// sinks escape.
func shorten(text string, columns int) string {
	if width.Of(text) <= columns {
		return text
	}
	n := 0
	for i, r := range text {
		if n += width.Rune(r); n > columns-1 {
			if columns <= 0 {
				return ""
			}
			return text[:i] + "…"
		}
	}
	return text
}

func pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-width.Of(text)))
}
