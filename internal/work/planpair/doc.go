// Package planpair compares what two plans would do. [Diff] reads both plans, pairs their entries, and hands the differences to writers.
// docs/diff.md defines what counts as a difference.
//
// pairs.go pairs the entries of two plans, compare.go compares each pair, and package differ the values: at each place, what one
// plan would do to a value against what the other one would do. A mark of either plan, or of the schema, hides the value in both.
// Whether something counts is decided where it is compared, and never more counts than what enters the hash and the mode
// (TestPlanDiffIsNoMoreThanTheHash). Values are loaded a pair at a time.
package planpair
