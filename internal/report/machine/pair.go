package machine

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
)

// planDiffVersion is the format version of [JSONPlanDiff]. A new minor version adds members.
const planDiffVersion = "1.0"

// JSONPlanDiff is how what two plans would do differs, for programs, as
// docs/schema/plandiff-1.0.json describes it. A resource is written when it arrives.
type JSONPlanDiff struct {
	json *JSON
}

// NewJSONPlanDiff returns a report that writes one JSON document to w.
func NewJSONPlanDiff(w io.Writer, opts layout.Options) *JSONPlanDiff {
	return &JSONPlanDiff{NewJSON(w, opts)}
}

// NewJSONLinesPlanDiff returns a report that writes lines to w, each of them a JSON document: a header, a line for each resource, and
// a trailer. If there is no trailer, something is missing.
func NewJSONLinesPlanDiff(w io.Writer, opts layout.Options) *JSONPlanDiff {
	return &JSONPlanDiff{NewJSONLines(w, opts)}
}

// Begin writes what stands above the first resource.
func (j *JSONPlanDiff) Begin(s computed.PlanDiff) error {
	j.json.begun, j.json.written = true, 0
	newLine := j.json.lineBreak()
	return j.json.stream(func(e *jsonEncoder) {
		e.Open('{')
		j.json.kind(e, "header")
		e.Section("format_version", newLine)
		e.String(planDiffVersion)
		for _, side := range []struct {
			name string
			plan *computed.ComparedPlan
		}{{"old", &s.Old}, {"new", &s.New}} {
			e.Section(side.name, newLine)
			e.Open('{')
			e.Word("product", side.plan.Product)
			e.Word("terraform_version", side.plan.TerraformVersion)
			e.Word("format_version", side.plan.FormatVersion)
			e.Text("mode", side.plan.Mode.String())
			e.Truth("errored", side.plan.Errored)
			e.Close("}")
		}
		e.Objects("facts", newLine, len(s.Facts), func(i int) { e.fact(&s.Facts[i]) })
		e.Objects("outputs", newLine, len(s.Outputs), func(i int) {
			o := &s.Outputs[i]
			e.Text("name", o.Name)
			e.comparison(&o.Comparison, o.Verdict.Differs())
			for _, side := range []struct {
				name string
				out  *computed.Output
			}{{"old", o.Old}, {"new", o.New}} {
				if side.out != nil && side.out.Diff.Renderer != nil {
					e.Key(side.name)
					e.value(side.out.Diff, false)
				}
			}
		})
		e.Objects("actions", newLine, len(s.Actions), func(i int) {
			a := &s.Actions[i]
			e.Text("address", a.Address)
			e.comparison(&a.Comparison, a.Verdict.Differs())
			for _, side := range []struct {
				name, trigger string
				action        *computed.ActionInvocation
			}{{"old", a.OldTrigger, a.Old}, {"new", a.NewTrigger, a.New}} {
				if side.action != nil {
					e.Text(side.name+"_trigger", side.trigger)
					if side.action.Config.Renderer != nil {
						e.Key(side.name)
						e.value(side.action.Config, true)
					}
				}
			}
		})
		e.Objects("checks", newLine, len(s.Checks), func(i int) {
			c := &s.Checks[i]
			e.Text("address", c.Address())
			if c.Old.Address != "" {
				e.Key("old")
				e.check(&c.Old)
			}
			if c.New.Address != "" {
				e.Key("new")
				e.check(&c.New)
			}
		})
		if j.json.isLines {
			e.Close("}\n")
			return
		}
		e.Section("resources", newLine)
		e.Open('[')
	})
}

// Resource writes how what the plans would do to a resource differs.
func (j *JSONPlanDiff) Resource(r computed.ResourceComparison) error {
	if err := j.json.separate(); err != nil {
		return err
	}
	return j.json.stream(func(e *jsonEncoder) {
		h := &r.Newest().Header
		e.Open('{')
		j.json.kind(e, "resource")
		e.Text("section", r.Section.String())
		e.Text("address", h.Address)
		e.Text("type", h.Type)
		e.Word("deposed", h.Deposed)
		e.comparison(&r.Comparison, r.Counts())
		for _, side := range []struct {
			name string
			r    *computed.Resource
		}{{"old", r.Old}, {"new", r.New}} {
			if side.r == nil {
				continue
			}
			e.Object(side.name, func() {
				e.header(side.r)
				if side.r.Body.Renderer != nil {
					e.Key("diff")
					e.value(side.r.Body, side.r.Importing != nil)
				}
			})
		}
		e.Close("}")
		if j.json.isLines {
			e.Raw("\n")
		}
	})
}

// End writes what stands below the last resource.
func (j *JSONPlanDiff) End(o computed.PlanDiffOutcome) error {
	if !j.json.begun {
		return paper.ErrNotBegun
	}
	newLine := j.json.lineBreak()
	return j.json.stream(func(e *jsonEncoder) {
		if j.json.isLines {
			e.Open('{')
			j.json.kind(e, "trailer")
		} else {
			e.Close("\n]")
		}
		e.Section("counts", newLine)
		e.Open('{')
		for v, n := range o.Counts {
			e.Number(jsonWord(computed.Verdict(v).String()), n)
		}
		e.Number("resolved_values", o.Resolved)
		e.Close("}")
		e.Objects("problems", newLine, len(o.Problems), func(i int) { e.problem(o.Problems[i]) })
		e.masked(newLine, o.Masked)
		e.copies(newLine, o.Copies)
		e.Section("comparable", newLine)
		e.Bool(len(o.Problems) == 0)
		e.Section("different", newLine)
		e.Bool(o.Different)
		if j.json.isLines {
			e.Truth("complete", true)
		}
		e.Close(newLine + "}\n")
	})
}

// jsonWord is a name of an enumeration as the name of a member.
func jsonWord(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c == '-' {
			b[i] = '_'
		}
	}
	return string(b)
}

// comparison writes the verdict, and in what two plans differ.
func (e *jsonEncoder) comparison(c *computed.Comparison, counts bool) {
	e.Text("verdict", c.Verdict.String())
	e.Truth("counts", counts)
	e.SomeObjects("facts", len(c.Facts), func(i int) { e.fact(&c.Facts[i]) })
	e.Some("values", len(c.Values), func(i int) { e.difference(&c.Values[i]) })
	e.problems(c.Problems)
}

func (e *jsonEncoder) fact(f *computed.FactDifference) {
	e.Text("fact", f.Fact.String())
	e.Truth("counts", f.Counts)
	e.Text("old", f.Old)
	e.Text("new", f.New)
}

// difference writes what two plans would do to a value.
func (e *jsonEncoder) difference(d *computed.Difference) {
	e.Open('{')
	e.Path("path", d.Path)
	e.Text("kind", d.Kind.String())
	e.Truth("counts", d.Kind.Counts())
	if d.Sensitive {
		e.Truth("sensitive", true)
		e.Close("}")
		return
	}
	for _, side := range []struct {
		name string
		diff computed.Diff
	}{{"old", d.Old}, {"new", d.New}, {"result", d.Result}} {
		if side.diff.Renderer != nil {
			e.Key(side.name)
			e.value(side.diff, true)
		} else if side.name != "result" {
			e.Key(side.name)
			e.Raw("null")
		}
	}
	e.Close("}")
}
