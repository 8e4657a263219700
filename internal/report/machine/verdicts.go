package machine

import (
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/paper/json"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// verdictVersion is the version of the JSON of check, test and validate.
const verdictVersion = 1

// TestsJSON writes what tests of policies have shown. If the diagnostics have errors, there
// are no results.
func TestsJSON(w io.Writer, t *verdict.Tests, diags diag.List) error {
	return verdictDocument(w, diags, func(e *jsonEncoder) {
		type one struct {
			file   string
			mock   *verdict.Mock
			result *verdict.Result // nil if there is none
			plan   string
			about  *verdict.PlanVerdict // in place of mock and result
		}
		var all []one
		for _, f := range t.Files {
			for i := range f.Mocks {
				m := &f.Mocks[i]
				if len(m.Results) == 0 {
					all = append(all, one{file: f.Name, mock: m})
				}
				for k := range m.Results {
					all = append(all, one{file: f.Name, mock: m, result: &m.Results[k]})
				}
			}
			for i := range f.Verdicts {
				all = append(all, one{file: f.Name, plan: f.Plan, about: &f.Verdicts[i]})
			}
		}
		e.List("results", "\n", len(all), func(i int) {
			o := all[i]
			e.Raw("\n")
			e.Open('{')
			e.Text("file", o.file)
			if v := o.about; v != nil {
				e.planVerdict(o.plan, v)
				return
			}
			e.Text("mock", o.mock.Name)
			e.Truth("as_expected", o.mock.AsExpected)
			e.Flag("expect_failure", o.mock.ExpectFailure)
			if o.result != nil {
				e.result(o.result)
				e.planned(o.mock, o.result)
				e.diagnostics("mock_diagnostics", o.mock.Diagnostics)
			} else {
				e.Text("outcome", o.mock.Outcome.String())
				e.Word("message", o.mock.Message)
				e.diagnostics("diagnostics", o.mock.Diagnostics)
			}
			e.Close("}")
		})
	})
}

// planned writes what would be different if a mock was a plan.
func (e *jsonEncoder) planned(m *verdict.Mock, r *verdict.Result) {
	for _, p := range m.Planned {
		if p.Policy == r.Policy {
			e.Object("as_plan", func() {
				e.Text("outcome", p.AsPlan.String())
				e.Word("message", p.Message)
			})
		}
	}
}

// planVerdict writes what is left of a verdict about a plan.
func (e *jsonEncoder) planVerdict(plan string, v *verdict.PlanVerdict) {
	e.Text("plan", plan)
	e.Truth("as_expected", v.AsExpected())
	e.Text("expected", v.Expected.String())
	e.Text("policy", v.Policy)
	e.Word("address", v.Address)
	e.Word("operation", v.Operation)
	e.Text("outcome", v.Outcome.String())
	e.Word("message", v.Message)
	e.Close("}")
}

// ValidationSummary says in a line that policies have no errors, and how many warnings there are.
func ValidationSummary(policies, warnings int) string {
	text := wording.CountOf(policies, "policy", "policies") + ": no errors"
	if warnings > 0 {
		text += ", " + wording.CountOf(warnings, "warning", "warnings")
	}
	return text + "."
}

// ValidationJSON writes what is wrong with policies.
func ValidationJSON(w io.Writer, diags diag.List) error {
	return verdictDocument(w, diags, func(e *jsonEncoder) { e.List("results", "\n", 0, nil) })
}

// verdictDocument writes a document with results, errors and warnings.
func verdictDocument(w io.Writer, diags diag.List, results func(*jsonEncoder)) error {
	var errors, warnings diag.List
	for _, d := range diags {
		if d.Severity == diag.Error {
			errors = append(errors, d)
		} else {
			warnings = append(warnings, d)
		}
	}
	e := &jsonEncoder{json.Encoder{Out: w}}
	e.Open('{')
	e.Number("version", verdictVersion)
	if len(errors) > 0 {
		e.List("results", "\n", 0, nil)
	} else {
		results(e)
	}
	e.diagnostics("errors", errors)
	e.diagnostics("warnings", warnings)
	e.Raw("}\n")
	return e.Finish()
}

// result writes the members of a result.
func (e *jsonEncoder) result(r *verdict.Result) {
	e.policy(r)
	e.subject(r)
	e.conclusion(r)
	e.Word("message", r.Message)
	e.SomeObjects("conditions", len(r.Conditions), func(i int) {
		c := &r.Conditions[i]
		e.Text("outcome", c.Outcome.String())
		e.place(c.Range)
		if !c.Failing.IsZero() {
			e.Object("failing", func() { e.place(c.Failing) })
		}
		e.Word("message", c.Message)
		e.Word("info", c.Info)
		e.SomeObjects("values", len(c.Values), func(k int) {
			e.place(c.Values[k].Range)
			e.Text("value", c.Values[k].Text)
		})
	})
	e.causes(r.Causes)
	e.diagnostics("diagnostics", r.Diagnostics)
}

// causes writes why something is not known, unless it is.
func (e *jsonEncoder) causes(all []verdict.Cause) {
	e.SomeObjects("causes", len(all), func(i int) {
		c := &all[i]
		e.Word("address", c.Address)
		e.Path("path", c.Path)
		e.Word("reason", c.Reason)
		e.Texts("references", c.References)
	})
}

// policy writes who says a result.
func (e *jsonEncoder) policy(r *verdict.Result) {
	if r.Policy != nil {
		e.Text("policy", r.Policy.Name)
		e.Word("policy_set", r.Policy.Set)
	}
}

// subject writes what a result is about.
func (e *jsonEncoder) subject(r *verdict.Result) {
	e.Word("address", r.Address)
	e.Word("operation", r.Operation)
}

// conclusion writes what a result comes to.
func (e *jsonEncoder) conclusion(r *verdict.Result) {
	e.Text("outcome", r.Outcome.String())
	e.Text("enforcement_level", r.Level.String())
}

// diagnostics writes a member with diagnostics, unless there are none.
func (e *jsonEncoder) diagnostics(name string, diags diag.List) {
	e.Some(name, len(diags), func(i int) {
		d := diags[i]
		e.Raw("\n")
		e.Open('{')
		e.place(d.Subject)
		e.Text("summary", d.Summary)
		message := d.Summary
		if d.Detail != "" {
			message += ": " + d.Detail
		}
		e.Text("message", message)
		e.Close("}")
	})
}

// place writes the members of a range.
func (e *jsonEncoder) place(r diag.Range) {
	if r.IsZero() {
		return
	}
	e.Text("file", r.File)
	e.Number("line", r.Start.Line)
	e.Number("column", r.Start.Column)
	e.Number("end_line", r.End.Line)
	e.Number("end_column", r.End.Column)
}
