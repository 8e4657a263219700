package meaning

import (
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/table"
)

// TestRoutineIsNotReadElsewhere checks that nothing in the table about traffic or rights begins with an attribute that is routine: where only these
// differ, neither is looked at.
func TestRoutineIsNotReadElsewhere(t *testing.T) {
	all := table.Default()
	r := NewReader(all)
	for typ, e := range all.Entries() {
		s := &subject{Reader: r, entry: e}
		for name := range e.Reads() {
			if isName(name) && s.isRoutine(name) {
				t.Errorf("%s: %s is routine", typ, name)
			}
		}
	}
	if e, _ := all.Lookup("aws_security_group"); !e.Reads()["ingress"] {
		t.Error("the rules of a group are not read")
	}
}
