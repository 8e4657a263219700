// Package infer finds the schema of each type in a document, and works it out
// where there is none.
//
// The main call is [Resolver.Resolve]: it takes the provider's own schema if one
// fits what the document shows of the type, mends one that is of another version,
// and else makes a schema of known facts and of [Evidence], which is collected
// while the document is read. Each guess is a [Decision] with a reason and a
// confidence. The package never looks at two values to say what changed.
package infer
