package jsonplan

import (
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
)

// outliners make the outlines of what plans have many of.
type outliners struct{ entries, instances, configured, flagged *jsondoc.Outliner }

func newOutliners() outliners {
	return outliners{
		entries: jsondoc.NewOutliner([]string{
			entryAddress: "address", entryPrevious: "previous_address", entryModule: "module_address",
			entryMode: "mode", entryType: "type", entryName: "name", entryIndex: "index", entryProvider: "provider_name",
			entryDeposed: "deposed", entryReason: "action_reason",
		}, "change", []string{
			0:                            "actions", // changeActions
			changeBefore - changeActions: "before", changeAfter - changeActions: "after", changeUnknown - changeActions: "after_unknown",
			changeBeforeSensitive - changeActions: "before_sensitive", changeAfterSensitive - changeActions: "after_sensitive",
			changePaths - changeActions: "replace_paths", changeImporting - changeActions: "importing",
			changeGenerated - changeActions: "generated_config",
		}, func(name []byte, inner bool) bool {
			if inner {
				return source.ChangeObject.Has(string(name))
			}
			return source.EntryObject.Has(string(name))
		}),
		instances: jsondoc.NewOutliner([]string{
			instanceAddress: "address", instanceMode: "mode", instanceType: "type", instanceName: "name",
			instanceProvider: "provider_name", instanceVersion: "schema_version", instanceValues: "values",
			instanceSensitive: "sensitive_values", instanceDependsOn: "depends_on",
		}, "", nil, knownIn(source.InstanceObject)),
		configured: jsondoc.NewOutliner([]string{
			configMode: "mode", configType: "type", configName: "name", configProvider: "provider_config_key",
			configExpressions: "expressions", configCount: "count_expression", configForEach: "for_each_expression",
			configDependsOn: "depends_on", configProvisioners: "provisioners",
		}, "", nil, knownIn(source.ConfigResourceObject)),
		flagged: jsondoc.NewOutliner([]string{flaggedSensitive: "sensitive"}, "", nil, knownIn(source.FlaggedObject)),
	}
}

// knownIn returns a function that reports whether objects have a name.
func knownIn(o *source.Object) func([]byte, bool) bool {
	return func(name []byte, _ bool) bool { return o.Has(string(name)) }
}

// The members of an entry of resource_changes or resource_drift.
const (
	entryAddress = iota
	entryPrevious
	entryModule
	entryMode
	entryType
	entryName
	entryIndex
	entryProvider
	entryDeposed
	entryReason

	changeActions // of the member change, from here on
	changeBefore
	changeAfter
	changeUnknown
	changeBeforeSensitive
	changeAfterSensitive
	changePaths
	changeImporting
	changeGenerated
)

// The members of an instance of planned_values or prior_state.
const (
	instanceAddress = iota
	instanceMode
	instanceType
	instanceName
	instanceProvider
	instanceVersion
	instanceValues
	instanceSensitive
	instanceDependsOn
)

// The members of a resource in the configuration.
const (
	configMode = iota
	configType
	configName
	configProvider
	configExpressions
	configCount
	configForEach
	configDependsOn
	configProvisioners
)

// flaggedSensitive is the member of an output or a variable that says whether its value is sensitive.
const flaggedSensitive = 0
