package schema

import "golang.org/x/mod/semver"

// Schema is a provider's own schema of a type.
type Schema struct {
	Block *Block
	// Version is the version of the type's schema, as the document writes the
	// number: values in plans and states carry it as schema_version. It is
	// empty where the source does not say.
	Version string
	// Release is the version of the provider that the schema was taken from,
	// such as 5.31.0; empty where it is not known.
	Release string
}

// Source is where schemas come from: a file, a cache. It is safe for use by
// several goroutines.
type Source interface {
	// Has reports whether the source has a schema, without decoding it.
	Has(ID) bool
	// Lookup is every schema with an ID, the newest release first and that of
	// an unknown release last: a source may keep those of several releases of a
	// provider. It is empty where the source has none. An error says that it has
	// one which cannot be understood.
	Lookup(ID) ([]Schema, error)
}

// Layer is a source with the name that people are told: a file's, "cache".
type Layer struct {
	Name   string
	Source Source
}

// CompareReleases orders versions of providers, such as 5.31.0 and 5.9.1, the
// older first. An unknown version, which is empty, is older than all others.
func CompareReleases(a, b string) int { return semver.Compare("v"+a, "v"+b) }
