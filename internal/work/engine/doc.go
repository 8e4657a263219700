// Package engine opens a document, compares its resources, and hands them to writers. Before the first resource, it hands them a
// summary of the whole document.
//
// A [Session] opens documents with the same [Settings]. A [Document] has been read, and has a [View] for each set of needs that its
// writers have. A [Pass] computes whatever depends on the values of many resources; package passes has all of them.
//
// # Two phases
//
// A plan can be larger than memory, and some facts for the first lines of the output come late in it, such as the counts in the
// legend. So a document is read in two phases. In the first, its source walks it once, keeps small facts, and remembers where the
// bytes of each change are that may be shown (see package source). Nothing is written before this phase has succeeded: of a document
// that is cut off, nothing is printed.
//
// In the second phase, workers load and compare the changes. If the writer is a [Preparer], they also render them, down to the
// bytes: the writer prepares a resource in any goroutine, and returns a function that writes it. One goroutine calls these functions
// in the document's order. Small changes go to the workers several at a time (batches.go), and at most two of these batches per
// worker, and one more, are in memory.
//
// If all writers are [AllPreparer]s, what they return refers to nothing of the comparison. Then comparisons are transient
// (differ.Options.Transient): they share the memory of the loaded values, and the next one uses it again. Tests with the tag spoil
// overwrite that memory before it is used again. In all other comparisons, a Diff does not refer to the document's bytes.
//
// # Views, manners and passes
//
// Several formats can be written at once. A format says what it needs beyond what human shows (computed.Needs). Formats with the
// same needs share a [View] (views.go). Views may differ in the manner in which values are compared: with copies of secrets hidden,
// by what values mean to people, with the words that change. A resource is loaded once for all manners, and compared once in each.
//
// Some facts depend on the values of many resources, but formats need them before the first one. A [Pass] works such a fact out
// between the two phases. Passes that need not wait for others share one scan of the resources (examine.go). The format human needs
// no passes, and does not pay for them.
package engine
