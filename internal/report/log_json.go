package report

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/plans"
)

// logVersion is the version of the format that docs/schema/log-1.0.json describes.
const logVersion = "1.0"

// LogJSON writes a summary of logs for programs, when all of them have been read.
type LogJSON struct {
	w io.Writer
	logRecord
}

// NewLogJSON returns a LogJSON that writes to w.
func NewLogJSON(w io.Writer, _ Options) (*LogJSON, error) { return &LogJSON{w: w}, nil }

// Close writes the document.
func (l *LogJSON) Close() error {
	e := &jsonEncoder{encoder{w: l.w}}
	e.open('{')
	e.text("format_version", logVersion)
	e.text("status", string(l.status()))
	e.list("runs", "\n", len(l.runs), func(i int) { e.run(&l.runs[i]) })
	e.raw("}\n")
	if e.err != nil {
		return e.err
	}
	return writeAll(l.w, e.b)
}

// unreadable is the status of a log that cannot be read.
const unreadable jsonlog.End = "unreadable"

// logRecord keeps runs until all logs have been read.
type logRecord struct {
	runs []recordedRun
	name string
}

// recordedRun is a run of a log, or a log that cannot be read.
type recordedRun struct {
	*jsonlog.Run        // nil if there is only an error
	name         string // of the log
	err          error  // the log cannot be read, or not to its end
}

// label names the run among several: by its log, and by its unit.
func (r *recordedRun) label() string {
	if r.Run == nil || r.Unit == "" {
		return r.name
	}
	return strings.TrimLeft(r.name+" ["+r.Unit+"]", " ")
}

func (r *recordedRun) status() jsonlog.End {
	if r.Run == nil || r.err != nil {
		return unreadable
	}
	return r.End()
}

// Input says which log follows.
func (l *logRecord) Input(name string, _ bool) error {
	l.name = name
	return nil
}

// Event has nothing to do: the run keeps what matters.
func (l *logRecord) Event(*jsonlog.Event, *jsonlog.Run) error { return nil }

// EndRun keeps a run.
func (l *logRecord) EndRun(run *jsonlog.Run) error {
	l.runs = append(l.runs, recordedRun{Run: run, name: l.name})
	return nil
}

// Unreadable says that the log cannot be read, or not to its end.
func (l *logRecord) Unreadable(err error) error {
	l.runs = append(l.runs, recordedRun{name: l.name, err: err})
	return nil
}

// Hide hides secrets in what is kept.
func (l *logRecord) Hide(s *jsonlog.Secrets) {
	for _, r := range l.runs {
		if r.Run != nil {
			s.HideRun(r.Run)
		}
	}
}

// status returns the worst status of all runs.
func (l *logRecord) status() jsonlog.End {
	worst, rank := jsonlog.Succeeded, 0
	for i := range l.runs {
		s := l.runs[i].status()
		for n, other := range []jsonlog.End{jsonlog.Succeeded, jsonlog.HasFailed, jsonlog.BrokeOff, unreadable} {
			if s == other && n > rank {
				worst, rank = s, n
			}
		}
	}
	return worst
}

// run writes a run.
func (e *jsonEncoder) run(r *recordedRun) {
	e.open('{')
	e.word("name", r.name)
	if r.Run != nil {
		e.word("unit", r.Unit)
	}
	e.text("status", string(r.status()))
	if r.err != nil {
		e.text("error", r.err.Error())
	}
	if r.Run == nil {
		e.close("}")
		return
	}
	if p := r.Program; p != nil {
		e.key("program")
		e.open('{')
		e.word("name", p.Product)
		e.word("version", p.Version)
		e.close("}")
	}
	e.instant("started", r.Began)
	e.instant("ended", r.Ended)
	if d, ok := r.Duration(); ok {
		e.seconds("duration_seconds", d)
	}
	if s := r.PlanSummary; s != nil {
		e.key("planned")
		e.totals(s.Totals, 0, "")
	}
	if s := r.Applied; s != nil {
		e.key("applied")
		e.totals(s.Totals, s.InvokeFailed, s.Operation)
	}
	if v := r.Validity; v != nil {
		e.truth("valid", v.Valid)
	}
	e.number("errors", r.Errors)
	e.number("warnings", r.Warnings)
	e.plannedChanges("planned_changes", r.Planned)
	e.plannedChanges("drift", r.Drift)
	e.list("planned_outputs", "\n", len(r.PlannedOutputs), func(i int) {
		o := &r.PlannedOutputs[i]
		e.open('{')
		e.text("name", o.Name)
		e.text("action", o.Action)
		e.truth("sensitive", o.Sensitive)
		e.close("}")
	})
	e.some("planned_actions", len(r.Invocations), func(i int) {
		a := &r.Invocations[i]
		e.open('{')
		e.text("address", a.Address)
		e.word("trigger", a.Trigger)
		e.word("on_failure", a.OnFailure)
		e.close("}")
	})
	e.some("found", len(r.Found), func(i int) { e.found(&r.Found[i]) })
	e.some("policies", len(r.Policies), func(i int) { e.policyResult(&r.Policies[i]) })
	all := r.Slowest("apply", "refresh", "ephemeral_op", "action", "list")
	e.list("operations", "\n", len(all), func(i int) { e.operation(&all[i]) })
	e.list("running", "\n", len(r.Running), func(i int) { e.operation(r.Running[i]) })
	e.list("diagnostics", "\n", len(r.Diagnostics), func(i int) { e.diagnostic(&r.Diagnostics[i]) })
	e.list("outputs", "\n", len(r.Outputs), func(i int) { e.outputValue(&r.Outputs[i]) })
	e.tests(r.Run)
	e.list("unknown_types", "\n", len(r.Unknown), e.unknownTypes(r.Run))
	e.number("unreadable_lines", r.Broken)
	e.number("other_lines", r.Others)
	e.count("dropped", r.Dropped)
	e.close("}")
}

// instant adds a member with a time, unless it is unknown.
func (e *jsonEncoder) instant(name string, t time.Time) {
	if !t.IsZero() {
		e.text(name, t.UTC().Format(time.RFC3339Nano))
	}
}

// seconds adds a member with a duration in seconds, rounded to milliseconds.
func (e *jsonEncoder) seconds(name string, d time.Duration) {
	e.key(name)
	e.b = strconv.AppendFloat(e.b, float64(d.Milliseconds())/1000, 'f', -1, 64)
}

func (e *jsonEncoder) totals(t plans.Totals, failed int, operation string) {
	e.open('{')
	e.word("operation", operation)
	e.number("import", t.Import)
	e.number("add", t.Add)
	e.number("change", t.Change)
	e.number("destroy", t.Destroy)
	e.number("forget", t.Forget)
	e.number("invoke", t.Invoke)
	e.count("invoke_failed", failed)
	e.close("}")
}

func (e *jsonEncoder) found(f *jsonlog.Found) {
	e.open('{')
	e.text("list", f.List)
	e.word("resource_type", f.Type)
	e.word("display_name", f.DisplayName)
	e.document("identity", f.Identity.JSON())
	e.word("config", f.Config)
	e.word("import_config", f.ImportConfig)
	e.close("}")
}

func (e *jsonEncoder) policyResult(p *jsonlog.Policy) {
	e.open('{')
	e.text("result", p.Result)
	e.word("address", p.Target)
	e.word("policy", p.Name)
	e.word("policy_set", p.Set)
	e.word("file", p.File)
	e.word("enforcement_level", p.Enforcement)
	e.close("}")
}

// plannedChanges adds a list of changes, in the order of their addresses: the log has none.
func (e *jsonEncoder) plannedChanges(name string, all []jsonlog.Change) {
	all = slices.Clone(all)
	sortChanges(all)
	e.list(name, "\n", len(all), func(i int) { e.plannedChange(&all[i]) })
}

func (e *jsonEncoder) plannedChange(c *jsonlog.Change) {
	e.open('{')
	e.text("address", c.Resource.Address)
	e.text("action", c.Action)
	e.word("reason", c.Reason)
	e.word("previous_address", c.Previous)
	e.flag("importing", c.Importing)
	e.close("}")
}

func (e *jsonEncoder) operation(o *jsonlog.Operation) {
	e.open('{')
	e.text("kind", o.Kind)
	e.text("address", o.Address)
	e.word("action", o.Action)
	if o.Kind == "test" {
		e.word("run", o.Part)
	} else {
		e.word("provisioner", o.Part)
	}
	switch o.Phase {
	case jsonlog.Complete, jsonlog.Errored:
		e.text("status", string(o.Phase))
	default:
		e.text("status", "running")
	}
	if o.Continues {
		e.text("on_failure", "continue")
	}
	e.word("id", o.ID)
	if o.HasElapsed {
		e.seconds("duration_seconds", o.Elapsed)
	}
	e.close("}")
}

func (e *jsonEncoder) diagnostic(d *jsonlog.Diagnostic) {
	e.open('{')
	severity := "error"
	if !d.IsError() {
		severity = "warning"
	}
	e.text("severity", severity)
	e.text("summary", d.Summary)
	e.word("detail", d.Detail)
	e.word("address", d.Address)
	e.word("policy", d.Policy)
	if r := d.Range; r != nil {
		e.text("file", r.File)
		e.number("line", r.StartLine)
		e.number("column", r.StartColumn)
		e.number("end_line", r.EndLine)
		e.number("end_column", r.EndColumn)
	}
	if s := d.Snippet; s != nil {
		e.word("context", s.Context)
		e.text("code", s.Code)
		e.some("values", len(s.Values), func(i int) {
			e.open('{')
			e.text("expression", s.Values[i].Expression)
			e.text("statement", s.Values[i].Statement)
			e.close("}")
		})
		if c := s.Comparison; c != nil {
			e.text("actual", c.Left)
			e.text("expected", c.Right)
		}
	}
	e.close("}")
}

func (e *jsonEncoder) outputValue(o *jsonlog.Output) {
	e.open('{')
	e.text("name", o.Name)
	e.truth("sensitive", o.Sensitive)
	e.document("type", o.Type)
	e.document("value", o.Value)
	e.close("}")
}

// tests adds the results of tests, if there are any.
func (e *jsonEncoder) tests(r *jsonlog.Run) {
	if r.TestTotals == nil && len(r.Tests) == 0 {
		return
	}
	e.key("tests")
	e.open('{')
	if t := r.TestTotals; t != nil {
		e.text("status", t.Status)
		e.number("passed", t.Passed)
		e.number("failed", t.Failed)
		e.number("errored", t.Errored)
		e.number("skipped", t.Skipped)
	}
	e.list("runs", "", len(r.Tests), func(i int) {
		t := &r.Tests[i]
		e.open('{')
		e.text("path", t.Path)
		e.text("run", t.Run)
		e.text("status", t.Status)
		if t.Elapsed > 0 {
			e.seconds("duration_seconds", t.Elapsed)
		}
		e.close("}")
	})
	e.close("}")
}

// unknownTypes returns what writes one of the types that are passed over, in the order of
// their names.
func (e *jsonEncoder) unknownTypes(r *jsonlog.Run) func(int) {
	names := r.UnknownTypes()
	return func(i int) {
		e.open('{')
		e.text("type", string(names[i]))
		e.number("lines", r.Unknown[names[i]])
		e.close("}")
	}
}
