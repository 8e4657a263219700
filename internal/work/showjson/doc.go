// Package showjson writes the document that `terraform show -json` and `tofu
// show -json` print, from what a source has read: [WritePlan] that of a plan, and
// [WriteState] that of a state.
//
// The members are in the order in which the products write them. Numbers and
// strings are spelled as theirs are, and the document is one line. A document is
// written as a stream, one entry at a time.
//
// The documents contain sensitive values, as those of the products do, with the
// marks that say which these are.
package showjson
