// Package planfmt takes a Terraform or OpenTofu plan or state and renders it
// exactly as the product does.
//
// The main call is [Show]. It reads a binary plan file, a state file, or the
// output of `terraform show -json`, and writes what `terraform show` would. Show
// runs the whole pipeline: a source is read, package differ compares, renderers
// render values, a report lays out the plan, and sinks write. To inspect a plan
// instead of printing it, call [Resources] or [Load]. To use only part of the
// pipeline, or to change it, use these packages.
//
// [ShowMany] writes several plans as one report, [DiffPlans] compares two, and
// [Hash] tells whether two would do the same. [WriteJSON] writes the JSON of a
// plan file, [Redact] a document without secrets, and [Log] the log of a run.
//
// This package reads neither the environment nor the terminal. Whatever depends
// on them is set in [Options].
package planfmt

import (
	"github.com/planfmt/planfmt/computed"
)

// Result is the outcome of showing a plan or a state.
type Result struct {
	computed.Outcome
	// Summary holds the facts about the document as a whole.
	Summary computed.Summary
	// Summaries are those that the targets of [ShowAll] were given, in the same order. They
	// differ in what the formats ask for.
	Summaries []computed.Summary
}

// MarshalJSON fails: the format json writes what docs/schema describes.
func (r Result) MarshalJSON() ([]byte, error) { return r.Outcome.MarshalJSON() }

// Owner says what a value belongs to, for [Options].Wrap.
type Owner = computed.Owner

// Warning is a warning for the reader of the output. It does not change the outcome.
type Warning = computed.Warning

// AlarmKind is something in a plan that a pipeline may want to stop for.
type AlarmKind = computed.AlarmKind

// Progress says how far the work on a document has come.
type Progress = computed.Progress
