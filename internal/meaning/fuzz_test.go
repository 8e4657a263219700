package meaning_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/meaning"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// FuzzFacts reads changes of any values, with any flags. Nothing may panic, and what comes is in order and fits in a row.
func FuzzFacts(f *testing.F) {
	for _, c := range readPlans(f) {
		for _, r := range c.changes {
			f.Add(r.typ, uint8(r.action), r.before.JSON(), r.after.JSON(), r.unknown.String(), r.hiddenBefore.String(), r.hiddenAfter.String())
		}
	}
	reader := meaning.NewReader(table.Default())
	f.Fuzz(func(t *testing.T, typ string, action uint8, before, after, unknown, hiddenBefore, hiddenAfter string) {
		r := raw{
			typ: typ, action: plans.Action(action % uint8(plans.Unknown+1)), before: values.Of(before), after: values.Of(after),
			unknown: values.UnknownFlags(values.Of(unknown)), hiddenBefore: values.SensitiveFlags(values.Of(hiddenBefore)),
			hiddenAfter: values.SensitiveFlags(values.Of(hiddenAfter)),
		}
		checkFacts(t, reader.Facts(r.sides()).Facts)
	})
}

// checkFacts checks what is true of all facts.
func checkFacts(t *testing.T, all []fact.Fact) {
	t.Helper()
	for i, f := range all {
		if i > 0 && fact.Compare(all[i-1], f) > 0 {
			t.Errorf("%s stands behind %s", f.Row(), all[i-1].Row())
		}
		switch {
		case len([]rune(f.Row())) > 60:
			t.Errorf("a row is too long: %q", f.Row())
		case f.Row() == "" || f.Text() == "":
			t.Errorf("a fact has no words: %s", f.Value().JSON())
		case f.Severity == fact.NoSeverity:
			t.Errorf("a fact has no severity: %s", f.Value().JSON())
		case f.Certainty != fact.Certain && len(f.Because) == 0:
			t.Errorf("a fact is not certain, and does not say why: %s", f.Value().JSON())
		case f.Certainty == fact.Hidden && (f.Kind == fact.Closes || f.Kind == fact.Revokes):
			t.Errorf("a hidden value takes something away: %s", f.Value().JSON())
		}
	}
}

// TestFactsOfCases checks what is true of all facts for the labelled plans, too.
func TestFactsOfCases(t *testing.T) {
	reader := meaning.NewReader(table.Default())
	for _, c := range readPlans(t) {
		for _, r := range c.changes {
			checkFacts(t, reader.Facts(r.sides()).Facts)
			for _, m := range r.marks() {
				checkFacts(t, reader.Facts(m.change.sides()).Facts)
			}
		}
	}
}
