package wording

import (
	"cmp"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// The words for how what two plans would do differs. All reports for people use them.

// SensitiveDiffers stands in the place of a sensitive value that is not the same in two plans.
const SensitiveDiffers = "(sensitive value, differs)"

func SideWords(isNew bool) string {
	if isNew {
		return "the new plan"
	}
	return "the old plan"
}

// PlanFactSentence says in what two plans differ as a whole.
func PlanFactSentence(f computed.FactDifference) string {
	text := ""
	switch f.Fact {
	case computed.ModeFact:
		text = "The plans were made in different modes: " + f.Old + " and " + f.New + "."
	case computed.ErroredFact:
		text = "Only " + SideWords(f.New == "errored") + " is errored: it is incomplete, and cannot be applied."
	case computed.ConfigurationFact:
		text = strings.ToUpper(f.New[:1]) + f.New[1:] + "."
	case computed.ProductFact:
		text = "The plans were made by different products: " + f.Old + " and " + f.New + "."
	default:
		text = "The plans have different " + FactName(f.Fact) + ": " + OrNone(f.Old) + " and " + OrNone(f.New) + "."
	}
	if !f.Counts {
		text += " This does not count as a difference."
	}
	return text
}

// FactName is the name of a fact in a sentence.
func FactName(f computed.Fact) string {
	switch f {
	case computed.PreviousFact:
		return "moved from"
	case computed.ImportFact:
		return "imported from"
	case computed.ReplacePathsFact:
		return "replacement forced by"
	case computed.TriggerFact:
		return "triggered by"
	case computed.OnFailureFact:
		return "if it fails"
	}
	return strings.ReplaceAll(f.String(), "_", " ")
}

// ComparisonHeading says how what two plans would do to a resource differs.
func ComparisonHeading(r *computed.ResourceComparison) []doc.Span {
	h := &r.Newest().Header
	name := h.Address
	if h.Deposed != "" {
		name += " (deposed object " + h.Deposed + ")"
	}
	return []doc.Span{{Role: doc.Bold, Text: "# " + name}, {Role: doc.Plain, Text: " "}, {Role: doc.Plain, Text: comparisonWords(r)}}
}

// comparisonWords says how what two plans would do to a resource differs, apart from values.
func comparisonWords(r *computed.ResourceComparison) string {
	text := ""
	switch {
	case r.Section == computed.DriftSection:
		return driftComparisonWords(r)
	case r.Verdict == computed.NotCompared:
		text = "could not be compared completely"
	case r.Old == nil:
		text = "would be " + PlannedWords(&r.New.Header) + " by the new plan only"
	case r.New == nil:
		text = "would be " + PlannedWords(&r.Old.Header) + " by the old plan only"
	case r.Verdict == computed.ActionDiffers:
		text = "would be " + PlannedWords(&r.Old.Header) + " by the old plan, and " + PlannedWords(&r.New.Header) + " by the new plan"
	default:
		text = BothWords(&r.Comparison, PlannedWords(&r.New.Header))
	}
	if r.Section == computed.DeferredSection {
		text += ", but this is deferred, and does not count as a difference"
	}
	return text
}

// driftComparisonWords is comparisonWords for drift.
func driftComparisonWords(r *computed.ResourceComparison) string {
	note := " (drift does not count as a difference)"
	if r.Recorded {
		note = ", which the plans would record"
	}
	changed := func(h *plans.Header) string {
		if h.Action == plans.Delete {
			return "deleted"
		}
		return "changed"
	}
	switch {
	case r.Verdict == computed.NotCompared:
		return "has drifted, which could not be compared completely" + note
	case r.Old == nil:
		return "has been " + changed(&r.New.Header) + " outside of the plans before the new one" + note
	case r.New == nil:
		return "has been " + changed(&r.Old.Header) + " outside of the plans before the old one, but not before the new one" + note
	}
	return "has drifted differently" + note
}

// BothWords says how two plans differ that do the same to something, apart from values.
func BothWords(c *computed.Comparison, planned string) string {
	switch c.Verdict {
	case computed.Noted:
		return "would be " + planned + " in the same way by both plans"
	case computed.NotCompared:
		return "could not be compared completely"
	}
	return "would be " + planned + " by both plans, but not in the same way"
}

// ActionWords says how two plans differ in invoking an action.
func ActionWords(a *computed.ActionComparison) string {
	switch {
	case a.Verdict == computed.NotCompared:
		return NotComparedWords
	case OnlyOne(a.Old, a.New) != nil:
		return "would be " + InvokedWords(a)
	}
	return BothWords(&a.Comparison, "invoked")
}

// InvokedWords says which of two plans invokes an action that the other one does not.
func InvokedWords(a *computed.ActionComparison) string {
	which, trigger, only := "new", a.NewTrigger, a.New
	if a.New == nil {
		which, trigger, only = "old", a.OldTrigger, a.Old
	}
	text := "invoked by the " + which + " plan only"
	if trigger != "" {
		text += " (" + trigger + ")"
	}
	if words := FailureWords(only.OnFailure); words != "" {
		text += "; " + words
	}
	return text
}

const NotComparedWords = "could not be compared completely"

// NotSet stands for a value that a plan neither has nor makes.
const NotSet = "not set"

// NowWord stands between what the old plan would do and what the new one would do.
const NowWord = "; now "

// FactText tells a fact in a few words.
func FactText(f computed.FactDifference) doc.Text {
	text := ""
	switch {
	case f.Fact == computed.ReasonFact:
		text = ReasonSentence(f)
	case f.Old == "":
		text = "now " + FactName(f.Fact) + " " + f.New
	case f.New == "":
		text = "no longer " + FactName(f.Fact) + " " + f.Old
	default:
		text = FactName(f.Fact) + " " + f.Old + NowWord + f.New
	}
	return doc.NewText(doc.Span{Role: doc.Comment, Text: text})
}

// ReasonSentence says which reasons two plans give for a change.
func ReasonSentence(f computed.FactDifference) string {
	switch {
	case f.Old == "":
		return "reason now: " + reasonWords(f.New)
	case f.New == "":
		return "reason was: " + reasonWords(f.Old)
	}
	return "reason was: " + reasonWords(f.Old) + "; now: " + reasonWords(f.New)
}

// reasonWords says what a reason means, as a plan spells it, for any resource.
func reasonWords(reason string) string {
	known := ""
	switch plans.ActionReason(reason) {
	case plans.ReplaceBecauseTainted:
		known = "the object is tainted"
	case plans.ReplaceBecauseCannotUpdate:
		known = "what changes cannot be updated in place"
	case plans.ReplaceByRequest:
		known = "the replacement was requested"
	case plans.ReplaceByTriggers:
		known = "replace_triggered_by"
	case plans.DeleteBecauseNoResourceConfig:
		known = "not in configuration"
	case plans.DeleteBecauseNoModule:
		known = "its module is not in configuration"
	case plans.DeleteBecauseNoMoveTarget:
		known = "moved to an address that is not in configuration"
	case plans.DeleteBecauseWrongRepetition:
		known = "count or for_each was added or removed"
	case plans.ForgotBecauseDestroyInState:
		known = "the state says that it must not be destroyed"
	case plans.ForgotBecauseDestroyInConfig:
		known = "the configuration says that it must not be destroyed"
	}
	h := plans.Header{ActionReason: plans.ActionReason(reason)}
	return cmp.Or(known, destroyWords(&h), readWords(h.ActionReason), deferredWords(plans.DeferredReason(reason)), plans.SpellName(reason))
}

// DifferenceCounts says how much is different.
func DifferenceCounts(s *computed.PlanDiff, o *computed.PlanDiffOutcome) []string {
	var all []string
	add := func(n int, one, many string) {
		if n > 0 {
			all = append(all, CountOf(n, one, many))
		}
	}
	add(o.Counts[computed.OnlyNew], "change is new", "changes are new")
	add(o.Counts[computed.ActionDiffers], "has another action", "have another action")
	add(o.Counts[computed.ValuesDiffer], "has other values", "have other values")
	add(o.Counts[computed.OnlyOld], "is gone", "are gone")
	outputs, actions, facts := 0, 0, 0
	for i := range s.Outputs {
		if s.Outputs[i].Verdict.Differs() {
			outputs++
		}
	}
	for i := range s.Actions {
		if s.Actions[i].Verdict.Differs() {
			actions++
		}
	}
	for _, f := range s.Facts {
		if f.Counts {
			facts++
		}
	}
	add(outputs, "output differs", "outputs differ")
	add(actions, "action invocation differs", "action invocations differ")
	add(facts, "fact about the plan as a whole", "facts about the plans as a whole")
	return all
}

// PlanDiffNotes returns notes about the plans as a whole.
func PlanDiffNotes(s *computed.PlanDiff, o *computed.PlanDiffOutcome) []string {
	var all []string
	same := o.Counts[computed.Same] + o.Counts[computed.Noted]
	var parts []string
	if same > 0 {
		parts = append(parts, CountOf(same, "resource", "resources"))
	}
	if s.SameOutputs > 0 {
		parts = append(parts, CountOf(s.SameOutputs, "output", "outputs"))
	}
	if s.SameActions > 0 {
		parts = append(parts, CountOf(s.SameActions, "action", "actions"))
	}
	if len(parts) > 0 {
		all = append(all, "Both plans would do the same to "+joinAnd(parts)+".")
	}
	if o.Resolved > 0 {
		all = append(all, CountOf(o.Resolved, "value that was", "values that were")+" known only after apply in the old plan "+Plural(o.Resolved, "is", "are")+" known in the new one.")
	}
	for _, b := range computed.ByBundle(o.Masked) {
		all = append(all, b.String()+".")
	}
	if len(o.Copies) > 0 {
		all = append(all, CountOf(len(o.Copies), "copy of a sensitive value is", "copies of sensitive values are")+" hidden.")
	}
	return all
}

// joinAnd puts words into a sentence: "a, b and c". There is at least one.
func joinAnd(all []string) string {
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " and " + all[last]
}

// OnlyOne returns what only one plan has, or nil.
func OnlyOne[T any](old, new *T) *T {
	switch {
	case old == nil:
		return new
	case new == nil:
		return old
	}
	return nil
}

func OrNone(text string) string {
	if text == "" {
		return "(none)"
	}
	return text
}
