package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/plans"
)

// manyTypes is how many types of resources a pattern can match so that each of them is
// looked at on its own.
const manyTypes = 40

// resource returns the type of attrs in a resource policy.
func (b *binder) resource(p *policy) types.Type {
	all := b.schemas.Resources(p.Target)
	switch {
	case len(all) == 0:
		b.unknownType(diag.Warning, p.Target, p.TargetAt)
		return types.Any
	case len(all) > manyTypes:
		return common(all)
	}
	return types.NewUnion(all...)
}

// unknownType reports a type of resources that does not exist, although others of the same provider do. If there may be types that
// nobody knows here, only a name that is nearly that of another is worth a word: it has been misspelt. It is an error at most.
func (b *binder) unknownType(severity diag.Severity, name string, at diag.Range) {
	prefix, _, ok := strings.Cut(name, "_")
	if !ok || strings.Contains(prefix, "*") || b.schemas.HasType(name) {
		return
	}
	all, complete := b.schemas.Types(prefix)
	if len(all) == 0 || !complete && strings.Contains(name, "*") || slices.Contains(all, name) {
		return // a pattern can be for what is not known here
	}
	text := ""
	likely := near.Names(name, all, 1)
	if len(likely) > 0 {
		text = fmt.Sprintf(" Did you mean %q?", likely[0])
	}
	switch {
	case complete:
		b.report(severity, at, "Unknown type", "The schemas have resources of this provider, but no type %q.%s", name, text)
	case len(likely) > 0 && near.IsMisspelt(name, likely[0]):
		b.report(severity, at, "Unknown type", "No resource of this provider that planfmt knows is of the type %q.%s If the type is new, pass the schemas of the provider with --schemas.", name, text)
	}
}

// maxVariants is how many different types an attribute may have, among all types of resources that a pattern matches, before nothing is known of it.
const maxVariants = 24

// common returns an object type with all attributes that any of the types has. Where they
// differ, an attribute has one of their types. If these are too many, nothing is known of it.
func common(all []types.Type) types.Type {
	variants := map[string][]types.Attr{}
	for _, t := range all {
		o, ok := t.(types.Object)
		if !ok {
			return types.Any
		}
		for name, a := range o.Attrs {
			if have := variants[name]; len(have) <= maxVariants && !slices.ContainsFunc(have, func(h types.Attr) bool { return h.Computed == a.Computed && types.Equal(h.Type, a.Type) }) {
				variants[name] = append(have, a)
			}
		}
	}
	merged := types.Object{Attrs: make(map[string]types.Attr, len(variants))}
	for name, each := range variants {
		merged.Attrs[name] = either(each)
	}
	return merged
}

// either returns an attribute that is as one of several.
func either(each []types.Attr) types.Attr {
	if len(each) > maxVariants {
		return types.Attr{Type: types.Any}
	}
	merged := types.Attr{Computed: true}
	var all []types.Type
	for _, a := range each {
		all = append(all, a.Type)
		merged.Computed = merged.Computed && (a.Computed || !types.MayBeNull(a.Type))
	}
	merged.Type = types.NewUnion(all...)
	return merged
}

// withNulls returns the type of the attributes of a resource that is deleted: they are all null.
func withNulls(t types.Type) types.Type {
	var all []types.Type
	for _, m := range types.Members(t) {
		o, ok := m.(types.Object)
		if !ok {
			return t
		}
		nullable := types.Object{Attrs: map[string]types.Attr{}}
		for name, a := range o.Attrs {
			a.Type, a.Computed = types.Optional(a.Type), false
			nullable.Attrs[name] = a
		}
		all = append(all, nullable)
	}
	return types.NewUnion(all...)
}

func object(attrs map[string]types.Type) types.Object {
	o := types.Object{Attrs: map[string]types.Attr{}}
	for name, t := range attrs {
		o.Attrs[name] = types.Attr{Type: t}
	}
	return o
}

func stackMeta() types.Type {
	return object(map[string]types.Type{"deployment_name": types.String, "stack_name": types.String, "deployment_group": types.String})
}

// resourceMeta returns the type of meta in a resource policy. own says that it has what only planfmt has, and whole that a replacement is
// one operation.
func resourceMeta(own, whole bool) types.Type {
	meta := object(map[string]types.Type{
		"type": types.String, "provider_type": types.String, "module_path": types.String,
		"tfe_workspace": object(map[string]types.Type{"tags": types.Map{Elem: types.String}}),
		"tfe_stack":     stackMeta(),
	})
	meta.Attrs["operation"] = types.Attr{Type: types.String, Words: &types.Words{
		All:     policyfile.Operations(),
		Meant:   plans.MeantAction,
		Instead: map[string]string{"replace": `A replacement is two operations: "delete" and "create".`},
	}}
	if own {
		meta.Attrs["address"], meta.Attrs["module_address"], meta.Attrs["drift"] = types.Attr{Type: types.String}, types.Attr{Type: types.String}, types.Attr{Type: types.Bool}
		meta.Attrs["actions"] = types.Attr{Type: types.List{Elem: types.String}, Words: &types.Words{
			All: planscope.FieldWords["actions"].All, Meant: plans.MeantAction, Synonyms: planscope.ActionSynonyms, Wide: []string{"delete"},
			Instead: map[string]string{"replace": `The steps of a replacement are "delete" and "create": to find it, compare meta.operation with "replace".`},
		}}
	}
	if own {
		meta.Attrs["operation"].Words.Synonyms = planscope.ActionSynonyms // HCP Terraform has none
	}
	if whole {
		meta.Attrs["operation"] = types.Attr{Type: types.String, Words: &types.Words{
			All: policyfile.WholeOperations(), Meant: plans.MeantAction, Synonyms: planscope.ActionSynonyms, Wide: []string{"replace"},
			Narrow: map[string]string{"delete": planscope.MissesReplacements + ` Both are found with core::contains(%sactions, "delete").`},
		}}
	}
	return meta
}

// ownMeta says of the attributes of meta that only planfmt has what a file must have that refers to them.
func ownMeta() map[string]string {
	all := map[string]string{}
	for _, name := range []string{"address", "module_address", "actions", "drift"} {
		all["meta."+name] = "Only planfmt has it, in a file that says so: policy { planfmt { version = \">= 1.0\" } }."
	}
	return all
}

func moduleMeta() types.Type {
	return object(map[string]types.Type{"source": types.String, "version": types.String, "address": types.String, "tfe_stack": stackMeta()})
}

func providerMeta() types.Type {
	return object(map[string]types.Type{
		"name": types.String, "type": types.String, "alias": types.String, "namespace": types.String,
		"source": types.String, "version": types.String, "tfe_stack": stackMeta(),
	})
}
