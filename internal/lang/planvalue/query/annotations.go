package query

import (
	"math"
	"math/big"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
)

// Annotated is what other programs say about a resource. What no report tells is unknown, and neither null nor zero: otherwise, a policy about
// costs would pass if nobody has asked what the plan costs.
type Annotated struct {
	// Of are the annotations of the resource.
	Of []annotations.Annotation
	// Said is about all of the document. It is nil if there is no report.
	Said *annotations.Summary
	// NoCost says why nobody knows the cost, and NoOwners why nobody knows the owners. Each is empty if there is no reason to doubt what the
	// annotations say.
	NoCost, NoOwners string
}

// findingType and costType are the types of the values, as package planscope describes them.
var (
	findingType = cty.Object(map[string]cty.Type{
		"level": cty.String, "tool": cty.String, "rule": cty.String, "title": cty.String, "text": cty.String, "url": cty.String,
	})
	costType = cty.Object(map[string]cty.Type{"before": cty.Number, "after": cty.Number, "difference": cty.Number, "unit": cty.String})
	ownType  = cty.Object(map[string]cty.Type{"owner": cty.String, "ended": cty.List(cty.String), "others": cty.List(cty.String)})
)

// annotationValues makes values of what reports say about an object.
type annotationValues struct {
	address string // of the object
	said    *annotations.Summary
}

// cause says why something is not known: coverage is that of the reports, and what is what they do not tell. It returns nil if it is known.
func (s *annotationValues) cause(c annotations.Coverage, name, what string) *value.Cause {
	if why := c.Unknown(what); why != "" {
		return s.because(name, why)
	}
	return nil
}

func (s *annotationValues) because(name, why string) *value.Cause {
	return &value.Cause{Address: s.address, Path: plans.NewPath(plans.Key("annotations"), plans.Key(name)), Reason: why, Label: "not reported"}
}

// summary returns what is said about the document; nothing is if there is no report.
func (s *annotationValues) summary() *annotations.Summary {
	if s.said == nil {
		return &annotations.Summary{}
	}
	return s.said
}

// counts adds how many findings there are of each level. There may be more if not all can be known.
func (s *annotationValues) counts(to map[string]value.Value, found annotations.Counts) map[string]value.Value {
	for name, n := range map[string]int{"errors": found.Errors, "warnings": found.Warnings, "notes": found.Notes} {
		to[name] = value.Of(cty.NumberIntVal(int64(n)))
		if cause := s.cause(s.summary().OfFindings, name, "findings"); cause != nil {
			to[name], _ = value.Refine(value.Unknown(cty.Number, cause), value.Facts{NotNull: true, Min: big.NewFloat(float64(n))})
		}
	}
	return to
}

// cost returns a cost. Empty numbers are unknown: because of why, or else since no report tells them.
func (s *annotationValues) cost(c annotations.Cost, why *value.Cause) value.Value {
	members := map[string]value.Value{"unit": optional(c.Unit)}
	if why != nil {
		members["unit"] = value.Unknown(cty.String, why)
	}
	for name, n := range map[string]annotations.Number{"before": c.Before, "after": c.After, "difference": annotations.Difference(c.Before, c.After)} {
		number, err := cty.ParseNumberVal(string(n))
		members[name] = value.Of(number)
		if why != nil || n == "" || err != nil {
			cause := why
			if cause == nil {
				cause = s.because("cost", "no report says what resources cost now")
			}
			members[name] = notNull(value.Unknown(cty.Number, cause))
		}
	}
	return value.Object(members)
}

func notNull(v value.Value) value.Value {
	v, _ = value.Refine(v, value.Facts{NotNull: true})
	return v
}

// total returns the one of several costs that is meant if somebody asks for the cost. Costs of nothing are zero.
func (s *annotationValues) total(all []annotations.Cost, why *value.Cause) value.Value {
	var found []annotations.Cost
	for _, c := range all {
		if annotations.IsCost(c.Unit) {
			found = append(found, c)
		}
	}
	switch {
	case why != nil:
	case len(found) == 0:
		return s.cost(annotations.Cost{Before: "0", After: "0"}, nil)
	case len(found) == 1:
		return s.cost(found[0], nil)
	default:
		why = s.because("cost", "the costs have several units")
	}
	return s.cost(annotations.Cost{}, why)
}

// value returns what is said about a resource.
func (a *Annotated) value(address string) value.Value {
	s := annotationValues{address, a.Said}
	sum := s.summary()
	var found annotations.Counts
	var findings, owners []value.Value
	var costs []annotations.Cost
	seen := map[string]bool{}
	for i := range a.Of {
		one := &a.Of[i]
		if one.IsFinding() {
			found.Add(one)
			findings = append(findings, value.Object(map[string]value.Value{
				"level": text(one.Level.String()), "tool": optional(one.Tool), "rule": optional(one.Rule),
				"title": optional(one.Title), "text": optional(one.Text), "url": optional(one.URL),
			}))
		}
		if one.Number != "" {
			costs = addCost(costs, one)
		}
		for _, o := range one.Owners {
			if !seen[o] {
				seen[o] = true
				owners = append(owners, text(o))
			}
		}
	}
	members := s.counts(map[string]value.Value{}, found)
	members["findings"] = value.List(findingType, findings)
	if cause := s.cause(sum.OfFindings, "findings", "findings"); cause != nil {
		members["findings"] = value.Unlisted(findingType, len(findings), math.MaxInt).WithCauses(cause)
	}
	cause := s.cause(sum.OfCosts, "cost", "costs")
	if cause == nil && a.NoCost != "" {
		cause = s.because("cost", a.NoCost)
	}
	members["cost"] = s.total(costs, cause)
	members["owners"] = value.List(cty.String, owners)
	if cause = s.cause(sum.OfOwners, "owners", "owners"); cause == nil && a.NoOwners != "" {
		cause = s.because("owners", a.NoOwners)
	}
	if cause != nil {
		members["owners"] = among(owners).List(cty.String).WithCauses(cause)
	}
	return value.Object(members)
}

// addCost adds a number to those with the same unit.
func addCost(all []annotations.Cost, a *annotations.Annotation) []annotations.Cost {
	for i := range all {
		if c := &all[i]; c.Unit == a.Unit {
			c.After = c.After.Add(a.Number)
			if c.Before != "" && a.Before != "" {
				c.Before = c.Before.Add(a.Before)
			} else {
				c.Before = ""
			}
			return all
		}
	}
	return append(all, annotations.Cost{Unit: a.Unit, Before: a.Before, After: a.Number})
}

// said returns what other programs say about a plan as a whole; sum is nil if there is no report.
func said(sum *annotations.Summary) value.Value {
	s := annotationValues{"plan", sum}
	sum = s.summary()
	var found annotations.Counts
	for i := range sum.Findings {
		for range sum.Findings[i].Addresses {
			found.Add(&sum.Findings[i].Finding)
		}
	}
	members := s.counts(map[string]value.Value{}, found)
	members["unchanged"] = value.Object(s.counts(map[string]value.Value{}, sum.Unchanged))
	members["unmatched"] = value.Object(s.counts(map[string]value.Value{}, sum.Nothing))
	cause := s.cause(sum.OfCosts, "cost", "costs")
	members["cost"] = s.total(sum.Costs, cause)
	var sums, owners []value.Value
	for _, c := range sum.Costs {
		sums = append(sums, s.cost(c, nil))
	}
	members["sums"], members["unpriced"] = value.List(costType, sums), value.Of(cty.NumberIntVal(int64(sum.Unpriced)))
	if cause != nil {
		members["sums"] = value.Unlisted(costType, 0, math.MaxInt).WithCauses(cause)
		members["unpriced"] = notNull(value.Unknown(cty.Number, cause))
	}
	for i := range sum.Owners {
		o := &sum.Owners[i]
		owners = append(owners, value.Object(map[string]value.Value{"owner": optional(o.Owner), "ended": texts(o.Ended), "others": texts(o.Others)}))
	}
	members["owners"] = value.List(ownType, owners)
	if cause := s.cause(sum.OfOwners, "owners", "owners"); cause != nil {
		members["owners"] = value.Unlisted(ownType, 0, math.MaxInt).WithCauses(cause)
	}
	return value.Object(members)
}

// among returns the elements of a list that has others as well.
func among(certain []value.Value) value.Sequence {
	s := value.Sequence{Unordered: true, Min: len(certain), Max: math.MaxInt}
	for _, c := range certain {
		s.Candidates = append(s.Candidates, value.Candidate{Value: c, Certain: true})
	}
	s.Candidates = append(s.Candidates, value.Candidate{Value: value.Unknown(cty.String).NotNull(), Many: true})
	return s
}
