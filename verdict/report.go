package verdict

import "github.com/planfmt/planfmt/diag"

// Report is what policies say about a plan.
type Report struct {
	// Results are in the order of the document. Those of one target are in the order
	// of the policies. What is skipped is not among them, but counted in Skipped.
	Results Results
	Skipped int
	// Policies are all policies that were asked, in their order. Unmatched are those
	// that no object of the plan has the type for.
	Policies, Unmatched []*Policy
	// Overridden are the policies that the user lets through although they fail.
	Overridden []*Policy
	// Idle are the exceptions that except nothing, in the order of their file.
	Idle []IdleException
	// Explanations say how policies come to some of the results, in the order of these, if somebody has asked for that.
	Explanations []Explanation
	// MoreExplanations is how many others there are.
	MoreExplanations int
	// Incomplete says why the plan does not show all that is going to happen, as a whole sentence. It is
	// empty if it does.
	Incomplete string
	// OnUnknown says how the user treats what nobody can decide yet.
	OnUnknown OnUnknown
	// Diagnostics are warnings about the policies, and errors about facts that the
	// plan contradicts.
	Diagnostics diag.List
}

// Counts are the numbers of results with each outcome. Excepted counts those of Fail that are excepted.
type Counts struct{ Skipped, Pass, Undecided, Fail, Error, Excepted int }

// Count counts results.
func (r *Report) Count() Counts {
	c := Counts{Skipped: r.Skipped}
	for res, n := range r.Results.Tally() {
		switch res.Outcome {
		case Skipped:
			c.Skipped += n
		case Pass:
			c.Pass += n
		case Undecided:
			c.Undecided += n
		case Fail:
			c.Fail += n
			if res.Exception != nil {
				c.Excepted += n
			}
		case Error:
			c.Error += n
		}
	}
	return c
}

// IsOverridden reports whether a failure of a result is let through.
func (r *Report) IsOverridden(res *Result) bool {
	if res.Level != MandatoryOverridable || res.Outcome != Fail {
		return false
	}
	for _, p := range r.Overridden {
		if p == res.Policy {
			return true
		}
	}
	return false
}

// Blocks reports whether a result must stop whoever wants to apply the plan: an error, or the
// failure of a mandatory policy that is neither let through nor excepted.
func (r *Report) Blocks(res *Result) bool {
	switch res.Outcome {
	case Error:
		return true
	case Fail:
		return res.Level != Advisory && res.Exception == nil && !r.IsOverridden(res)
	}
	return false
}

// Conclusion returns what the report comes to as a whole: Fail if anything blocks; Undecided if the plan is not
// complete or anything waits, unless the user lets that through; and otherwise Pass.
func (r *Report) Conclusion() Outcome {
	waits := r.Incomplete != ""
	for res := range r.Results.Tally() {
		if r.Blocks(&res) {
			return Fail
		}
		waits = waits || r.Waits(&res)
	}
	if waits && r.OnUnknown != UnknownPasses {
		return Undecided
	}
	return Pass
}

// Waits reports whether a result is that of a mandatory policy on which nobody can decide yet.
func (r *Report) Waits(res *Result) bool { return res.Outcome == Undecided && res.Level != Advisory }
