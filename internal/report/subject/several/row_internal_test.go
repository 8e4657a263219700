package several

import (
	"errors"
	"testing"

	"github.com/planfmt/planfmt/doc"
)

// A row has the hash of a plan if there is one, and it is asked for. A plan that cannot be read is an alert.
func TestRow(t *testing.T) {
	for name, test := range map[string]struct {
		facts    PlanFacts
		withHash bool
		spans    int
		role     doc.Role
	}{
		"hash":          {PlanFacts{hash: "1a2b"}, true, 2, doc.Plain},
		"not asked for": {PlanFacts{hash: "1a2b"}, false, 1, doc.Plain},
		"no hash":       {PlanFacts{}, true, 1, doc.Plain},
		"not read":      {PlanFacts{Err: errors.New("x")}, true, 1, doc.Alert},
	} {
		if got := test.facts.Row(test.withHash); len(got) != test.spans || got[0].Role != test.role {
			t.Errorf("%s: %v", name, got)
		}
	}
}
