package planfmt

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/planvalue"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/policy/hazards"
	"github.com/planfmt/planfmt/policyfile"
	"github.com/planfmt/planfmt/verdict"
)

// massDestroy is how many objects a plan has to destroy for that to be a hazard by itself.
const massDestroy = 25

// builtinHazards are the policies that are built in, ready to be used.
type builtinHazards struct {
	set   *policy.Set
	judge *policy.Judge
}

// loadHazards reads the policies that are built in. Tests check that there is nothing wrong with them.
func loadHazards() builtinHazards {
	set, _ := policy.Load(hazards.Sources()...)
	set.Bind(nil)
	inputs, _ := set.Inputs(policy.InputValues{})
	return builtinHazards{set, set.Judge(inputs, nil)}
}

// hazardsStudy judges what changes by the policies that are built in. Only what fails counts: what is not
// known yet is no hazard. Rules of a file do not mute hazards, but those of the user do.
type hazardsStudy struct {
	document *document
	builtin  builtinHazards
	shapes   planvalue.Shapes
	applies  map[string]bool // by type
	found    []computed.Hazard
}

func (d *document) newHazardsStudy(builtin builtinHazards) *hazardsStudy {
	s := &hazardsStudy{document: d, builtin: builtin, applies: map[string]bool{}}
	for _, j := range d.jobs {
		if _, known := s.applies[j.resource.Type]; !known {
			s.applies[j.resource.Type] = builtin.set.Applies(policyfile.Resource, j.resource.Type)
		}
	}
	return s
}

func (s *hazardsStudy) wants(j job) detail {
	r := j.resource
	if j.section != computed.ChangesSection || r.Err != nil || r.Mode != "managed" || !acts(r) ||
		!s.applies[r.Type] || len(operations(r.Action)) == 0 {
		return nothing
	}
	if j.muted != nil && j.muted.own { // by the user, and not by a file
		return nothing
	}
	return valuesOnly
}

func (s *hazardsStudy) look(j job, e examined) func() error {
	if e.err != nil {
		return nil // which is said where the resource is shown
	}
	r := j.resource
	in := loaded{Values: e.values, schema: e.schema}
	if !in.schema.Exact {
		s.document.compare.masks.mask(resourceID(r), &in.Values)
	}
	before, after := sides(in.Values)
	after.Nulls = true
	var found []computed.Hazard
	for _, t := range targets(&s.shapes, r, in.schema, before, after) {
		for _, res := range s.builtin.judge.Results(t) {
			if res.Outcome == verdict.Fail {
				found = append(found, computed.Hazard{Address: r.Address, Deposed: r.Deposed, Policy: res.Policy.Name, Text: res.Message})
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return func() error {
		s.found = append(s.found, found...)
		return nil
	}
}

// hazards are what has been found, and what the plan does as a whole.
func (s *hazardsStudy) hazards() []computed.Hazard {
	all := s.found
	sum := &s.document.summary
	if n := sum.Totals().Destroy; n >= massDestroy && sum.Mode != plans.DestroyMode {
		all = append([]computed.Hazard{{Policy: "mass_destroy", Text: fmt.Sprintf("The plan destroys %d objects.", n)}}, all...)
	}
	return all
}
