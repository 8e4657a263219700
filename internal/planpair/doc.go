// Package planpair compares what two plans would do. [Diff] reads both, pairs what is in them, and hands what differs to writers.
// docs/diff.md says what counts as a difference.
package planpair
