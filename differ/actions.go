package differ

import (
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// leafAction returns the action of a value that is compared as a whole.
func leafAction(c *values.Change) plans.Action {
	before := !c.Before.IsNull() || c.BeforeExplicit
	after := !c.After.IsNull() || c.AfterExplicit
	switch {
	case !before && after:
		return plans.Create
	case before && !after:
		return plans.Delete
	case !before || c.Before.Equal(c.After):
		return plans.NoOp
	}
	return plans.Update
}

// containerAction returns the action of a value with parts as far as it is known
// without them. [mergeAction] adds the parts.
func containerAction(c *values.Change) plans.Action {
	switch before, after := c.Before.IsNull(), c.After.IsNull(); {
	case before && !after:
		return plans.Create
	case !before && after:
		return plans.Delete
	}
	return plans.NoOp
}

// mergeAction returns the action of a container, given its action so far and the
// action of one more part.
func mergeAction(container, part plans.Action) plans.Action {
	if part == plans.NoOp || part == container {
		return container
	}
	return plans.Update
}
