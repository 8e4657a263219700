package schema

// Source is where schemas come from: a file, a cache. It is safe for use by
// several goroutines.
type Source interface {
	// Has reports whether the source has a schema, without decoding it.
	Has(ID) bool
	// Lookup is the schema with an ID, nil where the source has none. An error
	// says that it has one which cannot be understood.
	Lookup(ID) (*Block, error)
}

// Layer is a source with the name that people are told: a file's, "cache".
type Layer struct {
	Name   string
	Source Source
}
