// Package engine opens a document, compares its resources, and hands them to writers. Before the first resource, it hands them a
// summary of the whole document.
//
// A [Session] opens documents with the same [Settings]. A [Document] has been read, and has a [View] for each set of needs that its
// writers have. A [Pass] computes whatever depends on the values of many resources; package passes has all of them.
package engine
