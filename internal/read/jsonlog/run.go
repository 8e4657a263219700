package jsonlog

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// Limits of what a [Run] keeps. What is beyond them is only counted, so that the memory for a
// log is bounded.
const (
	mostChanges     = 200_000
	mostOperations  = 200_000
	mostRunning     = 10_000
	mostDiagnostics = 10_000
	mostTypes       = 100
)

// Run is what the log of one run of the program says. The zero Run is one of which nothing is
// known yet.
type Run struct {
	Program *Program // nil if the log has no version
	Unit    string   // see [Event.Unit]
	// Began and Ended are the earliest and the latest time in the log, zero if it has none.
	Began, Ended time.Time

	Planned     []Change
	Drift       []Change
	Invocations []Invocation
	PlanSummary *Summary // of the plan
	Applied     *Summary // of apply or destroy

	PlannedOutputs []Output
	Outputs        []Output
	HasOutputs     bool // there was a message with values of outputs, perhaps of none
	Found          []Found
	Policies       []Policy // results of policies

	Diagnostics      []Diagnostic
	Errors, Warnings int

	// Operations are those that have ended, in the order of their ends. Running are those that
	// have not, in the order in which they began.
	Operations []Operation
	Running    []*Operation
	// Done and Failed are how many operations that change something ended. Tolerated are how many
	// actions failed without an end of the run. Refreshed are how many objects have been read.
	Done, Failed, Tolerated, Refreshed int

	Tests      []Test // those that are complete
	TestTotals *TestTotals
	TestsFound int // runs in all files
	Validity   *Validity

	Events  int          // lines of the log
	Others  int          // lines that are not of the log
	Broken  int          // lines that could not be read
	Unknown map[Type]int // lines of unknown types
	// FirstUnknown is the number of the first line of an unknown type.
	FirstUnknown int64
	// Dropped counts what is not kept because there is too much of it.
	Dropped int

	brokeOff bool
	applying bool // there was an operation after the plan
	initDone bool
	migrated bool
	lists    int // complete ones
}

// Operation is something that is done to an object, or a run of a test.
type Operation struct {
	Kind    string // apply, refresh, provision, ephemeral_op, action, list or test
	Address string
	// Continues says that the run goes on even if the action fails.
	Continues bool
	Action    string // of apply and ephemeral_op
	Part      string // the type of a provisioner, or the run of a test, whose file is the address
	ID        string
	Phase     Phase
	// Began is the time of the log, zero if it has none. Elapsed is how long the operation took,
	// or has taken so far. HasElapsed says whether that is known.
	Began      time.Time
	Elapsed    time.Duration
	HasElapsed bool
	Output     string // the last line of a provisioner
}

// Dialect returns what the program says differently.
func (r *Run) Dialect() dialect.Dialect { return r.Program.Dialect() }

// Version returns the version of the program, empty if the log does not have it.
func (r *Run) Version() string {
	if r.Program == nil {
		return ""
	}
	return r.Program.Version
}

// IsEmpty reports whether there was no line of the log yet.
func (r *Run) IsEmpty() bool { return r.Events == 0 }

// Add takes note of an event. The event must not be used otherwise after that, except for
// reading.
func (r *Run) Add(e *Event) {
	if e.Type == Text {
		r.Others++
		return
	}
	r.Events++
	r.brokeOff = e.BreaksOff // unless more follows
	r.addTime(e.Time)
	if d := e.Alarm(); d != nil {
		r.addDiagnostic(d)
	}
	switch e.Type {
	case Broken:
		r.Broken++
	case Version:
		r.Program = e.Program
	case Diagnostics, PolicyDiagnostics:
		r.addDiagnostic(e.Diagnostic)
	case PolicyResult, PolicySummary:
		r.Policies = keep(r, r.Policies, *e.Policy, mostChanges)
	case ListFound:
		r.Found = keep(r, r.Found, *e.Found, mostChanges)
	case Validation:
		r.Validity = e.Validity
		for i := range e.Diagnostics {
			r.addDiagnostic(&e.Diagnostics[i])
		}
	case PlannedChange:
		r.Planned = keep(r, r.Planned, *e.Change, mostChanges)
	case ResourceDrift:
		r.Drift = keep(r, r.Drift, *e.Change, mostChanges)
	case PlannedAction:
		r.Invocations = keep(r, r.Invocations, *e.Invocation, mostChanges)
	case ChangeSummary:
		r.endReading()
		if e.Summary.Operation == "plan" {
			r.PlanSummary = e.Summary
		} else {
			r.Applied = e.Summary
		}
	case OutputValues:
		r.addOutputs(e.Outputs)
	case TestAbstract:
		for _, n := range e.Tests {
			r.TestsFound += n
		}
	case TestRun, TestFile:
		r.addTest(e)
	case TestSummary:
		r.TestTotals = e.TestTotals
	case InitOutput, TofuOutput:
		r.initDone = r.initDone || strings.HasPrefix(e.Code, "output_init_success") || strings.Contains(e.Message, "successfully initialized")
	case MigrationDone, MigrationFinal:
		r.migrated = true
	case MigrationErrored:
		r.Failed++
	default:
		if e.Hook != nil {
			r.addStep(e)
		} else if !e.Type.IsKnown() && e.Alarm() == nil {
			r.addUnknown(e)
		}
	}
}

// addTime takes note of when something happened. The zero time is that of a line without one.
func (r *Run) addTime(t time.Time) {
	if t.IsZero() {
		return
	}
	if r.Began.IsZero() || t.Before(r.Began) {
		r.Began = t
	}
	if t.After(r.Ended) {
		r.Ended = t
	}
}

// isAlarm reports whether the level of a line is that of an error. A level that is not known counts as one.
func (e *Event) isAlarm() bool {
	switch strings.ToLower(e.Level) {
	case "", "trace", "debug", "info", "warn", "warning":
		return false
	}
	return true
}

// Alarm returns a diagnostic for a line that has none of its own, and that has the level of an error or, if its type is not known, of a
// warning: whatever such a line is about, nobody may take the run for one without it. For other lines, it returns nil.
func (e *Event) Alarm() *Diagnostic {
	d := &Diagnostic{Severity: "error", Summary: e.Message}
	switch isWarning := strings.HasPrefix(strings.ToLower(e.Level), "warn"); {
	case e.Diagnostic != nil, !e.isAlarm() && (!isWarning || e.Type.IsKnown()):
		return nil
	case isWarning:
		d.Severity = "warning"
	}
	if d.Summary = strings.TrimPrefix(strings.TrimPrefix(d.Summary, "Error: "), "Warning: "); d.Summary == "" {
		d.Summary = "a line of the type " + plans.SpellName(string(e.Type)) + " has no message"
	}
	return d
}

// endReading ends what is still being read: if that fails in a check, the log does not say so.
func (r *Run) endReading() {
	r.Running = slices.DeleteFunc(r.Running, func(o *Operation) bool { return !o.endIsLogged() })
}

// keep appends to a list of what a run keeps.
func keep[T any](r *Run, all []T, one T, most int) []T {
	if len(all) >= most {
		r.Dropped++
		return all
	}
	return append(all, one)
}

func (r *Run) addUnknown(e *Event) {
	t := e.Type
	if r.Unknown == nil {
		r.Unknown, r.FirstUnknown = map[Type]int{}, e.Line
	}
	if _, ok := r.Unknown[t]; !ok && len(r.Unknown) >= mostTypes {
		t = "..."
	}
	r.Unknown[t]++
}

// UnknownTypes returns the types that are not known, in the order of their names.
func (r *Run) UnknownTypes() []Type { return slices.Sorted(maps.Keys(r.Unknown)) }

func (r *Run) addDiagnostic(d *Diagnostic) {
	if d.IsError() {
		r.Errors++
	} else {
		r.Warnings++
	}
	r.Diagnostics = keep(r, r.Diagnostics, *d, mostDiagnostics)
}

// addOutputs tells planned outputs from values: only the former have actions.
func (r *Run) addOutputs(all []Output) {
	planned := slices.ContainsFunc(all, func(o Output) bool { return o.Action != "" })
	if planned || len(all) == 0 && r.PlanSummary != nil && r.Applied == nil && !r.applying {
		r.PlannedOutputs = all
		return
	}
	r.endReading()
	r.Outputs, r.HasOutputs = all, true
}

// addTest takes note of the state of a test.
func (r *Run) addTest(e *Event) {
	t := e.Test
	if e.Type == TestFile {
		if t.Progress == "complete" {
			// The log does not say that tearing down has ended.
			r.Running = slices.DeleteFunc(r.Running, func(o *Operation) bool { return o.Kind == "test" && o.Address == t.Path })
		}
		return
	}
	if t.Progress != "" && t.Progress != "complete" {
		r.begin(Operation{Kind: "test", Address: t.Path, Part: t.Run, Action: t.Progress, Phase: Started, Began: e.Time, Elapsed: t.Elapsed, HasElapsed: t.Elapsed > 0})
		return
	}
	op := r.end("test", t.Path, t.Run)
	if t.Elapsed == 0 && op != nil {
		op.measure(e)
		t.Elapsed = op.Elapsed
	}
	r.Tests = keep(r, r.Tests, *t, mostChanges)
}

// addStep takes note of a step of an operation.
func (r *Run) addStep(e *Event) {
	kind, phase := e.Type.Operation()
	h := e.Hook
	if kind != "refresh" && r.PlanSummary != nil {
		r.applying = true
	}
	began := Operation{
		Kind: kind, Address: h.Resource.Address, Action: h.Action, Part: h.Provisioner, ID: h.ID,
		Phase: phase, Began: e.Time, Elapsed: h.Elapsed, HasElapsed: h.HasElapsed, Continues: h.Continues,
	}
	if phase == Started || phase == Ongoing {
		op := r.begin(began)
		if op == nil {
			return
		}
		if h.Output != "" {
			op.Output = h.Output
		}
		if phase == Ongoing {
			op.measure(e)
		}
		return
	}
	op := r.end(kind, began.Address, began.Part)
	if op == nil {
		began.Began = time.Time{}
		op = &began
	}
	op.Phase = phase
	op.Continues = h.Continues
	op.Action = cmp.Or(h.Action, op.Action)
	op.ID = cmp.Or(h.ID, op.ID)
	op.measure(e)
	if kind == "provision" {
		return // it is a part of the operation on its resource
	}
	switch {
	case kind == "list":
		r.lists++
	case kind == "refresh", kind == "apply" && op.Action == "read":
		r.Refreshed++
	case phase == Errored && op.Continues:
		r.Tolerated++
	case phase == Errored:
		r.Failed++
	case op.Changes():
		r.Done++
	}
	r.Operations = keep(r, r.Operations, *op, mostOperations)
}

// Changes reports whether the operation counts as one of those that were planned.
func (o *Operation) Changes() bool {
	return o.Kind == "action" || o.Kind == "apply" && o.Action != "noop" && o.Action != "read"
}

// endIsLogged reports whether the log says that the operation has ended, even if it fails. It
// does not if something cannot be read, and OpenTofu does not if it is ephemeral.
func (o *Operation) endIsLogged() bool {
	return o.Kind != "refresh" && o.Kind != "ephemeral_op" && o.Action != "read"
}

// measure sets how long an operation has taken. The log has seconds; its times say more.
func (o *Operation) measure(e *Event) {
	if h := e.Hook; h != nil && h.HasElapsed {
		o.Elapsed, o.HasElapsed = h.Elapsed, true
	}
	if o.Began.IsZero() || e.Time.IsZero() {
		return
	}
	d := e.Time.Sub(o.Began)
	// If the clock was set while the program ran, the times say nothing.
	if d >= 0 && (!o.HasElapsed || d-o.Elapsed < 2*time.Second && o.Elapsed-d < 2*time.Second) {
		o.Elapsed, o.HasElapsed = d, true
	}
}

// begin returns the operation that is running, which may be a new one. It is nil if there are
// too many.
func (r *Run) begin(op Operation) *Operation {
	if i := r.find(op.Kind, op.Address, op.Part); i >= 0 {
		known := r.Running[i]
		known.Action = cmp.Or(op.Action, known.Action)
		if op.Phase == Started && op.Kind != "test" {
			*known = op // it has begun again
		}
		return known
	}
	if len(r.Running) >= mostRunning {
		r.Dropped++
		return nil
	}
	r.Running = append(r.Running, &op)
	return &op
}

// end removes an operation from those that are running, and returns it.
func (r *Run) end(kind, address, part string) *Operation {
	i := r.find(kind, address, part)
	if i < 0 {
		return nil
	}
	op := r.Running[i]
	r.Running = slices.Delete(r.Running, i, i+1)
	if kind == "apply" {
		// If a provisioner is interrupted, the log does not say that it has ended.
		r.Running = slices.DeleteFunc(r.Running, func(o *Operation) bool { return o.Kind == "provision" && o.Address == address })
	}
	return op
}

// find returns the index of a running operation, or -1.
func (r *Run) find(kind, address, part string) int {
	return slices.IndexFunc(r.Running, func(o *Operation) bool {
		return o.Kind == kind && o.Address == address && o.Part == part
	})
}

// Known returns the operation on an object that is running, or nil.
func (r *Run) Known(kind, address string) *Operation {
	if i := r.find(kind, address, ""); i >= 0 {
		return r.Running[i]
	}
	return nil
}

// End says how a run ended.
type End string

// The ends. A log that breaks off may have errors, too.
const (
	Succeeded End = "succeeded"
	HasFailed End = "failed"
	BrokeOff  End = "incomplete"
)

// End returns how the run ended, if its log has no more lines.
func (r *Run) End() End {
	failed := r.Errors > 0 || r.Failed > 0 && (r.Applied != nil || r.migrated) || r.Validity != nil && !r.Validity.Valid ||
		r.TestTotals != nil && (r.TestTotals.Status == "fail" || r.TestTotals.Status == "error" || r.TestTotals.Failed+r.TestTotals.Errored > 0)
	isOver := r.Validity != nil || r.TestTotals != nil || r.Applied != nil
	switch {
	case r.brokeOff:
		return BrokeOff
	case failed && !isOver && slices.ContainsFunc(r.Running, (*Operation).endIsLogged):
		return BrokeOff
	case failed:
		return HasFailed
	case isOver:
		return Succeeded
	case len(r.Running) > 0:
		return BrokeOff
	case r.PlanSummary != nil && !r.applying, r.HasOutputs, r.initDone, r.migrated, r.lists > 0:
		return Succeeded
	}
	return BrokeOff
}

// Duration returns how long the run took by the times in its log, and whether these say so.
func (r *Run) Duration() (d time.Duration, ok bool) {
	if r.Began.IsZero() || !r.Ended.After(r.Began) {
		return 0, false
	}
	return r.Ended.Sub(r.Began), true
}

// Slowest returns the operations of some kinds that have ended, the slowest first.
func (r *Run) Slowest(kinds ...string) []Operation {
	var all []Operation
	for _, o := range r.Operations {
		if slices.Contains(kinds, o.Kind) {
			all = append(all, o)
		}
	}
	sorted.Stable(all, func(a, b Operation) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	return all
}

// IsApplying reports whether the run has begun to do what it planned.
func (r *Run) IsApplying() bool {
	return r.applying || r.PlanSummary == nil && r.Done+r.Failed+r.Tolerated > 0
}

// PlannedCount returns how many operations the plan needs, 0 if that is not known. A
// replacement needs two.
func (r *Run) PlannedCount() int {
	if s := r.PlanSummary; s != nil {
		return s.Add + s.Change + s.Destroy + s.Invoke
	}
	return 0
}
