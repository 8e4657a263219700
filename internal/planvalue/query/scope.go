package query

import (
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// The lists of resources that a query can begin with.
const (
	Resources = "resources"
	Drift     = "drift"
	Deferred  = "deferred"
)

func isList(name string) bool { return name == Resources || name == Drift || name == Deferred }

// fields are the types of what is known of a resource. The values are of any type, since resources of
// all types are in the lists.
var fields = map[string]types.Type{
	"address":       types.String,
	"module":        types.String,
	"type":          types.String,
	"name":          types.String,
	"index":         types.NewUnion(types.String, types.Number, types.None),
	"deposed":       types.Optional(types.String),
	"mode":          types.String,
	"provider":      types.String,
	"action":        types.String,
	"actions":       types.List{Elem: types.String},
	"reason":        types.Optional(types.String),
	"before":        types.Any,
	"after":         types.Any,
	"attrs":         types.Any,
	"prior_attrs":   types.Any,
	"replace_paths": types.List{Elem: types.String},
	"cause":         types.List{Elem: causeType},
	"moved_from":    types.Optional(types.String),
}

// fieldWords are the strings that fields can have, where all of them are known. A plan may also have reasons
// that are not known here.
var fieldWords = map[string]*types.Words{
	"action": actionWords,
	"actions": {All: []string{"no-op", "create", "read", "update", "delete", "forget"}, Meant: plans.MeantAction, Instead: map[string]string{
		"replace": `The steps of a replacement are "delete" and "create": to find it, compare action with "replace".`,
	}},
	"mode": {All: []string{"managed", "data"}},
}

var actionWords = &types.Words{
	All:   append(rules.Actions(), rules.ActionName(plans.Unknown)),
	Meant: plans.MeantAction,
}

// sides are the fields that have the values of a resource. The value says whether it is the
// side before the change.
var sides = map[string]bool{"before": true, "after": false, "attrs": false, "prior_attrs": true}

var causeType = object(map[string]types.Type{"path": types.String, "from": types.List{Elem: types.String}}, nil)

var outputType = object(map[string]types.Type{
	"action": types.String, "sensitive": types.Bool, "before": types.Any, "after": types.Any,
}, map[string]*types.Words{"action": actionWords})

var planType = object(map[string]types.Type{
	"kind":              types.String,
	"terraform_version": types.String,
	"format_version":    types.String,
	"product":           types.String,
	"timestamp":         types.Optional(types.String),
	"mode":              types.Optional(types.String),
	"applyable":         types.Optional(types.Bool),
	"complete":          types.Optional(types.Bool),
	"errored":           types.Bool,
	"counts":            countsType(),
}, map[string]*types.Words{
	"kind": {All: []string{"plan", "state"}},
	"mode": {All: []string{plans.NormalMode.String(), plans.DestroyMode.String(), plans.RefreshOnlyMode.String()}},
})

func object(attrs map[string]types.Type, words map[string]*types.Words) types.Type {
	o := types.Object{Attrs: map[string]types.Attr{}}
	for name, t := range attrs {
		o.Attrs[name] = types.Attr{Type: t, Words: words[name]}
	}
	return o
}

func countsType() types.Type {
	attrs := map[string]types.Type{}
	for _, c := range counts {
		attrs[c.name] = types.Int
	}
	return object(attrs, nil)
}

// planScope is the scope of an expression over a plan.
func planScope() model.Scope {
	list := types.List{Elem: object(fields, fieldWords), Loose: true}
	return scope(map[string]types.Type{
		Resources: list, Drift: list, Deferred: list,
		"outputs":   types.Map{Elem: outputType, Loose: true},
		"variables": types.Map{Elem: types.Any, Loose: true},
		"plan":      planType,
	}, map[string]string{
		"r":     "Bind it in a for expression: [for r in resources : r.address].",
		"var":   "Variables are in variables: instead of var.region, write variables.region.",
		"data":  `Data sources are among the resources, with mode == "data".`,
		"local": "A plan does not have the local values of its configuration.",
	})
}

// resourceScope is the scope of a condition about a resource.
func resourceScope() model.Scope {
	s := scope(fields, map[string]string{
		Resources: "The condition is about one resource: write action, type, after.tags. For expressions over all resources, use 'planfmt query'.",
		"plan":    "The condition is about one resource. For plan, use 'planfmt query'.",
		"r":       "The condition is about one resource: write action, type, after.tags.",
	})
	s.Words = fieldWords
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
