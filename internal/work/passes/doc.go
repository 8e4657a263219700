// Package passes has the passes over a document: each works out a fact about the whole document that must be known before the first
// resource is written, such as its hash or its hazards. Each pass has a file of its own, and [All] lists them. [Query], [Identify] and
// [FindSecrets] look at all resources of a document, too, but are called directly.
//
// To add a pass, write a type that embeds [engine.NoPass] and has those methods of [engine.Pass] that it needs; renames.go is a
// short example. The function Start of its row in [All] returns nil if no view needs the result. A view says that it does in a field
// of computed.Needs, which the engine joins. The row stands below the rows of passes that must finish before. The result goes into a
// field of computed.Summary or computed.Resource. A pass that depends on rules or conditions sets Selection, so that it runs again
// when the same document is shown with another selection. What the page for browsers never needs stays out of its program by a
// function that only the command passes, as Selection.Checker is.
package passes
