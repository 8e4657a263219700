// Package planscope has the names that expressions over a plan can refer to, with their types, and finds out which parts of a plan an
// expression uses. Queries, conditions and policies for plans share it.
package planscope

import (
	"maps"
	"strings"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// The lists of resources.
const (
	Resources = "resources"
	Drift     = "drift"
	Deferred  = "deferred"
)

// IsList reports whether a name is that of a list of resources.
func IsList(name string) bool { return name == Resources || name == Drift || name == Deferred }

// Fields are the types of what is known of a resource. The values are of any type, since resources of
// all types are in the lists.
var Fields = map[string]types.Type{
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
	"unknown":       types.List{Elem: types.String},
	"drift":         types.Bool,
	"replace_paths": types.List{Elem: types.String},
	"cause":         types.List{Elem: causeType},
	"causes":        types.List{Elem: causeType}, // another name for cause
	"impact":        impactType,
	"annotations":   annotationsType,
	"importing":     types.Optional(object(map[string]types.Type{"id": types.Optional(types.String), "identity": types.Any}, nil)),
	"moved_from":    types.Optional(types.String),
}

// FieldWords are the strings that fields can have, where all of them are known. A plan may also have reasons
// that are not known here.
var FieldWords = map[string]*types.Words{
	"action": {
		All: actionNames, Meant: plans.MeantAction, Synonyms: ActionSynonyms, Wide: []string{"replace"},
		Narrow: map[string]string{"delete": MissesReplacements + ` Both are found with contains(%sactions, "delete").`},
	},
	"actions": {
		All: []string{"no-op", "create", "read", "update", "delete", "forget"}, Meant: plans.MeantAction, Synonyms: ActionSynonyms, Wide: []string{"delete"},
		Instead: map[string]string{"replace": `The steps of a replacement are "delete" and "create": to find it, compare action with "replace".`},
	},
	"mode": {All: []string{"managed", "data"}},
}

// MissesReplacements says what a comparison with "delete" does not find.
const MissesReplacements = `A replacement destroys an object, too, but its action is "replace".`

var actionNames = append(rules.Actions(), rules.ActionName(plans.Unknown))

// ActionSynonyms are words that stand for actions and steps of them, as people say.
var ActionSynonyms = map[string]string{"destroy": "delete"}

// Sides are the fields that have the values of a resource. The value says whether it is the
// side before the change.
var Sides = map[string]bool{"before": true, "after": false, "attrs": false, "prior_attrs": true}

var causeType = object(map[string]types.Type{"path": types.String, "from": types.List{Elem: types.String}}, nil)

var impactType = object(map[string]types.Type{"dependents": types.Int, "unchanged": types.Int, "possible": types.Int}, nil)

// annotationsType is what other programs say about a resource.
var annotationsType = object(withCounts(map[string]types.Type{
	"findings": types.List{Elem: findingType},
	"cost":     costType,
	"owners":   types.List{Elem: types.String},
}), nil)

// planAnnotationsType is what they say about the resources that change, in sums.
var planAnnotationsType = object(withCounts(map[string]types.Type{
	"cost":      costType,
	"sums":      types.List{Elem: costType},
	"unpriced":  types.Int,
	"owners":    types.List{Elem: object(map[string]types.Type{"owner": types.Optional(types.String), "ended": types.List{Elem: types.String}, "others": types.List{Elem: types.String}}, nil)},
	"unchanged": object(withCounts(nil), nil),
	"unmatched": object(withCounts(nil), nil),
}), nil)

var findingType = object(map[string]types.Type{
	"level": types.String, "tool": types.Optional(types.String), "rule": types.Optional(types.String),
	"title": types.Optional(types.String), "text": types.Optional(types.String), "url": types.Optional(types.String),
}, map[string]*types.Words{"level": {All: annotations.Levels()[annotations.Note:], Meant: func(word string) string {
	return map[string]string{"info": "note", "low": "note", "medium": "warning", "warn": "warning", "high": "error", "critical": "error"}[strings.ToLower(word)]
}}})

var costType = object(map[string]types.Type{
	"before": types.Number, "after": types.Number, "difference": types.Number, "unit": types.Optional(types.String),
}, nil)

// withCounts adds how many findings there are of each level.
func withCounts(attrs map[string]types.Type) map[string]types.Type {
	all := map[string]types.Type{"errors": types.Int, "warnings": types.Int, "notes": types.Int}
	maps.Copy(all, attrs)
	return all
}

var outputType = object(map[string]types.Type{
	"action": types.String, "sensitive": types.Bool, "before": types.Any, "after": types.Any,
}, map[string]*types.Words{"action": {All: actionNames, Meant: plans.MeantAction, Synonyms: ActionSynonyms}})

var checkType = object(map[string]types.Type{
	"address": types.String, "kind": types.String, "status": types.String,
	"instances": types.List{Elem: object(map[string]types.Type{
		"address": types.String, "status": types.String, "messages": types.List{Elem: types.String},
	}, statusWords)},
}, statusWords)

// statusWords are the results of checks. One that is known only after apply is an unknown value.
var statusWords = map[string]*types.Words{"status": {
	All:   []string{"pass", "fail", "error"},
	Meant: func(word string) string { return map[string]string{"unknown": "unknown"}[word] },
	Instead: map[string]string{
		"unknown": "A result that is known only after apply is an unknown value, so a comparison with it is undecided.",
	},
}}

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
	"annotations":       planAnnotationsType,
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
	for _, name := range Counts {
		attrs[name] = types.Int
	}
	return object(attrs, nil)
}

// Counts are the names of the numbers that are known of a plan as a whole.
var Counts = []string{
	"create", "update", "delete", "replace", "read", "forget", "import", "move", "drift", "deferred", "resources", "add", "change", "destroy",
}

// Roots returns the names that an expression over a plan can refer to, with their types.
func Roots() map[string]types.Type {
	list := types.List{Elem: object(Fields, FieldWords), Loose: true}
	return map[string]types.Type{
		Resources: list, Drift: list, Deferred: list,
		Checks:    types.List{Elem: checkType, Loose: true},
		"outputs": types.Map{Elem: outputType, Loose: true},
		Variables: types.Map{Elem: types.Any, Loose: true},
		Inputs:    types.Map{Elem: types.Any, Loose: true},
		"plan":    planType,
	}
}

// Names that are not those of lists of resources. Inputs is another name for Variables.
const (
	Checks    = "checks"
	Variables = "variables"
	Inputs    = "inputs"
)

// Forbidden says what to write instead of names that people expect in an expression over a plan.
func Forbidden() map[string]string {
	return map[string]string{
		"r":     "Bind it in a for expression: [for r in resources : r.address].",
		"var":   "Variables are in variables: instead of var.region, write variables.region.",
		"data":  `Data sources are among the resources, with mode == "data".`,
		"local": "A plan does not have the local values of its configuration.",
	}
}
