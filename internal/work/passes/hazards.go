package passes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
	"github.com/planfmt/planfmt/verdict"
)

// massDestroy is how many objects a plan has to destroy for their number alone to be a hazard.
const massDestroy = 25

// massDestroyPolicy is the name of that hazard, which no policy over single resources can find.
const massDestroyPolicy = "mass_destroy"

// massDestruction returns a text about how much a plan destroys, if that is a hazard. It looks at the mode and the counts of the summary.
func massDestruction(sum *computed.Summary) (text string, ok bool) {
	n := sum.Totals().Destroy
	return fmt.Sprintf("The plan destroys %d objects.", n), n >= massDestroy && sum.Mode != plans.DestroyMode
}

// builtinHazards are the built-in policies.
type builtinHazards []*builtinHazard

// builtinHazard is a built-in policy. It is loaded at the first change that it may apply to.
type builtinHazard struct {
	hazards.Policy
	judge func() (*policy.Judge, diag.List)
}

func newBuiltinHazards() builtinHazards {
	var all builtinHazards
	for _, p := range hazards.Policies() {
		all = append(all, &builtinHazard{p, sync.OnceValues(func() (*policy.Judge, diag.List) { return load(p.Source) })})
	}
	return all
}

// load returns the judge for one built-in policy.
func load(src policy.Source) (*policy.Judge, diag.List) {
	set, diags := policy.Load(src)
	diags = append(diags, set.Bind(nil)...)
	inputs, wrong := set.Inputs(policy.InputValues{})
	return set.Judge(inputs, nil, nil), append(diags, wrong...)
}

// results returns what the policy says about a resource, which has one target for each operation. A policy that cannot be loaded is not silent: it
// is an error there.
func (p *builtinHazard) results(targets []policy.Target) []verdict.Result {
	judge, wrong := p.judge()
	for _, t := range targets {
		switch {
		case t.Operation.String() != p.Operation:
		case len(wrong) > 0:
			return []verdict.Result{{Policy: &verdict.Policy{Name: p.Name, Label: p.Label, Set: hazards.Name}, Outcome: verdict.Error, Diagnostics: wrong}}
		default:
			return judge.Results(t)
		}
	}
	return nil
}

// hazardsPass judges changes by the built-in policies. A failed policy is a hazard, and so is one that cannot be evaluated: nobody knows that
// there is no danger. An undecided one is one only for those who stop for hazards, since a new object has many unknown values. The user's rules mute hazards, the rules of a file do not.
type hazardsPass struct {
	engine.NoPass
	builtin  func() builtinHazards
	document *engine.Document
	shapes   planvalue.Shapes
	policies map[hazardKey]hazardPolicies
	found    []foundHazard
	alarms   bool // hazards that the user mutes are found, too, and what is undecided
}

// foundHazard is a hazard, and whether the user mutes it.
type foundHazard struct {
	computed.Hazard
	muted bool
}

// hazardKey determines which policies a resource is judged by.
type hazardKey struct {
	id     schema.ID
	action plans.Action
}

// hazardPolicies are the policies for a resource.
type hazardPolicies struct {
	policies []hazardPolicy
	schema   infer.Resolution
	// detail says how much of the resource the policies need.
	detail engine.Detail
}

// hazardPolicy is a policy that a resource may violate.
type hazardPolicy struct {
	*builtinHazard
	result *verdict.Result // of a policy that looks at no attribute, for all resources of the type
}

func startHazards(r *engine.Request, builtin func() builtinHazards) (engine.Pass, error) {
	alarms := slices.Contains(r.Opts.Alarms, computed.HazardAlarm)
	if !r.Needs.Hazards && !alarms {
		return nil, nil
	}
	return &hazardsPass{builtin: builtin, alarms: alarms}, nil
}

func (s *hazardsPass) Begin(_ context.Context, d *engine.Document) error {
	s.document, s.policies = d, map[hazardKey]hazardPolicies{}
	builtin := s.builtin()
	for j := range d.Jobs() {
		r := j.Resource
		key := hazardKey{compare.ResourceID(r), r.Action}
		if _, known := s.policies[key]; known || !s.mayWant(j) {
			continue
		}
		s.policies[key] = s.policiesFor(builtin, r)
	}
	return nil
}

// policiesFor finds the policies that resources of the same type, with the same action, may violate.
func (s *hazardsPass) policiesFor(builtin builtinHazards, r *source.Resource) hazardPolicies {
	var found hazardPolicies
	var err error
	found.schema, err = s.document.Compare.Schemas.Resolve(compare.ResourceID(r))
	for _, p := range builtin {
		may := hazardPolicy{builtinHazard: p}
		switch {
		case !slices.ContainsFunc(operations(r.Action), func(o policy.Operation) bool { return o.String() == p.Operation }),
			!policy.MatchPattern(p.Pattern, r.Type):
			continue
		case len(p.Attributes) == 0 && err == nil:
			nothing := planvalue.Side{Value: values.NewNull()}
			if may.result = s.result(p, targets(&s.shapes, r, found.schema, nothing, nothing)); may.result == nil {
				continue
			}
			found.detail = max(found.detail, engine.EntryOnly)
		case err == nil && !found.schema.Unlisted && !slices.ContainsFunc(p.Attributes, func(name string) bool {
			return found.schema.Block.Attribute(name) != nil || found.schema.Block.NestedBlock(name) != nil
		}):
			continue
		default:
			found.detail = engine.ValuesOnly
		}
		found.policies = append(found.policies, may)
	}
	return found
}

// result returns the verdict of a policy on a resource, or nil if there is nothing to point out.
func (s *hazardsPass) result(p *builtinHazard, all []policy.Target) *verdict.Result {
	for _, res := range p.results(all) {
		switch {
		case res.Outcome == verdict.Fail, res.Outcome == verdict.Error, res.Outcome == verdict.Undecided && s.alarms:
			return &res
		}
	}
	return nil
}

// decidedByHidden returns how a policy would fail that is undecided because it looks at a hidden value, or nil.
func (s *hazardsPass) decidedByHidden(p *builtinHazard, all []policy.Target) *verdict.Result {
	for _, res := range p.results(all) {
		if res.Outcome == verdict.Undecided {
			// It is pointed out like a failure.
			res.Outcome, res.Message = verdict.Fail, "A hidden value decides whether this is so: "+p.Message
			return &res
		}
	}
	return nil
}

// looksAtHidden reports whether a value is hidden that the policy looks at.
func (p *builtinHazard) looksAtHidden(in compare.Marked) bool {
	return slices.ContainsFunc(p.Attributes, func(name string) bool {
		return in.Before.Sensitive.At(plans.Key(name)).Any() || in.After.Sensitive.At(plans.Key(name)).Any()
	})
}

// mayWant reports whether a job can have hazards.
func (s *hazardsPass) mayWant(j engine.Job) bool {
	r := j.Resource
	return j.Section == computed.ChangesSection && r.Err() == nil && r.Mode == "managed" && engine.Acts(r) &&
		(s.alarms || !j.IsMutedByUser())
}

func (s *hazardsPass) Wants(j engine.Job) engine.Detail {
	if !s.mayWant(j) {
		return engine.Nothing
	}
	return s.policies[hazardKey{compare.ResourceID(j.Resource), j.Resource.Action}].detail
}

func (s *hazardsPass) Look(j engine.Job, e engine.Examined) func() error {
	if e.Err != nil {
		return nil // the error is reported where the resource is shown
	}
	r := j.Resource
	by := s.policies[hazardKey{compare.ResourceID(r), r.Action}]
	in := e.Mark()
	in.After.Nulls = true
	in.Before.Withheld, in.After.Withheld = true, true // neither the hazard nor its absence may tell what a hidden value is
	var all []policy.Target
	var found []foundHazard
	for _, op := range operations(r.Action) {
		for _, p := range by.policies {
			result := p.result
			switch {
			case p.Operation != op.String():
				continue
			case result == nil && p.mayFail(in, s.alarms):
				if all == nil {
					all = targets(&s.shapes, r, by.schema, in.Before, in.After)
				}
				result = s.result(p.builtinHazard, all)
				if p.looksAtHidden(in) && (result == nil || result.Outcome == verdict.Undecided) {
					result = cmp.Or(s.decidedByHidden(p.builtinHazard, all), result)
				}
			}
			if result != nil {
				found = append(found, foundHazard{Hazard: pointOut(r, result), muted: j.IsMutedByUser()})
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

// pointOut returns the hazard that a verdict is about.
func pointOut(r *source.Resource, v *verdict.Result) computed.Hazard {
	h := computed.Hazard{Address: r.Address, Deposed: r.Deposed, Policy: v.Policy.Name, Text: v.Message}
	switch v.Outcome {
	case verdict.Error:
		why := v.Message
		if len(v.Diagnostics) > 0 {
			why = v.Diagnostics[0].Summary
		}
		h.Text = fmt.Sprintf("The built-in policy %s could not judge this (%s).", v.Policy.ShortName(), why)
	case verdict.Undecided:
		h.Undecided, h.Text = true, fmt.Sprintf("The built-in policy %s is undecided: it depends on values that are not known.", v.Policy.ShortName())
	}
	return h
}

// doubts says for which objects policies are undecided.
func (s *hazardsPass) doubts() []string {
	var all []string
	for _, h := range s.found {
		if h.Undecided {
			all = append(all, plans.SpellName(h.Address)+": "+h.Text)
		}
	}
	return all
}

// mayFail reports whether the policy may fail for a resource, as far as a look at the texts of its attributes tells: judging takes
// a hundred times as long. If undecided is set, it also reports whether unknown values may leave it undecided.
func (p *builtinHazard) mayFail(in compare.Marked, undecided bool) bool {
	update := p.Operation == policy.Update.String()
	changes, has := false, false
	for _, name := range p.Attributes {
		before, after := in.Before.Value.Get(name), in.After.Value.Get(name)
		// No built-in policy fails for an update that changes none of the attributes that the policy looks at.
		unknown := in.After.Unknown.At(plans.Key(name)).Any()
		changes = changes || !update || before.SharedJSON() != after.SharedJSON() || unknown
		has = has || undecided && unknown || p.MayFailWith(before.SharedJSON()) || p.MayFailWith(after.SharedJSON())
	}
	return changes && (has || p.looksAtHidden(in))
}

// Finish adds the hazard about the plan as a whole.
func (s *hazardsPass) Finish(context.Context) error {
	if text, ok := massDestruction(&s.document.Summary); ok {
		s.found = append([]foundHazard{{Hazard: computed.Hazard{Policy: massDestroyPolicy, Text: text}}}, s.found...)
	}
	return nil
}

func (s *hazardsPass) Summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.Needs.Hazards {
		v.Summary.Hazards = nil
		for _, h := range s.found {
			if !h.muted {
				v.Summary.Hazards = append(v.Summary.Hazards, h.Hazard)
			}
		}
	}
	return nil
}
