package wording

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Change is what reports say about the changes of a class, with a field for each place that has words of its own.
type Change struct {
	Sign        doc.Sign // that most resources of the class have
	Done        string   // what a resource is afterwards: "replaced"
	one, many   string   // the changes, after a number
	doing, step string   // what a program does, and its step: "Creating", "Creation"; empty if programs have no such step
	// BodyRank says how important the body is; 0 is the most important. The body of something that is destroyed says less than that of
	// something that changes.
	BodyRank int
}

// changes is the only list of what can happen to a resource. A class that is added needs a row here.
var changes = [...]Change{
	review.Unknown:   {Sign: doc.Unrecognised, Done: "changed", one: "unknown action", many: "unknown actions", BodyRank: 0},
	review.Replace:   {Sign: doc.DeleteThenCreate, Done: "replaced", one: "replacement", many: "replacements", BodyRank: 1},
	review.Delete:    {Sign: doc.Delete, Done: "destroyed", one: "delete", many: "deletes", doing: "Destroying", step: "Destruction", BodyRank: 3},
	review.Forget:    {Sign: doc.Forget, Done: "forgotten", one: "forget", many: "forgets", BodyRank: 4},
	review.Update:    {Sign: doc.Update, Done: "updated", one: "update", many: "updates", doing: "Modifying", step: "Modifications", BodyRank: 2},
	review.Create:    {Sign: doc.Create, Done: "created", one: "create", many: "creates", doing: "Creating", step: "Creation", BodyRank: 10},
	review.Import:    {Done: "imported", one: "import", many: "imports", BodyRank: 6},
	review.Move:      {Done: "moved", one: "move", many: "moves", BodyRank: 7},
	review.Read:      {Sign: doc.Read, Done: "read", one: "read", many: "reads", doing: "Reading", step: "Read", BodyRank: 9},
	review.Drift:     {one: "drifted", many: "drifted", BodyRank: 8},
	review.Deferred:  {one: "deferred", many: "deferred", BodyRank: 5},
	review.Unchanged: {Done: "left as it is", one: "unchanged", many: "unchanged", BodyRank: LowestBodyRank},
	review.Stored:    {one: "resource", many: "resources", BodyRank: LowestBodyRank},
}

// LowestBodyRank is the rank of bodies that say the least.
const LowestBodyRank = 11

// ChangeOfClass returns the row of a class.
func ChangeOfClass(c review.Class) *Change { return &changes[c] }

// ClassOfHeader returns the class of what a plan does to a resource.
func ClassOfHeader(h *plans.Header) review.Class {
	return review.ClassOf(&computed.Resource{Header: *h, Section: computed.ChangesSection})
}

// ClassOfAction returns the class of an action by itself. That of [plans.NoOp] is [review.Unchanged].
func ClassOfAction(a plans.Action) review.Class { return ClassOfHeader(&plans.Header{Action: a}) }

// changeNamed returns the row of an action that a log names. If there is no such action, it has no words for programs.
func changeNamed(action string) *Change {
	a, _ := plans.ParseAction([]string{action})
	return &changes[ClassOfAction(a)]
}

// Doing says what an operation of a log does, as the programs say it: "Creating". It is empty for an action that they have no word for.
func Doing(action string) string { return changeNamed(action).doing }

// CountOfClass returns a number of changes of a class, in words.
func CountOfClass(n int, class review.Class) string {
	return CountOf(n, changes[class].one, changes[class].many)
}

// JSONAction is the name of an action. A replacement in either order is one.
func JSONAction(a plans.Action) string {
	switch a {
	case plans.DeleteThenCreate, plans.CreateThenDelete:
		return review.Replace.String()
	case plans.CreateThenForget:
		return "create-then-forget"
	case plans.ForgetThenCreate:
		return "forget-then-create"
	}
	return a.String()
}

// PlannedWords says what a plan would do to an object.
func PlannedWords(h *plans.Header) string {
	did := changes[ClassOfHeader(h)].Done
	switch h.Action {
	case plans.CreateThenDelete:
		return did + " (created, then destroyed)"
	case plans.CreateThenForget, plans.ForgetThenCreate:
		return did + " (without destroying the old object)"
	case plans.Unknown:
		return did + " by an unknown action (" + strings.Join(h.ActionNames, ",") + ")"
	}
	return did
}

// Happened says what happens to a resource; it is empty for a no-op.
func Happened(a plans.Action, reason plans.ActionReason) string {
	if a == plans.NoOp {
		return ""
	}
	did := changes[ClassOfAction(a)].Done
	if a == plans.Read {
		did += " during apply"
	}
	switch reason {
	case plans.ReplaceBecauseTainted:
		did += ", tainted"
	case plans.ReplaceByRequest:
		did += ", as requested"
	case plans.ReplaceByTriggers:
		did += " by replace_triggered_by"
	}
	return did
}

// OutcomeWord says what was to be done to a resource.
func OutcomeWord(h *plans.Header) string {
	switch class := ClassOfHeader(h); {
	case class == review.Unchanged:
		return review.Move.String() // nothing else happens to what an outcome has, and a plan has as a no-op
	case h.Importing != nil && class != review.Import:
		return "import, " + h.Action.String()
	default:
		return class.String()
	}
}
