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
// with one member, in which the same is true: their kinds are no secret, and the programs that read the document
// rely on them, but lengths and names may be. A null and an empty string stay, because
// a plan that is shown to people shows them, too. If blocks of a type are sensitive as a whole,
// each of them is replaced, because each of them is shown.
package redact
