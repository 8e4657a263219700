// Package jsonplan reads the JSON form of a plan, as `terraform show -json`
// and `tofu show -json` print it.
//
// [Read] walks a document once, from a stream of any length, and returns a
// [Plan]. The plan keeps small facts in memory, and remembers where to find the
// raw bytes of each change. [Plan.Change] then loads a [Change]: the generic
// values before and after. This package can take a change apart, but does not
// compare it using a schema.
//
// The package knows only the format, not schemas or output. It never holds a
// whole document, and no document makes it panic.
package jsonplan

import (
	"strings"

	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/plans"
)

// Plan is the content of a plan document. Its lists keep the document's order.
type Plan struct {
	FormatVersion    string
	TerraformVersion string

	Errored   bool
	Applyable *bool // nil where the document does not say

	Changes  []*ResourceChange   // resource_changes
	Drift    []*ResourceChange   // resource_drift
	Deferred []*ResourceChange   // deferred_changes
	Actions  []*ActionInvocation // action_invocations
	Outputs  []*OutputChange     // output_changes, sorted by name
	Relevant []RelevantAttribute // relevant_attributes

	// Schemas are the provider schemas that the document itself contains.
	Schemas []Schema

	// HasResourceChanges says that resource_changes is present and not empty.
	HasResourceChanges bool
	// PriorManaged says that prior_state holds a managed resource.
	PriorManaged bool
	// Product is the name of the product that made the document, if a provider's
	// registry shows it, or something that only this product writes. Otherwise
	// it is empty.
	Product string

	// Hidden is the number of entries of resource_changes that were left out
	// because nothing happens in them.
	Hidden int

	// Warnings are messages for standard error, for example about a later minor
	// format version.
	Warnings []string
	// Problems are the errors in parts that are not entries of the lists above.
	// The lists are complete nevertheless.
	Problems []error

	store *jsondoc.Store
}

// ResourceChange is one entry of resource_changes,
// resource_drift or deferred_changes.
type ResourceChange struct {
	plans.Header

	// Err says why the change cannot be rendered. Its header still can.
	Err error
	// Problems are other errors in the entry. They do not prevent it from being
	// rendered completely.
	Problems []error

	raw    jsondoc.Ref
	nested bool // raw has the change in its member resource_change
}

// OutputChange is an entry of output_changes.
type OutputChange struct {
	Name   string
	Action plans.Action
	// Sensitive says that the planned values, the prior state or the
	// configuration mark the output as sensitive, whatever its change says.
	Sensitive bool
	Err       error
	raw       jsondoc.Ref
}

// ActionInvocation is an entry of action_invocations.
type ActionInvocation struct {
	Address      string
	Type         string
	Name         string
	ProviderName string
	HasConfig    bool // config_values is present

	// Lifecycle is set if a resource's change triggers the action. Invoked is
	// set if the command line or another action does.
	Lifecycle *LifecycleTrigger
	Invoked   bool
	// Caller is the address of the resource that called an invoked action; empty
	// for none.
	Caller string

	// Err says why the invocation cannot be rendered.
	Err error

	raw jsondoc.Ref
}

// LifecycleTrigger says which change triggers an action, and when.
type LifecycleTrigger struct {
	ResourceAddress   string
	Event             string // BeforeCreate, AfterCreate, ...
	BlockIndex, Index int
}

// After reports whether the action runs after the change, not before it.
func (t *LifecycleTrigger) After() bool { return strings.HasPrefix(t.Event, "After") }

// RelevantAttribute is an attribute that the plan depends on.
type RelevantAttribute struct {
	Resource  string
	Attribute plans.Path
}
