// Package jsonplan reads the JSON form of a plan, as `terraform show -json`
// and `tofu show -json` print it.
//
// [Read] walks a document once, from a stream of any length, and gives a
// [Plan]: the small facts in memory, the raw bytes of each change where they
// can be had again. [Plan.Change] then makes a [Change], the generic
// value before and after, which the package can take apart but never compares
// by a schema.
//
// The package knows the format and nothing else: no schemas, no output. It
// never holds a whole document and never panics on one.
package jsonplan

import (
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Plan is what a plan document says. Its lists keep the document's order.
type Plan struct {
	FormatVersion    string
	TerraformVersion string

	Errored   bool
	Applyable *bool // nil where the document does not say

	Changes  []*ResourceChange   // resource_changes
	Drift    []*ResourceChange   // resource_drift
	Deferred []*DeferredChange   // deferred_changes
	Actions  []*ActionInvocation // action_invocations
	Outputs  []*OutputChange     // output_changes, sorted by name
	Relevant []RelevantAttribute // relevant_attributes

	// Schemas are the provider schemas that the document itself carries.
	Schemas []Schema

	// HasResourceChanges says that resource_changes is present and not empty.
	HasResourceChanges bool
	// PriorManaged says that prior_state holds a managed resource.
	PriorManaged bool
	// Product is the name of the dialect that the document tells of, by the
	// registry of a provider or what only one product writes; empty if nothing
	// tells.
	Product string

	// Hidden is how many of resource_changes were left out because nothing
	// happens in them.
	Hidden int

	// Warnings are remarks for standard error: a later minor format version.
	Warnings []string
	// Problems are what is wrong with parts that are no entry of the lists
	// above. All of those is there.
	Problems []error

	store *Store
}

// Importing says that the resource is taken over from outside.
type Importing struct {
	ID       string
	Unknown  bool
	Identity Value // of OpenTofu and Terraform 1.12; absent where there is none
}

// ResourceChange is one entry of resource_changes or resource_drift.
type ResourceChange struct {
	Address         string
	PreviousAddress string
	ModuleAddress   string
	Mode            string // managed or data
	Type            string
	Name            string
	Index           Value // a string, a number, null or absent
	ProviderName    string
	Deposed         string
	ActionReason    string

	Action          plans.Action
	ActionNames     []string // as the document spells them
	Importing       *Importing
	GeneratedConfig string

	// Err says why the change cannot be rendered although its header can.
	Err error
	// Problems are what else is wrong with the entry. Nothing has to be left
	// out for them.
	Problems []error

	raw Source
}

// Moved reports whether the resource has another address than before.
func (r *ResourceChange) Moved() bool {
	return r.PreviousAddress != "" && r.PreviousAddress != r.Address
}

// DeferredChange is an entry of deferred_changes.
type DeferredChange struct {
	Reason string
	*ResourceChange
}

// OutputChange is an entry of output_changes.
type OutputChange struct {
	Name   string
	Action plans.Action
	// Sensitive says that the planned values, the prior state or the
	// configuration call the output sensitive, whatever its change does.
	Sensitive bool
	Err       error
	raw       Source
}

// ActionInvocation is an entry of action_invocations.
type ActionInvocation struct {
	Address      string
	Type         string
	Name         string
	ProviderName string
	HasConfig    bool // config_values is present

	// Lifecycle is set when a resource's change triggers the action; else
	// Invoked says that the command line or another action does.
	Lifecycle *LifecycleTrigger
	Invoked   bool
	// Caller is the address of the resource that an invoked action was called
	// from, empty for none.
	Caller string

	// Err says why the invocation cannot be rendered.
	Err error

	raw Source
}

// LifecycleTrigger says which change triggers an action, and when.
type LifecycleTrigger struct {
	ResourceAddress   string
	Event             string // BeforeCreate, AfterCreate, ...
	BlockIndex, Index int
}

// After reports whether the action runs after the change, not before it.
func (t *LifecycleTrigger) After() bool { return strings.HasPrefix(t.Event, "After") }

// RelevantAttribute names an attribute that the plan depends on.
type RelevantAttribute struct {
	Resource  string
	Attribute plans.Path
}
