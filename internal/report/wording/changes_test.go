package wording

import (
	"testing"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// TestEveryClassHasItsRow checks that no class is without words, and that every action has a class that says what is done.
func TestEveryClassHasItsRow(t *testing.T) {
	for c := review.Unknown; c <= review.Stored; c++ {
		if row := ChangeOfClass(c); row.one == "" || row.many == "" {
			t.Errorf("%v has no words", c)
		}
	}
	for a := plans.NoOp; a <= plans.Unknown; a++ {
		h := plans.Header{Action: a}
		if PlannedWords(&h) == "" || OutcomeWord(&h) == "" {
			t.Errorf("%v has no words", a)
		}
	}
	for action, want := range map[string]string{"create": "Creating", "delete,create": "", "no-op": "", "open": ""} {
		if got := Doing(action); got != want {
			t.Errorf("%s: programs say %q, want %q", action, got, want)
		}
	}
}
