// Package source defines what every source of a plan or a state provides:
// [Facts], which are small and known once the whole document has been read, and a
// [Loader], which loads the values of one entry at a time.
//
// jsonplan, jsonstate and planfile are sources. The rest of the program uses them only
// through this package. It knows the format of no document, only the parts that entries
// of several formats share: [Entry], [Checks].
//
// To add a source, write a package that reads a document and has the methods of [Source]: facts, and loaders for the values of an
// entry. While it reads, it passes what the document shows about types to the [EvidenceSink], and the sensitive strings that the
// document marks to the [SecretSink]. Then open it in package open, for the documents of its jsondoc.Kind. No other room needs to
// know about it. Package jsonstate is the smallest example.
//
// Small facts of a change stay in memory. Its bytes are an offset if the input can be read again, or else the bytes themselves, in
// memory up to a limit and then in a temporary file that nobody else can read and that has no name any more. Of many changes, the
// facts go there as well: an entry is told from others by its [Handle], and whoever wants all of them reads the [List] again and
// asks its Err whether these were all.
package source

import (
	"cmp"
	"strings"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Facts are what is known about a plan or a state before any of its values are
// loaded. Lists keep the document's order, unless they say otherwise.
type Facts struct {
	// State says that the document is a state: it has Resources and Outputs, and
	// nothing in it changes.
	State bool
	// Compared says that Changes and Outputs are what differs between two states: they have happened, and nothing is planned.
	Compared bool

	FormatVersion    string // empty in a state file
	TerraformVersion string
	// Timestamp is when the plan was made, RFC 3339; empty where the document does not say.
	Timestamp string
	// Workspace is the workspace that the plan is for; empty where the document does not say.
	Workspace string
	// Lineage and Serial identify the state that the document is, or that a plan was made from: which state it is, and which version of
	// it. They are empty where the document does not say.
	Lineage, Serial string
	// Product is the name of the product that made the document, if a provider's
	// registry shows it, or something that only this product writes. Otherwise
	// it is empty.
	Product string

	Errored   bool
	Applyable *bool // nil where the document does not say
	Complete  *bool // likewise

	// Checks are the results of the checks in the configuration, in the document's order.
	Checks []plans.Check

	Changes  *List               // what the plan does; no-ops may be missing; nil is an empty list
	Drift    []*Resource         // what has changed outside of the product
	Deferred []*Resource         // what the plan leaves for later
	Actions  []*Action           // the actions to invoke
	Relevant []RelevantAttribute // what the plan depends on

	// NoOps is how many entries Changes lacks because nothing happens in them.
	NoOps int
	// Idle are the addresses of entries in which nothing happens, and that Changes lacks. Recorded is what the state that the
	// plan was made for says about dependencies. Both are there only if somebody has asked for them.
	Idle     []string
	Recorded []Recorded

	// Resources are those of a state, in the order in which the products show
	// them.
	Resources []*Resource
	// Prior are objects that exist before the plan is applied, as they were when it was made. They
	// have no action, and do not change. There are only those that somebody has asked for.
	Prior []*Resource
	// Variables are those of the root module, sorted by name, if somebody has asked for them.
	Variables []*Variable
	// Outputs are those of the root module, sorted by name.
	Outputs []*Output

	// Mode is how the plan was made, as far as the document shows it. If it does not,
	// Mode is plans.AutoMode.
	Mode plans.Mode
	// Scope is what the command line asked for. Plans as JSON do not have it.
	Scope plans.Scope
	// HasRefinements says that unknown values may have refinements.
	HasRefinements bool
	// Empty says that a state has nothing in it. The JSON of no state at all is
	// the same.
	Empty bool

	// Configuration says where values come from. It is nil if the document has none, or if
	// nobody asked for it.
	Configuration *Configuration

	// Written is what a plan file has besides the plan, and Stated what the JSON of a plan says about the configuration. Each is there only
	// if somebody has asked for it, and the document is of this kind.
	Written *Written
	Stated  *Stated

	// ProviderVersions are the versions of providers that the document locks, by address. It is nil if nobody has asked for them, or the
	// document does not say.
	ProviderVersions map[string]string

	// Config is the text of the configuration, as far as the document contains it; nil if it does
	// not. It has positions.
	Config *config.Config

	// Schemas are the provider schemas that the document itself contains, nil if
	// there are none.
	Schemas schema.Source

	// Lacking says that Changes or Outputs lack entries of what another part of the document
	// lists. It is nil if they do not. Warnings says so, too.
	Lacking error
	// Warnings are messages for standard error, for example about a later minor
	// format version.
	Warnings []string
	// Problems are the errors in parts that are not entries of the lists above.
	// The lists are complete nevertheless.
	Problems []error
}

// Handle is how a source finds the values of an entry. Only the source that
// made it knows what it means. The zero Handle is that of no entry.
type Handle int32

// Resource is an entry about an instance of a resource or data source.
type Resource struct {
	plans.Header

	Handle Handle
	// Unmarked says that a side lacks marks of what is sensitive. It is only set if somebody
	// wants to know the sensitive strings of the document.
	Unmarked bool

	faults *faults // nil for none, as most entries have
}

// faults are the mistakes in an entry.
type faults struct {
	err      error
	problems []error
}

// Err says why the values cannot be shown. The header still can.
func (r *Resource) Err() error {
	if r.faults == nil {
		return nil
	}
	return r.faults.err
}

// Problems are other errors in the entry. They do not prevent it from being shown completely.
func (r *Resource) Problems() []error {
	if r.faults == nil {
		return nil
	}
	return r.faults.problems
}

// SetFaults sets what Err and Problems return.
func (r *Resource) SetFaults(err error, problems []error) {
	if r.faults = nil; err != nil || len(problems) > 0 {
		r.faults = &faults{err, problems}
	}
}

// Fail sets what Err returns.
func (r *Resource) Fail(err error) { r.SetFaults(err, r.Problems()) }

// Shown reports whether the change is listed among the plan's actions. A change
// with an error always is, so that it is not overlooked.
func (r *Resource) Shown() bool { return r.Err() != nil || r.Listed() }

// Output is an output of the root module, or a change of one.
type Output struct {
	Name   string
	Action plans.Action
	// Sensitive says that the document marks the whole output as sensitive.
	Sensitive bool
	Err       error // says why the value cannot be shown

	Handle Handle
}

// Variable is a variable of the root module.
type Variable struct {
	Name string
	// Sensitive says that the configuration in the document marks the variable as sensitive.
	Sensitive bool

	Handle Handle
}

// Action is an action to be invoked.
type Action struct {
	Address      string
	Type         string
	Name         string
	ProviderName string
	HasConfig    bool // there is a configuration to load

	// Lifecycle is set if a resource's change triggers the action. Invoked is
	// set if the command line or another action does.
	Lifecycle *LifecycleTrigger
	Invoked   bool
	// Caller is the address of the resource that called an invoked action; empty
	// for none.
	Caller string

	Err error // says why the invocation cannot be shown

	Handle Handle
}

// DeferredActions is the warning about actions that a plan leaves for later.
const DeferredActions = "the plan defers invocations of actions, which planfmt does not show"

// LifecycleTrigger says which change triggers an action, and when.
type LifecycleTrigger struct {
	ResourceAddress   string
	Event             string // BeforeCreate, AfterCreate, ...
	BlockIndex, Index int
	// OnFailure says what apply does if the action fails; empty where the document does not say, see [LifecycleTrigger.Failure].
	OnFailure plans.OnFailure
}

// Failure returns what apply does if the action fails. Versions of Terraform without a choice halt.
func (t *LifecycleTrigger) Failure() plans.OnFailure { return cmp.Or(t.OnFailure, plans.HaltOnFailure) }

// After reports whether the action runs after the change, not before it.
func (t *LifecycleTrigger) After() bool { return strings.HasPrefix(t.Event, "After") }

// RelevantAttribute is an attribute that the plan depends on.
type RelevantAttribute struct {
	Resource  string
	Attribute plans.Path
}

// Recorded is an instance in a state, with what it depends on: addresses of resources without any keys.
type Recorded struct {
	Address   string
	DependsOn []string
}

// Loader gives the values of one entry at a time. They, and the names of their members,
// are valid until the next call. A Loader is for one goroutine, but several Loaders of a source may be
// used at once. Errors are of type *plans.Error and name the address.
type Loader interface {
	// Resource loads the values of a resource. block is the provider's schema of
	// the type, or nil: some sources need it to read values, or to know which of
	// them are sensitive. For an entry that has an Err, Resource returns what it
	// can.
	Resource(r *Resource, block *schema.Block) (RawValues, error)
	// Output loads the value of an output, and its type as JSON. The type is
	// absent where the source does not have it.
	Output(o *Output) (v RawValues, typ values.Value, err error)
	// Variable loads the value of a variable.
	Variable(v *Variable) (values.Value, error)
	// Config loads the configuration of an action.
	Config(a *Action) (RawValues, error)
}

// Releaser is a [Loader] that wants to know when nobody needs what it has loaded last.
type Releaser interface{ Release() }

// Release tells a loader that nobody needs what it has loaded last. In tests, that is overwritten, so that they find whoever still
// refers to it.
func Release(l Loader) {
	if r, ok := l.(Releaser); ok {
		r.Release()
	}
}

// RawValues are what a [Loader] loads: with all secrets, and with no marks but those of the document. Nothing that prints may
// have them. A test of the root package says who may.
type RawValues struct {
	values.Change
	// Field is the name of the one member that both sides come from, if they are
	// the same: in a state, or in an action's configuration. It is empty for a
	// change.
	Field string
	// BeforeUnmarked and AfterUnmarked say that the flags need not mark all that
	// is sensitive on this side: old documents have none, and a state file may
	// keep those of an older version.
	BeforeUnmarked, AfterUnmarked bool
}

// Still reports whether both sides are the same value.
func (v RawValues) Still() bool { return v.Field != "" }

// StillValues are the values of something that does not change, from a member of
// the document.
func StillValues(field string, v values.Value, sensitive values.Flags) RawValues {
	unmarked := sensitive.IsAbsent()
	return RawValues{
		Change: values.Change{
			Before: v, After: v,
			BeforeSensitive: sensitive, AfterSensitive: sensitive,
		},
		Field:          field,
		BeforeUnmarked: unmarked, AfterUnmarked: unmarked,
	}
}
