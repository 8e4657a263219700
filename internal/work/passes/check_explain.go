package passes

import (
	"cmp"

	"github.com/planfmt/planfmt/verdict"
)

// maxExplanations is how many results are explained if nobody says which.
const maxExplanations = 20

// explains reports whether a result is to be explained.
func (c *documentChecker) explains(r *verdict.Result) bool {
	switch {
	case !c.explain:
		return false
	case c.explainOnly == "":
		return r.Outcome >= verdict.Undecided
	}
	return cmp.Or(r.Address, planAddress) == c.explainOnly
}

// addExplanations adds explanations to the report, as long as there is room.
func (c *documentChecker) addExplanations(all []*verdict.Explanation) {
	for _, x := range all {
		if c.explainOnly == "" && len(c.report.Explanations) == maxExplanations {
			c.report.MoreExplanations++
			continue
		}
		c.report.Explanations = append(c.report.Explanations, *x)
	}
}
