package report

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// impactWords says how many resources depend on some that are replaced or destroyed alike. It is empty if none is known to.
func (v *overview) impactWords(members []review.Place) string {
	var most computed.Impact
	same := true
	for i, m := range members {
		impact := v.impacts[m.Number]
		same = same && (i == 0 || impact == most)
		if i == 0 || impact.Dependents > most.Dependents || impact.Dependents == most.Dependents && impact.Possible > most.Possible {
			most = impact
		}
	}
	of := "it"
	switch {
	case len(members) > 1 && same:
		of = "each"
	case len(members) > 1:
		of = "one of them"
	}
	return impactText(most, of, v.past[members[0].Number])
}

// hasLeft reports whether the configuration does not have a resource any longer. Nothing in it can refer to the resource, so that only the state
// says what depended on it.
func hasLeft(h *plans.Header) bool {
	switch h.ActionReason {
	case plans.DeleteBecauseNoResourceConfig, plans.DeleteBecauseNoModule, plans.DeleteBecauseNoMoveTarget:
		return true
	}
	return false
}

// impactText says how many resources depend on something, or depended on what has left the configuration. It is empty if none is known to.
func impactText(i computed.Impact, of string, past bool) string {
	verbs, may := [2]string{"resource depends", "resources depend"}, "may depend"
	if past {
		verbs, may = [2]string{"resource depended", "resources depended"}, "may have depended"
	}
	n := i.Dependents
	switch {
	case n == 0 && i.Possible == 0:
		return ""
	case n == 0:
		return fmt.Sprintf("%s %s on %s", countOf(i.Possible, "resource", "resources"), may, of)
	}
	text := fmt.Sprintf("at least %s on %s", countOf(n, verbs[0], verbs[1]), of)
	switch {
	case i.Unchanged == n && n > 1:
		text += ", all unchanged"
	case i.Unchanged == n:
		text += ", unchanged"
	case i.Unchanged > 0:
		text += fmt.Sprintf(", %d of them unchanged", i.Unchanged)
	}
	return text
}
