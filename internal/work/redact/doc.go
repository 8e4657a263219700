// Package redact rewrites the JSON of a plan or a state so that no sensitive value is left in it. A
// string takes the place of each sensitive value, see [copies.StandIn]; everything else stays as it is,
// byte for byte. The result is a plan or a state, too, and reads like the original: equal values in two
// places of a change are still equal, and different values still differ.
//
// The main call is [Document]. It walks a document as a stream, an entry at a time. The package
// knows where values are in a document, and how to replace them. It does not know which of them are
// sensitive: a [Decider] does.
//
// A sensitive value of a scalar type becomes a string. A list becomes a list with one element, and an object an object
// with one member, in which the same is true: their kinds are not secret, and the programs that read the document
// rely on them, but lengths and names may be. A null and an empty string stay, because
// a plan that is shown to people shows them, too. If blocks of a type are sensitive as a whole,
// each of them is replaced, because each of them is shown.
//
// A document is walked twice, after it has been read strictly, as evidence about types. Both times, every change, instance and
// configuration of an action is compared in which something may be hidden, and the differ reports each value that it hides. An entry
// without any mark that is set, of a type without secrets, is not parsed. The first walk collects the sensitive strings whose copies
// are to be replaced; the second writes. What is not replaced is copied from the input (edits.go). Only entries in which a sensitive
// string may begin are searched for copies. A stand-in counts as a sensitive string, so that copies are hidden in a redacted
// document as in the original. A new member of plans that has values with marks needs a case in document.go; in unknown members,
// only copies are replaced.
package redact
