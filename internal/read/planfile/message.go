package planfile

import (
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// Message is the plan without its lists of entries: see [File.Plan].
type Message struct {
	Version          uint64 // of the format
	TerraformVersion string // of the program that wrote the file, Terraform or OpenTofu
	Timestamp        string // when the plan was made, RFC 3339; empty in old plans

	Mode    plans.Mode
	Errored bool
	// Applyable and Complete are nil if the field is not set, so that it is false, or the program
	// does not have it.
	Applyable, Complete *bool

	// These are the options of the command line: -target, -exclude (OpenTofu), -replace and
	// -invoke. They are addresses.
	Targets, Excludes, ForceReplace, ActionTargets []string

	Backend    *Backend
	StateStore *Backend // Provider is set
	Relevant   []Relevant
	// ApplyTimeVariables are the names of ephemeral variables, which must be set again.
	ApplyTimeVariables []string
	// Unknown counts the fields that are not known, those of entries included.
	Unknown source.Unknown
}

// Entry is an entry of one of the plan's lists: a [*ResourceChange], [*OutputChange],
// [*Check], [*ActionInvocation] or [*Variable].
type Entry interface{ entry() }

func (*ResourceChange) entry()   {}
func (*OutputChange) entry()     {}
func (*Check) entry()            {}
func (*ActionInvocation) entry() {}
func (*Variable) entry()         {}

// Dynamic is a value as msgpack, as the file has it. It is nil if there is none.
type Dynamic []byte

// List says in which of the plan's lists a change of a resource stands.
type List uint8

// The lists of changes of resources.
const (
	Changes List = iota
	Drift
	Deferred
)

// ResourceChange is the change of an instance of a resource or data source.
type ResourceChange struct {
	List List
	Raw  []byte // of the message ResourceInstanceChange

	Address         string
	PreviousAddress string // empty unless the instance was moved
	Deposed         string
	Provider        string // the provider's configuration: provider["registry.terraform.io/hashicorp/aws"].west
	Change          Change
	RequiredReplace []Path
	ActionReason    uint64 // see [ActionReason]
	DeferredReason  uint64 // see [DeferredReason]; only in the list Deferred
	Private         Dynamic

	// Instance has the parts of the address. The message has them in plans of Terraform 0.12 to
	// 0.15, and otherwise they come from the address.
	Instance Instance
}

// Instance is the address of an instance in parts.
type Instance struct {
	Module     string // the module's address; empty for the root module
	Mode       string // managed, data or ephemeral
	Type, Name string
	Key        plans.InstanceKey
	AnyKey     bool // the key is not known; only in the list Deferred
}

// Change is what happens to an object.
type Change struct {
	Raw    []byte
	Action uint64 // see [ParseAction]
	// Values are as the file has them: one for a change with one side, or with the same value on
	// both. See [Change.Sides].
	Values                          []Dynamic
	BeforeSensitive, AfterSensitive []Path
	Importing                       *Importing
	GeneratedConfig                 string
	BeforeIdentity, AfterIdentity   Dynamic
}

// Importing says how an object is found that is to be imported.
type Importing struct {
	ID       string
	Unknown  bool
	Identity Dynamic
}

// OutputChange is the change of an output of the root module.
type OutputChange struct {
	Raw       []byte // of the message OutputChange
	Name      string
	Sensitive bool
	Change    Change
}

// Check is the result of the checks of an object of the configuration.
type Check struct {
	Kind    uint64 // see [Check.Result]
	Address string
	Status  uint64
	Objects []CheckObject
}

// CheckObject is the result of the checks of an instance.
type CheckObject struct {
	Address  string
	Status   uint64
	Messages []string
}

// ActionInvocation is an action to be invoked.
type ActionInvocation struct {
	Raw            []byte // of the message ActionInvocationInstance
	Deferred       bool   // it is in the list of deferred invocations
	DeferredReason uint64

	Address   string
	Provider  string
	Config    Dynamic
	Sensitive []Path
	Lifecycle *LifecycleTrigger // nil unless a change triggers the action
	Invoked   bool              // by the command line, or by the action of a resource
	Caller    string            // the resource; empty for none
}

// LifecycleTrigger says which change triggers an action.
type LifecycleTrigger struct {
	Resource          string
	Event             uint64 // see [TriggerEvent]
	BlockIndex, Index int64
	OnFailure         uint64 // see [OnFailure]
}

// Variable is the value of a variable of the root module.
type Variable struct {
	Raw   []byte // of the element of the map
	Name  string
	Value Dynamic
}

// Backend is the configuration of a backend or of a state store.
type Backend struct {
	Type, Workspace string
	Config          Dynamic
	Provider        *Provider // of a state store
}

// Provider is the provider of a state store.
type Provider struct{ Source, Version string }

// Relevant is an attribute that the plan depends on.
type Relevant struct {
	Resource  string
	Attribute Path
}

// Path is the path of a value, as the file has it.
type Path []PathStep

// PathStep is a step of a [Path]: to an attribute, or to an element of a list, a map or a
// set. Then Key is not nil.
type PathStep struct {
	Attribute string
	Key       Dynamic
}
