package source

import (
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// CheckSides complains if a change lacks the values that its action needs, given the kinds of what is there. That is shown all
// the same, although it reads as something else: an update without values before as a creation.
func (e *Entry) CheckSides(rc *Resource, before, after values.Kind) {
	if rc.Mode == "data" && rc.Action == plans.Delete {
		return // which is never shown
	}
	if (before == values.Absent || before == values.Null) && needsBefore(rc.Action) {
		e.lacks("before", before)
	}
	if after == values.Absent && needsAfter(rc.Action) {
		e.lacks("after", after)
	}
}

func (e *Entry) lacks(side string, have values.Kind) {
	e.Complain("change."+side, "want the values of the resource, have %s", have)
}

// needsBefore reports whether an action is about an object that exists already.
func needsBefore(a plans.Action) bool {
	switch a {
	case plans.Update, plans.Delete, plans.Forget, plans.DeleteThenCreate, plans.CreateThenDelete, plans.CreateThenForget, plans.ForgetThenCreate:
		return true
	}
	return false
}

// needsAfter reports whether there is an object after an action.
func needsAfter(a plans.Action) bool {
	switch a {
	case plans.Create, plans.Read, plans.Update, plans.DeleteThenCreate, plans.CreateThenDelete, plans.CreateThenForget, plans.ForgetThenCreate:
		return true
	}
	return false
}
