package policy

import (
	"fmt"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/verdict"
)

// truth is what a condition can be in the worlds that the unknown values allow.
type truth struct {
	canBeTrue, canBeFalse bool
	// failure is an error in every world, or, if the condition can be true or false, in some.
	failure *diag.Diagnostic
	causes  []*value.Cause
}

// truth evaluates a condition. If nullIsFalse is not set, null is an error.
func (h *scopeHost) truth(e model.Expr, what string, nullIsFalse bool) truth {
	r := h.eval(e)
	if r.Err != nil {
		return truth{failure: r.Err}
	}
	t := truth{failure: r.MayFail, causes: r.Causes}
	v := r.Value
	invalid := func(format string) *diag.Diagnostic {
		return &diag.Diagnostic{Summary: "Invalid " + what, Detail: fmt.Sprintf(format, what), Subject: e.Range()}
	}
	switch {
	case v.IsNull() && nullIsFalse:
		t.canBeFalse = true
		return t
	case v.IsNull():
		return truth{failure: invalid("The %s is null, and it must be true or false.")}
	}
	b, may, err := value.Convert(v, cty.Bool)
	const noBool = "The %s must be true or false, and it is another value."
	if err != nil {
		return truth{failure: invalid(noBool)}
	}
	if may != nil && t.failure == nil {
		t.failure = invalid(noBool)
	}
	switch {
	case b.IsNull() && nullIsFalse: // if it can be converted
		t.canBeFalse, t.causes = true, append(slices.Clip(t.causes), v.Causes()...)
		return t
	case b.IsNull():
		return truth{failure: t.failure}
	case b.IsKnown():
		t.canBeTrue, t.canBeFalse = b.IsTrue(), b.IsFalse()
		return t
	}
	t.canBeTrue, t.canBeFalse = true, true
	if b.MayBeNull() && !nullIsFalse && t.failure == nil {
		t.failure = invalid("The %s is not known yet. It may turn out to be null, and it must be true or false.")
	}
	t.causes = append(slices.Clip(t.causes), v.Causes()...)
	return t
}

func (t *truth) never() bool   { return !t.canBeTrue && !t.canBeFalse }
func (t *truth) isTrue() bool  { return t.canBeTrue && !t.canBeFalse && t.failure == nil }
func (t *truth) isFalse() bool { return t.canBeFalse && !t.canBeTrue && t.failure == nil }
func (t *truth) outcome() verdict.Outcome {
	switch {
	case t.never():
		return verdict.Error
	case t.isTrue():
		return verdict.Pass
	case t.isFalse():
		return verdict.Fail
	}
	return verdict.Undecided
}

// judge finds out what a policy says about a target. The verdict is that of
// !filter || (condition && ..), with three truth values.
func (s *sitting) judge(p *judged, r *verdict.Result) {
	if err := p.level.err; err != nil {
		r.Outcome, r.Message, r.Diagnostics = verdict.Error, text(err), diag.List{err}
		return
	}
	q := s.question(p, &s.read)
	if q > 0 {
		switch a := p.answers.find(q); {
		case a == nil || !s.part.Repeat(a.cost):
		case !s.whole && a.brief:
			r.Outcome = a.result.Outcome
			return
		default:
			r.Outcome, r.Message, r.Conditions, r.Causes, r.Diagnostics = a.result.Outcome, a.result.Message, a.result.Conditions, a.result.Causes, a.result.Diagnostics
			return
		}
	}
	h := s.scope(p)
	r.Conditions = s.conditions[:0]
	decide(p, h, r)
	s.conditions = r.Conditions
	s.part.End(h.budget)
	if d := h.budget.Err(); d != nil {
		Exceeded(r, d)
	} else if q > 0 {
		p.answers.keep(q, &answer{h.budget.Cost(), isBrief(r), *Kept(r)})
	}
}

// isBrief reports whether a result says nothing but that the policy has passed, or does not apply.
func isBrief(r *verdict.Result) bool {
	return r.Outcome <= verdict.Pass && r.Message == "" && len(r.Causes)+len(r.Diagnostics) == 0 &&
		!slices.ContainsFunc(r.Conditions, func(c verdict.Condition) bool { return c.Info != "" })
}

// Exceeded makes a result an error because the budget is exceeded. Whatever has been found out so far does not count.
func Exceeded(r *verdict.Result, d *diag.Diagnostic) {
	r.Outcome, r.Message, r.Diagnostics = verdict.Error, text(d), diag.List{d}
	r.Conditions, r.Causes, r.Exception = nil, nil, nil
}

// decide is judge for a policy whose level is known.
func decide(p *judged, h *scopeHost, r *verdict.Result) {
	filter := truth{canBeTrue: true}
	if p.filter != nil {
		filter = h.truth(p.filter, "filter", true)
	}
	switch {
	case filter.never():
		r.Outcome, r.Message, r.Diagnostics = verdict.Error, text(filter.failure), diag.List{filter.failure}
		return
	case filter.isFalse():
		return
	}
	conditions(p, h, r)
	if filter.isTrue() || r.Outcome == verdict.Pass && filter.failure == nil {
		return
	}
	// In some worlds, the policy does not apply, or the filter fails.
	r.Outcome = verdict.Undecided
	r.Message = "It is not known yet whether the policy applies."
	r.Diagnostics = nil
	r.Causes = addCauses(causesOf(filter.causes), r.Causes)
}

// conditions evaluates the enforce blocks, none of which stops the others.
func conditions(p *judged, h *scopeHost, r *verdict.Result) {
	r.Outcome = verdict.Pass
	for _, e := range p.enforce {
		t := h.truth(e.condition, "condition", false)
		c := verdict.Condition{Outcome: t.outcome(), Range: e.condition.Range()}
		switch c.Outcome {
		case verdict.Error:
			d := missing(t.failure)
			c.Message = text(d)
			r.Diagnostics = append(r.Diagnostics, d)
		case verdict.Fail:
			c.Message = "The condition is false."
			switch {
			case e.message != nil:
				c.Message = h.message(e.message)
			case p.assertion != "":
				c.Message = p.assertion + " is false."
			}
			c.Values = h.shown(e.condition)
		case verdict.Undecided:
			if t.failure != nil {
				c.Message = text(t.failure)
			}
			r.Causes = addCauses(r.Causes, causesOf(t.causes))
			c.Values = h.shown(e.condition)
		}
		if e.info != nil {
			c.Info = h.message(e.info)
		}
		r.Conditions = append(r.Conditions, c)
		r.Outcome = max(r.Outcome, c.Outcome)
	}
	if r.Outcome > verdict.Undecided {
		r.Causes = nil // whatever another block waits for
	}
	h.findFailing(p, r)
	for _, c := range r.Conditions {
		if c.Outcome == r.Outcome && r.Outcome != verdict.Pass {
			r.Message = c.Message
			break
		}
	}
}

// missing adds to an error about something that is not there how to write what does not mind.
func missing(d *diag.Diagnostic) *diag.Diagnostic {
	switch d.Summary {
	case "Missing map element", "Attempt to get attribute from null value", "Attempt to index null value":
		one := *d
		one.Detail += " Where it may be missing, core::try(..., null) is null."
		return &one
	}
	return d
}

// text returns a diagnostic as a message.
func text(d *diag.Diagnostic) string {
	if d.Detail == "" {
		return d.Summary
	}
	return d.Summary + ": " + d.Detail
}

func causesOf(causes []*value.Cause) []verdict.Cause {
	var all []verdict.Cause
	seen := map[*value.Cause]bool{}
	for _, c := range causes {
		if !seen[c] {
			seen[c] = true
			all = append(all, verdict.Cause{Address: c.Address, Path: c.Path, Reason: c.Reason, References: c.References, NoSchema: c.NoSchema})
		}
	}
	return all
}

// addCauses adds the causes that are not there yet.
func addCauses(all, more []verdict.Cause) []verdict.Cause {
	for _, c := range more {
		if !slices.ContainsFunc(all, func(have verdict.Cause) bool {
			return have.Address == c.Address && have.Reason == c.Reason && have.Path.String() == c.Path.String()
		}) {
			all = append(all, c)
		}
	}
	return all
}
