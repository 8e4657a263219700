package computed

import "github.com/planfmt/planfmt/plans"

// Plan is a whole plan or state, compared: what a report has from beginning to
// end. It holds every resource that a report shows, so it is as large as they
// are.
type Plan struct {
	Summary   Summary
	Resources []Resource
	// Problems are parts that could not be compared as they should.
	Problems []error
}

// Resource is a change of a resource, compared: the facts of its header and
// the diff of its body.
type Resource struct {
	Section Section

	Address         string
	PreviousAddress string // empty where the document has none
	ModuleAddress   string
	Mode            string // managed or data
	Type, Name      string
	Index           string // as JSON, empty for none
	IndexIsKey      bool   // the index is a string
	Deposed         string
	Provider        string

	Action plans.Action
	// ActionText is the action list as the document spells it, for an action
	// that is not known.
	ActionText      string
	Reason          string
	Importing       bool
	ImportID        string
	Identity        []string // lines of the import's identity as indented JSON
	GeneratedConfig bool

	// Tainted, FirstOfModule and Enclosed are set in states: the object is to
	// be replaced, it is the first of its module, and a module around that one
	// has resources too.
	Tainted, FirstOfModule, Enclosed bool

	Body Diff
	// Err says why there is no body.
	Err error

	// DeferredReason is set for deferred changes.
	DeferredReason string
	// Before and After are the actions to be invoked around this change.
	BeforeActions, AfterActions []ActionInvocation
}

// Moved reports whether the resource has another address than before.
func (r *Resource) Moved() bool { return r.PreviousAddress != "" && r.PreviousAddress != r.Address }

// Shown reports whether the change is listed among the plan's actions. One
// that has an error always is: it must not go unseen.
func (r *Resource) Shown() bool {
	return r.Err != nil || (r.Action != plans.NoOp || r.Moved() || r.Importing) &&
		!(r.Mode == "data" && r.Action == plans.Delete)
}

// ActionInvocation is an action to be invoked.
type ActionInvocation struct {
	Address, Type, Name string
	HasConfig           bool
	Config              Diff // of a block, when HasConfig
	Caller              string
	Err                 error
}

// Output is a change of a root module's output.
type Output struct {
	Name string
	Diff Diff
	Err  error
}

// Mode is how a plan was made. The document does not say.
type Mode uint8

// The modes.
const (
	Normal Mode = iota
	Destroy
	RefreshOnly
)

// Summary is what a report has to know before the first resource.
type Summary struct {
	FormatVersion string
	// SchemaFormatVersions are those of the files of schemas.
	SchemaFormatVersions []string
	TerraformVersion     string
	Mode                 Mode
	Errored              bool
	Applyable            bool

	// Counts are the shown changes by action.
	Counts map[plans.Action]int
	// Imports are the shown changes that import.
	Imports int
	// Invocations are the actions to be invoked, of every kind.
	Invocations int
	// DriftCount is how many resources the drift section will have,
	// DeferredCount how many entries deferred_changes has.
	DriftCount, DeferredCount int

	// Invoked are the actions that no change of a resource triggers.
	Invoked []ActionInvocation
	// Outputs are all entries of output_changes, no-ops too, or the outputs of
	// a state, sorted by name.
	Outputs []Output

	// State says that the document is a state. Nothing changes in one: each
	// value is compared with itself.
	State StateKind
}

// StateKind tells a state from a plan, and how much there is of it.
type StateKind uint8

// The kinds.
const (
	NotState   StateKind = iota // a plan
	EmptyState                  // a state with nothing in it
	FilledState
)

// Section is the part of a report that a resource belongs to.
type Section uint8

// The sections, in the order in which a [Plan] and every stream of resources
// has them.
const (
	DriftSection Section = iota
	DeferredSection
	ChangesSection
	StateSection // all resources of a state, and only those
)
