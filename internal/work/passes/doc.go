// Package passes has the passes over a document: each works out a fact about the whole document that must be known before the first
// resource is written, such as its hash or its hazards. Each pass has a file of its own, and [All] lists them. [Query], [Identify] and
// [FindSecrets] look at all resources of a document, too, but are called directly.
package passes
