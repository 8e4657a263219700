package source

import "github.com/planfmt/planfmt/internal/read/jsondoc"

// Options control how a document is read. Readers use what applies to them. The zero value is ready for use.
type Options struct {
	// Options say where values are kept that are read later.
	jsondoc.Options
	// Evidence receives what the document shows about the shapes of resources. It
	// may be nil.
	Evidence EvidenceSink
	// Secrets gets the strings that the document marks as sensitive, wherever they stand,
	// and the values of sensitive variables. It may be nil.
	Secrets SecretSink
	// KeepNoOps also keeps entries in which nothing happens.
	KeepNoOps bool
	// NoOpsAsEvidence takes entries in which nothing happens for evidence as if they were kept.
	NoOpsAsEvidence bool
	// KeepReferences keeps the references in the configuration.
	KeepReferences bool
	// KeepDependencies keeps the addresses of entries in which nothing happens, and what the state records about
	// dependencies.
	KeepDependencies bool
	// KeepVariables keeps the values of variables.
	KeepVariables bool
	// KeepDeciding keeps what decides what is done when the plan is applied, besides the plan itself: see [Written] and [Stated]. It also keeps the values of variables.
	KeepDeciding bool
	// KeepVersions keeps the versions of providers that the document locks.
	KeepVersions bool
	// KeepPrior says which objects of the prior state are kept, by mode and type. It may be nil, for
	// none.
	KeepPrior func(mode, typ string) bool
	// NeedsPlan rejects a state: whatever asks what a document would do must not take it for a plan that changes nothing.
	NeedsPlan bool
	// Product is the name of the product that something else shows, for a plan in which no provider shows one.
	Product string
	// Workers is how many goroutines parse changes; 0 means one for each processor.
	Workers int
}

// Source is a plan or a state that has been read, in whatever form it came.
// *jsonplan.Plan, *planfile.Plan and *jsonstate.State are sources.
type Source interface {
	// Facts returns what is known about the document. The caller must not change
	// it.
	Facts() *Facts
	// Loader returns a loader for one goroutine.
	Loader() Loader
	// Close frees what the source holds. Its loaders cannot be used any more.
	Close() error
}

// Sizer is a Loader that knows how long entries are, in bytes.
type Sizer interface{ Size(Handle) int }

// Stored is what a state says about an object apart from its values.
type Stored struct {
	// SchemaVersion is the version of the schema that the values were written with; empty where the document does not say.
	SchemaVersion string
	// ID is the attribute id, if it is a string and not sensitive.
	ID string
}

// StateLoader is a [Loader] of a state.
type StateLoader interface {
	Loader
	// Text returns all that the document says about an object. It is valid until the next call. In documents of the same form, the same
	// text means the same.
	Text(*Resource) ([]byte, error)
	// Stored returns what the document says about an object apart from its values.
	Stored(*Resource) (Stored, error)
}
