package plan

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
)

// impactWords says how many resources depend on some that are replaced or destroyed alike. It is empty if none is known to.
func (v *Overview) impactWords(members []review.Place) string {
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
		return fmt.Sprintf("%s %s on %s", wording.CountOf(i.Possible, "resource", "resources"), may, of)
	}
	text := fmt.Sprintf("at least %s on %s", wording.CountOf(n, verbs[0], verbs[1]), of)
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
