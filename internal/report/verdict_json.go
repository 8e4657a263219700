package report

import (
	"io"

	"github.com/planfmt/planfmt/diag"
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
		e.list("results", "\n", len(all), func(i int) {
			o := all[i]
			e.raw("\n")
			e.open('{')
			e.text("file", o.file)
			if v := o.about; v != nil {
				e.planVerdict(o.plan, v)
				return
			}
			e.text("mock", o.mock.Name)
			e.truth("as_expected", o.mock.AsExpected)
			e.flag("expect_failure", o.mock.ExpectFailure)
			if o.result != nil {
				e.result(o.result)
				e.planned(o.mock, o.result)
				e.diagnostics("mock_diagnostics", o.mock.Diagnostics)
			} else {
				e.text("outcome", o.mock.Outcome.String())
				e.word("message", o.mock.Message)
				e.diagnostics("diagnostics", o.mock.Diagnostics)
			}
			e.close("}")
		})
	})
}

// planned writes what would be different if a mock was a plan.
func (e *jsonEncoder) planned(m *verdict.Mock, r *verdict.Result) {
	for _, p := range m.Planned {
		if p.Policy == r.Policy {
			e.key("as_plan")
			e.open('{')
			e.text("outcome", p.AsPlan.String())
			e.word("message", p.Message)
			e.close("}")
		}
	}
}

// planVerdict writes what is left of a verdict about a plan.
func (e *jsonEncoder) planVerdict(plan string, v *verdict.PlanVerdict) {
	e.text("plan", plan)
	e.truth("as_expected", v.AsExpected())
	e.text("expected", v.Expected.String())
	e.text("policy", v.Policy)
	e.word("address", v.Address)
	e.word("operation", v.Operation)
	e.text("outcome", v.Outcome.String())
	e.word("message", v.Message)
	e.close("}")
}

// ValidationSummary says in a line that policies have no errors, and how many warnings there are.
func ValidationSummary(policies, warnings int) string {
	text := countOf(policies, "policy", "policies") + ": no errors"
	if warnings > 0 {
		text += ", " + countOf(warnings, "warning", "warnings")
	}
	return text + "."
}

// ValidationJSON writes what is wrong with policies.
func ValidationJSON(w io.Writer, diags diag.List) error {
	return verdictDocument(w, diags, func(e *jsonEncoder) { e.list("results", "\n", 0, nil) })
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
	e := &jsonEncoder{encoder{w: w}}
	e.open('{')
	e.number("version", verdictVersion)
	if len(errors) > 0 {
		e.list("results", "\n", 0, nil)
	} else {
		results(e)
	}
	e.diagnostics("errors", errors)
	e.diagnostics("warnings", warnings)
	e.raw("}\n")
	if e.err != nil {
		return e.err
	}
	return writeAll(w, e.b)
}

// result writes the members of a result.
func (e *jsonEncoder) result(r *verdict.Result) {
	e.policy(r)
	e.subject(r)
	e.conclusion(r)
	e.word("message", r.Message)
	e.some("conditions", len(r.Conditions), func(i int) {
		c := &r.Conditions[i]
		e.open('{')
		e.text("outcome", c.Outcome.String())
		e.place(c.Range)
		if !c.Failing.IsZero() {
			e.key("failing")
			e.open('{')
			e.place(c.Failing)
			e.close("}")
		}
		e.word("message", c.Message)
		e.word("info", c.Info)
		e.some("values", len(c.Values), func(k int) {
			e.open('{')
			e.place(c.Values[k].Range)
			e.text("value", c.Values[k].Text)
			e.close("}")
		})
		e.close("}")
	})
	e.causes(r.Causes)
	e.diagnostics("diagnostics", r.Diagnostics)
}

// causes writes why something is not known, unless it is.
func (e *jsonEncoder) causes(all []verdict.Cause) {
	e.some("causes", len(all), func(i int) {
		c := &all[i]
		e.open('{')
		e.word("address", c.Address)
		e.path("path", c.Path)
		e.word("reason", c.Reason)
		e.texts("references", c.References)
		e.close("}")
	})
}

// policy writes who says a result.
func (e *jsonEncoder) policy(r *verdict.Result) {
	if r.Policy != nil {
		e.text("policy", r.Policy.Name)
		e.word("policy_set", r.Policy.Set)
	}
}

// subject writes what a result is about.
func (e *jsonEncoder) subject(r *verdict.Result) {
	e.word("address", r.Address)
	e.word("operation", r.Operation)
}

// conclusion writes what a result comes to.
func (e *jsonEncoder) conclusion(r *verdict.Result) {
	e.text("outcome", r.Outcome.String())
	e.text("enforcement_level", r.Level.String())
}

// diagnostics writes a member with diagnostics, unless there are none.
func (e *jsonEncoder) diagnostics(name string, diags diag.List) {
	e.some(name, len(diags), func(i int) {
		d := diags[i]
		e.raw("\n")
		e.open('{')
		e.place(d.Subject)
		e.text("summary", d.Summary)
		message := d.Summary
		if d.Detail != "" {
			message += ": " + d.Detail
		}
		e.text("message", message)
		e.close("}")
	})
}

// place writes the members of a range.
func (e *jsonEncoder) place(r diag.Range) {
	if r.IsZero() {
		return
	}
	e.text("file", r.File)
	e.number("line", r.Start.Line)
	e.number("column", r.Start.Column)
	e.number("end_line", r.End.Line)
	e.number("end_column", r.End.Column)
}
