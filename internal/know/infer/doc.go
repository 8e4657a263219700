// Package infer finds the schema of each type in a document, and infers it if there
// is none.
//
// The main call is [Resolver.Resolve]. If a provider's own schema fits what the
// document shows of the type, it returns that. If the schema is for another version
// of the provider, it corrects it. If there is no schema, it makes one from known
// facts and from [Evidence], which is collected while the document is read. Each
// inferred key is a [Decision] with a reason and a confidence. The package does not
// compare values to find changes; that is up to the differ.
package infer
