// Package infer finds the schema of each type in a document, and infers it if there
// is none.
//
// The main call is [Resolver.Resolve]. If a provider's own schema fits what the
// document shows of the type, it returns that. If the schema is for another version
// of the provider, it corrects it. If there is no schema, it makes one from known
// facts and from [Evidence], which is collected while the document is read. Each
// inferred key is a [Decision] with a reason and a confidence. The package does not
// compare values to find changes; that is up to the differ.
//
// The layers are, in this order: the files that the caller names, the schemas in the document itself, the caller's own layers (the
// command adds the project's bundle and the user's cache), and the schemas of the built-in provider. A source may have several
// versions of a provider. The first schema that fits is used: it has the version that the values have and every member that they
// have, each of its attributes occurs in them (Terraform writes nulls, too), and no set changes only in the order of its elements
// (Terraform writes sets in a fixed order). If none fits, the one that fits best is corrected member by member (fit.go): what the
// document proves comes first, then the schema, then what would be inferred. So a schema of another version never hides a change.
//
// Little evidence is counted, so most instances add nothing to it; checker.go finds that out from their text, without parsing it. An
// object with more than a thousand keys is a map, and its keys are not remembered. Where known facts and evidence contradict each
// other, the evidence wins. A test with random schemas checks that decisions that are certain are never wrong.
//
// A layer from the repository ([schema.Layer].InRepository) could hide values from the reviewers of a change in that repository. For a type
// that has its schema from there, [Resolution].Otherwise is the resolution without that layer, and package compare counts the values
// that only it hides.
package infer
