package wording

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
)

// SortChanges sorts changes by their addresses.
func SortChanges(all []jsonlog.Change) {
	sorted.Stable(all, func(a, b jsonlog.Change) int { return plans.CompareAddresses(a.Resource.Address, b.Resource.Address) })
}

// AppliedText returns the line that sums up what was applied. The message has the words for it.
func AppliedText(e *jsonlog.Event) string {
	if e.Message != "" {
		return strings.ReplaceAll(e.Message, "\n", " ")
	}
	s := e.Summary
	if s.Operation == "destroy" {
		return "Destroy complete! Resources: " + strconv.Itoa(s.Destroy) + " destroyed."
	}
	imported := ""
	if s.Import > 0 {
		imported = strconv.Itoa(s.Import) + " imported, "
	}
	return "Apply complete! Resources: " + imported + strconv.Itoa(s.Add) + " added, " + strconv.Itoa(s.Change) + " changed, " + strconv.Itoa(s.Destroy) + " destroyed."
}

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

// FailedTests are the runs of tests that did not pass.
func FailedTests(r *jsonlog.Run) (all []jsonlog.Test) {
	for _, t := range r.Tests {
		if t.Status != "pass" {
			all = append(all, t)
		}
	}
	return all
}

// TimedOperations are the operations that changed something, and of which the log says how long they took, the slowest first.
func TimedOperations(r *jsonlog.Run) []jsonlog.Operation {
	return slices.DeleteFunc(r.Slowest("apply", "action"), func(o jsonlog.Operation) bool { return !o.HasElapsed || !o.Changes() })
}

// OperationWords says what an operation did.
func OperationWords(o jsonlog.Operation) string {
	words := o.Action
	if words == "" && o.Kind == "action" {
		words = "invoke"
	}
	if o.Phase == jsonlog.Errored {
		words += ", failed"
	}
	if o.Phase == jsonlog.Errored && o.Continues {
		words += "; the run went on"
	}
	return words
}

// EndText says how a run ended, and what it did.
func EndText(r *jsonlog.Run) (title, rest string) {
	what := "Run"
	switch {
	case r.TestTotals != nil || r.TestsFound > 0:
		what = "Tests"
	case r.Applied != nil && r.Applied.Operation == "destroy":
		what = "Destroy"
	case r.Applied != nil || r.IsApplying():
		what = "Apply"
	case r.Validity != nil:
		what = "Validation"
	case r.PlanSummary != nil:
		what = "Plan"
	case isQuery(r):
		what = "Query"
	}
	switch {
	case r.End() == jsonlog.BrokeOff:
		return what + " incomplete.", doneText(r)
	case r.End() == jsonlog.HasFailed:
		return what + " failed.", doneText(r)
	case r.Applied != nil:
		return what + " complete!", appliedCounts(r.Applied)
	case r.TestTotals != nil:
		return what + " passed.", testCounts(r.TestTotals)
	case r.Validity != nil:
		return "Success!", "The configuration is valid."
	case r.PlanSummary != nil && r.PlanSummary.Totals == plans.Totals{} && len(r.Planned) == 0:
		return "No changes.", ""
	case r.PlanSummary != nil:
		totals := r.Dialect().Words.Totals(r.PlanSummary.Totals)
		return totals[0].Text, strings.TrimSpace(totals[1].Text)
	case isQuery(r):
		return "Query complete.", CountOf(len(r.Found), "object", "objects") + " found."
	}
	return "Complete.", ""
}

func isQuery(r *jsonlog.Run) bool {
	return len(r.Found) > 0 || slices.ContainsFunc(r.Operations, func(o jsonlog.Operation) bool { return o.Kind == "list" })
}

// doneText says how far a run came that did not end well.
func doneText(r *jsonlog.Run) string {
	if r.TestTotals != nil {
		return testCounts(r.TestTotals)
	}
	if !r.IsApplying() {
		return ""
	}
	n, done := r.PlannedCount(), CountOf(r.Done, "operation", "operations")+" done"
	if n > 0 {
		done = fmt.Sprintf("%d of %s done", r.Done, CountOf(n, "operation", "operations"))
	}
	if n := r.Failed + r.Tolerated; n > 0 {
		done += ", " + strconv.Itoa(n) + " failed"
	}
	return done + "."
}

func testCounts(t *jsonlog.TestTotals) string {
	text := fmt.Sprintf("%d passed, %d failed", t.Passed, t.Failed+t.Errored)
	if t.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", t.Skipped)
	}
	return text + "."
}

func appliedCounts(s *jsonlog.Summary) string {
	var all []string
	add := func(n int, what string, always bool) {
		if n > 0 || always {
			all = append(all, strconv.Itoa(n)+" "+what)
		}
	}
	add(s.Import, "imported", false)
	add(s.Add, "added", s.Operation != "destroy")
	add(s.Change, "changed", s.Operation != "destroy")
	add(s.Destroy, "destroyed", true)
	add(s.Forget, "forgotten", false)
	text := "Resources: " + strings.Join(all, ", ") + "."
	if s.Invoke+s.InvokeFailed > 0 {
		text += " Actions: " + strconv.Itoa(s.Invoke) + " invoked"
		if s.InvokeFailed > 0 {
			text += ", " + strconv.Itoa(s.InvokeFailed) + " failed"
		}
		text += "."
	}
	return text
}

// UnderWayText says what is under way.
func UnderWayText(run *jsonlog.Run) string {
	const most = 5
	var names []string
	n := 0
	for _, op := range run.Running {
		if op.Kind != "apply" {
			continue
		}
		if n++; n <= most {
			names = append(names, runningText(op, run))
		}
	}
	if n > most {
		names = append(names, fmt.Sprintf("%d more", n-most))
	}
	return strings.Join(names, ", ")
}

// ApplyText returns what the programs print about a step of applying, without the address. It
// is empty for an action that is not known.
func ApplyText(h *jsonlog.Hook, phase jsonlog.Phase, run *jsonlog.Run) string {
	v := changeNamed(h.Action)
	if v.doing == "" {
		return ""
	}
	key, id := h.IDKey, h.ID
	switch phase {
	case jsonlog.Started:
		return v.doing + "..." + idText(key, id)
	case jsonlog.Ongoing:
		if op := run.Known("apply", h.Resource.Address); op != nil && id == "" {
			key, id = "id", op.ID
		}
		inside := ongoingText(h.Elapsed, run) + " elapsed"
		if id != "" {
			inside = cmp.Or(key, "id") + "=" + shortID(id) + ", " + inside
		}
		return "Still " + strings.ToLower(v.doing) + "... [" + inside + "]"
	case jsonlog.Errored:
		return v.step + " errored after " + elapsedText(h.Elapsed)
	}
	return v.step + " complete after " + elapsedText(h.Elapsed) + idText(key, id)
}

func idText(key, id string) string {
	if id == "" {
		return ""
	}
	return " [" + cmp.Or(key, "id") + "=" + shortID(id) + "]"
}

// shortID cuts the middle of a long ID out, as the programs do.
func shortID(id string) string {
	const longest = 80
	runes := []rune(id)
	if len(runes) <= longest {
		return id
	}
	const half = (longest - 3) / 2
	return string(runes[:half+1]) + "..." + string(runes[len(runes)-half:])
}

// elapsedText spells a duration.
func elapsedText(d time.Duration) string { return d.Truncate(time.Second).String() }

// ongoingText spells the duration of an operation that has not ended.
func ongoingText(d time.Duration, run *jsonlog.Run) string {
	if run.Dialect().PadsElapsed(run.Version()) {
		return fmt.Sprintf("%02dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	}
	return elapsedText(d)
}

// ShortDuration spells a duration for people: 2.5s, 1m30s, 2h5m.
func ShortDuration(d time.Duration) string {
	switch {
	case d < 0:
		return "0s"
	case d < 10*time.Second:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
}
