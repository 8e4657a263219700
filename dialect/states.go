package dialect

import (
	"fmt"

	"github.com/planfmt/planfmt/plans"
)

// OfStates returns the dialect with other words, for what differs between two states. A state only says what is there, so the words say
// no more: what is not there any more may have been destroyed or forgotten.
func (d Dialect) OfStates() Dialect {
	w := &d.Words
	w.NoChanges.Normal = Outcome{Title: titled(Good, "No differences.", " Both states have the same resources and outputs."), Tight: true}
	w.LegendIntro = "Resources that differ between the states are marked with the following symbols:"
	w.Legend = []Symbol{
		{plans.Create, "only in the new state"},
		{plans.Update, "changed"},
		{plans.Delete, "only in the old state"},
		{plans.DeleteThenCreate, "replaced by another object"},
	}
	w.Actions = "From the old state to the new one:"
	w.Heading = changedHeading
	w.Totals = func(t plans.Totals) Phrase {
		return Phrase{{Strong, "States:"}, {Calm, fmt.Sprintf(" %d added, %d changed, %d removed.", t.Add, t.Change, t.Destroy)}}
	}
	w.Outputs = "Outputs that differ:"
	w.OutputsOnly = "Nothing else differs between the states."
	return d
}

// changedHeading words what has become of a resource from one state to the next.
func changedHeading(s Subject) Heading {
	var h Heading
	title := Piece{Strong, s.title()}
	switch s.Action {
	case plans.Create:
		h.add(title, Piece{Calm, " is only in the new state"})
	case plans.Delete:
		h.add(title, Piece{Calm, " is "}, Piece{Danger, "only in the old state"})
	case plans.DeleteThenCreate:
		h.add(title, Piece{Calm, " has been "}, Piece{Danger, "replaced"}, Piece{Calm, ": it has another id"})
	case plans.NoOp:
		h.add(Piece{Strong, "# " + s.PreviousAddress}, Piece{Calm, " has moved to "}, Piece{Strong, s.title()[len("# "):]})
	default:
		h.add(title, Piece{Calm, " has changed"})
	}
	switch {
	case s.ActionReason == plans.BecameTainted, s.Tainted && s.Action != plans.Update:
		h.add(Piece{Calm, "# (it is tainted)"})
	case s.ActionReason == plans.NoLongerTainted:
		h.add(Piece{Calm, "# (it is no longer tainted)"})
	case s.ActionReason == plans.OtherProvider:
		h.add(Piece{Calm, "# (it has another provider)"})
	}
	h.addOrigin(s, Calm, false)
	return h
}
