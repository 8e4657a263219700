package source

import "github.com/planfmt/planfmt/values"

// EvidenceSink gets, while a document is read, what it shows about the shapes
// of resources, so that missing schemas can be inferred. Its methods are called
// one after the other, in the document's order, perhaps by different goroutines. Only
// Wants may be called during a call of another method. Values, the names of their
// members, and texts are valid during the call only: copy what is kept.
//
// A provider is its address, or empty where the document does not say in time.
type EvidenceSink interface {
	// Wants says whether everything about the type is of use. If not, the sink
	// gets only what shows whether a schema from elsewhere is the right one:
	// the version, the configuration, and the changes that a plan keeps.
	Wants(provider, mode, typ string) bool
	// Version is the schema_version of an instance: the version of the type's
	// schema that its values have.
	Version(provider, mode, typ, version string)
	// Values is an instance of a state, or of planned_values or prior_state.
	Values(provider, mode, typ string, values values.Value, sensitive values.Flags)
	// KnowsValues says whether Values would add nothing to what the sink has. Then the source
	// need not parse the instance, or call Values. The values and their flags are JSON
	// text, empty if the document does not have them. If the text is not valid,
	// KnowsValues must return false. It may always do so.
	KnowsValues(provider, mode, typ string, values, sensitive []byte) bool
	// Change is an entry of resource_changes, resource_drift or
	// deferred_changes. Those that the plan leaves out are included where the
	// type is wanted.
	Change(provider, mode, typ string, c values.Change)
	// KnowsChange says the same of Change.
	KnowsChange(provider, mode, typ string, c values.ChangeText) bool
	// Config is the body of a resource in the configuration. If others of the same
	// type have the same text, the source may leave them out.
	Config(provider, mode, typ string, expressions values.Value)
	// Written is the body of a resource in the text of a configuration. It is like the
	// expressions of Config, but the text does not say how blocks nest: blocks without a label
	// are always an array of bodies, and blocks with a label an object of bodies by label. The
	// content of a dynamic block is among the bodies.
	Written(provider, mode, typ string, body values.Value)
}
