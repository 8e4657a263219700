package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
)

// planDiffVersion is the format version of [JSONPlanDiff]. A new minor version adds members.
const planDiffVersion = "1.0"

// JSONPlanDiff is how what two plans would do differs, for programs, as
// docs/schema/plandiff-1.0.json describes it. A resource is written when it arrives.
type JSONPlanDiff struct {
	json *JSON
}

// NewJSONPlanDiff returns a report that writes one JSON document to w.
func NewJSONPlanDiff(w io.Writer, opts Options) *JSONPlanDiff {
	return &JSONPlanDiff{NewJSON(w, opts)}
}

// NewJSONLinesPlanDiff returns a report that writes lines to w, each of them a JSON document: a header, a line for each resource, and
// a trailer. If there is no trailer, something is missing.
func NewJSONLinesPlanDiff(w io.Writer, opts Options) *JSONPlanDiff {
	return &JSONPlanDiff{NewJSONLines(w, opts)}
}

// Begin writes what stands above the first resource.
func (j *JSONPlanDiff) Begin(s computed.PlanDiff) error {
	j.json.begun, j.json.written = true, 0
	newLine := j.json.lineBreak()
	return j.json.stream(func(e *jsonEncoder) {
		e.open('{')
		j.json.kind(e, "header")
		e.section("format_version", newLine)
		e.string(planDiffVersion)
		for _, side := range []struct {
			name string
			plan *computed.ComparedPlan
		}{{"old", &s.Old}, {"new", &s.New}} {
			e.section(side.name, newLine)
			e.open('{')
			e.word("product", side.plan.Product)
			e.word("terraform_version", side.plan.TerraformVersion)
			e.word("format_version", side.plan.FormatVersion)
			e.text("mode", side.plan.Mode.String())
			e.truth("errored", side.plan.Errored)
			e.close("}")
		}
		e.list("facts", newLine, len(s.Facts), func(i int) { e.fact(&s.Facts[i]) })
		e.list("outputs", newLine, len(s.Outputs), func(i int) {
			o := &s.Outputs[i]
			e.open('{')
			e.text("name", o.Name)
			e.comparison(&o.Comparison, o.Verdict.Differs())
			for _, side := range []struct {
				name string
				out  *computed.Output
			}{{"old", o.Old}, {"new", o.New}} {
				if side.out != nil && side.out.Diff.Renderer != nil {
					e.key(side.name)
					e.value(side.out.Diff, false)
				}
			}
			e.close("}")
		})
		e.list("actions", newLine, len(s.Actions), func(i int) {
			a := &s.Actions[i]
			e.open('{')
			e.text("address", a.Address)
			e.comparison(&a.Comparison, a.Verdict.Differs())
			for _, side := range []struct {
				name, trigger string
				action        *computed.ActionInvocation
			}{{"old", a.OldTrigger, a.Old}, {"new", a.NewTrigger, a.New}} {
				if side.action != nil {
					e.text(side.name+"_trigger", side.trigger)
					if side.action.Config.Renderer != nil {
						e.key(side.name)
						e.value(side.action.Config, true)
					}
				}
			}
			e.close("}")
		})
		e.list("checks", newLine, len(s.Checks), func(i int) {
			c := &s.Checks[i]
			e.open('{')
			e.text("address", c.Address())
			if c.Old.Address != "" {
				e.key("old")
				e.check(&c.Old)
			}
			if c.New.Address != "" {
				e.key("new")
				e.check(&c.New)
			}
			e.close("}")
		})
		if j.json.isLines {
			e.close("}\n")
			return
		}
		e.section("resources", newLine)
		e.open('[')
	})
}

// Resource writes how what the plans would do to a resource differs.
func (j *JSONPlanDiff) Resource(r computed.ResourceComparison) error {
	if err := j.json.separate(); err != nil {
		return err
	}
	return j.json.stream(func(e *jsonEncoder) {
		h := &r.Newest().Header
		e.open('{')
		j.json.kind(e, "resource")
		e.text("section", r.Section.String())
		e.text("address", h.Address)
		e.text("type", h.Type)
		e.word("deposed", h.Deposed)
		e.comparison(&r.Comparison, r.Counts())
		for _, side := range []struct {
			name string
			r    *computed.Resource
		}{{"old", r.Old}, {"new", r.New}} {
			if side.r == nil {
				continue
			}
			e.key(side.name)
			e.open('{')
			e.header(side.r)
			if side.r.Body.Renderer != nil {
				e.key("diff")
				e.value(side.r.Body, side.r.Importing != nil)
			}
			e.close("}")
		}
		e.close("}")
		if j.json.isLines {
			e.raw("\n")
		}
	})
}

// End writes what stands below the last resource.
func (j *JSONPlanDiff) End(o computed.PlanDiffOutcome) error {
	if !j.json.begun {
		return errNotBegun
	}
	newLine := j.json.lineBreak()
	return j.json.stream(func(e *jsonEncoder) {
		if j.json.isLines {
			e.open('{')
			j.json.kind(e, "trailer")
		} else {
			e.close("\n]")
		}
		e.section("counts", newLine)
		e.open('{')
		for v, n := range o.Counts {
			e.number(jsonWord(computed.Verdict(v).String()), n)
		}
		e.number("resolved_values", o.Resolved)
		e.close("}")
		e.list("problems", newLine, len(o.Problems), func(i int) { e.problem(o.Problems[i]) })
		e.masked(newLine, o.Masked)
		e.copies(newLine, o.Copies)
		e.section("comparable", newLine)
		e.bool(len(o.Problems) == 0)
		e.section("different", newLine)
		e.bool(o.Different)
		if j.json.isLines {
			e.truth("complete", true)
		}
		e.close(newLine + "}\n")
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
	e.text("verdict", c.Verdict.String())
	e.truth("counts", counts)
	e.some("facts", len(c.Facts), func(i int) { e.fact(&c.Facts[i]) })
	e.some("values", len(c.Values), func(i int) { e.difference(&c.Values[i]) })
	e.problems(c.Problems)
}

func (e *jsonEncoder) fact(f *computed.FactDifference) {
	e.open('{')
	e.text("fact", f.Fact.String())
	e.truth("counts", f.Counts)
	e.text("old", f.Old)
	e.text("new", f.New)
	e.close("}")
}

// difference writes what two plans would do to a value.
func (e *jsonEncoder) difference(d *computed.Difference) {
	e.open('{')
	e.path("path", d.Path)
	e.text("kind", d.Kind.String())
	e.truth("counts", d.Kind.Counts())
	if d.Sensitive {
		e.truth("sensitive", true)
		e.close("}")
		return
	}
	for _, side := range []struct {
		name string
		diff computed.Diff
	}{{"old", d.Old}, {"new", d.New}, {"result", d.Result}} {
		if side.diff.Renderer != nil {
			e.key(side.name)
			e.value(side.diff, true)
		} else if side.name != "result" {
			e.key(side.name)
			e.raw("null")
		}
	}
	e.close("}")
}
