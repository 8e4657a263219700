package report

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
)

// BrokenOffText says that the log of a run breaks off, and what was under way then.
func BrokenOffText(run *jsonlog.Run) string {
	const most = 10
	text := "the log breaks off before the end of the run"
	if run.Unit != "" {
		text += " of " + plans.SpellName(run.Unit)
	}
	if len(run.Running) == 0 {
		return text + "; nothing was under way"
	}
	var names []string
	for _, op := range run.Running {
		if op.Kind == "provision" && run.Known("apply", op.Address) != nil {
			continue
		}
		if len(names) == most {
			names = append(names, fmt.Sprintf("%d more", len(run.Running)-most))
			break
		}
		names = append(names, runningText(op, run))
	}
	return text + "; still under way: " + strings.Join(names, ", ")
}

// runningText says what an operation was doing when the log broke off, and for how long, by
// the times in the log.
func runningText(op *jsonlog.Operation, run *jsonlog.Run) string {
	text := op.Address
	if op.Kind == "test" {
		text += " " + op.Part
	}
	text = plans.SpellName(text)
	what := op.Action
	if what == "" {
		what = op.Kind
	}
	d := op.Elapsed
	if !op.Began.IsZero() && run.Ended.After(op.Began) {
		d = max(d, run.Ended.Sub(op.Began))
	}
	if d > 0 {
		what += ", " + ShortDuration(d)
	}
	return text + " (" + what + ")"
}
