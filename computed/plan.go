package computed

import (
	"crypto/sha256"
	"slices"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/verdict"
)

// Plan is a whole plan or state after the comparison, with everything that a
// report shows. It holds all resources of the report in memory.
type Plan struct {
	Summary Summary
	// Resources are all that the report shows, section by section: drift comes
	// before what the plan does. See [Plan.Changes] for the latter.
	Resources []Resource
	// Problems are the errors in parts that could not be compared properly.
	Problems []error
}

// Changes returns what the plan does: the resources that it lists as its actions.
func (p *Plan) Changes() []Resource { return p.section(ChangesSection) }

// Drift returns what has changed outside of the product, as far as a report shows
// it. These changes have happened already.
func (p *Plan) Drift() []Resource { return p.section(DriftSection) }

// Deferred returns the changes that the plan leaves for later.
func (p *Plan) Deferred() []Resource { return p.section(DeferredSection) }

// section returns the resources of a section, which are next to each other.
func (p *Plan) section(s Section) []Resource {
	in := func(r Resource) bool { return r.Section == s }
	from := slices.IndexFunc(p.Resources, in)
	if from < 0 {
		return nil
	}
	rest := p.Resources[from:]
	if end := slices.IndexFunc(rest, func(r Resource) bool { return !in(r) }); end >= 0 {
		rest = rest[:end:end]
	}
	return rest
}

// Resource is the change of a resource: the facts in its header, and the diff of
// its body.
type Resource struct {
	plans.Header
	Section Section
	// Relevant says, in the drift section, that the plan depends on what has changed.
	Relevant bool
	// Planned says, in the drift section, that the plan changes what has changed. It is set if the format asks for drift.
	Planned bool
	// UndoesDrift says of an update that it only restores what was changed outside of the product, and of a create that it makes again what was
	// deleted outside of it. It is set if the format asks for drift.
	UndoesDrift bool
	// Muted says that rules mute the resource as a whole. If not, they may mute
	// changes in its Body, see [Diff].Muted. If they mute all that happens to the resource,
	// they mute the Body.
	Muted bool
	// Cause says why the resource is replaced. It is nil if it is not, or if the format does
	// not need to know.
	Cause *Cause
	// Impact says what depends on the resource. It is nil if it is neither replaced nor destroyed, if the format does not need to know,
	// or if it was not counted, because the plan is too large.
	Impact *Impact
	// Unknown are the values after that are known only after apply, as far as expressions of
	// the configuration are the reason, sorted by path. They are set if the format needs them.
	Unknown []UnknownAttribute
	// ReplacePaths are the paths that force the replacement, as the document has them, sorted
	// by their steps. A path into a sensitive value ends at that value.
	ReplacePaths []plans.Path
	// Declared is where the configuration declares the resource. It is zero if that is not known.
	Declared plans.Position
	// Annotations are what other programs say about the resource, in the order of Options.Annotations.
	Annotations []annotations.Annotation
	// Facts say what the change means, in their order. They are nil unless the format needs them, and for what is not in the section of changes.
	// KnownMeaning says that the table knows the type.
	Facts        []MeaningFact
	KnownMeaning bool
	// Schema says how much is known about the schema of the type.
	Schema SchemaKind

	Body Diff
	// Digest is that of what would be done to the values, as [Hash] covers them, apart from what is hidden here. It is
	// zero unless the format needs it, and if there is no Body.
	Digest [sha256.Size]byte
	// Err says why there is no body.
	Err error
	// Problems are all errors in the resource, Err among them. Those of its
	// actions are in the actions.
	Problems []error
	// Masked lists the attributes whose values were hidden because of their
	// names or only because of a schema from the repository, sorted by path.
	Masked []Masked
	// Copies lists the strings that are hidden because they are copies of sensitive ones, in
	// order of display.
	Copies []Copy
	// BeforeActions and AfterActions are the actions to invoke before and after
	// this change.
	BeforeActions, AfterActions []ActionInvocation
}

// Shown reports whether the change is listed among the plan's actions. A change
// with an error always is, so that it is not overlooked.
func (r *Resource) Shown() bool { return r.Err != nil || r.Listed() }

// ActionInvocation is an action to be invoked.
type ActionInvocation struct {
	Address, Type, Name string
	HasConfig           bool
	Config              Diff              // of a block, when HasConfig
	Digest              [sha256.Size]byte // as in Resource
	Caller              string
	OnFailure           plans.OnFailure // what apply does if it fails; empty where the document does not say
	Err                 error           // says why there is no Config
	Problems            []error         // all errors in the action, Err among them
	Masked              []Masked        // as in Resource
	Copies              []Copy          // likewise
}

// Output is a change of a root module's output.
type Output struct {
	Name string
	Diff Diff
	// Digest is as in Resource, and zero if the plan itself says that nothing changes.
	Digest   [sha256.Size]byte
	Err      error   // says why there is no Diff
	Problems []error // all errors in the output, Err among them
	Copies   []Copy  // as in Resource
}

// Shown reports whether the output is listed among the plan's changes. An output
// with an error always is, so that it is not overlooked.
func (o *Output) Shown() bool { return o.Err != nil || o.Diff.Action != plans.NoOp }

// Summary holds what a report has to know before the first resource.
type Summary struct {
	// Needs says which facts have been asked for. A fact that has not been asked for is as empty as one that does not exist.
	Needs         Needs
	FormatVersion string
	// SchemaFormatVersions are the format versions of the schema files.
	SchemaFormatVersions []string
	TerraformVersion     string
	// Timestamp is when the plan was made, RFC 3339, and Workspace the workspace that it is for. Each is empty where the document does
	// not say.
	Timestamp, Workspace string
	// Lineage and Serial identify the state that the document is, or that a plan was made from: which state it is, and which version of
	// it. They are empty where the document does not say.
	Lineage, Serial string
	// Product is the name of the product that made the document, as far as that shows, or
	// that the caller has named: terraform or opentofu.
	Product   string
	Mode      plans.Mode // never plans.AutoMode
	Scope     plans.Scope
	Errored   bool
	Applyable bool
	// Complete says whether applying the plan leads to all that the configuration asks for;
	// nil where the document does not say.
	Complete *bool

	// Counts is the number of shown changes for each action.
	Counts map[plans.Action]int
	// Imports is the number of shown changes that import a resource, Moves the number of
	// those whose address changes.
	Imports, Moves int
	// Invocations is the number of actions to invoke, of every kind.
	Invocations int
	// DriftCount is the number of resources in the drift section, DeferredCount
	// the number of entries in deferred_changes.
	DriftCount, DeferredCount int

	// Invoked are the actions that are not triggered by a resource change.
	Invoked []ActionInvocation
	// Unshown are the actions that no change that is shown triggers. They are invoked nevertheless. No report draws them, but what a
	// report remembers covers them. They are there only if digests are.
	Unshown []ActionInvocation
	// Outputs are all entries of output_changes, including no-ops, or the outputs
	// of a state, sorted by name.
	Outputs []Output

	// Checks are the results of the checks in the configuration, sorted by address.
	Checks []plans.Check

	// Muted lists the changes that rules mute, in the order of the resources. They are
	// part of all counts.
	Muted []Muted
	// Alarms are what the plan has of what Options.Alarms asks for, in that order, without kinds of which there is certainly none.
	Alarms []Alarm
	// Unmatched are the rules of the user that match nothing in the document. They have names of the document in them.
	Unmatched []rules.Unmatched
	// Where is a condition that selects resources, or nil if there is none. Resources that it does not
	// select are muted.
	Where *Where
	// RulesFile is the name of the file whose rules apply, besides those of the user. It is
	// empty if there is none.
	RulesFile string
	// Renames are likely renames, sorted by the new address. They and Hash are set if the
	// format needs them.
	Renames []Rename
	// Graph is what depends on what. It is nil for a state, if nothing in the plan refers to anything, or if the format does not need it.
	Graph *Graph
	// Hazards are what a reviewer should not miss, in the order of the resources. They are set if the format
	// needs them.
	Hazards []Hazard
	// Verdicts are what policies say about the document. They are nil if it is not judged, or the format
	// does not need them.
	Verdicts *verdict.Report
	// Annotations are what other programs say about the document as a whole. They are nil if nobody has asked any.
	Annotations *annotations.Summary
	// RenamesSkipped says that there are too many destroyed and created objects to look for
	// renames among them.
	RenamesSkipped bool
	Hash           *Hash
	// Provisioners are those that may run when the plan is applied, by kind. They are there if Needs.Causes is set.
	Provisioners []Provisioners

	// Readable says that values were compared by what they mean to people, see [Needs].
	Readable bool

	// Problems are the errors that are in none of the document's resources,
	// outputs and actions.
	Problems []error

	// State says whether the document is a state. Nothing changes in a state:
	// each value is compared with itself.
	State StateKind
	// Compared says that the changes are what differs between two states: they have happened, and nothing is planned.
	Compared bool
}

// IsIncomplete reports whether another plan has to follow: the plan says so, or it defers changes.
func (s *Summary) IsIncomplete() bool {
	return s.DeferredCount > 0 || s.Complete != nil && !*s.Complete
}

// Totals returns the numbers of the line that sums up the plan: "Plan: 1 to add,
// 0 to change, 0 to destroy." The products leave out those of Import, Forget and
// Invoke that are 0; Terraform always leaves out Forget.
func (s *Summary) Totals() plans.Totals {
	replaced := s.Counts[plans.DeleteThenCreate] + s.Counts[plans.CreateThenDelete]
	forgotten := s.Counts[plans.CreateThenForget] + s.Counts[plans.ForgetThenCreate]
	return plans.Totals{
		Import:  s.Imports,
		Add:     s.Counts[plans.Create] + replaced + forgotten,
		Change:  s.Counts[plans.Update],
		Destroy: s.Counts[plans.Delete] + replaced,
		Forget:  s.Counts[plans.Forget] + s.Counts[plans.ForgetThenCreate],
		Invoke:  s.Invocations,
	}
}

// Outcome is what is known of a plan or state once all of it has been compared.
type Outcome struct {
	// Changes says whether there is anything to do: a resource change that is
	// not a no-op, a change of an output, or, in a refresh-only plan, drift. It
	// is always false for a state.
	Changes bool
	// AllMuted says that there are Changes, and that the user's own rules mute all of them:
	// those of a file do not count.
	AllMuted bool
	// Problems are the errors in parts that could not be rendered properly. The
	// output is complete otherwise, and has a note in place of each part.
	Problems []error
	// Masked lists the attributes whose values were hidden because of their
	// names or only because of a schema from the repository, sorted by type and path.
	Masked []Masked
	// Copies lists the strings that are hidden because they are copies of sensitive ones: those
	// of outputs and actions first, then those of resources in their order. It is the same for
	// all formats that are written in one run, even those that do not hide copies.
	Copies []Copy
	// Coverage says which changes were looked at for facts. It is nil unless a format needs facts, and for a state.
	Coverage *Coverage
	// Types are the types that were rendered, with the schemas used for them.
	Types []infer.TypeSchema
}

// Copy is the place of a string that is the same as a sensitive one, although nothing says that
// it is sensitive itself.
type Copy struct {
	Address string     // of a resource or an action; output.NAME for outputs
	Deposed string     // the key of a deposed object, or empty
	Path    plans.Path // empty for the whole of an output, and for the ID that a resource is imported by
}

// CopyText stands in reports for a string that is the same as a sensitive one.
const CopyText = "(copy of a sensitive value)"

// StateKind says whether a document is a state, and whether it is empty.
type StateKind uint8

// The kinds.
const (
	NotState   StateKind = iota // a plan
	EmptyState                  // a state with nothing in it
	FilledState
)

// Section is the part of a report that a resource belongs to.
type Section uint8

// The sections, in their order in a [Plan] and in every sequence of resources.
const (
	DriftSection Section = iota
	DeferredSection
	ChangesSection
	StateSection // all resources of a state, and only those
)
