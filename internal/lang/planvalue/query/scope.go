package query

import (
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/types"
)

// The lists of resources that a query can begin with.
const (
	Resources = planscope.Resources
	Drift     = planscope.Drift
	Deferred  = planscope.Deferred
)

// planScope is the scope of an expression over a plan.
func planScope() model.Scope { return scope(planscope.Roots(), planscope.Forbidden()) }

// resourceScope is the scope of a condition about a resource.
func resourceScope() model.Scope {
	s := scope(planscope.Fields, map[string]string{
		Resources: "The condition is about one resource: write action, type, after.tags. For expressions over all resources, use 'planfmt query'.",
		"plan":    "The condition is about one resource. For plan, use 'planfmt query'.",
		"r":       "The condition is about one resource: write action, type, after.tags.",
	})
	s.Words = planscope.FieldWords
	return s
}

func scope(roots map[string]types.Type, forbidden map[string]string) model.Scope {
	return model.Scope{
		Roots: roots, Forbidden: forbidden,
		Functions: funcs.All(), Namespace: "core", Bare: true,
		Unavailable: map[string]string{
			"getresources":   "It is for policies. Here, use a for expression over resources.",
			"getdatasource":  "It is for policies. Here, data sources are among the resources.",
			"gethttprequest": "planfmt does not use the network.",
			"plugin::":       "planfmt does not run plugins.",
		},
		Constant: eval.Constants(budget.New(budget.Default)),
	}
}
