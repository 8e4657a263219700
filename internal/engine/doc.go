// Package engine finds out what there is to say about a document, and hands it to writers: resources as they have been compared, and what
// must be known of the whole before the first of them.
//
// A [Session] opens documents with the same [Settings]; a [Document] is one that has been read, with a view for each of the needs of
// writers. What needs the values of many resources is found out by a [Pass], see package passes.
package engine
