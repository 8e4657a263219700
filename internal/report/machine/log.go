package machine

import (
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/json"
	"github.com/planfmt/planfmt/internal/report/subject/log"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
)

// logVersion is the version of the format that docs/schema/log-1.0.json describes.
const logVersion = "1.0"

// LogJSON writes a summary of logs for programs, when all of them have been read.
type LogJSON struct {
	w io.Writer
	log.Record
}

// NewLogJSON returns a LogJSON that writes to w.
func NewLogJSON(w io.Writer, _ layout.Options) (*LogJSON, error) { return &LogJSON{w: w}, nil }

// Close writes the document.
func (l *LogJSON) Close() error {
	e := &jsonEncoder{json.Encoder{Out: l.w}}
	e.Open('{')
	e.Text("format_version", logVersion)
	e.Text("status", string(l.Status()))
	e.List("runs", "\n", len(l.Runs), func(i int) { e.run(&l.Runs[i]) })
	e.Raw("}\n")
	return e.Finish()
}

// run writes a run.
func (e *jsonEncoder) run(r *log.Run) {
	e.Open('{')
	e.Word("name", r.Name)
	if r.Run != nil {
		e.Word("unit", r.Unit)
	}
	e.Text("status", string(r.Status()))
	if r.Err != nil {
		e.Text("error", r.Err.Error())
	}
	if r.Run == nil {
		e.Close("}")
		return
	}
	if p := r.Program; p != nil {
		e.Object("program", func() {
			e.Word("name", p.Product)
			e.Word("version", p.Version)
		})
	}
	e.instant("started", r.Began)
	e.instant("ended", r.Ended)
	if d, ok := r.Duration(); ok {
		e.seconds("duration_seconds", d)
	}
	if s := r.PlanSummary; s != nil {
		e.Key("planned")
		e.totals(s.Totals, 0, "")
	}
	if s := r.Applied; s != nil {
		e.Key("applied")
		e.totals(s.Totals, s.InvokeFailed, s.Operation)
	}
	if v := r.Validity; v != nil {
		e.Truth("valid", v.Valid)
	}
	e.Number("errors", r.Errors)
	e.Number("warnings", r.Warnings)
	e.plannedChanges("planned_changes", r.Planned)
	e.plannedChanges("drift", r.Drift)
	e.Objects("planned_outputs", "\n", len(r.PlannedOutputs), func(i int) {
		o := &r.PlannedOutputs[i]
		e.Text("name", o.Name)
		e.Text("action", o.Action)
		e.Truth("sensitive", o.Sensitive)
	})
	e.SomeObjects("planned_actions", len(r.Invocations), func(i int) {
		a := &r.Invocations[i]
		e.Text("address", a.Address)
		e.Word("trigger", a.Trigger)
		e.Word("on_failure", a.OnFailure)
	})
	e.SomeObjects("found", len(r.Found), func(i int) { e.found(&r.Found[i]) })
	e.SomeObjects("policies", len(r.Policies), func(i int) { e.policyResult(&r.Policies[i]) })
	all := r.Slowest("apply", "refresh", "ephemeral_op", "action", "list")
	e.Objects("operations", "\n", len(all), func(i int) { e.operation(&all[i]) })
	e.Objects("running", "\n", len(r.Running), func(i int) { e.operation(r.Running[i]) })
	e.Objects("diagnostics", "\n", len(r.Diagnostics), func(i int) { e.diagnostic(&r.Diagnostics[i]) })
	e.Objects("outputs", "\n", len(r.Outputs), func(i int) { e.outputValue(&r.Outputs[i]) })
	e.tests(r.Run)
	e.List("unknown_types", "\n", len(r.Unknown), e.unknownTypes(r.Run))
	e.Number("unreadable_lines", r.Broken)
	e.Number("other_lines", r.Others)
	e.Count("dropped", r.Dropped)
	e.Close("}")
}

// instant adds a member with a time, unless it is unknown.
func (e *jsonEncoder) instant(name string, t time.Time) {
	if !t.IsZero() {
		e.Text(name, t.UTC().Format(time.RFC3339Nano))
	}
}

// seconds adds a member with a duration in seconds, rounded to milliseconds.
func (e *jsonEncoder) seconds(name string, d time.Duration) {
	e.Key(name)
	e.Bytes = strconv.AppendFloat(e.Bytes, float64(d.Milliseconds())/1000, 'f', -1, 64)
}

func (e *jsonEncoder) totals(t plans.Totals, failed int, operation string) {
	e.Open('{')
	e.Word("operation", operation)
	e.Number("import", t.Import)
	e.Number("add", t.Add)
	e.Number("change", t.Change)
	e.Number("destroy", t.Destroy)
	e.Number("forget", t.Forget)
	e.Number("invoke", t.Invoke)
	e.Count("invoke_failed", failed)
	e.Close("}")
}

func (e *jsonEncoder) found(f *jsonlog.Found) {
	e.Text("list", f.List)
	e.Word("resource_type", f.Type)
	e.Word("display_name", f.DisplayName)
	e.Document("identity", f.Identity.JSON())
	e.Word("config", f.Config)
	e.Word("import_config", f.ImportConfig)
}

func (e *jsonEncoder) policyResult(p *jsonlog.Policy) {
	e.Text("result", p.Result)
	e.Word("address", p.Target)
	e.Word("policy", p.Name)
	e.Word("policy_set", p.Set)
	e.Word("file", p.File)
	e.Word("enforcement_level", p.Enforcement)
}

// plannedChanges adds a list of changes, in the order of their addresses: the log has none.
func (e *jsonEncoder) plannedChanges(name string, all []jsonlog.Change) {
	all = slices.Clone(all)
	wording.SortChanges(all)
	e.Objects(name, "\n", len(all), func(i int) { e.plannedChange(&all[i]) })
}

func (e *jsonEncoder) plannedChange(c *jsonlog.Change) {
	e.Text("address", c.Resource.Address)
	e.Text("action", c.Action)
	e.Word("reason", c.Reason)
	e.Word("previous_address", c.Previous)
	e.Flag("importing", c.Importing)
}

func (e *jsonEncoder) operation(o *jsonlog.Operation) {
	e.Text("kind", o.Kind)
	e.Text("address", o.Address)
	e.Word("action", o.Action)
	if o.Kind == "test" {
		e.Word("run", o.Part)
	} else {
		e.Word("provisioner", o.Part)
	}
	switch o.Phase {
	case jsonlog.Complete, jsonlog.Errored:
		e.Text("status", string(o.Phase))
	default:
		e.Text("status", "running")
	}
	if o.Continues {
		e.Text("on_failure", "continue")
	}
	e.Word("id", o.ID)
	if o.HasElapsed {
		e.seconds("duration_seconds", o.Elapsed)
	}
}

func (e *jsonEncoder) diagnostic(d *jsonlog.Diagnostic) {
	severity := "error"
	if !d.IsError() {
		severity = "warning"
	}
	e.Text("severity", severity)
	e.Text("summary", d.Summary)
	e.Word("detail", d.Detail)
	e.Word("address", d.Address)
	e.Word("policy", d.Policy)
	if r := d.Range; r != nil {
		e.Text("file", r.File)
		e.Number("line", r.StartLine)
		e.Number("column", r.StartColumn)
		e.Number("end_line", r.EndLine)
		e.Number("end_column", r.EndColumn)
	}
	if s := d.Snippet; s != nil {
		e.Word("context", s.Context)
		e.Text("code", s.Code)
		e.SomeObjects("values", len(s.Values), func(i int) {
			e.Text("expression", s.Values[i].Expression)
			e.Text("statement", s.Values[i].Statement)
		})
		if c := s.Comparison; c != nil {
			e.Text("actual", c.Left)
			e.Text("expected", c.Right)
		}
	}
}

func (e *jsonEncoder) outputValue(o *jsonlog.Output) {
	e.Text("name", o.Name)
	e.Truth("sensitive", o.Sensitive)
	e.Document("type", o.Type)
	e.Document("value", o.Value)
}

// tests adds the results of tests, if there are any.
func (e *jsonEncoder) tests(r *jsonlog.Run) {
	if r.TestTotals == nil && len(r.Tests) == 0 {
		return
	}
	e.Object("tests", func() {
		if t := r.TestTotals; t != nil {
			e.Text("status", t.Status)
			e.Number("passed", t.Passed)
			e.Number("failed", t.Failed)
			e.Number("errored", t.Errored)
			e.Number("skipped", t.Skipped)
		}
		e.Objects("runs", "", len(r.Tests), func(i int) {
			t := &r.Tests[i]
			e.Text("path", t.Path)
			e.Text("run", t.Run)
			e.Text("status", t.Status)
			if t.Elapsed > 0 {
				e.seconds("duration_seconds", t.Elapsed)
			}
		})
	})
}

// unknownTypes returns what writes one of the types that are passed over, in the order of
// their names.
func (e *jsonEncoder) unknownTypes(r *jsonlog.Run) func(int) {
	names := r.UnknownTypes()
	return func(i int) {
		e.Open('{')
		e.Text("type", string(names[i]))
		e.Number("lines", r.Unknown[names[i]])
		e.Close("}")
	}
}
