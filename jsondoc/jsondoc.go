// Package jsondoc reads one JSON document as a stream of any length. It is what
// the readers of plans and states have in common.
//
// [NewScanner] undoes compression and other encodings than UTF-8, and rejects
// what cannot be JSON. A [Scanner] then walks the document's members. What is
// needed later goes to a [Store], which gives the bytes again. Errors in the
// document are of type *[InputError] and say where they are.
//
// The package never holds a whole document, and no document makes it panic.
package jsondoc

import "github.com/planfmt/planfmt/values"

// Options say where a document's bytes are kept for later. The zero value is
// ready for use.
type Options struct {
	// MemoryLimit is how many bytes stay in memory. The rest goes to a temporary
	// file. 0 means 64 MiB; a negative number means that nothing stays in memory.
	// For input that can seek, it has no effect.
	MemoryLimit int64
	// TempDir is the directory for the temporary file; empty means the system's
	// default.
	TempDir string
}

// EvidenceSink is told, while a document is read, what it shows about the shapes
// of resources, so that missing schemas can be inferred. Its methods are called
// from one goroutine, in the document's order. The Values and the names of their
// members are valid during the call only: copy what is kept.
//
// A provider is its address, or empty where the document does not say in time.
type EvidenceSink interface {
	// Wants says whether everything about the type is of use. If not, the sink
	// is told only what shows whether a schema from elsewhere is the right one:
	// the version, the configuration, and the changes that a plan keeps.
	Wants(provider, mode, typ string) bool
	// Version is the schema_version of an instance: the version of the type's
	// schema that its values have.
	Version(provider, mode, typ, version string)
	// Values is an instance of a state, or of planned_values or prior_state.
	Values(provider, mode, typ string, v values.Value, sensitive values.Flags)
	// Change is an entry of resource_changes, resource_drift or
	// deferred_changes. Those that the plan leaves out are included where the
	// type is wanted.
	Change(provider, mode, typ string, c values.Change)
	// Config is the body of a resource in the configuration.
	Config(provider, mode, typ string, expressions values.Value)
}
