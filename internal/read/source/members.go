package source

import (
	"slices"

	"github.com/planfmt/planfmt/values"
)

// Object says which members the objects of one kind have in the JSON of plans. Names that users choose are in none of them.
type Object struct {
	name    string // of the member that they stand in, or of its list
	members []string
	inner   []*Object // those of its members, by their names
}

// Has reports whether the objects have a member of a name.
func (o *Object) Has(name string) bool { return slices.Contains(o.members, name) }

// The objects in the JSON of plans.
var (
	PlanObject = &Object{name: "the plan", members: []string{
		"format_version", "terraform_version", "variables", "planned_values", "resource_drift", "resource_changes", "deferred_changes",
		"deferred_action_invocations", "action_invocations", "output_changes", "prior_state", "configuration", "relevant_attributes", "checks",
		"timestamp", "applyable", "complete", "errored", "provider_schemas",
	}}
	EntryObject = &Object{name: "an entry about a resource", members: []string{
		"address", "previous_address", "module_address", "mode", "type", "name", "index", "index_unknown", "provider_name", "deposed", "change", "action_reason",
	}, inner: []*Object{ChangeObject}}
	ChangeObject = &Object{name: "change", members: []string{
		"actions", "before", "after", "after_unknown", "before_sensitive", "after_sensitive", "replace_paths", "importing", "generated_config",
		"before_identity", "after_identity",
	}, inner: []*Object{{name: "importing", members: []string{"id", "unknown", "identity"}}}}
	DeferredObject   = &Object{name: "deferred_changes", members: []string{"reason", "resource_change"}} // the change is an entry
	OutputObject     = &Object{name: "output_changes", members: ChangeObject.members}
	InvocationObject = &Object{name: "action_invocations", members: []string{
		"address", "type", "name", "provider_name", "config_values", "config_sensitive", "config_unknown", "lifecycle_action_trigger", "invoke_action_trigger",
	}, inner: []*Object{
		{name: "lifecycle_action_trigger", members: []string{
			"triggering_resource_address", "action_trigger_event", "action_trigger_block_index", "actions_list_index", "on_failure",
		}},
		{name: "invoke_action_trigger", members: []string{"calling_resource_address"}},
	}}
	RelevantObject = &Object{name: "relevant_attributes", members: []string{"resource", "attribute"}}
	CheckObject    = &Object{name: "checks", members: []string{"address", "status", "instances"}, inner: []*Object{
		{name: "address", members: []string{"to_display", "kind", "module", "mode", "type", "name"}},
		{name: "instances", members: []string{"address", "status", "problems"}, inner: []*Object{
			{name: "address", members: []string{"to_display", "module", "instance_key"}},
			{name: "problems", members: []string{"message"}},
		}},
	}}

	// ValuesObject, ModuleObject and InstanceObject are in planned_values and prior_state.
	ValuesObject   = &Object{name: "values", members: []string{"outputs", "root_module"}}
	ModuleObject   = &Object{name: "a module", members: []string{"address", "resources", "child_modules"}}
	InstanceObject = &Object{name: "a resource", members: []string{
		"address", "mode", "type", "name", "index", "provider_name", "schema_version", "values", "sensitive_values", "depends_on", "tainted", "deposed_key",
		"identity", "identity_schema_version",
	}}
	StateObject = &Object{name: "prior_state", members: []string{"format_version", "terraform_version", "values", "checks"}}

	// These are in the configuration.
	ConfigObject         = &Object{name: "configuration", members: []string{"provider_config", "root_module"}}
	ConfigProviderObject = &Object{name: "provider_config", members: []string{
		"name", "full_name", "alias", "version_constraint", "module_address", "expressions",
	}}
	ConfigModuleObject = &Object{name: "a module of the configuration", members: []string{"outputs", "resources", "actions", "module_calls", "variables"}}
	ConfigCallObject   = &Object{name: "module_calls", members: []string{
		"source", "expressions", "count_expression", "for_each_expression", "module", "version_constraint", "depends_on",
	}}
	ConfigResourceObject = &Object{name: "a resource of the configuration", members: []string{
		"address", "mode", "type", "name", "provider_config_key", "provisioners", "expressions", "schema_version", "count_expression", "for_each_expression",
		"depends_on",
	}, inner: []*Object{{name: "provisioners", members: []string{"type", "expressions"}}}}
	// FlaggedObject is an output, or a variable, with or without its value.
	FlaggedObject = &Object{name: "an output or variable", members: []string{
		"sensitive", "value", "type", "expression", "depends_on", "description", "default", "required", "ephemeral", "deprecated",
	}}
)

// Members collects the names of members that are not as planfmt knows them. It is for one goroutine.
type Members struct {
	lookalikes lookalikes
	unknown    Unknown
}

// Look looks at the name of a member. If the object is nil, nothing is known about its members, apart from what they may be mistaken for.
func (m *Members) Look(o *Object, name string) {
	if o != nil && o.Has(name) || m.lookalikes.look(name) || o == nil {
		return
	}
	m.unknown.AddMember(o.name, name)
}

// LookIn looks at the names in an object, or in those of a list, and in what is inside of them.
func (m *Members) LookIn(o *Object, v values.Value) {
	for _, e := range v.Elems() {
		m.LookIn(o, e)
	}
	for _, member := range v.Members() {
		m.Look(o, member.Name)
		if o == nil {
			continue
		}
		for _, inner := range o.inner {
			if inner.name == member.Name {
				m.LookIn(inner, member.Value)
			}
		}
	}
}

// Merge adds what others have found.
func (m *Members) Merge(found Members) {
	for _, text := range found.lookalikes.names {
		m.lookalikes.add(text)
	}
	m.unknown.Merge(found.unknown)
}

// Warnings returns sentences for people. document is what has the members: "plan".
func (m *Members) Warnings(document string) (all []string) {
	for _, text := range []string{m.lookalikes.warning(document), m.unknown.Warning("the "+document, "member")} {
		if text != "" {
			all = append(all, text)
		}
	}
	return all
}
