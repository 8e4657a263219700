package computed

// Needs says what a format is given beyond what the human format gets. The zero value is
// that of human. It takes time to find these things out, so ask only for what is used. Summary.Needs says what has been asked for.
type Needs struct {
	// Drift asks for all drift; Resource.Relevant says whether the plan depends on it.
	// Otherwise, the format gets only drift on which the plan depends, narrowed to the
	// attributes that matter.
	Drift bool
	// Muted asks for what rules mute, marked with Resource.Muted and Diff.Muted. Otherwise,
	// it is only listed in Summary.Muted.
	Muted bool
	// NoOps asks for resources that do not change, if Selection.ShowUnchanged is set.
	NoOps bool
	// RulesFile asks for the rules of Selection.FileRules to be applied, too.
	RulesFile bool
	// Causes asks for Resource.Cause, Summary.Renames and Summary.Provisioners.
	Causes bool
	// References asks for Resource.Cause and Resource.Unknown.
	References bool
	// Impact asks for Resource.Impact.
	Impact bool
	// Graph asks for Summary.Graph.
	Graph bool
	// Hash asks for Summary.Hash, unless somebody who has the report could find what it hides by trying values: then the hash is
	// nil. A key prevents that, see Options.HashKey.
	Hash bool
	// HashAnyway asks for Summary.Hash in any case.
	HashAnyway bool
	// Hazards asks for Summary.Hazards.
	Hazards bool
	// Facts asks for Resource.Facts and Outcome.Coverage.
	Facts bool
	// Verdicts asks for Summary.Verdicts, which is there if Options.Policies is set.
	Verdicts bool
	// MaskCopies asks for copies of sensitive strings to be hidden: strings that nothing marks as
	// sensitive, but that are the same as a sensitive one.
	MaskCopies bool
	// Readable asks for values to be compared by what they mean to people: lists of objects by
	// their names, documents in strings by their structure.
	Readable bool
	// ReadablePolicies asks for that only for IAM policies in strings, and what looks like them.
	ReadablePolicies bool
	// Words asks for the words that differ in strings that change, see [doc.Changed].
	Words bool
	// Exact asks for empty strings, nulls and what is not there to be told apart wherever the document does.
	Exact bool
	// Complete asks for what Terraform and OpenTofu leave out: new elements of maps that are known only after apply, and
	// members of JSON documents in strings whose name occurs twice.
	Complete bool
	// Digests asks for the Digest of resources, outputs and actions.
	Digests bool
}
