// Package planpair compares what two plans would do. [Diff] reads both plans, pairs their entries, and hands the differences to writers.
// docs/diff.md defines what counts as a difference.
package planpair
