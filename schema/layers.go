package schema

import "golang.org/x/mod/semver"

// Schema is the schema of a type, as the provider declares it.
type Schema struct {
	Block *Block
	// Version is the version of the type's schema, written as in the document.
	// Values in plans and states have it as schema_version. It is empty if the
	// source does not say.
	Version string
	// Release is the version of the provider that the schema comes from, such as
	// 5.31.0. It is empty if it is not known.
	Release string
}

// Source is a source of schemas, such as a file or a cache. It is safe for
// concurrent use.
type Source interface {
	// Has reports whether the source has a schema, without decoding it.
	Has(ID) bool
	// Lookup returns every schema with an ID, or none. A source may have schemas
	// of several releases of a provider: the newest comes first, that of an
	// unknown release last. The error says that a schema cannot be decoded. If it
	// is a [DamageError], the schemas that come with it are good, but others are
	// lost.
	Lookup(ID) ([]Schema, error)
}

// DamageError says that a source has lost schemas of a provider, about which nobody knows
// what they said: which values are sensitive, for example.
type DamageError struct{ Err error }

// Error says what is damaged.
func (e *DamageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *DamageError) Unwrap() error { return e.Err }

// Layer is a source with the name that messages use, such as a file name or
// "cache".
type Layer struct {
	Name   string
	Source Source
	// InRepository says that the source is a file that belongs to the same repository as the configuration: whoever
	// changes that can change the schemas, too.
	InRepository bool
}

// CompareReleases compares versions of providers, such as 5.31.0 and 5.9.1; older
// versions come first. An empty, unknown version is older than all others.
func CompareReleases(a, b string) int { return semver.Compare("v"+a, "v"+b) }
