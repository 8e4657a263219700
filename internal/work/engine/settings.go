package engine

import (
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/verdict"
)

// Settings say how a document is read and compared, and what passes find out about it. The package planfmt makes them of its options
// and documents most of the fields there, under the same names.
type Settings struct {
	Storing jsondoc.Options
	Workers int
	Mode    plans.Mode
	Product string

	ShowSensitive bool
	MatchBy       []string
	Wrap          func(computed.Owner, computed.Diff) computed.Diff
	// Schemas are the schemas of the caller. The first NamedSchemas layers come before those in the document.
	Schemas      SchemaLayers
	NamedSchemas int
	RequireExact bool
	Masks        compare.Masks

	Selection    Selection
	Declarations DeclarationOptions
	Verdicts     *Judging
	HashKey      []byte
	// HashLikeJSON says that the hash of a plan file is to be that of its JSON.
	HashLikeJSON bool
	MaxSteps     int
	Alarms       []computed.AlarmKind
	AlarmLevel   annotations.Level
	Annotations  []*annotations.Report
	// NeedsPlan rejects states.
	NeedsPlan bool
	// Several says that the session is for several documents.
	Several bool

	// KeepVariables says that the values of the variables of the root module are needed.
	KeepVariables bool

	Warn     func(computed.Warning)
	Progress func(computed.Progress)
	Overview func(computed.Summary)
	// Watch is called for each load and each comparison of a resource, by several goroutines at a time. Only tests set it.
	Watch func(what compare.Work, address string)
}

// Selection says which of the changes are shown.
type Selection struct {
	Rules         rules.Set
	FileRules     *rules.File
	Where         *query.Condition
	Drift         rules.Drift
	ShowUnchanged bool
	RequireMatch  bool
	Checker       func() rules.Checker
}

// Judging says by which policies a document is judged.
type Judging struct {
	Policies         []policy.Source
	Assertions       []policy.Assertions
	Inputs           policy.InputValues
	Assumptions      []planvalue.AssumptionFile
	Override         []string
	ProviderVersions map[string]string
	Exceptions       *rules.Exceptions
	Today            rules.Day
	Explain          bool
	ExplainOnly      string
	Each             func(r *verdict.Result, overridden bool)
}

// DeclarationOptions say how to find out where resources are declared.
type DeclarationOptions struct {
	ConfigDir    string
	ConfigWithin string
	LinkTemplate string
	ConfigPlaces []ConfigPlace
	LocalLinks   bool
	// Places says that files in the repository are asked for, whether there are links or not.
	Places bool
}

// ConfigPlace is a directory in which a plan may have been made.
type ConfigPlace struct{ Path, Dir string }
